import Crypto

/// The hidden token of every form, bound to the session's (or signed-out browser's) cookie.
///
/// It is the keyed digest of the cookie, masked by fresh random bytes each time it is shown, so
/// that compressed pages do not tell it bit by bit (BREACH). Nothing is stored.
struct FormToken {
    private let digest: [UInt8]

    init(cookie: Token, key: [UInt8]) {
        digest = hmacSHA256(key: key, cookie.digest)
    }

    /// What goes into the form: 64 bytes, base64url.
    func masked() -> String {
        let mask = Random.bytes(digest.count)
        return base64URL(mask + zip(digest, mask).map { $0 ^ $1 })
    }

    /// Whether a form came back with this token.
    func matches(_ text: String) -> Bool {
        guard let bytes = base64URLDecoded(text), bytes.count == 2 * digest.count else { return false }
        let unmasked = zip(bytes.prefix(digest.count), bytes.suffix(digest.count)).map { $0 ^ $1 }
        return constantTimeEqual(unmasked, digest)
    }
}
