public import Crypto

/// The key pairs of access tokens: the one that signs, and the earlier ones whose tokens have not expired.
public struct TokenKeys: Sendable {
    /// A key pair, and the header of the tokens that it signs.
    public struct Entry: Sendable {
        public let key: P256Key
        /// The thumbprint of the public key (RFC 7638).
        public let id: String
        /// The JOSE header as JSON, and as it is written in a token.
        public let header: String, headerText: String
        /// The public key as a JSON Web Key (RFC 7517).
        public let webKey: String

        init(_ secret: [UInt8]) {
            key = P256Key.derived(from: secret, purpose: "jadwal access tokens")
            let x = base64URL(Array(key.publicPoint[1...32])), y = base64URL(Array(key.publicPoint[33...64]))
            id = base64URL(sha256(Array(#"{"crv":"P-256","kty":"EC","x":"\#(x)","y":"\#(y)"}"#.utf8)))
            header = #"{"alg":"ES256","kid":"\#(id)","typ":"at+jwt"}"#
            headerText = base64URL(Array(header.utf8))
            webKey = #"{"alg":"ES256","crv":"P-256","kid":"\#(id)","kty":"EC","use":"sig","x":"\#(x)","y":"\#(y)"}"#
        }
    }

    public let current: Entry
    private let previous: [Entry]

    init(_ ring: KeyRing) {
        current = Entry(ring.current)
        previous = ring.previous.map(Entry.init)
    }

    /// Returns the key whose header a token has. The header is compared as it is written, so that no token chooses its
    /// own algorithm, key or type.
    public func entry(headerText: String) -> Entry? {
        ([current] + previous).first { $0.headerText == headerText }
    }

    /// The public keys as a JSON Web Key Set.
    public var webKeySet: String {
        #"{"keys":[\#(([current] + previous).map(\.webKey).joined(separator: ","))]}"#
    }
}
