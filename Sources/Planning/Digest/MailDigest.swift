import Calendars
import CivilTime
import Mail
import Notifications
import PrayerTimes
package import Runtime
package import Storage
import Templates

/// The mail of the morning.
///
/// Running twice is harmless: the Message-ID is the same.
package struct MailDigest: Job {
    package static let kind = "planning.mail-digest"
    package static func usefulSeconds(_ config: Config) -> Int { 6 * 3_600 }
    let customer: CustomerID
    /// As `2026-11-25`.
    let day: String

    package var customerID: CustomerID? { customer }

    package func run(_ context: JobContext, _ app: App) throws {
        guard let row = try app.store.customer(customer), let address = EmailAddress(row.email),
            let date = LocalDate(iso8601: day), try app.notices(of: row).choices()[.digest, .mail]
        else { return }
        let format = app.formatter(row, context.language)
        let page = DigestMail(try app.planning(of: row).digestDay(date), format, app)
        var message = try app.message(page, to: address, context)
        message.subject = format.text("mail.digest.subject.day", ["day": page.date])
        message.unsubscribeURL = app.unsubscribeURL(.digest, of: customer)
        try context.send(message, app)
    }
}

struct DigestMail: MailPage {
    static let name = "digest"

    struct Event: Encodable {
        let time: String, name: String, place: String?
    }

    struct Prayer: Encodable {
        let name: String, time: String
    }

    /// The most events of a mail.
    private static let mostEvents = 30

    let date: String
    let events: [Event]
    /// The sentence about a day without events; nil for another.
    let none: String?
    /// The sentence about further events; nil if there are none.
    let more: String?
    let prayers: [Prayer]
    let hasPrayers: Bool
    /// The sentence about conflicts that wait; nil if there are none.
    let conflicts: String?
    let url: String, inboxURL: String, settingsURL: String
}

extension DigestMail {
    init(_ day: DigestDay, _ format: Formatter, _ app: App) {
        date = format.day(day.date, .weekday)
        events = day.events.prefix(Self.mostEvents).map { entry in
            let isTimed = !entry.isAllDay && entry.startDay == day.date
            return Event(
                time: isTimed ? format.time(entry.start, day.zone) : format.text("entry.all-day"),
                name: entry.title.isEmpty ? format.text("notice.untitled") : entry.title,
                place: entry.place.isEmpty ? nil : entry.place)
        }
        let left = day.events.count - events.count
        none = day.events.isEmpty ? format.text("mail.digest.none") : nil
        more = left > 0 ? format.text("mail.digest.more", counting: left) : nil
        prayers = day.prayers.map { prayer in
            Prayer(
                name: format.text("prayer.\(prayer.event.rawValue)"), time: format.time(prayer.moment, day.prayerZone))
        }
        hasPrayers = !prayers.isEmpty
        conflicts = day.conflicts > 0 ? format.text("mail.digest.conflicts", counting: day.conflicts) : nil
        url = app.url("/calendar/day/\(day.date.iso8601)")
        inboxURL = app.url("/inbox")
        settingsURL = app.url("/settings/notifications")
    }
}
