import Accounts
import CivilTime
import Crypto
import HTTP
import Mail
import Runtime
import Web

/// The cookie of the sign-in that a browser asked for last.
///
/// The waiting pages are made of it alone, whether or not a mail could be sent. So they do not reveal what
/// others asked for or who has an account. It is signed for one browser, which can neither write one itself
/// nor use another browser's.
extension AskedSignIn {
    static let cookie = "__Host-asked"
    /// One day, by the browser's clock. A person who comes back late reads that the code has expired.
    private static let maxAgeSeconds = 86_400

    /// The sign-in of a visit's cookie; nil if there is none, or if it was not given to this browser.
    init?(_ visit: Visit, _ app: App) {
        let parts = (visit.request.cookies[Self.cookie] ?? "").split(separator: ".").map(String.init)
        guard parts.count == 2, let bytes = base64URLDecoded(parts[0]), let proof = base64URLDecoded(parts[1]),
            app.secrets.browsers.all.contains(where: { constantTimeEqual(proof, Self.proof(bytes, visit, $0)) }),
            let form = try? Form(query: String(decoding: bytes, as: UTF8.self)),
            let address = EmailAddress(form["email"]), let seconds = Int64(form["at"])
        else { return nil }
        self.init(
            address: address, reference: form["reference"], next: Login.page(next: form["next"], visit),
            askedAt: Instant(secondsSince1970: seconds))
    }

    /// Stores this sign-in in the browser's cookie.
    func keep(in response: inout Response, _ visit: Visit, _ app: App) {
        let pairs = [
            ("email", address.text), ("reference", reference), ("next", next), ("at", String(askedAt.secondsSince1970)),
        ]
        let bytes = Array(pairs.map { "\($0.0)=\(percentEncoded($0.1))" }.joined(separator: "&").utf8)
        let proof = Self.proof(bytes, visit, app.secrets.browsers.current)
        response.set(.ours(Self.cookie, "\(base64URL(bytes)).\(base64URL(proof))", maxAge: Self.maxAgeSeconds))
    }

    private static func proof(_ bytes: [UInt8], _ visit: Visit, _ key: [UInt8]) -> [UInt8] {
        hmacSHA256(key: key, Array("asked ".utf8) + visit.cookie.digest + bytes)
    }
}

extension Response {
    /// Deletes the cookie of the sign-in that the browser asked for, once it has signed in.
    mutating func forgetAskedSignIn() {
        set(.ours(AskedSignIn.cookie, "", maxAge: 0))
    }

    /// Gives a browser its proof, for as long as browsers keep a cookie (RFC 6265bis §5.5).
    mutating func keep(_ known: KnownBrowser) {
        set(.ours(Visit.knownBrowserCookie, known.text, maxAge: 400 * 86_400))
    }
}
