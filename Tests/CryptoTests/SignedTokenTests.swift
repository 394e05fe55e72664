import Crypto
import Testing

@Suite("Signed tokens")
struct SignedTokenTests {
    private let claims =
        "eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ"

    @Test("the published token of ES256 is verified")
    func published256() throws {
        // RFC 7515, appendix A.3.
        let token = try #require(SignedToken(
            "eyJhbGciOiJFUzI1NiJ9.\(claims)."
                + "DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djxLa8ISlSApmWQxfKTUJqPP3-Kg6NU1Q"))
        let key = try #require(
            P256Key(scalar: base64URLDecoded("jpsQnnGQmL-YBIffH1136cspYG6-0iY7X1fCE9-E9LI") ?? []))
        #expect(P256Key.verifies(token.signature, of: token.signed, by: key.publicPoint))
        #expect(!P256Key.verifies(token.signature, of: token.signed + [0], by: key.publicPoint))
        #expect(!P256Key.verifies(Array(token.signature.dropLast()), of: token.signed, by: key.publicPoint))
        #expect(!P256Key.verifies([UInt8](repeating: 0, count: 64), of: token.signed, by: key.publicPoint))
        #expect(!P256Key.verifies(token.signature, of: token.signed, by: P256Key.random().publicPoint))
    }

    @Test("the published token of RS256 is verified")
    func publishedRSA() throws {
        // RFC 7515, appendix A.2.
        let token = try #require(SignedToken(
            "eyJhbGciOiJSUzI1NiJ9.\(claims)."
                + "cC4hiUPoj9Eetdgtv3hF80EGrhuB__dzERat0XF9g2VtQgr9PJbu3XOiZj5RZmh7AAuHIm4Bh-0Qc_lF5YKt_O8W2Fp5juj"
                + "Gbds9uJdbF9CUAr7t1dnZcAcQjbKBYNX4BAynRFdiuB--f_nZLgrnbyTyWzO75vRK5h6xBArLIARNPvkSjtQBMHlb1L07Qe7"
                + "K0GarZRmB_eSN9383LcOLn6_dO--xi12jzDwusC-eOkHWEsqtFZESc6BfI7noOPqvhJ1phCnvWh6IeYI2w9QOYEUipUTI8np"
                + "6LbgGY9Fs98rqVt5AXLIhWkWywlVmtVrBp0igcN_IoypGlUPQGe77Rw"))
        let modulus = base64URLDecoded(
            "ofgWCuLjybRlzo0tZWJjNiuSfb4p4fAkd_wWJcyQoTbji9k0l8W26mPddxHmfHQp-Vaw-4qPCJrcS2mJPMEzP1Pt0Bm4d4QlL-yRT-"
                + "SFd2lZS-pCgNMsD1W_YpRPEwOWvG6b32690r2jZ47soMZo9wGzjb_7OMg0LOL-bSf63kpaSHSXndS5z5rexMdbBYUsLA9e-KXBd"
                + "QOS-UTo7WTBEMa2R2CapHg665xsmtdVMTBQY4uDZlxvb3qCo5ZwKh9kG4LT6_I5IhlJH7aGhyxXFvUK-DWNmoudF8NAco9_h9ia"
                + "GNj8q2ethFkMLs91kzk2PAcDTW9gb54h4FRWyuXpoQ") ?? []
        let key = try #require(RSAPublicKey(modulus: modulus, exponent: [1, 0, 1]))
        #expect(key.verifies(token.signature, of: token.signed))
        #expect(!key.verifies(token.signature, of: token.signed + [0]))
        #expect(!key.verifies(Array(token.signature.dropFirst()), of: token.signed))
        #expect(RSAPublicKey(modulus: modulus, exponent: [3])?.verifies(token.signature, of: token.signed) == false)
    }

    @Test("keys that are weak or costly are refused", arguments: [
        (128, [1, 0, 1]), (255, [1, 0, 1]), (1_025, [1, 0, 1]), (256, []), (256, [1]), (256, [4]),
        (256, [1, 0, 0, 0, 1]),
    ] as [(Int, [UInt8])])
    func unfitKeys(octets: Int, exponent: [UInt8]) {
        #expect(RSAPublicKey(modulus: [UInt8](repeating: 0xC5, count: octets), exponent: exponent) == nil)
    }

    @Test("texts that are no tokens are refused", arguments: [
        "", "a", "a.b", "YQ.YQ", "YQ.YQ.YQ.YQ", "YQ.YQ.Y+", "YQ.Y Q.YQ", "Y.YQ.YQ",
        String(repeating: "YWFh", count: 2_048) + ".YQ.YQ",
    ])
    func malformed(text: String) {
        #expect(SignedToken(text) == nil)
    }

    @Test("a token that was made is read, and verified with the key that signed it")
    func roundTrip() throws {
        let key = P256Key.random()
        let text = jsonWebToken(header: #"{"alg":"ES256"}"#, claims: #"{"sub":"ليلى"}"#, key: key)
        let token = try #require(SignedToken(text))
        #expect(String(decoding: token.claims, as: UTF8.self) == #"{"sub":"ليلى"}"#)
        #expect(P256Key.verifies(token.signature, of: token.signed, by: key.publicPoint))
    }
}
