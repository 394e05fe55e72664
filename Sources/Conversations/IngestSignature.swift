package import CivilTime
import Crypto
package import HTTP

/// The signature of a delivery over HTTP: the HMAC-SHA-256 of the second it was sent, a dot, and the body.
///
/// The second is in the header `Jadwal-Timestamp`, the signature in `Jadwal-Signature` as `v1=` and hexadecimal digits.
/// A delivery that is repeated within the window stores nothing twice.
package struct IngestSignature: Sendable {
    private let key: [UInt8]

    /// The seconds by which the clocks of the two may differ.
    private static let window: Int64 = 300

    package init(secret: String) {
        key = Array(secret.utf8)
    }

    /// Returns the headers of a delivery.
    package func headers(of body: [UInt8], at moment: Instant) -> [(name: String, value: String)] {
        let second = "\(moment.secondsSince1970)"
        return [("Jadwal-Timestamp", second), ("Jadwal-Signature", "v1=\(hex(code(second, body)))")]
    }

    /// Returns true if a delivery was signed with the secret, within five minutes of this clock.
    package func isValid(_ headers: Headers, _ body: [UInt8], now: Instant) -> Bool {
        guard let second = headers["Jadwal-Timestamp"], second.utf8.count <= 12, let sent = Int64(second),
            abs(sent - now.secondsSince1970) <= Self.window, let signature = headers["Jadwal-Signature"]
        else { return false }
        return constantTimeEqual(Array(signature.utf8), Array("v1=\(hex(code(second, body)))".utf8))
    }

    private func code(_ second: String, _ body: [UInt8]) -> [UInt8] {
        hmacSHA256(key: key, Array("\(second).".utf8) + body)
    }
}
