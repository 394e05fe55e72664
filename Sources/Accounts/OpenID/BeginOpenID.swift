import Crypto
import HTTP
import Logging
package import Runtime
package import Storage

extension App {
    /// The minutes for which a browser may be at the provider.
    static let openIDMinutes = 10
    private static let beginningsPerHour = 60

    /// The address to which the provider sends a browser back.
    var openIDCallback: String { url("/login/openid/callback") }

    /// Begins a browser's way to the provider (OpenID Connect Core §3.1.2, RFC 7636).
    ///
    /// - Parameters:
    ///   - next: the page to go on to.
    ///   - linking: the customer who links a login; nil to sign in.
    /// - Returns: the provider's address.
    /// - Throws: `OpenIDProblem.unreachable`, and `Refusal.tooManyRequests` if the network begins too often.
    package func beginOpenID(
        at provider: OpenIDProvider, next: String, linking customer: CustomerID?, _ asker: Asker
    ) throws -> String {
        let begun = throttles(
            "openid.begin", network: asker.address, limit: Self.beginningsPerHour, seconds: 3_600)
        if let seconds = try count(begun) { throw Refusal.tooManyRequests(seconds: seconds) }
        let document: ProviderDocument
        do {
            document = try self.document(of: provider)
        } catch let error as ProviderUnreachable {
            log.warning("provider unreachable", metadata: ["request": "\(asker.request)", "reason": "\(error)"])
            throw OpenIDProblem.unreachable
        }
        let state = Token.random(), secrets = OpenIDSecrets(state, key: secrets.codes.current)
        try store.insertOpenIDFlow(
            stateDigest: state.digest, browserDigest: asker.browser, linking: customer, nextPath: next,
            lifetimeMinutes: Self.openIDMinutes)
        let query: KeyValuePairs = [
            "response_type": "code", "client_id": provider.clientID, "redirect_uri": openIDCallback,
            "scope": "openid email", "state": state.text, "nonce": secrets.nonce,
            "code_challenge": secrets.challenge, "code_challenge_method": "S256",
        ]
        let pairs = query.map { "\($0.key)=\(percentEncoded($0.value))" }.joined(separator: "&")
        let mark = document.authorizationEndpoint.contains("?") ? "&" : "?"
        return document.authorizationEndpoint + mark + pairs
    }
}

/// The nonce and the PKCE verifier of a way to the provider. They are made of its state and a key, and not stored.
struct OpenIDSecrets {
    let nonce: String, verifier: String

    init(_ state: Token, key: [UInt8]) {
        nonce = Token.derived(key: key, from: "openid nonce \(state.text)").text
        verifier = Token.derived(key: key, from: "openid verifier \(state.text)").text
    }

    /// The challenge of the verifier (RFC 7636 §4.2).
    var challenge: String { base64URL(sha256(Array(verifier.utf8))) }
}
