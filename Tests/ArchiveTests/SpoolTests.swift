@testable import Archive
import Testing

@Suite("Octets that wait for their use")
struct SpoolTests {
    private func octets(of spool: Spool) throws -> [UInt8] {
        var octets: [UInt8] = []
        try spool.write { octets += $0 }
        return octets
    }

    @Test("come back in their order, and all beyond the memory that they may take lie in a file", arguments: [
        // pieces of 1,000 octets, those in the file
        (0, 0), (1, 0), (4, 0), (5, 1_000), (2_000, 1_996_000),
    ])
    func order(pieces: Int, inFile: Int) throws {
        let spool = Spool(mostInMemory: 4_096)
        var expected: [UInt8] = []
        for number in 0..<pieces {
            let piece = (0..<1_000).map { UInt8(truncatingIfNeeded: $0 ^ number) }
            try spool.append(piece)
            expected += piece
        }
        #expect(spool.count == pieces * 1_000)
        #expect(spool.countInFile == inFile)
        for _ in 0..<2 { #expect(try octets(of: spool) == expected) }
    }

    @Test("a piece that is longer than the memory lies in the file, and a short one after it stays behind it")
    func long() throws {
        let spool = Spool(mostInMemory: 10)
        try spool.append([1, 2])
        try spool.append([UInt8](repeating: 3, count: 11))
        try spool.append([4])
        #expect(try octets(of: spool) == [1, 2] + [UInt8](repeating: 3, count: 11) + [4])
        #expect(spool.countInFile == 12)
    }
}
