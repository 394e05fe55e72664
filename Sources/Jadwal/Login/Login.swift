import Crypto
import FeatureKit
import HTTP
import Logging
import Mail
import Storage

/// Signing in with a mailed link, or with the code in the same mail.
enum Login {
    /// Capital letters and digits that are not mistaken for each other: 32, so eight are 40 bits.
    static let codeAlphabet = Array("23456789ABCDEFGHJKLMNPQRSTUVWXYZ".utf8)
    static let codeLength = 8
    /// Wrong codes a browser may type before it has to ask for another mail.
    static let codeTries = 5
    /// Links of one customer that can be used at the same time.
    static let liveLinks = 3

    /// What is stored of a code: a keyed digest, since 40 bits could be tried out.
    static func digest(ofCode code: String, flow: FlowID, _ app: App) -> [UInt8] {
        hmacSHA256(key: app.secrets.codes, Array("\(flow):\(code)".utf8))
    }

    /// A page of ours to go on to after signing in; anything else becomes the settings page.
    static func page(next path: String) -> String {
        if path.isEmpty { return "/settings" }
        return routes.contains { $0.isCustomerPage && $0.pattern.match(path) != nil } ? path : "/settings"
    }

    /// What a mail to an address counts against. Beyond it the person is told when to try again.
    static func countMail(to address: EmailAddress, _ visit: Visit, _ app: App) throws {
        func throttle(_ kind: String, _ subject: [UInt8], _ limit: Int, _ seconds: Int) -> Throttle {
            Throttle(
                kind: kind, subject: hmacSHA256(key: app.secrets.throttles, subject),
                limit: limit, windowSeconds: seconds)
        }
        let config = app.config
        let key = Array(address.key.utf8)
        var throttles = [
            throttle("mail.address", key, config.mailsPerAddress, 3_600),
            throttle("mail.network", Networks.counted(visit.request.remoteAddress), config.mailsPerNetwork, 3_600),
            throttle("mail.service", [], config.mailsPerHour, 3_600),
        ]
        if config.resendSeconds > 0 { throttles.append(throttle("mail.again", key, 1, config.resendSeconds)) }
        if let seconds = try app.store.take(throttles) {
            app.log.warning("mail limit", metadata: ["request": "\(visit.request.id)", "retry_seconds": "\(seconds)"])
            throw Refusal.tooManyRequests(seconds: seconds)
        }
    }

    /// The wrong links and codes from one network.
    static func failures(from visit: Visit, _ app: App) -> Throttle {
        Throttle(
            kind: "login.failure",
            subject: hmacSHA256(key: app.secrets.throttles, Networks.counted(visit.request.remoteAddress)),
            limit: app.config.failuresPerNetwork, windowSeconds: 300)
    }
}
