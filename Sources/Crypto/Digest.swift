import COpenSSL

/// Returns the SHA-256 digest, 32 bytes (FIPS 180-4).
public func sha256(_ bytes: [UInt8]) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: Int(SHA256_DIGEST_LENGTH)) { digest, filled in
        // It fails only without memory, and then nothing else works either.
        precondition(SHA256(bytes, bytes.count, digest.baseAddress) != nil, "OpenSSL has no SHA-256")
        filled = Int(SHA256_DIGEST_LENGTH)
    }
}

/// Returns the SHA-256 digest as 64 lower-case hexadecimal digits.
public func sha256Hex(_ bytes: [UInt8]) -> String {
    hex(sha256(bytes))
}

/// Returns the HMAC with SHA-256, 32 bytes (RFC 2104). Nobody can make or check it without the key.
public func hmacSHA256(key: [UInt8], _ message: [UInt8]) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: Int(SHA256_DIGEST_LENGTH)) { code, filled in
        var length: UInt32 = 0
        // OpenSSL takes a null pointer for the previous key, so an empty key needs an address.
        let made = (key.isEmpty ? [0] : key).withUnsafeBytes {
            HMAC(EVP_sha256(), $0.baseAddress, Int32(key.count), message, message.count, code.baseAddress, &length)
        }
        precondition(made != nil, "OpenSSL has no HMAC-SHA-256")
        filled = Int(length)
    }
}

/// Compares two secrets. The time does not depend on the position at which they differ.
///
/// Lengths are not secret: different lengths return false at once.
public func constantTimeEqual(_ one: [UInt8], _ other: [UInt8]) -> Bool {
    one.count == other.count && CRYPTO_memcmp(one, other, one.count) == 0
}
