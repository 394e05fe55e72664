import Archive
import Places
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
        #expect((9_000...11_000).contains(cities.count))
        let names = Dictionary(uniqueKeysWithValues: cities.map { ($0.id, $0.name) })
        for line in try Repository.text("sql/cities-ar.tsv").split(separator: "\n").dropFirst() {
            let columns = line.split(separator: "\t").map(String.init)
            #expect(names[try #require(Int64(columns[0]))] == columns[1], "\(line)")
            #expect(columns[2].unicodeScalars.allSatisfy { (0x621...0x652).contains($0.value) || $0 == " " }, "\(line)")
        }
        #expect(cities.filter { $0.nameArabic != nil }.count >= 300)
    }

    @Test("a database is filled once, and again when a file changes")
    func fill() throws {
        let folder = try TemporaryDirectory()
        let table = Array("""
            id\tname\tcountry\tadmin1\tlatitude\tlongitude\televation\ttime_zone\tpopulation\talternate_names
            108410\tRiyadh\tSA\t10\t24.68773\t46.72185\t\tAsia/Riyadh\t4205961\tRiad
            """.utf8)
        try writeAtomically(table, to: "\(folder.path)/cities.tsv.gz", mode: 0o644)
        try writeAtomically(Array("id\tlatin\tarabic\n".utf8), to: "\(folder.path)/cities-ar.tsv", mode: 0o644)
        let database = try TestDatabase.migrated()
        let store = Store(connection: try database.connect())
        func fill() throws -> Int? {
            try CitySeed(directory: folder.path).fill(store, zones: TimeZones()) { bytes, _ in bytes }
        }
        #expect(try fill() == 1)
        #expect(try fill() == nil)
        #expect(try store.city(108_410)?.nameArabic == nil)
        try writeAtomically(Array("id\tlatin\tarabic\n108410\tRiyadh\tالرياض\n".utf8), to: "\(folder.path)/cities-ar.tsv", mode: 0o644)
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
