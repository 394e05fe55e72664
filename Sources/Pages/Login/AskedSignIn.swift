import Accounts
import CivilTime
import Crypto
import HTTP
import Mail
import Places
import PrayerFeeds
import Runtime
import Storage
import Web

/// The sign-in that a browser asked for last, kept in a cookie of the browser.
///
/// The waiting pages are made of it alone, whether or not a mail could be sent. So they do not reveal what
/// others asked for or who has an account. It is signed for one browser, which can neither write one itself
/// nor use another browser's.
struct AskedSignIn {
    static let cookie = "__Host-asked"
    /// One day. A person who comes back late reads that the code has expired.
    private static let maxAgeSeconds = 86_400

    let address: EmailAddress
    /// Two characters, on the page and in the mail.
    let reference: String
    /// The page to go on to.
    let next: String
    let askedAt: Instant

    init(address: EmailAddress, reference: String, next: String, askedAt: Instant) {
        self.address = address
        self.reference = reference
        self.next = next
        self.askedAt = askedAt
    }

    /// The sign-in of a visit's cookie; nil if there is none, or if it was not given to this browser.
    init?(_ visit: Visit, _ app: App) {
        let parts = (visit.request.cookies[Self.cookie] ?? "").split(separator: ".").map(String.init)
        guard parts.count == 2, let bytes = base64URLDecoded(parts[0]), let proof = base64URLDecoded(parts[1]),
            app.secrets.browsers.all.contains(where: { constantTimeEqual(proof, Self.proof(bytes, visit, $0)) }),
            let form = Result(catching: { () throws(RequestError) in try Form(query: String(decoding: bytes, as: UTF8.self)) }).success,
            let address = EmailAddress(form["email"]), let seconds = Int64(form["at"])
        else { return nil }
        self.address = address
        reference = form["reference"]
        next = Login.page(next: form["next"], visit)
        askedAt = Instant(secondsSince1970: seconds)
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

    /// Seconds until the browser may ask for another mail; 0 if it may.
    func secondsToWait(_ app: App) -> Int {
        max(0, min(app.config.resendSeconds, app.config.resendSeconds - secondsPassed(app)))
    }

    /// Returns true if a code mailed for this sign-in has expired.
    func isExpired(_ app: App) -> Bool {
        secondsPassed(app) >= app.config.linkMinutes * 60
    }

    private func secondsPassed(_ app: App) -> Int {
        Int(app.now().secondsSince1970 - askedAt.secondsSince1970)
    }

    /// Returns the count of wrong codes typed for this sign-in. It counts them even if no mail was sent.
    func codeTries(_ visit: Visit, _ app: App) -> Throttle {
        app.throttle(
            "login.code", visit.cookie.digest + Array(reference.utf8), limit: SignInCode.tries,
            seconds: app.config.linkMinutes * 60)
    }
}

extension Response {
    /// Deletes the cookie of the sign-in that the browser asked for, once it has signed in.
    mutating func forgetAskedSignIn() {
        set(.ours(AskedSignIn.cookie, "", maxAge: 0))
    }
}
