import Accounts
import HTTP
import Web

extension Visit {
    static let knownBrowserCookie = "__Host-known"

    /// The proof that the browser brought; nil if it signed in to no account before.
    var knownBrowser: KnownBrowser? {
        request.cookies[Self.knownBrowserCookie].flatMap { KnownBrowser(text: $0) }
    }
}

extension Response {
    /// Gives a browser its proof, for as long as browsers keep a cookie (RFC 6265bis §5.5).
    mutating func keep(_ known: KnownBrowser) {
        set(.ours(Visit.knownBrowserCookie, known.text, maxAge: 400 * 86_400))
    }
}
