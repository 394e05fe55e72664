/// Returns a JSON web token signed with ES256 (RFC 7519, RFC 7518 §3.4).
///
/// Signatures of ECDSA are random: the same claims never give the same token twice.
///
/// - Parameters:
///   - header: the JOSE header as JSON, with `"alg":"ES256"`.
///   - claims: the claims as JSON.
public func jsonWebToken(header: String, claims: String, key: P256Key) -> String {
    let signed = base64URL(Array(header.utf8)) + "." + base64URL(Array(claims.utf8))
    return signed + "." + base64URL(key.sign(Array(signed.utf8)))
}

/// The three parts of a signed token (RFC 7515 §7.1), before anything is checked.
public struct SignedToken: Sendable {
    /// The JOSE header and the claims as JSON, decoded.
    public let header: [UInt8], claims: [UInt8]
    public let signature: [UInt8]
    /// The header's part of the text, as it is sent.
    public let headerText: String
    /// The octets that are signed.
    public let signed: [UInt8]

    /// The longest token that is read, in octets.
    public static let longest = 8 << 10

    /// Reads a token; nil if it is too long, or does not have three parts in base64url.
    public init?(_ text: String) {
        guard text.utf8.count <= Self.longest else { return nil }
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let header = base64URLDecoded(String(parts[0])),
            let claims = base64URLDecoded(String(parts[1])), let signature = base64URLDecoded(String(parts[2]))
        else { return nil }
        self.header = header
        self.claims = claims
        self.signature = signature
        headerText = String(parts[0])
        signed = Array(text.utf8.prefix(parts[0].utf8.count + 1 + parts[1].utf8.count))
    }
}
