import Places
import Postgres
import Storage
import TestSupport
import Testing

@Suite("Cities and how they are found")
struct CityTests {
    let database: TestDatabase
    let store: Store

    init() throws {
        database = try TestDatabase.migrated()
        store = try database.store()
        try store.replace(someCities, source: ("test", digest(1)))
    }

    private func names(_ query: String, preferring country: String? = nil, limit: Int = 10) throws -> [String] {
        try store.cities(matching: query, preferring: country, limit: limit).map { "\($0.name), \($0.country)" }
    }

    @Test("the first city found for a typed text", arguments: [
        ("Riyadh", "Riyadh, SA"), ("riy", "Riyadh, SA"), ("ar-Riyāḑ", "Riyadh, SA"), ("er riad", "Riyadh, SA"),
        ("الرياض", "Riyadh, SA"), ("رياض", "Riyadh, SA"), ("الر", "Riyadh, SA"), ("مكه", "Mecca, SA"),
        ("مكة المكرمة", "Mecca, SA"), ("المكرمة", "Mecca, SA"), ("makkah", "Mecca, SA"), ("خبر", "Khobar, SA"),
        ("alkhobar", "Khobar, SA"), ("Al Khobar", "Khobar, SA"), ("الأحساء", "Al Hufūf, SA"),
        ("york", "York, GB"), ("new y", "New York City, US"), ("city", "New York City, US"),
        ("Riyadh, Saudi Arabia", "Riyadh, SA"), ("الرياض، السعودية", "Riyadh, SA"),
        ("zurich", "Zürich, CH"), ("ZÜR", "Zürich, CH"),
    ])
    func firstFound(query: String, expected: String) throws {
        #expect(try names(query).first == expected)
    }

    @Test("a country, a province or one wrong letter", arguments: [
        ("riyadh saudi", "Riyadh, SA"), ("saudi riyadh", "Riyadh, SA"), ("رياض السعودية", "Riyadh, SA"),
        ("medina ohio", "Medina, US"), ("medina saudi arabia", "Medina, SA"), ("Medina, USA", "Medina, US"),
        ("springfield illinois", "Springfield, US"),
        ("tripoli lebanon", "Tripoli, LB"), ("طرابلس لبنان", "Tripoli, LB"), ("york england", "York, GB"),
        ("ryadh", "Riyadh, SA"), ("riaydh", "Riyadh, SA"), ("riyadhh", "Riyadh, SA"), ("riyath", "Riyadh, SA"),
        ("الرباض", "Riyadh, SA"), ("ryadh saudi", "Riyadh, SA"), ("medina nowhere, ohio", nil),
    ] as [(String, String?)])
    func whereabouts(query: String, expected: String?) throws {
        #expect(try names(query).first == expected)
    }

    @Test("foreign spellings are found only whole, and the spelling that matched is named")
    func alternatives() throws {
        let found = try store.search("la mecque", preferring: nil, limit: 5)
        #expect(found.map(\.city.name) == ["Mecca"] && found.map(\.spelling) == ["La Mecque"]
            && found.allSatisfy(\.isExact))
        #expect(try names("la mecq") == [] && names("makk") == [])
        let arabic = try store.search("الريا", preferring: nil, limit: 5)
        #expect(arabic.map(\.spelling) == ["الرياض"] && !arabic.contains(where: \.isExact))
    }

    @Test("a district comes after its city and after other cities of its name's beginning, not in the list of large ones")
    func districts() throws {
        try store.replace([
            city(1, "FR", "Paris", nil, 48.85, 2.35, "Europe/Paris", 2_100_000, []),
            city(2, "FR", "Paris 15", nil, 48.84, 2.30, "Europe/Paris", 235_000, []),
            city(3, "FR", "Parigny", nil, 47.0, 4.0, "Europe/Paris", 20_000, []),
        ], source: ("test", digest(3)))
        #expect(try names("pari") == ["Paris, FR", "Parigny, FR", "Paris 15, FR"])
        #expect(try names("paris 15") == ["Paris 15, FR"])
        #expect(try store.cities(of: "FR", limit: 5).map(\.name) == ["Paris", "Parigny"])
    }

    @Test("a country's cities come before others of their size, but not before a far larger namesake")
    func preferredCountry() throws {
        #expect(try names("medina", preferring: "US") == ["Medina, SA", "Medina, US"])
        #expect(try names("tripoli", preferring: "LB").first == "Tripoli, LB")
        #expect(try names("tripoli", preferring: "LY").first == "Tripoli, LY")
        #expect(try names("tripoli", preferring: "lb").first == "Tripoli, LY", "no country, no wish")
    }

    @Test("one and two letters find the largest, each once", arguments: ["r", "ri", "ر", "m", "me", "م", "t"])
    func fewLetters(query: String) throws {
        let cities = try store.cities(matching: query, preferring: "US", limit: 3)
        #expect(Set(cities.map(\.id)).count == cities.count)
        // Whatever one letter finds, its city has a spelling that begins so; and none larger is left out.
        let expected = someCities.filter { city in
            ([city.name, city.nameArabic ?? ""] + city.alternateNames).contains { name in
                searchKey(name).split(separator: " ").contains { $0.hasPrefix(searchKey(query)) }
            }
        }.map(\.id)
        #expect(Set(cities.map(\.id)).isSubset(of: expected))
        #expect(cities.count == min(3, expected.count))
    }

    @Test("nothing is found for what no name can be", arguments: [
        "%", "_", "🕌", "\u{0}", "'; DROP TABLE city; --", String(repeating: "a", count: 1_024),
        String(repeating: "ا", count: 1_024), "\\", "qqq", ",", "، الرياض",
    ])
    func nothingFound(query: String) throws {
        #expect(try names(query) == [])
    }

    @Test("an empty query gives the largest of the preferred country, or of the world", arguments: [
        ("SA", "Riyadh, SA"), ("US", "New York City, US"), (nil, "New York City, US"), ("AQ", "New York City, US"),
        ("\u{0}\u{0}", "New York City, US"),
    ] as [(String?, String)])
    func empty(country: String?, first: String) throws {
        for query in ["", "  ", "\n"] { #expect(try names(query, preferring: country).first == first) }
    }

    @Test("by address, and never by anything else", arguments: [
        ("SA", "riyadh", 108_410), ("CH", "zurich", 2_657_896), ("US", "springfield", 4_409_896),
        ("US", "springfield-4250542", 4_250_542), ("SA", "Riyadh", nil), ("sa", "riyadh", nil),
        ("US", "riyadh", nil), ("SA", "", nil), ("SA", "\u{0}", nil), ("SA", "%", nil),
    ] as [(String, String, Int64?)])
    func byAddress(country: String, slug: String, id: Int64?) throws {
        #expect(try store.city(country: country, slug: slug)?.id == id)
    }

    @Test("a stored city is read back unchanged")
    func roundTrip() throws {
        let city = try #require(try store.city(108_410))
        #expect(city.name == "Riyadh" && city.nameArabic == "الرياض" && city.country == "SA")
        #expect(city.latitude == 24.68773 && city.longitude == 46.72185 && city.elevationMetres == 612)
        #expect(city.timeZone == "Asia/Riyadh" && city.population == 4_205_961 && city.admin == nil)
        #expect(city.name(arabic: true) == "الرياض" && city.name(arabic: false) == "Riyadh")
        let york = try #require(try store.city(5_128_581))
        #expect(york.admin == "NY" && york.elevationMetres == nil && york.name(arabic: true) == "New York City")
        #expect(try store.city(1) == nil)
    }

    @Test("the nearest, over the date line and round the pole", arguments: [
        (24.7, 46.7, "Riyadh"), (21.4, 39.8, "Mecca"), (40.7, -74.0, "New York City"),
        (-16.0, -179.9, "Labasa"),      // 1.3° west of it lies 179.4° east
        (89.9, 0.0, "Tromsø"),
        (0.0, -140.0, "Labasa"),        // far from all: the whole table is looked at
    ])
    func nearest(latitude: Double, longitude: Double, expected: String) throws {
        #expect(try store.cities(near: latitude, longitude: longitude, limit: 1).map(\.name) == [expected])
    }

    @Test("only so far away", arguments: [(90.0, ["Medina", "Mecca"]), (50, ["Medina"]), (10, [])] as [(Double, [String])])
    func within(kilometres: Double, expected: [String]) throws {
        // On the meridian of Medina, 0.4° south of it; Mecca is 2.64° = 293 km further.
        let found = try store.cities(near: 24.06861, longitude: 39.61417, within: kilometres, limit: 5)
        #expect(found.map(\.name) == expected.filter { $0 != "Mecca" })
        #expect(try store.cities(near: 24.06861, longitude: 39.61417, within: 300, limit: 5).map(\.name) == ["Medina", "Mecca"])
    }

    @Test("no point, no city", arguments: [(91.0, 0.0), (0, 181), (.nan, 0), (0, .infinity)] as [(Double, Double)])
    func noPoint(latitude: Double, longitude: Double) throws {
        #expect(try store.cities(near: latitude, longitude: longitude, limit: 1) == [])
    }

    @Test("a later import keeps slugs and the cities it lacks, and replaces what it brings")
    func importedAgain() throws {
        // The smaller Springfield outgrows the other, and Riyadh gets another name.
        var changed = someCities.filter { [4_250_542, 108_410].contains($0.id) }
        for index in changed.indices where changed[index].id == 4_250_542 { changed[index].population = 9_000_000 }
        for index in changed.indices where changed[index].id == 108_410 {
            changed[index].name = "Hajr"
            changed[index].alternateNames = []
        }
        try store.replace(changed, source: ("test", digest(2)))
        #expect(try store.city(country: "US", slug: "springfield-4250542")?.population == 9_000_000)
        #expect(try store.city(country: "SA", slug: "riyadh")?.name == "Hajr")
        #expect(try names("hajr") == ["Hajr, SA"])
        #expect(try names("riyadh") == [], "its old spellings are gone")
        #expect(try names("mecca") == ["Mecca, SA"])
        #expect(try store.citySourceDigest("test") == digest(2))
        #expect(try store.citySourceDigest("other") == nil)
    }

    @Test("one city that cannot be stored and none is")
    func allOrNothing() throws {
        let before = try database.dump()
        var cities = someCities
        cities[0].name = "Elsewhere"
        cities[1].latitude = 90
        #expect(throws: PostgresError.self) { try store.replace(cities, source: ("test", digest(3))) }
        #expect(try database.dump() == before)
    }
}

/// From GeoNames, some spellings left out.
private let someCities = [
    city(108_410, "SA", "Riyadh", "الرياض", 24.68773, 46.72185, "Asia/Riyadh", 4_205_961, ["Ar Riyāḑ", "Er Riad"], elevation: 612),
    city(104_515, "SA", "Mecca", "مكة المكرمة", 21.42664, 39.82563, "Asia/Riyadh", 1_578_722, ["Makkah", "La Mecque"]),
    city(109_223, "SA", "Medina", "المدينة المنورة", 24.46861, 39.61417, "Asia/Riyadh", 1_300_000, ["Al Madīnah"]),
    city(109_323, "SA", "Khobar", "الخبر", 26.27944, 50.20833, "Asia/Riyadh", 165_799, ["Al Khobar"]),
    city(109_571, "SA", "Al Hufūf", "الهفوف", 25.36467, 49.56532, "Asia/Riyadh", 293_179, ["الأحساء"]),
    city(5_128_581, "US", "New York City", nil, 40.71427, -74.00597, "America/New_York", 8_804_190, ["NYC"], admin1: "NY"),
    city(5_162_512, "US", "Medina", nil, 41.13839, -81.86375, "America/New_York", 26_094, [], admin1: "OH"),
    city(4_409_896, "US", "Springfield", nil, 37.21533, -93.29824, "America/Chicago", 166_810, [], admin1: "MO"),
    city(4_250_542, "US", "Springfield", nil, 39.80172, -89.64371, "America/Chicago", 116_565, [], admin1: "IL"),
    city(2_633_352, "GB", "York", nil, 53.95763, -1.08271, "Europe/London", 153_717, [], admin1: "ENG"),
    city(2_210_247, "LY", "Tripoli", "طرابلس", 32.88743, 13.18733, "Africa/Tripoli", 1_150_989, []),
    city(266_826, "LB", "Tripoli", "طرابلس", 34.43352, 35.84415, "Asia/Beirut", 229_398, []),
    city(2_657_896, "CH", "Zürich", nil, 47.36667, 8.55, "Europe/Zurich", 341_730, ["Zurich"]),
    city(2_204_582, "FJ", "Labasa", nil, -16.4332, 179.36451, "Pacific/Fiji", 27_949, []),
    city(3_133_895, "NO", "Tromsø", nil, 69.6489, 18.95508, "Europe/Oslo", 38_980, []),
]

private func city(
    _ id: Int64, _ country: String, _ name: String, _ nameArabic: String?, _ latitude: Double, _ longitude: Double,
    _ timeZone: String, _ population: Int, _ alternateNames: [String], admin1: String = "10", elevation: Int? = nil
) -> NewCity {
    NewCity(
        id: id, country: country, name: name, nameArabic: nameArabic, admin1: admin1, latitude: latitude,
        longitude: longitude, elevationMetres: elevation, timeZone: timeZone, population: population,
        alternateNames: alternateNames)
}
