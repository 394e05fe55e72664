import Archive
import Testing

@Suite("Decompressing gzip")
struct GunzipTests {
    /// `printf 'السلام\n' | gzip -n9 | xxd -i`
    static let packed: [UInt8] = [
        0x1F, 0x8B, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x03, 0xBB, 0xB1, 0xFC, 0x66, 0xCB, 0x8D,
        0xCD, 0x40, 0xBC, 0xFC, 0x66, 0x2B, 0x17, 0x00, 0xED, 0x19, 0x99, 0x6A, 0x0D, 0x00, 0x00, 0x00,
    ]

    @Test("a file of gzip is decompressed")
    func unpacks() throws {
        #expect(String(decoding: try gunzipped(Self.packed, limit: 100), as: UTF8.self) == "السلام\n")
    }

    @Test("a file may have several members (RFC 1952 §2.2)")
    func members() throws {
        #expect(try gunzipped(Self.packed + Self.packed, limit: 100).count == 26)
    }

    @Test("nothing beyond the limit is decompressed")
    func limit() throws {
        #expect(try gunzipped(Self.packed, limit: 13).count == 13)
        #expect(throws: GunzipError.tooLarge(limit: 12)) { try gunzipped(Self.packed, limit: 12) }
    }

    @Test("a file that is cut short is refused", arguments: 0..<packed.count)
    func cutShort(count: Int) {
        #expect(throws: GunzipError.self) { try gunzipped(Array(Self.packed.prefix(count)), limit: 100) }
    }

    @Test("a file that is not gzip is refused")
    func notGzip() {
        #expect(throws: GunzipError.self) { try gunzipped(Array("id\tname\n".utf8), limit: 100) }
        var wrongSum = Self.packed
        wrongSum[wrongSum.count - 6] ^= 1
        #expect(throws: GunzipError.self) { try gunzipped(wrongSum, limit: 100) }
    }
}
