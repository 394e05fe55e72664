import Crypto
import HTTP
import Runtime
import Storage
import Web

/// Signing in with a mailed link, or with the code in the same mail.
package enum Login {
    /// Capital letters and digits that are not mistaken for each other: 32, so eight are 40 bits.
    static let codeAlphabet = Array("23456789ABCDEFGHJKLMNPQRSTUVWXYZ".utf8)
    static let codeLength = 8
    /// Wrong codes a browser may type before it has to ask for another mail.
    static let codeTries = 5
    /// Links of one customer that can be used at the same time: more than strangers may ask for within a
    /// link's life, so that theirs do not end the owner's.
    static let liveLinks = 8

    /// What is stored of a code: a keyed digest, since 40 bits could be tried out.
    static func digest(ofCode code: String, flow: FlowID, _ app: App) -> [UInt8] {
        digests(ofCode: code, flow: flow, app)[0]
    }

    /// The digests of a typed code, by the current key and by each earlier one that is still valid.
    static func digests(ofCode code: String, flow: FlowID, _ app: App) -> [[UInt8]] {
        app.secrets.codes.all.map { hmacSHA256(key: $0, Array("\(flow):\(code)".utf8)) }
    }

    /// A page of ours to go on to after signing in; anything else becomes the settings page.
    static func page(next path: String, _ visit: Visit) -> String {
        if path.isEmpty { return "/settings" }
        return visit.page(path)?.audience == Audience.customer.name ? path : "/settings"
    }

    /// The wrong links and codes from one network.
    static func failures(from visit: Visit, _ app: App) -> Throttle {
        app.throttle(
            "login.failure", Networks.counted(visit.request.remoteAddress),
            limit: app.config.failuresPerNetwork, seconds: 300)
    }
}
