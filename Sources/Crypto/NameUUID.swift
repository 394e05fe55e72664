import COpenSSL

/// Makes a UUID from a name, in lower case. The same name in the same namespace always gives the same
/// UUID (version 5, RFC 9562 §5.5).
///
/// - Parameter namespace: 16 bytes; `uuidNamespaceURL` for names that are addresses.
public func uuidV5(_ name: String, in namespace: [UInt8] = uuidNamespaceURL) -> String {
    let message = namespace + Array(name.utf8)
    let digest = [UInt8](unsafeUninitializedCapacity: Int(SHA_DIGEST_LENGTH)) { digest, filled in
        // The RFC demands SHA-1. Nothing depends on its strength.
        precondition(SHA1(message, message.count, digest.baseAddress) != nil, "OpenSSL has no SHA-1")
        filled = Int(SHA_DIGEST_LENGTH)
    }
    return uuidText(Array(digest.prefix(16)), version: 5)
}

/// The namespace of URLs, 6ba7b811-9dad-11d1-80b4-00c04fd430c8 (RFC 9562 §6.6).
public let uuidNamespaceURL: [UInt8] = [
    0x6b, 0xa7, 0xb8, 0x11, 0x9d, 0xad, 0x11, 0xd1, 0x80, 0xb4, 0x00, 0xc0, 0x4f, 0xd4, 0x30, 0xc8,
]
