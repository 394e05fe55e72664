import Crypto
import Testing

@Suite("Digests")
struct DigestTests {
    @Test("SHA-256 agrees with FIPS 180-4's examples", arguments: [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        ("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
         "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"),
    ])
    func fips180(message: String, digest: String) {
        #expect(sha256Hex(Array(message.utf8)) == digest)
        #expect(hex(sha256(Array(message.utf8))) == digest)
    }

    @Test("SHA-256 agrees with FIPS 180-4's example of a million letters a")
    func millionLetters() {
        #expect(sha256Hex([UInt8](repeating: UInt8(ascii: "a"), count: 1_000_000))
            == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
    }

    // RFC 4231 §4.2 to 4.5, 4.7, 4.8; and RFC 2104's definition for the empty key and message.
    @Test("HMAC agrees with RFC 4231", arguments: [
        ([UInt8](repeating: 0x0B, count: 20), Array("Hi There".utf8),
         "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"),
        (Array("Jefe".utf8), Array("what do ya want for nothing?".utf8),
         "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"),
        ([UInt8](repeating: 0xAA, count: 20), [UInt8](repeating: 0xDD, count: 50),
         "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"),
        (Array(1...25), [UInt8](repeating: 0xCD, count: 50),
         "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b"),
        ([UInt8](repeating: 0xAA, count: 131), Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8),
         "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"),
        ([UInt8](repeating: 0xAA, count: 131),
         Array("""
            This is a test using a larger than block-size key and a larger than block-size data. \
            The key needs to be hashed before being used by the HMAC algorithm.
            """.utf8),
         "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2"),
        ([], [], "b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad"),
    ] as [([UInt8], [UInt8], String)])
    func rfc4231(key: [UInt8], message: [UInt8], code: String) {
        #expect(hex(hmacSHA256(key: key, message)) == code)
    }

    @Test("secrets are equal only if all bytes are", arguments: [
        ([], [], true), ([1, 2, 3], [1, 2, 3], true), ([1, 2, 3], [1, 2, 4], false),
        ([0, 2, 3], [1, 2, 3], false), ([1, 2], [1, 2, 0], false), ([], [0], false),
    ] as [([UInt8], [UInt8], Bool)])
    func comparison(one: [UInt8], other: [UInt8], equal: Bool) {
        #expect(constantTimeEqual(one, other) == equal)
    }
}
