import CivilTime
import Crypto
package import Runtime
package import Storage

/// The claims of an access token (RFC 9068).
struct AccessClaims: Codable {
    /// The audience: the API of this installation.
    let aud: String
    /// The end and the beginning, in seconds since 1970.
    let exp: Int64, iat: Int64
    let iss: String
    /// Unique to the token.
    let jti: String
    /// The session.
    let sid: String
    /// The customer.
    let sub: String
}

/// The rules of access tokens.
package enum AccessToken {
    package static let lifetimeSeconds: Int64 = 300
    /// The difference of two clocks that is overlooked.
    static let skewSeconds: Int64 = 30

    static func audience(_ config: Config) -> String { config.origin + "/api" }
}

/// An access token whose signature and claims are right. The session may have ended all the same.
package struct CheckedAccessToken: Sendable {
    package let session: SessionID
    package let customer: CustomerID
    let expires: Instant
}

extension App {
    /// Makes an access token of five minutes.
    func accessToken(session: SessionID, of customer: CustomerID) throws -> String {
        let now = now().secondsSince1970, entry = shared.tokenKeys.current
        let claims = AccessClaims(
            aud: AccessToken.audience(config), exp: now + AccessToken.lifetimeSeconds, iat: now, iss: config.origin,
            jti: base64URL(Random.bytes(16)), sid: session.description, sub: customer.description)
        return jsonWebToken(header: entry.header, claims: try JSON.text(claims), key: entry.key)
    }

    /// Checks an access token by its keys and claims alone.
    ///
    /// - Returns: nil if it is not one of this installation, or has expired.
    package func check(accessToken text: String) throws -> CheckedAccessToken? {
        guard let token = SignedToken(text), let entry = shared.tokenKeys.entry(headerText: token.headerText),
            P256Key.verifies(token.signature, of: token.signed, by: entry.key.publicPoint)
        else { return nil }
        // This installation wrote the claims, so they can be read.
        let claims = try JSON.value(AccessClaims.self, from: String(decoding: token.claims, as: UTF8.self))
        let now = now().secondsSince1970, skew = AccessToken.skewSeconds
        guard claims.iss == config.origin, claims.aud == AccessToken.audience(config), claims.exp > now - skew,
            claims.iat <= now + skew, let session = Int64(claims.sid), let customer = CustomerID(text: claims.sub)
        else { return nil }
        return CheckedAccessToken(
            session: SessionID(session), customer: customer,
            expires: Instant(secondsSince1970: claims.exp + skew))
    }
}
