import HTTP
import QRCode

/// The part of a page with the ways of one feed into each calendar program.
struct Subscription: Encodable {
    /// The feed's address to copy, `https://…`.
    let feedURL: String
    let webcalURL: String
    let outlookURL: String
    let officeURL: String
    let qrPath: String
    let qrSize: String

    /// A page of Google's settings, which always works. Google has no address that subscribes by itself:
    /// its `cid=` takes some feeds and rejects others without an error.
    let googleURL = "https://calendar.google.com/calendar/r/settings/addbyurl"
}

extension Subscription {
    /// - Parameters:
    ///   - name: the name of the calendar.
    ///   - qr: the address behind the QR code.
    init(feed: String, name: String, qr: String) throws {
        feedURL = feed
        webcalURL = Self.webcal(feed)
        let query = "?url=\(percentEncoded(feed))&name=\(percentEncoded(name))"
        outlookURL = "https://outlook.live.com/calendar/0/addfromweb" + query
        officeURL = "https://outlook.office.com/calendar/0/addfromweb" + query
        let code = try QRCode(qr)
        qrPath = code.path
        qrSize = String(code.size)
    }

    /// Replaces `https://` by `webcal://`: programs that accept it use `https://` themselves. `webcals://` would be
    /// clearer, but Safari on iOS refuses it.
    static func webcal(_ address: String) -> String {
        "webcal" + address.drop { $0 != ":" }
    }
}
