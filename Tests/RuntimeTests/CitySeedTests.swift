import Archive
import CivilTime
import Places
import PrayerTimes
@testable import Runtime
import Storage
import System
import TestSupport
import Testing

@Suite("The cities of a release")
struct CitySeedTests {
    private func unpack(_ bytes: [UInt8], _ file: String) throws -> [UInt8] { try gunzipped(bytes, limit: 1 << 28) }

    @Test("the files can be read, every zone is one of tzdata's, every Arabic name belongs to its city")
    func shipped() throws {
        let seed = try CitySeed(directory: "\(Repository.root)/sql")
        let cities = try seed.cities(zones: TimeZones(), unpack: unpack)
        #expect((17_000...18_000).contains(cities.count))
        let names = Dictionary(uniqueKeysWithValues: cities.map { ($0.id, $0.name) })
        for line in try Repository.text("sql/cities-ar.tsv").split(separator: "\n").dropFirst() {
            let columns = line.split(separator: "\t").map(String.init)
            #expect(names[try #require(Int64(columns[0]))] == columns[1], "\(line)")
            let isArabic = columns[2].unicodeScalars.allSatisfy {
                (0x621...0x652).contains($0.value) || $0 == " " || $0 == "-"
            }
            #expect(isArabic, "\(line)")
        }
    }

    @Test("every city of an Arabic-speaking country, and every city above a million people, has an Arabic name")
    func arabicNames() throws {
        let cities = try CitySeed(directory: "\(Repository.root)/sql").cities(zones: TimeZones(), unpack: unpack)
        let arabic = Set("AE BH DJ DZ EG EH IQ JO KM KW LB LY MA MR OM PS QA SA SD SO SY TD TN YE".split(separator: " ").map(String.init))
        let wanted = cities.filter { arabic.contains($0.country) || $0.population > 1_000_000 }
        #expect(wanted.count > 2_000)
        #expect(wanted.filter { $0.nameArabic == nil }.map(\.name) == [])
    }

    @Test("every country has a city, unless nobody lives there but the staff of stations")
    func countries() throws {
        let cities = try CitySeed(directory: "\(Repository.root)/sql").cities(zones: TimeZones(), unpack: unpack)
        let found = Set(cities.map(\.country))
        #expect(Set(CountryName.all.keys).subtracting(found).sorted() == ["AQ", "BV", "HM", "UM"])
        #expect(found.subtracting(CountryName.all.keys).sorted() == [])
    }

    @Test("a capital or largest town that is small has a name in both languages", arguments: [
        ("MT", "Valletta", "فاليتا"), ("SC", "Victoria", "فيكتوريا"), ("GI", "Gibraltar", "جبل طارق"), ("GL", "Nuuk", "نوك"),
        ("BM", "Hamilton", "هاميلتون"), ("PF", "Papeete", "بابيتي"), ("TC", "Providenciales", "بروفيدنسياليس"),
        ("IO", "Diego Garcia", "دييغو غارسيا"), ("BZ", "Belmopan", "بلموبان"),
    ])
    func smallTowns(country: String, name: String, arabic: String) throws {
        let cities = try CitySeed(directory: "\(Repository.root)/sql").cities(zones: TimeZones(), unpack: unpack)
        let town = try #require(cities.first { $0.country == country && $0.name == name })
        #expect(town.nameArabic == arabic && town.population < 40_000)
    }

    @Test("a city keeps the clock of its place where GeoNames has another one", arguments: [
        (3_520_271, "America/Matamoros"), (3_514_868, "America/Matamoros"), // the border strip of Mexico
        (284_375, "Asia/Hebron"), (7_303_419, "Asia/Hebron"), (282_993, "Asia/Jerusalem"), // the West Bank
    ])
    func corrected(id: Int, zone: String) throws {
        let cities = try CitySeed(directory: "\(Repository.root)/sql").cities(zones: TimeZones(), unpack: unpack)
        #expect(cities.first { $0.id == Int64(id) }?.timeZone == zone)
    }

    @Test("all of Xinjiang has one clock")
    func xinjiang() throws {
        let cities = try CitySeed(directory: "\(Repository.root)/sql").cities(zones: TimeZones(), unpack: unpack)
        let region = cities.filter { $0.country == "CN" && $0.admin1 == "13" }
        #expect(region.count > 30 && Set(region.map(\.timeZone)) == ["Asia/Urumqi"])
    }

    // Noon by the almanac: 12:00 + 6:32 h of longitude + 4 min of the equation of time, on a clock of UTC−5.
    @Test("Dhuhr on the border of Mexico is by the summer time of Matamoros", arguments: [
        (3_520_271, 13, 37), (3_514_868, 13, 36),
    ])
    func summerTime(id: Int, hour: Int, minute: Int) throws {
        let zones = try TimeZones()
        let cities = try CitySeed(directory: "\(Repository.root)/sql").cities(zones: zones, unpack: unpack)
        let city = try #require(cities.first { $0.id == Int64(id) })
        let coordinates = try #require(Coordinates(latitude: city.latitude, longitude: city.longitude))
        let clock = try #require(try zones.rules(named: city.timeZone))
        let day = try #require(LocalDate(year: 2026, month: 7, day: 1))
        let rules = Rules(method: .default(country: city.country))
        let dhuhr = try #require(Timetable(Place(coordinates, zone: clock), rules).day(day).times.dhuhr)
        #expect(clock.local(dhuhr) == LocalDateTime(date: day, hour: hour, minute: minute))
    }

    @Test("no Latin name has a letter that only a transcription has",
        arguments: ["SA", "AE", "EG", "IQ", "IR", "PK", "IN", "YE"])
    func latinNames(country: String) throws {
        let cities = try CitySeed(directory: "\(Repository.root)/sql").cities(zones: TimeZones(), unpack: unpack)
        let names = cities.filter { $0.country == country }.map(\.name)
        #expect(!names.isEmpty && names.filter { !$0.utf8.allSatisfy { $0 < 0x80 } } == [])
    }

    @Test("doubtful names are those of the cities, and a town of our own has a number of its own")
    func handwritten() throws {
        let names = try Repository.text("sql/cities-ar.tsv").split(separator: "\n").map { $0.split(separator: "\t").prefix(3) }
        let known = Set(names.map { $0.joined(separator: "\t") })
        let doubtful = try Repository.text("sql/cities-doubtful.tsv").split(separator: "\n").map {
            $0.split(separator: "\t", omittingEmptySubsequences: false)
        }
        #expect(doubtful.count > 100)
        for line in doubtful.dropFirst() {
            #expect(line.count == 5 && known.contains([line[0], line[1], line[3]].joined(separator: "\t")), "\(line)")
        }
        let small = try Repository.text("sql/cities-small.tsv").split(separator: "\n").dropFirst().map {
            $0.split(separator: "\t", omittingEmptySubsequences: false)
        }
        let named = Set(names.map { $0[0] })
        #expect(small.count > 70 && small.allSatisfy { $0.count == 4 && named.contains($0[0]) })
        let extra = try Repository.text("sql/cities-extra.tsv").split(separator: "\n").dropFirst().map { $0.prefix { $0 != "\t" } }
        #expect(extra.count > 70 && Set(extra).count == extra.count)
    }

    @Test("a database is filled once, and again when a file changes")
    func fill() throws {
        let folder = try TemporaryDirectory()
        let table = Array("""
            id\tname\tcountry\tadmin1\tlatitude\tlongitude\televation\ttime_zone\tpopulation\talternate_names
            108410\tRiyadh\tSA\t10\t24.68773\t46.72185\t\tAsia/Riyadh\t4205961\tRiad
            """.utf8)
        try writeAtomically(table, to: "\(folder.path)/cities.tsv.gz", mode: 0o644)
        try writeAtomically(
            Array("id\tlatin\tarabic\tsource\talso\n".utf8), to: "\(folder.path)/cities-ar.tsv", mode: 0o644)
        let database = try TestDatabase.migrated()
        let store = Store(connection: try database.connect())
        func fill() throws -> Int? {
            try CitySeed(directory: folder.path).fill(store, zones: TimeZones()) { bytes, _ in bytes }
        }
        #expect(try fill() == 1)
        #expect(try fill() == nil)
        #expect(try store.city(108_410)?.nameArabic == nil)
        try writeAtomically(Array("id\tlatin\tarabic\tsource\talso\n108410\tRiyadh\tالرياض\thand\t\n".utf8),
            to: "\(folder.path)/cities-ar.tsv", mode: 0o644)
        #expect(try fill() == 1)
        #expect(try store.city(108_410)?.nameArabic == "الرياض")
        #expect(try fill() == nil)
    }

    @Test("a folder without the files is named")
    func missing() throws {
        let error = try #require(throws: FileError.self) { try CitySeed(directory: "/nowhere") }
        #expect(error.description == "/nowhere/cities.tsv.gz: No such file or directory")
    }
}
