// Randomness, digests, encryption, encodings and signatures, all by OpenSSL.
//
// - Crypto.swift: `Token`, a random secret. Random.swift: random bytes, text and UUIDs.
// - Digest.swift: SHA-256, HMAC and a comparison in constant time.
// - Encodings.swift: hexadecimal digits and base64. NameUUID.swift: UUIDs made from names.
// - Sealing.swift: authenticated encryption, AES-256-GCM.
// - CMSSigner.swift: signatures of configuration profiles.
// - P256Key.swift: key pairs that sign JSON web tokens and agree on secrets. JSONWebToken.swift: such tokens.
//   RSAPublicKey.swift: the check of other services' tokens. SignatureCheck.swift: the step that both keys share.
// - PushEncryption.swift: encryption of a message to a browser. KeyDerivation.swift: HKDF.

/// A secret of 256 random bits that proves who somebody is, for example in a cookie.
///
/// Only its digest is ever stored. Printing, interpolating or dumping a token does not show it, so that
/// it cannot reach a log by accident. Only `text` shows its value.
public struct Token: Sendable {
    private let bytes: [UInt8]

    public static func random() -> Token {
        Token(bytes: Random.bytes(byteCount))
    }

    /// Derives a token from a key and a message. The same key and message always give the same token, so
    /// it can be shown again without being stored. Nobody can derive it without the key.
    public static func derived(key: [UInt8], from message: String) -> Token {
        Token(bytes: hmacSHA256(key: key, Array(message.utf8)))
    }

    /// Reads a token from its `text`; nil for any other text, so that no query is needed for those.
    public init?(text: String) {
        guard text.utf8.count == 43, let bytes = base64URLDecoded(text), bytes.count == Self.byteCount
        else { return nil }
        self.bytes = bytes
    }

    /// The token as 43 characters of base64url, for a cookie or an address.
    public var text: String { base64URL(bytes) }

    /// The SHA-256 of the 32 bytes, which the database stores.
    ///
    /// 256 random bits cannot be guessed, so the digest needs no salt and need not be slow.
    public var digest: [UInt8] { sha256(bytes) }

    private init(bytes: [UInt8]) { self.bytes = bytes }

    private static let byteCount = 32
}

extension Token: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "Token(…)" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: []) }
}
