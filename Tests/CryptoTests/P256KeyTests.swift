import COpenSSL
import Crypto
import Testing

@Suite("Keys of P-256")
struct P256KeyTests {
    @Test("a signature of ES256 has 64 bytes, and OpenSSL verifies it")
    func signs() throws {
        let message = Array("the claims".utf8)
        for _ in 0..<300 {
            let key = P256Key.random(), signature = key.sign(message)
            #expect(signature.count == 64)
            #expect(verifies(signature, message, key.publicPoint))
            #expect(!verifies(signature, message + [0], key.publicPoint))
        }
    }

    @Test("a published private key gives its public key")
    func published() throws {
        // RFC 7515, appendix A.3.1.
        let key = try #require(P256Key(scalar: decoded("jpsQnnGQmL-YBIffH1136cspYG6-0iY7X1fCE9-E9LI")))
        #expect(key.publicPoint == [4] + decoded("f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU")
            + decoded("x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0"))
    }

    @Test("a published agreement on a secret")
    func agreement() throws {
        // NIST CAVP, ECC CDH Primitive, P-256, COUNT = 0.
        let key = try #require(
            P256Key(scalar: bytes("7d7dc5f71eb29ddaf80d6214632eeae03d9058af1fb6d22ed80badb62bc1a534")))
        let other = bytes("""
            04700c48f77f56584c5cc632ca65640db91b6bacce3a4df6b42ce7cc838833d287\
            db71e509e3fd9b060ddb20ba5c51dcc5948d46fbf640dfe0441782cab85fa4ac
            """)
        #expect(key.sharedSecret(with: other)
            == bytes("46fc62106420ff012e54a434fbdd2d25ccc5852060561e68040dd7778997bd7b"))
    }

    @Test("numbers that are not private keys are refused", arguments: [
        String(repeating: "00", count: 32), String(repeating: "ff", count: 32),
        // The order of the curve.
        "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551", "01", "",
    ])
    func wrongNumbers(number: String) {
        #expect(P256Key(scalar: bytes(number)) == nil)
    }

    @Test("points that are not on the curve are refused")
    func offCurve() throws {
        let key = P256Key.random()
        var wrong = key.publicPoint
        wrong[64] ^= 1
        #expect(P256Key.isPublicPoint(key.publicPoint))
        for point in [wrong, [], [0], Array(key.publicPoint.dropLast()), [4] + [UInt8](repeating: 0, count: 64)] {
            #expect(!P256Key.isPublicPoint(point))
            #expect(P256Key.random().sharedSecret(with: point) == nil)
            #expect(PushRecipient(point: point, authentication: [UInt8](repeating: 0, count: 16)) == nil)
        }
    }

    @Test("a key in PEM is read, also Apple's form")
    func pem() throws {
        // Made with openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256.
        let pem = """
            -----BEGIN PRIVATE KEY-----
            MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgn8d94h40jceiEicu
            peB2EoY+idtCRd2QVNs9T6I7pVehRANCAARE/IQa0WZ1rU29OJ0LMsyPQKkas6PK
            Gi8AqpMSLDCHlv0nmrXiY6lKmTn2CyEJHU561RtoBtr41pGauFkozv1O
            -----END PRIVATE KEY-----
            """
        let key = try #require(P256Key(pem: Array(pem.utf8)))
        #expect(base64(key.publicPoint) == """
            BET8hBrRZnWtTb04nQsyzI9AqRqzo8oaLwCqkxIsMIeW\
            /SeateJjqUqZOfYLIQkdTnrVG2gG2vjWkZq4WSjO/U4=
            """)
    }

    @Test("a text without a key of the curve is refused", arguments: [
        "", "key", "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n", otherCurve,
    ])
    func wrongPEM(pem: String) {
        #expect(P256Key(pem: Array(pem.utf8)) == nil)
    }

    @Test("the same secret gives the same key, another purpose another")
    func derived() {
        let secret = [UInt8](repeating: 5, count: 32)
        let key = P256Key.derived(from: secret, purpose: "a")
        #expect(key.publicPoint == P256Key.derived(from: secret, purpose: "a").publicPoint)
        #expect(key.publicPoint != P256Key.derived(from: secret, purpose: "b").publicPoint)
        #expect("\(key)" == "P256Key(…)")
    }

    @Test("a JSON web token has three parts, the last of which signs the others")
    func token() throws {
        let key = P256Key.random()
        let token = jsonWebToken(header: #"{"alg":"ES256"}"#, claims: #"{"iat":1}"#, key: key)
        let parts = token.split(separator: ".").map(String.init)
        #expect(parts.count == 3 && parts[0] == "eyJhbGciOiJFUzI1NiJ9" && parts[1] == "eyJpYXQiOjF9")
        let signature = try #require(base64URLDecoded(parts[2]))
        #expect(verifies(signature, Array("\(parts[0]).\(parts[1])".utf8), key.publicPoint))
    }

    @Test("keys derived by HKDF are those of RFC 5869")
    func derivation() {
        // Appendix A.1 and A.3.
        let secret = [UInt8](repeating: 0x0B, count: 22)
        #expect(hkdfSHA256(
            salt: bytes("000102030405060708090a0b0c"), secret: secret, info: bytes("f0f1f2f3f4f5f6f7f8f9"), count: 42)
            == bytes("3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865"))
        #expect(hkdfSHA256(salt: [], secret: secret, info: [], count: 42)
            == bytes("8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8"))
    }
}

/// A key of another curve: openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-384.
private let otherCurve = """
    -----BEGIN PRIVATE KEY-----
    MIG2AgEAMBAGByqGSM49AgEGBSuBBAAiBIGeMIGbAgEBBDCKafxYL4lKPLyhgf0g
    qMM8/E+rxKF1tKMtHAwVBfo3mH+ichI/bRRT8pGZYdW9GzihZANiAARglVN4vzGb
    WrY7HN0QzC9rtGRmPylwB2OIyn2y6jMunGkvxr778MrupuESPVBgFRkLBkt8Pm2H
    GybbrNYpT8sxdOq6YXvQTCTR2x6mCEuPVDsFgVD2tKSF7L8x/g7Qj+E=
    -----END PRIVATE KEY-----
    """

private func decoded(_ text: String) -> [UInt8] { base64URLDecoded(text) ?? [] }

private func bytes(_ digits: String) -> [UInt8] { hexDecoded(digits) ?? [] }

/// Verifies a signature with OpenSSL's own functions.
private func verifies(_ signature: [UInt8], _ message: [UInt8], _ point: [UInt8]) -> Bool {
    // The header of SubjectPublicKeyInfo for a point of P-256 (RFC 5480).
    let header = bytes("3059301306072a8648ce3d020106082a8648ce3d030107034200")
    let encoded = header + point
    return encoded.withUnsafeBufferPointer { buffer in
        var start = buffer.baseAddress
        guard let key = d2i_PUBKEY(nil, &start, encoded.count), let context = EVP_MD_CTX_new(),
            let pair = ECDSA_SIG_new()
        else { return false }
        defer {
            EVP_PKEY_free(key)
            EVP_MD_CTX_free(context)
            ECDSA_SIG_free(pair)
        }
        ECDSA_SIG_set0(
            pair, BN_bin2bn(Array(signature.prefix(32)), 32, nil), BN_bin2bn(Array(signature.suffix(32)), 32, nil))
        var der: UnsafeMutablePointer<UInt8>?
        let count = i2d_ECDSA_SIG(pair, &der)
        guard count > 0, let der else { return false }
        defer { CRYPTO_free(der, nil, 0) }
        return EVP_DigestVerifyInit(context, nil, EVP_sha256(), nil, key) == 1
            && EVP_DigestVerify(context, der, Int(count), message, message.count) == 1
    }
}
