import Accounts
import HTTP
import Web

extension Response {
    /// Gives a browser its proof, for as long as browsers keep a cookie (RFC 6265bis §5.5).
    mutating func keep(_ known: KnownBrowser) {
        set(.ours(Visit.knownBrowserCookie, known.text, maxAge: 400 * 86_400))
    }
}
