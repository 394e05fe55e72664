import Accounts
import Calendars
import CivilTime
import Crypto
import HTTP
import Planning
import Runtime
import Storage
import Web

// What the resources of `/api/v1` share.
//
// - SentJSON.swift: a value of JSON. SentFields.swift: a body, or the parameters of an address, read field by field.
// - Codes.swift: a method and codes. Preconditions.swift: entity tags. Moments.swift: moments and days as texts.

extension ProgramVisit {
    var customer: Customer { signedIn.customer }
    var calendars: CalendarHome { app.calendars(of: customer) }
    /// The customer's zone.
    var zone: TimeZoneRules { get throws { try app.zone(of: customer) } }

    /// The UUID of what this request makes: the same for each request with the same `Idempotency-Key`, so that one that
    /// is sent twice makes one thing. Without the header it is a new one.
    ///
    /// - Parameter kind: the kind of the thing, and where it is made.
    func newUID(_ kind: String) throws -> String {
        guard let key = request.headers["Idempotency-Key"] else { return Random.uuidV4() }
        guard (1...200).contains(key.utf8.count) else {
            throw Problem(.badRequest, code: "idempotency-key", "The header Idempotency-Key has 1 to 200 characters.")
        }
        let digest = sha256(Array("\(customer.id) \(kind) \(key)".utf8))
        // The version and the variant of a UUID that is made of a digest (RFC 9562 §5.8).
        var bytes = Array(digest.prefix(16))
        bytes[6] = bytes[6] & 0x0F | 0x80
        bytes[8] = bytes[8] & 0x3F | 0x80
        let hex = bytes.map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
        let marks = [8, 12, 16, 20]
        return hex.enumerated().map { (marks.contains($0.offset) ? "-" : "") + String($0.element) }.joined()
    }
}

/// The longest body of a request in octets.
package let longestResourceBody = 128 << 10
