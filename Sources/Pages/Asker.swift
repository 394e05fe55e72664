import Accounts
import Crypto
import HTTP
import Web

extension Visit {
    static let knownBrowserCookie = "__Host-known"

    /// The person of this visit, as `Accounts` knows them.
    var asker: Asker {
        Asker(
            request: request.id, address: request.remoteAddress, device: device.text, language: language,
            browser: cookie.digest,
            knownBrowser: request.cookies[Self.knownBrowserCookie].flatMap { KnownBrowser(text: $0) },
            signedIn: signedIn)
    }
}

extension CustomerVisit {
    /// The customer, as `Accounts` knows them.
    var asker: Asker { visitor.asker }
}
