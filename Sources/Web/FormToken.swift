import Crypto
import HTTP
import Logging
public import Runtime
import Storage

/// The hidden token of every form, bound to the session's (or signed-out browser's) cookie.
///
/// It is the keyed digest of the cookie, masked by new random bytes each time it is shown. So the sizes of
/// compressed pages do not reveal it (BREACH). Nothing is stored.
struct FormToken {
    private let cookie: Token
    private let keys: KeyRing

    init(cookie: Token, keys: KeyRing) {
        self.cookie = cookie
        self.keys = keys
    }

    /// Returns the text for the form: 64 bytes, base64url.
    func masked() -> String {
        let digest = digest(keys.current)
        let mask = Random.bytes(digest.count)
        return base64URL(mask + zip(digest, mask).map { $0 ^ $1 })
    }

    /// Compares a form's token with this one. It may be made with the current key or a valid earlier one.
    func matches(_ text: String) -> Bool {
        guard let bytes = base64URLDecoded(text), bytes.count == 64 else { return false }
        let unmasked = zip(bytes.prefix(32), bytes.suffix(32)).map { $0 ^ $1 }
        return keys.all.contains { constantTimeEqual(unmasked, digest($0)) }
    }

    private func digest(_ key: [UInt8]) -> [UInt8] {
        hmacSHA256(key: key, cookie.digest)
    }
}

extension App {
    /// Checks that a form has its token and comes from a page of this site.
    ///
    /// A browser that sends Sec-Fetch-Site or Origin must name this site there. For one that sends neither,
    /// the token decides (OWASP CSRF Prevention). The log line of a refused form has nothing of its content.
    ///
    /// - Throws: `Refusal.forgedForm`.
    public func checkForm(_ visit: Visit, _ route: Route) throws(Refusal) {
        let token = FormToken(cookie: visit.cookie, keys: secrets.forms)
        guard isFromOwnPage(visit.request.headers), !visit.isNewBrowser, token.matches(visit.request.form["csrf"])
        else {
            var fields: Logger.Metadata = [
                "request": "\(visit.request.id)", "route": "\(route.name)",
                "network": "\(Networks.shown(visit.request.remoteAddress))",
            ]
            if let customer = visit.signedIn?.customer.id { fields["customer_id"] = "\(customer)" }
            log.warning("form refused", metadata: fields)
            throw .forgedForm
        }
    }

    private func isFromOwnPage(_ headers: Headers) -> Bool {
        if let site = headers["Sec-Fetch-Site"] { return site == "same-origin" }
        if let origin = headers["Origin"] { return origin == config.origin }
        return true
    }
}
