import HTTP
import QRCode

/// The ways into each calendar program, for one feed.
struct Subscription {
    /// `https://…`, to be copied.
    let feedURL: String
    let webcalURL: String
    let outlookURL: String
    let officeURL: String
    let qrPath: String
    let qrSize: String

    /// Google has no address that subscribes by itself: its `cid=` takes some feeds and rejects others
    /// without a word. This page of its settings always works.
    static let googleURL = "https://calendar.google.com/calendar/r/settings/addbyurl"

    /// - Parameters:
    ///   - name: what the calendar is to be called.
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

    /// `webcal://` in place of `https://`: the programs that take it ask for `https://` by themselves.
    /// `webcals://` would be plainer, but Safari on iOS refuses it.
    static func webcal(_ address: String) -> String {
        "webcal" + address.drop { $0 != ":" }
    }
}
