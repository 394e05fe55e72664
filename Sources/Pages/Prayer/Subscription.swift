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
        outlookURL = Self.microsoft("outlook.live.com", feed, name: name)
        officeURL = Self.microsoft("outlook.office.com", feed, name: name)
        let code = try QRCode(qr)
        qrPath = code.path
        qrSize = String(code.size)
    }

    /// Returns the address at which one of Microsoft's two calendars asks whether to add a feed.
    static func microsoft(_ host: String, _ feed: String, name: String) -> String {
        "https://\(host)/calendar/0/addfromweb?url=\(percentEncoded(feed))&name=\(percentEncoded(name))"
    }

    /// Replaces `https://` by `webcal://`: programs that accept it use `https://` themselves. `webcals://` would be
    /// clearer, but Safari on iOS refuses it.
    static func webcal(_ address: String) -> String {
        "webcal" + address.drop { $0 != ":" }
    }
}
