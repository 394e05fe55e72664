import Archive
import Testing

@Suite("Reading zip archives")
struct ZipReaderTests {
    private let limits = UnzipLimits(entries: 10, files: 3, bytes: 5 << 20, ratio: 100)

    private func zip(_ files: [(name: String, bytes: [UInt8])]) throws -> [UInt8] {
        var archive: [UInt8] = []
        let writer = try ZipWriter { archive += $0 }
        for file in files { try writer.add(name: file.name, bytes: file.bytes, modified: 0) }
        try writer.finish()
        return archive
    }

    private func read(_ archive: [UInt8]) throws -> [UnzippedFile] {
        try unzip(archive, limits) { $0.hasSuffix(".ics") }
    }

    @Test("the wanted files come in their order, with names in any script")
    func files() throws {
        let archive = try zip([
            ("Takeout/عمل.ics", Array("one".utf8)), ("readme.html", Array("no".utf8)), ("b.ics", Array("two".utf8)),
        ])
        #expect(isZip(archive))
        let files = try read(archive)
        #expect(files.map(\.name) == ["Takeout/عمل.ics", "b.ics"])
        #expect(files.map { String(decoding: $0.bytes, as: UTF8.self) } == ["one", "two"])
    }

    @Test("what is no archive, or only the beginning of one, is damaged")
    func damaged() throws {
        #expect(throws: UnzipError.damaged) { try read(Array("BEGIN:VCALENDAR".utf8)) }
        let archive = try zip([("a.ics", Array(repeating: 65, count: 1_000))])
        #expect(throws: UnzipError.damaged) { try read(Array(archive.prefix(archive.count / 2))) }
        #expect(!isZip(Array("BEGIN:VCALENDAR".utf8)))
    }

    @Test("changed bytes give an error or files, never a crash", arguments: 0..<64)
    func changed(seed: Int) throws {
        var archive = try zip([("a.ics", Array("BEGIN:VCALENDAR".utf8)), ("b.ics", Array(repeating: 66, count: 500))])
        for step in 0..<4 {
            archive[(seed * 37 + step * 101) % archive.count] ^= UInt8(truncatingIfNeeded: seed &* 29 + 1)
        }
        do {
            #expect(try read(archive).count <= 3)
        } catch let error as UnzipError {
            #expect([.damaged, .encrypted, .tooLarge(limit: 1 << 20)].contains(error))
        }
    }

    @Test("an archive that unpacks to far more than its length is refused")
    func bomb() throws {
        let bomb = try zip([("a.ics", [UInt8](repeating: 65, count: 4 << 20))])
        #expect(bomb.count < 10_000)
        #expect(throws: UnzipError.tooLarge(limit: 1 << 20)) { try read(bomb) }
        // The limit is for all files together.
        let half = [UInt8](repeating: 65, count: 700_000)
        #expect(throws: UnzipError.tooLarge(limit: 1 << 20)) { try read(zip([("a.ics", half), ("b.ics", half)])) }
        #expect(try read(zip([("a.ics", half), ("b.txt", half)])).count == 1)
    }

    @Test("too many files are refused, wanted or not")
    func many() throws {
        let wanted = (0..<4).map { (name: "\($0).ics", bytes: [UInt8(65)]) }
        #expect(throws: UnzipError.tooManyFiles(limit: 3)) { try read(zip(wanted)) }
        let others = (0..<11).map { (name: "\($0).txt", bytes: [UInt8(65)]) }
        #expect(throws: UnzipError.tooManyFiles(limit: 10)) { try read(zip(others)) }
    }
}
