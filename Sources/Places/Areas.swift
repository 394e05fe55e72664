import Text

/// A country or province that the words after a city's name mean.
package struct Area: Sendable, Hashable {
    /// `SA` for a country, `CA.08` for a province.
    package let code: String

    /// Returns the countries and provinces whose name, or a later word of it, begins with a text; their codes are
    /// understood as well.
    package static func named(_ text: String) -> [Area] {
        let key = searchKey(text)
        guard !key.isEmpty else { return [] }
        // Two letters begin too many names.
        let isShort = key.unicodeScalars.count < 3
        var areas: Set<Area> = []
        for (name, area) in names where isShort ? name == key : name.hasPrefix(key) { areas.insert(area) }
        return areas.sorted { $0.code < $1.code }
    }

    /// The keys of every country and province.
    private static let names: [(key: String, area: Area)] = {
        var names: [(String, Area)] = []
        func add(_ name: String, _ area: Area) {
            let keys = searchKeys(of: name, eachWord: true)
            for key in keys.whole.union(keys.ends) { names.append((key, area)) }
        }
        for (code, name) in CountryName.all {
            add(name.english, Area(code: code))
            add(name.arabic, Area(code: code))
        }
        for (code, name) in ProvinceName.all {
            add(name.english, Area(code: code))
            add(name.arabic, Area(code: code))
            // The codes that people write, as in NY; the others are GeoNames' own numbers.
            if code.hasPrefix("US.") { add(String(code.dropFirst(3)), Area(code: code)) }
        }
        for (name, code) in otherNames { add(name, Area(code: code)) }
        return names
    }()

    /// Short and other names of countries.
    private static let otherNames = [
        ("UK", "GB"), ("Great Britain", "GB"), ("بريطانيا", "GB"), ("USA", "US"), ("America", "US"), ("أمريكا", "US"),
        ("KSA", "SA"), ("UAE", "AE"), ("Turkey", "TR"), ("Burma", "MM"), ("Ivory Coast", "CI"), ("DRC", "CD"),
        ("Holland", "NL"), ("Czech Republic", "CZ"), ("Swaziland", "SZ"), ("المجر", "HU"), ("سورية", "SY"),
    ]
}

/// A typed text that names a city: its name, and perhaps where it lies.
package struct CityQuery: Sendable, Hashable {
    /// The key of the name.
    package let key: String
    /// The places that the city may lie in; empty if any will do.
    package let areas: [Area]

    /// Returns the meanings of a text, the most probable first: the whole of it as a name, then a name with a country
    /// or province before or after it. A comma divides the two.
    package static func meanings(of text: String) -> [CityQuery] {
        let commas: Set<Character> = [",", "\u{60C}"]
        let parts = text.split(maxSplits: 1, omittingEmptySubsequences: false, whereSeparator: commas.contains)
            .map(String.init)
        let name = CityQuery(parts[0], in: [])
        if parts.count == 2 {
            let areas = Area.named(parts[1])
            return ([areas.isEmpty ? nil : CityQuery(parts[0], in: areas)] + [name]).compactMap(\.self)
        }
        let words = foldedWords(text)
        guard (2...8).contains(words.count) else { return [name].compactMap(\.self) }
        let divided = (1..<words.count).reversed().flatMap { count in
            [(words[..<count], words[count...]), (words[(words.count - count)...], words[..<(words.count - count)])]
        }
        return [name].compactMap(\.self) + divided.compactMap { name, area in
            let areas = Area.named(area.joined(separator: " "))
            return areas.isEmpty ? nil : CityQuery(name.joined(separator: " "), in: areas)
        }
    }

    private init?(_ name: String, in areas: [Area]) {
        key = searchKey(name)
        guard !key.isEmpty, key.utf8.count <= CityKey.longest else { return nil }
        self.areas = areas
    }
}
