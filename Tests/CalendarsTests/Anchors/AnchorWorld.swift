@testable import Calendars
import CivilTime
import Foundation
import ICalendar
import PrayerTimes
import Synchronization
import Testing

/// A place whose prayer times a test decides: each prayer a minute later every second day, so that most days differ.
struct AnchorWorld {
    static let riyadh = zone("Asia/Riyadh"), london = zone("Europe/London")

    var zone = riyadh
    /// Minutes by which the city's times differ, as those of another city would.
    var later = 0
    /// Days on which no prayer has a time.
    var without: Set<LocalDate> = []
    var hijri = HijriCalendar.ummAlQura
    var today = day("2026-11-23")
    var now: Instant { zone.instant(of: .midnight(today)) + .seconds(9 * 3_600) }

    /// The usual hours of the place, in minutes after its midnight. Isha is close to the next midnight.
    private static let minutes = PerEvent<Int>(
        fajr: 270, sunrise: 360, dhuhr: 705, asr: 900, maghrib: 1_020, isha: 1_415)

    var sources: SeriesSources {
        let zone = zone, later = later, without = without
        let prayers = PrayerMoments(zone: zone) { date in
            var times = PerEvent<Instant?>(all: nil)
            guard !without.contains(date) else { return times }
            for event in DayEvent.allCases {
                let minute = Self.minutes[event] + later + (date.daysSince1970 / 2) % 40
                times[event] = zone.startOfDay(date) + .seconds(minute * 60)
            }
            return times
        }
        return SeriesSources(prayers: prayers, hijri: hijri, inputs: "")
    }

    /// Returns the moment of a prayer, by the same table.
    func moment(_ prayer: DayEvent, _ date: LocalDate, _ minutes: Int = 0) -> Instant {
        zone.startOfDay(date)
            + .seconds((Self.minutes[prayer] + later + (date.daysSince1970 / 2) % 40 + minutes) * 60)
    }

    static let database: ZoneResolver.Database = { name in zones.withLock { $0[name] } ?? found(name) }

    private static let zones = Mutex<[String: TimeZoneRules]>([:])

    private static func found(_ name: String) -> TimeZoneRules? {
        guard let data = FileManager.default.contents(atPath: "/usr/share/zoneinfo/\(name)"), !name.isEmpty,
              let rules = try? TimeZoneRules(name: name, tzif: [UInt8](data))
        else { return nil }
        zones.withLock { $0[name] = rules }
        return rules
    }

    static func zone(_ name: String) -> TimeZoneRules { found(name) ?? .utc }

    // MARK: Series

    /// Makes a series as an object: the times, and what a form adds.
    func made(_ time: EventTime, _ repetition: Repetition = .none, _ lines: [Property] = []) throws -> Component {
        let times = try MadeSeries(time, repetition, sources, today: today, ZoneResolver(database: Self.database)).times
        return object(times, lines)
    }

    /// Makes "15 minutes after Asr, 45 minutes long".
    func afterAsr(
        _ repetition: Repetition = Repetition(.daily), from first: LocalDate? = nil, _ lines: [Property] = []
    ) throws -> Component {
        try made(
            .anchored(PrayerAnchor(prayer: .asr, minutes: 15), day: first ?? today, minutes: 45), repetition, lines)
    }

    func object(_ times: EventTimes, _ lines: [Property] = []) -> Component {
        let head = [
            Property("UID", text: "walk"), Property("DTSTAMP", .utc(now)), Property("SUMMARY", text: "Walk"),
        ] + lines
        var calendar = Component("VCALENDAR", properties: [
            Property("VERSION", text: "2.0"), Property("PRODID", text: "-//Test//EN"),
        ])
        calendar.components = [Component("VEVENT", properties: head + times.properties)]
        calendar.components += times.overrides.map { override in
            Component("VEVENT", properties: head + override.properties)
        }
        return calendar
    }

    /// Rewrites an object; nil if it stays as it is.
    func rewritten(_ object: Component) throws -> Component? {
        let series = try #require(StoredSeries(object, database: Self.database))
        var rewrite = SeriesRewrite(series, sources, now: now, today: today)
        return try rewrite.run()
    }

    /// Returns the starts of all occurrences as a program shows them.
    func starts(_ object: Component) throws -> [Instant] {
        try occurrences(object).map(\.startInstant)
    }

    func occurrences(_ object: Component) throws -> [Occurrence] {
        let zones = ZoneResolver(object, database: Self.database)
        let series = Series.all(in: object, names: ["VEVENT"], zones: zones, floating: zone)
        let window = zone.startOfDay(day("2020-01-01"))..<zone.startOfDay(day("2080-01-01"))
        var budget = WorkBudget.standard
        return try #require(series.first).occurrences(in: window, budget: &budget)
    }
}

func day(_ text: String) -> LocalDate { LocalDate(iso8601: text) ?? LocalDate(daysSince1970: 0) }

extension Component {
    /// The component of the series.
    var series: Component {
        get { components.first { $0.name == "VEVENT" && $0.first("RECURRENCE-ID") == nil } ?? self }
        set {
            guard let index = components.firstIndex(where: { $0.name == "VEVENT" && $0.first("RECURRENCE-ID") == nil })
            else { return }
            components[index] = newValue
        }
    }

    /// The overrides by the days of their RECURRENCE-ID.
    subscript(of day: LocalDate) -> Component? {
        get { components.first { $0.date("RECURRENCE-ID")?.local.date == day } }
        set {
            components.removeAll { $0.date("RECURRENCE-ID")?.local.date == day }
            if let newValue { components.append(newValue) }
        }
    }

    var text: String { String(decoding: CalendarStream([self]).octets, as: UTF8.self) }
}
