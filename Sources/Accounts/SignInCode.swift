import Crypto
import Runtime
import Storage

/// The code of a sign-in mail, which the browser that asked can type instead of opening the link.
package enum SignInCode {
    /// The 32 capital letters and digits that are not mistaken for each other, so eight of them are 40 bits.
    package static let alphabet = Array("23456789ABCDEFGHJKLMNPQRSTUVWXYZ".utf8)
    package static let length = 8
    /// The wrong codes that a browser may type before it must ask for another mail.
    static let tries = 5

    /// Returns the keyed digest of a code, which is stored instead of it: somebody could try out 40 bits.
    static func digest(_ code: String, flow: FlowID, _ app: App) -> [UInt8] {
        digests(code, flow: flow, app)[0]
    }

    /// Returns the digests of a typed code, by the current key and by each earlier key that is still valid.
    static func digests(_ code: String, flow: FlowID, _ app: App) -> [[UInt8]] {
        app.secrets.codes.all.map { hmacSHA256(key: $0, Array("\(flow):\(code)".utf8)) }
    }

    /// Returns the capital letters and digits of a typed text: people also type spaces and hyphens.
    static func normalized(_ typed: String) -> String {
        String(String.UnicodeScalarView(typed.uppercased().unicodeScalars.filter { scalar in
            ("A"..."Z").contains(scalar) || ("0"..."9").contains(scalar)
        }.prefix(2 * length)))
    }
}
