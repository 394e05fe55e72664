import Crypto
import Testing

@Suite("Sealed texts")
struct SealingTests {
    private func key(_ byte: UInt8) throws -> SealingKey {
        try #require(SealingKey([UInt8](repeating: byte, count: 32)))
    }

    @Test("a published text of AES-256-GCM opens")
    func published() throws {
        // McGrew and Viega, "The Galois/Counter Mode of Operation", appendix B, test case 16.
        let key = try #require(SealingKey(bytes("feffe9928665731c6d6a8f9467308308feffe9928665731c6d6a8f9467308308")))
        let sealed = bytes("""
            cafebabefacedbaddecaf888522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa8cb08e48590dbb3d\
            a7b08b1056828838c5f61e6393ba7a0abcc9f66276fc6ece0f4e1768cddf8853bb2d551b
            """)
        let plain = bytes("""
            d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a721c3c0c95956809532fcf0e2449a6b525b16aedf5\
            aa0de657ba637b39
            """)
        #expect(key.open(sealed, context: bytes("feedfacedeadbeeffeedfacedeadbeefabaddad2")) == plain)
    }

    @Test("a text opens with its key and its context only", arguments: [0, 1, 16, 1_000])
    func opens(length: Int) throws {
        let plain = (0..<length).map { UInt8(truncatingIfNeeded: $0) }, context = Array("customer 1".utf8)
        let sealed = try key(1).seal(plain, context: context)
        #expect(sealed.count == length + SealingKey.overhead)
        #expect(try key(1).open(sealed, context: context) == plain)
        #expect(try key(2).open(sealed, context: context) == nil)
        #expect(try key(1).open(sealed, context: Array("customer 2".utf8)) == nil)
    }

    @Test("one changed bit anywhere keeps a text closed")
    func changed() throws {
        let key = try key(7), sealed = key.seal(Array("Thursday at 8".utf8), context: [])
        for index in sealed.indices {
            var other = sealed
            other[index] ^= 1
            #expect(key.open(other, context: []) == nil)
        }
        for length in 0..<sealed.count { #expect(key.open(Array(sealed.prefix(length)), context: []) == nil) }
    }

    @Test("the same text is sealed differently each time")
    func nonces() throws {
        let key = try key(3)
        #expect(Set((0..<100).map { _ in key.seal([1, 2, 3], context: []) }).count == 100)
    }

    @Test("a key has 32 bytes, and no text of it shows them")
    func keys() throws {
        #expect(SealingKey([UInt8](repeating: 1, count: 31)) == nil)
        #expect(SealingKey([UInt8](repeating: 1, count: 33)) == nil)
        #expect(try "\(key(65)) \(String(reflecting: key(65)))" == "SealingKey(…) SealingKey(…)")
    }

    private func bytes(_ hex: String) -> [UInt8] {
        stride(from: 0, to: hex.utf8.count, by: 2).compactMap { UInt8(hex.dropFirst($0).prefix(2), radix: 16) }
    }
}
