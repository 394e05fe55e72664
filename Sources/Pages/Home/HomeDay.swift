import CivilTime
import Places
import PrayerFeeds
import PrayerTimes
import Runtime
import Templates
import Web

/// The picture of the first page: the afternoon of today in Riyadh, with its prayers and two events.
struct HomeDay: Encodable {
    let date: String
    /// `13 Jumada II`; nil outside the table of months.
    let hijri: String?
    let hours: [HomeHour]
    /// The prayers and events in the order of their times.
    let blocks: [HomeBlock]
}

/// A line of the hours.
struct HomeHour: Encodable {
    /// The hour, which decides the place: 11 to 20.
    let hour: String
    let time: String
}

/// A prayer or an event. Its place is drawn at five minutes exactly.
struct HomeBlock: Encodable {
    let name: String
    let time: String
    /// `11:40`
    let datetime: String
    let hour: String
    /// 0, 5, … 55
    let minute: String
    let isPrayer: Bool
}

extension HomeDay {
    /// The hours that every afternoon of Riyadh fits in, from Dhuhr to Isha in Ramadan.
    private static let hours = 11...20

    init(_ now: Instant, _ visit: Visit, _ app: App) throws {
        let format = app.formatter(visit), calendar = try app.hijri
        guard let zone = try app.shared.timeZones.rules(named: "Asia/Riyadh"),
              let centre = Coordinates(latitude: 24.68773, longitude: 46.72185)
        else { throw MissingZone() }
        let riyadh = Place(centre, zone: zone)
        let rules = FeedOptions().rules(country: "SA", elevationMetres: nil), today = zone.date(at: now)
        let times = Timetable(riyadh, rules, hijri: calendar).day(today).times
        func minute(_ event: DayEvent) -> Int? { times[event].map { zone.local($0).minuteOfDay } }
        /// Returns an event of half an hour after a prayer, at a quarter of an hour.
        func event(_ key: String, after prayer: DayEvent) -> (minute: Int, name: String, isPrayer: Bool)? {
            minute(prayer).map { (($0 + 30 + 14) / 15 * 15, format.text(key), false) }
        }
        let prayers = [DayEvent.dhuhr, .asr, .maghrib, .isha].compactMap { event in
            minute(event).map { (minute: $0, name: format.text(event.time.textKey), isPrayer: true) }
        }
        let events = [event("home.day.lunch", after: .dhuhr), event("home.day.coffee", after: .asr)].compactMap(\.self)
        date = format.day(today, .weekday)
        hijri = calendar.date(of: today).map { hijri in
            format.text("date.short", ["day": format.number(hijri.day), "month": format.hijriMonthName(hijri.month)])
        }
        hours = Self.hours.map { HomeHour(hour: String($0), time: format.time(minute: 60 * $0)) }
        blocks = (prayers + events).sorted { $0.minute < $1.minute }.map { block in
            HomeBlock(
                name: block.name, time: format.time(minute: block.minute), datetime: clockText(minute: block.minute),
                hour: String(block.minute / 60), minute: String(block.minute % 60 / 5 * 5), isPrayer: block.isPrayer)
        }
    }

    /// The zone rules of the system lack Riyadh.
    private struct MissingZone: Error {}
}
