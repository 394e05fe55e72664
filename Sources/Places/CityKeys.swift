/// One spelling by which a city is found, as table `city_name` stores it.
package struct CityKey: Hashable {
    package let text: String
    package let kind: Kind
    /// The name that the key comes from, as it is written.
    package let spelling: String
    /// The population, or a part of it.
    package let weight: Int
    /// The beginnings for which it is the heaviest key of its city.
    package var leads: Leads = []

    package enum Kind: String {
        /// A whole name.
        case name
        /// A name from a later word on.
        case end
        /// A spelling of another language or time, found only if it is typed whole.
        case alternative
    }

    package struct Leads: OptionSet, Hashable {
        package let rawValue: Int
        package init(rawValue: Int) { self.rawValue = rawValue }
        static let oneLetter = Leads(rawValue: 1), twoLetters = Leads(rawValue: 2)
    }

    /// The length of the longest allowed key, in bytes.
    package static let longest = 400

    /// Returns every key of a city, each once. Whole names have full weight, names from a later word on a quarter of
    /// it, other spellings a sixteenth. A city without inhabitants is still found.
    package static func all(of city: NewCity) -> [CityKey] {
        let population = max(city.population, 16)
        var found: [String: CityKey] = [:]
        func add(_ texts: Set<String>, _ kind: Kind, of name: String, _ weight: Int) {
            for text in texts where text.utf8.count <= longest && found[text].map({ $0.weight < weight }) ?? true {
                found[text] = CityKey(text: text, kind: kind, spelling: name, weight: weight)
            }
        }
        for name in [city.name, city.nameArabic].compactMap(\.self) + city.otherNames {
            let keys = searchKeys(of: name, eachWord: true)
            add(keys.whole, .name, of: name, population)
            add(keys.ends, .end, of: name, population / 4)
        }
        for name in city.alternateNames where isTyped(name) {
            add(searchKeys(of: name, eachWord: false).whole, .alternative, of: name, population / 16)
        }
        var keys = Array(found.values)
        // The heaviest first; keys of equal weight in alphabetical order, so that every import agrees.
        keys.sort { ($1.weight, $0.text) < ($0.weight, $1.text) }
        mark(&keys, letters: 1, .oneLetter)
        mark(&keys, letters: 2, .twoLetters)
        return keys
    }

    private static func mark(_ keys: inout [CityKey], letters: Int, _ leads: Leads) {
        var seen: Set<String> = []
        for index in keys.indices {
            let beginning = String(keys[index].text.unicodeScalars.prefix(letters))
            if keys[index].kind != .alternative, seen.insert(beginning).inserted { keys[index].leads.insert(leads) }
        }
    }

    /// Returns true if a spelling is in Latin or Arabic letters, the two scripts of Jadwal's pages.
    static func isTyped(_ name: String) -> Bool {
        name.unicodeScalars.allSatisfy { scalar in
            switch scalar.value {
            case 0..<0x250, 0x1E00..<0x1F00: true        // Latin
            case 0x600..<0x700, 0x750..<0x780: true      // Arabic
            case 0x2B0..<0x370, 0x2000..<0x2070: true    // accents, apostrophes, direction marks
            default: false
            }
        }
    }
}

/// The slugs that cities already have, by country.
package struct Slugs {
    private var given: [Int64: (country: String, slug: String)] = [:]
    private var taken: Set<String> = []

    package init(_ rows: [(id: Int64, country: String, slug: String)]) {
        for row in rows {
            given[row.id] = (row.country, row.slug)
            taken.insert("\(row.country)/\(row.slug)")
        }
    }

    /// Returns the slug that a city has, or a new one: its name, followed by GeoNames' number if another
    /// city of the country has that name already.
    package mutating func slug(for city: NewCity) -> String {
        if let row = given[city.id], row.country == city.country { return row.slug }
        let plain = Places.slug(of: city.name)
        let numbered = plain.isEmpty ? "city-\(city.id)" : "\(plain)-\(city.id)"
        let slug = plain.isEmpty || taken.contains("\(city.country)/\(plain)") ? numbered : plain
        taken.insert("\(city.country)/\(slug)")
        return slug
    }
}
