// Randomness, digests, encodings and signatures, all by OpenSSL.
//
// - Crypto.swift: `Token`, a random secret. Random.swift: random bytes, text and UUIDs.
// - Digest.swift: SHA-256, HMAC and a comparison in constant time.
// - Encodings.swift: hexadecimal digits and base64. NameUUID.swift: UUIDs made from names.
// - CMSSigner.swift: signatures of configuration profiles.

/// A secret of 256 random bits that someone carries to prove who they are, as in a cookie.
///
/// Only its digest is ever stored. Printing, interpolating or dumping one shows nothing of it, so
/// that a token cannot get into a log by accident; `text` is the one way to its value.
public struct Token: Sendable {
    private let bytes: [UInt8]

    public static func random() -> Token {
        Token(bytes: Random.bytes(byteCount))
    }

    /// The token that a key and a message make: the same ones always make the same, so that it need
    /// not be stored to be shown again, and without the key nobody can make it.
    public static func derived(key: [UInt8], from message: String) -> Token {
        Token(bytes: hmacSHA256(key: key, Array(message.utf8)))
    }

    /// The token written as `text`; `nil` for any other text, before the database is asked.
    public init?(text: String) {
        guard text.utf8.count == 43, let bytes = base64URLDecoded(text), bytes.count == Self.byteCount
        else { return nil }
        self.bytes = bytes
    }

    /// 43 characters of base64url, for a cookie or an address.
    public var text: String { base64URL(bytes) }

    /// The SHA-256 of the 32 bytes: what the database keeps.
    ///
    /// With 256 random bits there is nothing to guess, so neither salt nor slowness is needed.
    public var digest: [UInt8] { sha256(bytes) }

    private init(bytes: [UInt8]) { self.bytes = bytes }

    private static let byteCount = 32
}

extension Token: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "Token(…)" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: []) }
}
