import CivilTime
import Crypto
import Mail
import Runtime

/// The reason why an ID token proves nothing.
enum IDTokenFault: String, Error {
    case malformed, algorithm, unknownKey, signature, issuer, audience, authorizedParty, expired, early, nonce
}

/// The claims of an ID token (OpenID Connect Core §2).
private struct IDTokenClaims: Decodable {
    let iss: String, sub: String
    let aud: Audience
    let azp: String?
    let exp: Double, iat: Double
    let nonce: String?
    let email: String?
    let email_verified: Flag?
    /// The domain of an organization whose addresses Google gives out.
    let hd: String?

    /// One audience, or several.
    struct Audience: Decodable {
        let names: [String]

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let one = try? container.decode(String.self) {
                names = [one]
            } else {
                names = try container.decode([String].self)
            }
        }
    }

    /// A Boolean, which some providers write as a string.
    struct Flag: Decodable {
        let isTrue: Bool

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let flag = try? container.decode(Bool.self) {
                isTrue = flag
            } else {
                isTrue = try container.decode(String.self) == "true"
            }
        }
    }
}

extension App {
    /// The seconds by which a provider's clock may differ.
    private static let skewSeconds = 60.0, mostAgeSeconds = 3_600.0

    /// Checks an ID token (OpenID Connect Core §3.1.3.7).
    ///
    /// - Parameters:
    ///   - audiences: the clients for which the token may have been made.
    ///   - nonce: the nonce that it must have; nil to require none.
    /// - Throws: `IDTokenFault` and `ProviderUnreachable`.
    func provenLogin(
        _ text: String, by provider: OpenIDProvider, for audiences: [String], nonce: String?
    ) throws -> ProvenLogin {
        struct Header: Decodable {
            let alg: String
            let kid: String?
            let crit: [String]?
        }
        guard let token = SignedToken(text), let header = read(Header.self, token.header), header.crit == nil,
            let id = header.kid
        else { throw IDTokenFault.malformed }
        // Without this check, a token of another algorithm would have the keys read for nothing.
        guard ["RS256", "ES256"].contains(header.alg) else { throw IDTokenFault.algorithm }
        guard let key = try document(of: provider, withKey: id).keys.first(where: { $0.id == id })
        else { throw IDTokenFault.unknownKey }
        guard header.alg == key.algorithm else { throw IDTokenFault.algorithm }
        guard key.verifies(token) else { throw IDTokenFault.signature }
        guard let claims = read(IDTokenClaims.self, token.claims) else { throw IDTokenFault.malformed }
        try check(claims, by: provider, for: audiences, nonce: nonce)
        return ProvenLogin(claims, provider)
    }

    private func check(
        _ claims: IDTokenClaims, by provider: OpenIDProvider, for audiences: [String], nonce: String?
    ) throws {
        guard provider.issuers.contains(claims.iss) else { throw IDTokenFault.issuer }
        guard claims.aud.names.contains(where: audiences.contains) else { throw IDTokenFault.audience }
        // A token for several must name us as the one that asked for it.
        if claims.aud.names.count > 1 || claims.azp != nil, nonce != nil {
            guard let party = claims.azp, audiences.contains(party) else { throw IDTokenFault.authorizedParty }
        }
        let now = Double(now().secondsSince1970)
        guard claims.exp > now - Self.skewSeconds, claims.iat > now - Self.mostAgeSeconds - Self.skewSeconds
        else { throw IDTokenFault.expired }
        guard claims.iat < now + Self.skewSeconds else { throw IDTokenFault.early }
        if let nonce {
            guard let sent = claims.nonce, constantTimeEqual(Array(sent.utf8), Array(nonce.utf8))
            else { throw IDTokenFault.nonce }
        }
        guard (1...255).contains(claims.sub.utf8.count) else { throw IDTokenFault.malformed }
    }

    private func read<Value: Decodable>(_ type: Value.Type, _ bytes: [UInt8]) -> Value? {
        guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
        return try? JSON.value(type, from: text)
    }
}

/// A login that a provider has proved.
package struct ProvenLogin: Sendable {
    let issuer: String, subject: String
    /// The address, if the provider verified it; nil otherwise.
    let address: EmailAddress?
    /// True if the provider gives out that address, so that nobody else can have it. Google does so for its own mail,
    /// and for organizations; any other provider is one that the operator trusts with addresses.
    let isAuthoritative: Bool

    fileprivate init(_ claims: IDTokenClaims, _ provider: OpenIDProvider) {
        (issuer, subject) = (provider.issuer, claims.sub)
        let isVerified = claims.email_verified?.isTrue ?? false
        address = isVerified ? claims.email.flatMap { EmailAddress($0) } : nil
        let isGoogleMail = address?.key.hasSuffix("@gmail.com") ?? false
        isAuthoritative = provider.issuer != OpenIDProvider.google || isGoogleMail || !(claims.hd ?? "").isEmpty
    }
}
