import HTTP
import QRCode

/// The links that add one feed to each calendar program.
struct Subscription {
    /// `https://…`, to be copied.
    let feedURL: String
    let webcalURL: String
    let outlookURL: String
    let officeURL: String
    let qrPath: String
    let qrSize: String

    /// Google has no address that subscribes directly: its `cid=` accepts some feeds and rejects others without a
    /// message. This page of its settings always works.
    static let googleURL = "https://calendar.google.com/calendar/r/settings/addbyurl"

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
