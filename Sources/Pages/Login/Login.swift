import Crypto
import HTTP
import Runtime
import Storage
import Web

/// Signing in with a mailed link, or with the code in the same mail.
package enum Login {
    /// The 32 capital letters and digits that are not mistaken for each other, so eight of them are 40 bits.
    static let codeAlphabet = Array("23456789ABCDEFGHJKLMNPQRSTUVWXYZ".utf8)
    static let codeLength = 8
    /// The wrong codes that a browser may type before it must ask for another mail.
    static let codeTries = 5
    /// The links of one customer that are valid at the same time. They are more than strangers may ask for while a
    /// link is valid, so that strangers' links do not end the owner's.
    static let liveLinks = 8

    /// Returns the keyed digest of a code, which is stored instead of it: somebody could try out 40 bits.
    static func digest(ofCode code: String, flow: FlowID, _ app: App) -> [UInt8] {
        digests(ofCode: code, flow: flow, app)[0]
    }

    /// Returns the digests of a typed code, by the current key and by each earlier key that is still valid.
    static func digests(ofCode code: String, flow: FlowID, _ app: App) -> [[UInt8]] {
        app.secrets.codes.all.map { hmacSHA256(key: $0, Array("\(flow):\(code)".utf8)) }
    }

    /// Returns the page to go to after signing in: `path` if it is a page for customers, else the settings page.
    static func page(next path: String, _ visit: Visit) -> String {
        if path.isEmpty { return "/settings" }
        return visit.page(path)?.audience == Audience.customer.name ? path : "/settings"
    }

    /// Returns the count of wrong links and codes from one network.
    static func failures(from visit: Visit, _ app: App) -> Throttle {
        app.throttle(
            "login.failure", Networks.counted(visit.request.remoteAddress),
            limit: app.config.failuresPerNetwork, seconds: 300)
    }
}
