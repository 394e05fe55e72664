import COpenSSL

/// A public key of RSA. It checks signatures of RS256 (RSASSA-PKCS1-v1_5 with SHA-256, RFC 7518 §3.3).
///
/// It is stored as bytes and read for each use, so that threads share no pointer of OpenSSL.
public struct RSAPublicKey: Sendable, Hashable {
    private let modulus: [UInt8], exponent: [UInt8]

    /// Makes a key of two numbers, big-endian; nil for a modulus outside 2,048 to 8,192 bits, which is weak or takes
    /// long, and for an exponent that is even, 1, or longer than four bytes.
    public init?(modulus: [UInt8], exponent: [UInt8]) {
        let modulus = Array(modulus.drop { $0 == 0 }), exponent = Array(exponent.drop { $0 == 0 })
        guard (256...1_024).contains(modulus.count), (1...4).contains(exponent.count), exponent != [1],
            let last = exponent.last, last & 1 == 1
        else { return nil }
        self.modulus = modulus
        self.exponent = exponent
    }

    /// Returns true if the signature is the message's.
    public func verifies(_ signature: [UInt8], of message: [UInt8]) -> Bool {
        guard signature.count == modulus.count, let key = RSAKey(modulus, exponent) else { return false }
        return verifiesSHA256(signature, of: message, by: key.key)
    }
}

/// OpenSSL's form of a public key of RSA, for one use.
private final class RSAKey {
    let key: OpaquePointer

    init?(_ modulus: [UInt8], _ exponent: [UInt8]) {
        defer { ERR_clear_error() }
        guard let builder = OSSL_PARAM_BLD_new() else { return nil }
        defer { OSSL_PARAM_BLD_free(builder) }
        let n = BN_bin2bn(modulus, Int32(modulus.count), nil), e = BN_bin2bn(exponent, Int32(exponent.count), nil)
        defer {
            BN_free(n)
            BN_free(e)
        }
        guard let n, let e, OSSL_PARAM_BLD_push_BN(builder, jadwal_openssl_rsa_modulus(), n) == 1,
            OSSL_PARAM_BLD_push_BN(builder, jadwal_openssl_rsa_exponent(), e) == 1,
            let parameters = OSSL_PARAM_BLD_to_param(builder)
        else { return nil }
        defer { OSSL_PARAM_free(parameters) }
        guard let context = EVP_PKEY_CTX_new_from_name(nil, "RSA", nil) else { return nil }
        defer { EVP_PKEY_CTX_free(context) }
        var made: OpaquePointer?
        guard EVP_PKEY_fromdata_init(context) == 1,
            EVP_PKEY_fromdata(context, &made, jadwal_openssl_public_key(), parameters) == 1, let made
        else { return nil }
        key = made
    }

    deinit { EVP_PKEY_free(key) }
}
