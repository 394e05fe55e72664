import Crypto

/// The token of a mailed link: a version-4 UUID. It travels in the mail alone; the database keeps its digest.
package enum MailedToken {
    static func make() -> String { Random.uuidV4() }

    /// Returns true if a text is a UUID as RFC 9562 writes it. Only such a text is looked up in the database.
    package static func isOne(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        guard bytes.count == 36 else { return false }
        return bytes.indices.allSatisfy { index in
            switch index {
            case 8, 13, 18, 23: bytes[index] == UInt8(ascii: "-")
            default: Character(Unicode.Scalar(bytes[index])).isHexDigit
            }
        }
    }

    /// Returns the digest that is stored of a token. UUIDs are compared without regard to case (RFC 9562 §4).
    static func digest(_ token: String) -> [UInt8] {
        sha256(Array(token.lowercased().utf8))
    }
}
