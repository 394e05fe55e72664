package import CivilTime
import ICalendar
package import PrayerTimes
import Storage
package import Templates

/// A feed as iCalendar text (RFC 5545, 7986), from the minutes that Postgres keeps.
///
/// The same days make the same bytes on every host and at every moment: nothing here is the present time,
/// random, or an id of the database. Times are UTC: they need no zone definition, and no program can shift them.
struct FeedCalendar {
    package let place: FeedPlace
    package let options: FeedOptions
    package let method: Method
    package let words: FeedWords
    /// The end of every UID, so that the UIDs of two installations are never equal.
    package let host: String
    /// The city's page; nil for a customer's point.
    package let page: String?
    package let zone: TimeZoneRules
    package let hijri: HijriCalendar
    let publishedAt: Instant
    package let days: [PrayerDay]
    package let changes: [PrayerChange]
    /// The mosque's timetable whose times the days have; nil if there is none.
    let mosque: FeedMosque?

    /// The PRODID of everything that is written.
    static let producer = "-//Jadwal//Prayer times//EN"

    package func bytes() -> [UInt8] {
        let rows = days.map { (day: $0, events: options.events(of: $0, hijri, mosque)) }
        var writer = ContentLineWriter(reserving: 1_000 + 400 * rows.reduce(0) { $0 + $1.events.count })
        writeHead(&writer)
        let revisions = Revisions(changes, publishedAt)
        var body = FeedEventWriter(self)
        for (day, events) in rows {
            for event in events {
                body.write(event, of: day, revisions.revision(of: day.day, event.kind.time), to: &writer)
            }
        }
        writer.line("END", "VCALENDAR")
        return writer.bytes
    }

    /// Writes the calendar's name and the other properties before any event: Outlook ignores them after one.
    ///
    /// There is no SOURCE (RFC 7986 §5.8): customers' feeds share these bytes, and a program that followed it
    /// would change from the customer's own address to the public one.
    private func writeHead(_ writer: inout ContentLineWriter) {
        let title = words.text("feed.title") { ["place": $0 == .arabic ? place.nameArabic : place.name] }
        let about = words.text("feed.about") { language in
            [
                "method": words.word("method.\(method.name)", language),
                "latitude": FeedPlace.degrees(place.coordinates.latitude, "°N", "°S"),
                "longitude": FeedPlace.degrees(place.coordinates.longitude, "°E", "°W"),
            ]
        }
        writer.line("BEGIN", "VCALENDAR")
        writer.line("VERSION", "2.0")
        writer.line("PRODID", Self.producer)
        writer.line("CALSCALE", "GREGORIAN")
        writer.line("METHOD", "PUBLISH")
        writer.text("NAME", title)
        writer.text("X-WR-CALNAME", title)
        writer.text("DESCRIPTION", about)
        writer.text("X-WR-CALDESC", about)
        writer.line("X-WR-TIMEZONE", place.timeZone)
        // RFC 7986's property is a minimum interval; Outlook and others know only the older property.
        writer.line("REFRESH-INTERVAL;VALUE=DURATION", "P1D")
        writer.line("X-PUBLISHED-TTL", "P1D")
        // The green of Jadwal's pages, and the name in CSS that looks most like it.
        writer.line("COLOR", "seagreen")
        writer.line("X-APPLE-CALENDAR-COLOR", "#0B6B4F")
        if let page { writer.line("URL", page) }
    }
}

extension FeedOptions {
    /// Returns the text of a feed whose days are computed now, for callers without a database. Nothing is stored, so
    /// no event has ever changed.
    ///
    /// - Parameters:
    ///   - timetable: the times of the place by the rules of these options.
    ///   - hijri: the calendar of the timetable.
    ///   - host: the end of every UID.
    package func calendarText(
        of place: FeedPlace, _ timetable: Timetable, _ days: ClosedRange<LocalDate>, hijri: HijriCalendar,
        host: String, _ catalogue: Catalogue
    ) -> [UInt8] {
        FeedCalendar(
            place: place, options: self, method: timetable.rules.method, words: FeedWords(names, catalogue), host: host,
            page: nil, zone: timetable.place.zone, hijri: hijri, publishedAt: PrayerTimes.dataVersion,
            days: timetable.kept(days), changes: [], mosque: nil
        ).bytes()
    }
}

/// The mosque's timetable of a feed.
struct FeedMosque: Sendable {
    let table: MosqueTable
    /// True if the customer gave it for this feed; false for everybody's in a city.
    let isOwn: Bool

    /// The key of the note on its times.
    var noteKey: String { isOwn ? "feed.note.table.own" : "feed.note.table.city" }

    /// Returns true if an entry of a day has its time from the timetable, or follows such a time by fixed minutes.
    func decides(_ time: DailyTime, on day: LocalDate) -> Bool {
        let event: DayEvent?
        switch time {
        case .imsak: event = .fajr
        case .duha: event = .sunrise
        // They follow from two days.
        case .midnight, .lastThird: event = nil
        default: event = time.event
        }
        return event.flatMap { table.day(day)?.times[$0] } != nil
    }

    /// Returns the minutes from a prayer of a day to its iqama; nil if the timetable does not have them.
    func iqama(_ time: DailyTime, on day: LocalDate) -> Int? {
        time.event.flatMap { table.day(day)?.iqama[$0] }
    }
}

/// SEQUENCE and DTSTAMP of an event.
struct Revision: Equatable {
    let sequence: Int
    let stamp: Instant
}

/// The entries that changed after they were published. Most feeds have none.
struct Revisions {
    private let first: Revision
    private let moved: [LocalDate: [String: Revision]]

    init(_ changes: [PrayerChange], _ publishedAt: Instant) {
        first = Revision(sequence: 0, stamp: publishedAt)
        moved = Dictionary(grouping: changes, by: \.day).mapValues { changes in
            Dictionary(changes.map { ($0.entry, Revision(sequence: $0.sequence, stamp: $0.changedAt)) }) { $1 }
        }
    }

    func revision(of day: LocalDate, _ time: DailyTime) -> Revision {
        guard !moved.isEmpty, let moved = moved[day] else { return first }
        return moved[time.column] ?? first
    }
}
