import Accounts
import CivilTime
import Crypto
package import HTTP
package import Runtime
package import Storage
package import Templates
import Web

/// A call of the API: the request, the language of its words, and the app that answers.
package struct Call {
    package let request: Request
    package let app: App
    package let language: Language
    /// The session of the caller; nil for a method that anyone may call.
    let session: SignedIn?

    /// - Parameter session: the caller's, if the method wants one.
    init(_ request: Request, _ app: App, session: SignedIn?) {
        self.request = request
        self.app = app
        self.session = session
        language = request.headers["x-lang"].flatMap { Language(rawValue: $0) }
            ?? request.headers["Accept-Language"].flatMap { Language(acceptLanguage: $0) }
            ?? session.flatMap { Language(rawValue: $0.customer.language) }
            ?? .english
    }

    var store: Store { get throws { try app.store } }

    /// The caller, as `Accounts` knows them. Each call is a browser of its own to it.
    var asker: Asker {
        let device = Device(userAgent: request.headers["User-Agent"] ?? "").text
        return Asker(
            request: request.id, address: request.remoteAddress, device: device, language: language,
            browser: Random.bytes(32), knownBrowser: nil, signedIn: session)
    }

    /// Returns the text of a key in the caller's language.
    func text(_ key: String, _ values: [String: String] = [:]) -> String { app.text(key, language, values) }
}

/// A call by a customer.
package struct CustomerCall {
    package let call: Call
    package let signedIn: SignedIn

    package var app: App { call.app }
    package var customer: Customer { signedIn.customer }
    var request: Request { call.request }
    var asker: Asker { call.asker }
    var store: Store { get throws { try app.store } }
    /// The customer's zone.
    var zone: TimeZoneRules { get throws { try app.zone(of: customer) } }
}
