import CivilTime
import Crypto
import ICalendar
import PrayerTimes
import Storage

/// The objects of a prayer calendar on one day of its place. All octets are in one piece of memory.
final class CalendarObjects: Sendable {
    /// The days for which the names of earlier objects are known. A client that stayed away longer starts over: it
    /// would have to load nearly as much.
    static let knownDays = 30

    /// The facts that all events of a kind share.
    struct Kind: Sendable {
        let identifier: String
        let summary: String
        let uidStart: String, uidEnd: String
    }

    struct Entry: Sendable {
        let day: LocalDate
        /// An index of `kinds`.
        let kind: Int
        /// Whole minutes since 1970 began in UTC.
        let startMinute: Int
        let minutes: Int
        let octets: Range<Int>
    }

    let timeZone: String
    let isBusy: Bool
    let today: LocalDate
    /// The days that are shown.
    let window: ClosedRange<LocalDate>
    let epoch: UInt64
    let kinds: [Kind]
    /// In the order of the days.
    let entries: [Entry]
    let octets: [UInt8]
    /// SHA-256 of each entry's octets, 32 bytes each.
    let digests: [UInt8]
    /// The first day whose state a client may come from.
    let oldest: LocalDate
    /// The names of the objects of the days before the window, as far as they are known.
    let past: [(day: LocalDate, names: [String])]

    /// Writes the objects of a feed's days.
    ///
    /// - Parameters:
    ///   - window: the days that are shown.
    ///   - inputsDigest: a digest of the Hijri calendar and the zone rules with which the texts are written now.
    init(_ days: FeedDays, _ window: ClosedRange<LocalDate>, inputsDigest: String) {
        let calendar = days.calendar
        let kinds = FeedEventKind.all.map { kind in
            let (start, end) = calendar.uidParts(kind)
            return Kind(
                identifier: kind.identifier, summary: calendar.words.text(kind.textKey), uidStart: start, uidEnd: end)
        }
        let positions = Dictionary(uniqueKeysWithValues: FeedEventKind.all.enumerated().map { ($1, $0) })
        var writer = ObjectWriter(calendar)
        var entries: [Entry] = [], digests: [UInt8] = []
        for day in calendar.days {
            for event in calendar.options.events(of: day, calendar.hijri, calendar.mosque) {
                guard let kind = positions[event.kind] else {
                    preconditionFailure("FeedEventKind.all lacks \(event.kind)")
                }
                let range = writer.write(event, of: day)
                entries.append(Entry(
                    day: day.day, kind: kind, startMinute: event.start, minutes: event.minutes, octets: range))
                digests += sha256(Array(writer.octets[range]))
            }
        }
        timeZone = calendar.place.timeZone
        isBusy = calendar.options.isBusy
        today = days.today
        self.window = window
        epoch = calendar.epoch(days.timetable, window, inputsDigest)
        self.kinds = kinds
        self.entries = entries
        octets = writer.octets
        self.digests = digests
        // Days that were computed with other inputs cannot be computed again.
        let isKnown = days.timetable.inputsDigest == inputsDigest
        oldest = isKnown ? days.today - Self.knownDays : days.today
        past = (isKnown ? calendar.past(before: window.lowerBound) : []).map { day in
            let events = calendar.options.events(of: day, calendar.hijri, calendar.mosque)
            return (day.day, events.map { Self.name(day.day, $0.kind.identifier) })
        }
    }

    /// The memory of the objects, roughly.
    var bytes: Int { octets.count + digests.count + entries.count * MemoryLayout<Entry>.stride + 16_384 }

    func name(_ day: LocalDate, _ kind: Kind) -> String { Self.name(day, kind.identifier) }

    private static func name(_ day: LocalDate, _ identifier: String) -> String { "\(day.iso8601)-\(identifier).ics" }

    /// Returns the indices of a day's entries.
    func entries(on day: LocalDate) -> Range<Int> {
        let start = firstIndex { $0.day >= day }
        return start..<firstIndex { $0.day > day }
    }

    /// Returns the index of the first entry that fulfils a condition, if all later ones fulfil it, too.
    private func firstIndex(_ isFulfilled: (Entry) -> Bool) -> Int {
        var low = 0, high = entries.count
        while low < high {
            let middle = (low + high) / 2
            if isFulfilled(entries[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}

/// A writer of objects, one behind the other.
private struct ObjectWriter {
    private var writer = ContentLineWriter(reserving: 1 << 19)
    private var events: FeedEventWriter
    private let revisions: Revisions
    private let head: [UInt8], end: [UInt8]

    init(_ calendar: FeedCalendar) {
        events = FeedEventWriter(calendar)
        revisions = Revisions(calendar.changes, calendar.publishedAt)
        // No METHOD: a stored object is no message (RFC 4791 §4.1).
        var writer = ContentLineWriter()
        writer.line("BEGIN", "VCALENDAR")
        writer.line("VERSION", "2.0")
        writer.line("PRODID", FeedCalendar.producer)
        writer.line("CALSCALE", "GREGORIAN")
        head = writer.bytes
        writer = ContentLineWriter()
        writer.line("END", "VCALENDAR")
        end = writer.bytes
    }

    var octets: [UInt8] { writer.bytes }

    /// Writes an event and returns the range of its object.
    mutating func write(_ event: FeedEvent, of day: PrayerDay) -> Range<Int> {
        let start = writer.bytes.count
        writer.raw(head)
        events.write(event, of: day, revisions.revision(of: day.day, event.kind.time), to: &writer)
        writer.raw(end)
        return start..<writer.bytes.count
    }
}

extension FeedCalendar {
    /// Returns a digest of everything that decides the octets of objects, but the day.
    fileprivate func epoch(
        _ timetable: PrayerTimetable, _ window: ClosedRange<LocalDate>, _ inputsDigest: String
    ) -> UInt64 {
        // Raise the number if a release chooses the events of a day in another way.
        let inputs = """
            1 \(options.query) \(place.country ?? "") \(place.timeZone) \(window.upperBound - window.lowerBound)
            \(timetable.rules) \(timetable.inputsDigest) \(timetable.publishedAt.microsecondsSince1970)
            \(timetable.refreshedAt.map { String($0.microsecondsSince1970) } ?? "") \(inputsDigest)
            \(mosque.map { "\(timetable.mosqueDigest ?? "") \(words.lines($0.noteKey) { _ in [:] })" } ?? "")
            """
        return sha256(Array(inputs.utf8) + sample()).prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// Returns objects of every kind with every text that an object can have. They are the same on every day, so they
    /// change only if a release writes other texts or writes them in another way.
    private func sample() -> [UInt8] {
        var writer = ObjectWriter(self)
        let first = LocalDate(daysSince1970: 20_500)
        func write(_ kinds: [FeedEventKind], _ day: LocalDate, notes: Int) {
            let minutes = [Int?](repeating: day.daysSince1970 * 1_440, count: DailyTime.allCases.count)
            let day = PrayerDay(day: day, minutes: minutes, notes: notes)
            for kind in kinds {
                let start = day.day.daysSince1970 * 1_440 + kind.offset(options)
                let event = FeedEvent(kind: kind, start: start, minutes: kind.minutes(options))
                _ = writer.write(event, of: day)
            }
        }
        write(FeedEventKind.all, first, notes: 0)
        // Every rule in turn, in Ramadan.
        for rule in 0..<16 {
            write([.daily(.fajr), .daily(.isha)], first, notes: 1 | rule << 4 | rule << 8 | rule << 12)
        }
        // Every Hijri month.
        for month in 1..<13 { write([.daily(.fajr)], first + month * 29, notes: 0) }
        return writer.octets
    }

    /// Computes the known days before a day, in order. Their objects are gone, so only their names matter.
    fileprivate func past(before first: LocalDate) -> [PrayerDay] {
        let rules = options.rules(country: place.country, elevationMetres: place.elevationMetres)
        return Timetable(Place(place.coordinates, zone: zone), rules, hijri: hijri, table: mosque?.table)
            .kept((first - CalendarObjects.knownDays)...(first - 1))
    }
}
