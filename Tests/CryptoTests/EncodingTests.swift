import Crypto
import Testing

@Suite("Bytes as text")
struct EncodingTests {
    @Test("base64 agrees with RFC 4648 §10 in both directions", arguments: [
        ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"),
        ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"),
    ])
    func rfc4648(plain: String, encoded: String) {
        #expect(base64(Array(plain.utf8)) == encoded)
        #expect(base64Decoded(encoded) == Array(plain.utf8))
        let unpadded = encoded.filter { $0 != "=" }
        #expect(base64URL(Array(plain.utf8)) == unpadded)
        #expect(base64URLDecoded(unpadded) == Array(plain.utf8))
    }

    @Test("base64url has its own two characters")
    func alphabets() {
        let bytes: [UInt8] = [0xFB, 0xEF, 0xFF]  // 62, 62, 63, 63 in RFC 4648's tables
        #expect(base64(bytes) == "++//")
        #expect(base64URL(bytes) == "--__")
        #expect(base64Decoded("--__") == nil)
        #expect(base64URLDecoded("++//") == nil)
    }

    @Test("base64 refuses any other text for the same bytes", arguments: [
        "Zg", "Zg=", "Zg===", "Zh==", "Zm9=", "Z", "Zm9v\n", " Zm9v", "Zm=v", "====", "Zm9vé",
    ])
    func strictBase64(text: String) {
        #expect(base64Decoded(text) == nil)
    }

    @Test("base64url refuses padding and left-over bits", arguments: ["Zg==", "Zh", "Zm9", "Z", "Zm9v ", "Z.8"])
    func strictBase64URL(text: String) {
        #expect(base64URLDecoded(text) == nil)
    }

    @Test("hexadecimal digits are written in lower case and read in both cases")
    func hexadecimal() {
        #expect(hex([0x00, 0x0F, 0xA5, 0xFF]) == "000fa5ff")
        #expect(hexDecoded("000FA5ff") == [0x00, 0x0F, 0xA5, 0xFF])
        #expect(hexDecoded("") == [])
        for text in ["0", "0g", "0x", "1 ", "٠٠"] { #expect(hexDecoded(text) == nil) }
    }

    @Test("every byte is the same after each encoding and decoding, at every length")
    func roundTrips() {
        for length in 0...257 {
            let bytes = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 167 &+ length) }
            #expect(base64Decoded(base64(bytes)) == bytes)
            #expect(base64URLDecoded(base64URL(bytes)) == bytes)
            #expect(hexDecoded(hex(bytes)) == bytes)
        }
    }
}
