import Archive
import Places
@testable import Runtime
import Storage
import TestSupport
import Testing

/// Searches among the cities of the release. Filling them in takes seconds, so every table is read by one test.
@Suite("What people type for a city")
struct CityQueryTests {
    @Test("at least 118 of 120 searches have the wanted first answer, and every town of the Gulf is found by its names")
    func table() throws {
        let database = try TestDatabase.migrated()
        let store = Store(connection: try database.connect())
        let seed = try CitySeed(directory: "\(Repository.root)/sql")
        let unpack = { (bytes: [UInt8], _: String) in try gunzipped(bytes, limit: 1 << 28) }
        #expect(try seed.fill(store, zones: TimeZones(), unpack: unpack) != nil)

        let lines = try Repository.text("Tests/RuntimeTests/Reference/city-queries.tsv").split(separator: "\n")
        let queries = lines.filter { !$0.hasPrefix("#") }.dropFirst().map { $0.split(separator: "\t").map(String.init) }
        #expect(queries.count >= 120)
        var missed: [String] = []
        for query in queries {
            let first = try store.search(query[0], preferring: nil, limit: 8).first?.city
            if first?.country != query[1] || first?.name != query[2] {
                missed.append("\(query[0]): \(first.map { "\($0.name), \($0.country)" } ?? "nothing")")
            }
        }
        // 118 of 120, or as many of a longer table.
        #expect(missed.count * 60 <= queries.count, "\(missed)")

        // A town may have a larger namesake, which then is first.
        var lost: [String] = []
        let gulf = try seed.cities(zones: TimeZones(), unpack: unpack).filter {
            ["SA", "AE", "KW", "QA", "BH", "OM"].contains($0.country) && $0.population >= 10_000
        }
        #expect(gulf.count > 250)
        for town in gulf {
            for name in [town.name, town.nameArabic ?? town.name] {
                let found = try store.search(name, preferring: town.country, limit: 8)
                if !found.prefix(3).contains(where: { $0.city.id == town.id && $0.isExact }) { lost.append(name) }
            }
        }
        #expect(lost == [])
    }
}
