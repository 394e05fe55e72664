import CivilTime
import Crypto
package import Runtime
package import Storage

extension App {
    /// Returns the session of an access token, lasting or of five minutes; nil if the token or the session has ended.
    ///
    /// A responder remembers it as it does the session of a cookie (`signedIn(_:isRemembered:)`), so it hears at once
    /// if the session ends.
    package func signedIn(bearer text: String) throws -> SignedIn? {
        guard text.utf8.count <= SignedToken.longest else { return nil }
        let digest = sha256(Array(text.utf8)), bearers = shared.bearers, now = now()
        if let kept = bearers.value(digest, at: now)?.signedIn(at: now) { return kept }
        let ticket = bearers.ticket()
        guard let (signedIn, expires) = try session(ofBearer: text, digest) else { return nil }
        if signedIn.freshSeconds > 0 {
            let fresh = now + .seconds(signedIn.freshSeconds)
            bearers.keep(
                RememberedSession(signedIn, readAt: now), for: digest, until: min(fresh, expires ?? fresh),
                bytes: RememberedSession.bytes, ticket)
        }
        return signedIn
    }

    /// Returns true if a text is a lasting token by its form.
    package static func isLastingToken(_ text: String) -> Bool { text.hasPrefix(AppTokens.lastingPrefix) }

    /// Reads the session of a token.
    ///
    /// - Returns: the session, and the end of a token that ends before it; nil if one of them has ended.
    private func session(ofBearer text: String, _ digest: [UInt8]) throws -> (SignedIn, expires: Instant?)? {
        if Self.isLastingToken(text) {
            return try store.signedIn(tokenDigest: digest, kind: .app).map { ($0, nil) }
        }
        guard let token = try check(accessToken: text), let signedIn = try store.signedIn(rotating: token.session),
            signedIn.customer.id == token.customer
        else { return nil }
        return (signedIn, token.expires)
    }
}
