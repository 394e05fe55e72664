// Sessions of apps, which speak the API.
//
// - Apps.swift: `AppTokens`, and the beginning of a session. AskByApp.swift, CompleteSignIn.swift: signing in by mail.
// - AccessToken.swift: the token of five minutes. RefreshToken.swift: the one that renews it.
// - BearerSession.swift: the session of a request. RenewTokens.swift: the next pair of tokens.
// - AppPassword.swift: the CalDAV password that the app shows.

import Crypto
import Runtime
package import Storage

/// The tokens of a session of an app.
package struct AppTokens: Sendable {
    package let access: String
    /// Empty for a session with one lasting token.
    package let refresh: String
    package let customer: CustomerID

    /// The beginning of a lasting token. No access token of five minutes begins so.
    static let lastingPrefix = "jda_"
}

extension App {
    /// Begins a session of an app, in the transaction that proves who signs in.
    ///
    /// - Parameter rotates: true for tokens that rotate, false for one lasting token.
    func beginAppSession(of customer: CustomerID, rotates: Bool, _ asker: Asker) throws -> AppTokens {
        let store = try store
        guard rotates else {
            let text = AppTokens.lastingPrefix + Token.random().text
            _ = try store.insertAppSession(
                of: customer, tokenDigest: sha256(Array(text.utf8)), device: asker.device, network: asker.network)
            return AppTokens(access: text, refresh: "", customer: customer)
        }
        let nonce = Random.bytes(RefreshToken.nonceByteCount)
        let session = try store.insertRotatingSession(
            of: customer, nonce: nonce, placeholder: Random.bytes(32), device: asker.device, network: asker.network)
        let refresh = RefreshToken(session: session, number: 0, nonce: nonce, key: secrets.refreshes.current)
        try store.setFirstRefreshToken(refresh.digest, of: session)
        return AppTokens(
            access: try accessToken(session: session, of: customer), refresh: refresh.text, customer: customer)
    }
}
