import Archive
import Testing

@Suite("Octets that wait compressed")
struct PackedPiecesTests {
    @Test("come out as they went in", arguments: [0, 1, 1_000, 1 << 20, 3_000_000])
    func roundTrip(count: Int) throws {
        let octets = (0..<count).map { UInt8(truncatingIfNeeded: $0 / 7) }
        var packed = PackedPieces()
        for start in stride(from: 0, to: count, by: 300_000) {
            try packed.append(Array(octets[start..<min(count, start + 300_000)]))
        }
        var written: [UInt8] = []
        try packed.write { written += $0 }
        #expect(written == octets)
        #expect(packed.count == count)
    }
}
