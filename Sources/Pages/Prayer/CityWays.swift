import HTTP
import PrayerFeeds
import QRCode
import Runtime
import Web

/// The part of a city's page with the ways to subscribe, in the order of the visitor's device:
/// `templates/prayer/city-ways.mustache`.
///
/// A reminder is part of a feed's address. So a way has one link for each reminder, and the style sheet shows that of
/// the chosen one. Google and Microsoft ignore reminders: their ways have one link for all.
struct CityWays: Encodable {
    let reminders: [Reminder]
    /// The way that suits the device best.
    let primary: CityWay
    /// A sentence about that way for those who chose a reminder.
    let alarmHint: String
    /// The others, as rows.
    let rows: [CityWay]
    let outlook: [OutlookWay]
    let links: [FeedLink]
    /// The code that opens this page on a phone; nil on a phone.
    let code: CodePicture?

    /// A choice of the reminder.
    struct Reminder: Encodable {
        /// The number of the choice: links of the class `a2` belong to the choice `k2`, those of `a` to all.
        let choice: String
        let label: String
        let isChosen: Bool
    }

    /// The address of a feed with one reminder.
    struct FeedLink: Encodable {
        let choice: String
        let url: String
    }

    /// One of Microsoft's two calendars.
    struct OutlookWay: Encodable {
        let title: String
        let url: String
    }
}

/// A calendar program with its links.
struct CityWay: Encodable {
    let title: String
    let hint: String
    let links: [CityWays.FeedLink]
}

extension CityWays {
    /// - Parameters:
    ///   - feed: returns the feed's address for a reminder, in minutes before a prayer.
    ///   - name: the name of the calendar.
    ///   - code: makes the QR code of this page, for a computer.
    init(
        feed: (Int?) -> String, alarm: Int?, isAlarmChosen: Bool, name: String, code: () throws -> CodePicture,
        _ device: Device,
        _ format: Formatter
    ) throws {
        // A reminder at the time of the prayer is why people subscribe, so it is chosen beforehand.
        let offered = [nil] + FeedOptions.reminders, chosen = isAlarmChosen ? alarm : 0
        let alarms = offered.contains(chosen) ? offered : offered + [chosen]
        reminders = alarms.enumerated().map { index, minutes in
            Reminder(choice: String(index), label: Self.words(minutes, format), isChosen: minutes == chosen)
        }
        func links(_ url: (String) -> String) -> [FeedLink] {
            alarms.enumerated().map { FeedLink(choice: String($0), url: url(feed($1))) }
        }
        func way(_ key: String, hint: String, links: [FeedLink]) -> CityWay {
            CityWay(title: format.text(key), hint: format.text(hint), links: links)
        }
        let silent = feed(nil)
        let isAndroid = device.system == "Android", isPhone = device.isMobileOfApple || isAndroid
        let isApple = device.isMobileOfApple || device.system == "Mac"
        let google = way(
            isApple ? "ways.google" : "ways.google.add",
            hint: isAndroid ? "ways.google.hint.android" : "ways.google.hint",
            links: [FeedLink(choice: "", url: Self.google(silent))])
        let apple = way(
            device.isMobileOfApple ? "ways.apple.add" : isApple ? "ways.mac.add" : "ways.apple",
            hint: "ways.apple.hint", links: links(Subscription.webcal))
        primary = isApple ? apple : google
        alarmHint = format.text(
            isApple ? "ways.apple.alarm" : isAndroid ? "ways.google.alarm.android" : "ways.google.alarm")
        let droid = way("ways.icsx5", hint: "ways.icsx5.hint", links: links(Subscription.webcal))
        rows = [isApple ? google : isAndroid ? droid : apple]
        outlook = [
            ("subscribe.outlook.personal", "outlook.live.com"), ("subscribe.outlook.work", "outlook.office.com"),
        ].map { key, host in
            OutlookWay(title: format.text(key), url: Subscription.microsoft(host, silent, name: name))
        }
        self.links = links { $0 }
        self.code = isPhone ? nil : try code()
    }

    private static func words(_ minutes: Int?, _ format: Formatter) -> String {
        switch minutes {
        case nil: format.text("ways.remind.none")
        case 0?: format.text("ways.remind.now")
        case let minutes?: format.text("ways.remind.before", ["n": format.number(minutes)])
        }
    }

    /// Returns the address at which Google asks whether to add a feed. It is in wide use but not documented, so the
    /// page also names the documented way, by a copied address.
    private static func google(_ feed: String) -> String {
        "https://calendar.google.com/calendar/r?cid=\(percentEncoded(Subscription.webcal(feed)))"
    }
}

/// A QR code: `templates/prayer/qr.mustache`.
struct CodePicture: Encodable {
    var qrPath: String
    var qrSize: String
}

extension CodePicture {
    init(_ address: String) throws {
        let code = try QRCode(address)
        self.init(qrPath: code.path, qrSize: String(code.size))
    }
}

/// The codes that have been drawn, by their addresses.
private let drawnCodes = CacheSlot<CodePicture>("codes", limitBytes: 1 << 20)

extension App {
    /// Returns the QR code of an address that many ask for. A process draws it once.
    func keptCode(_ address: String) throws -> CodePicture {
        try shared.cache(drawnCodes).value(address, at: now(), bytes: { $0.qrPath.utf8.count }) {
            try CodePicture(address)
        }
    }
}
