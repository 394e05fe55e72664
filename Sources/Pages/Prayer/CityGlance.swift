import CivilTime
import PrayerTimes
import Runtime
import Templates

/// The part of a city's page that answers what comes next and in how long: `templates/prayer/glance.mustache`.
struct CityGlance: Encodable {
    /// The next prayer; nil if neither today nor tomorrow has one.
    let soon: Soon?
    /// `It is 13:20 in Riyadh.`
    let clock: String
    let rows: [GlanceRow]
    let arc: SunArc
    /// The sentences that `page.js` counts down in, as JSON.
    let words: String

    /// The prayer that comes next.
    struct Soon: Encodable {
        /// `Asr`, `Fajr tomorrow`
        let prayer: String
        /// The time without its half of the day.
        let time: String
        /// `PM`; nil by a clock of 24 hours.
        let half: String?
        /// `2026-11-23T14:44+03:00`
        let datetime: String
        /// `in 1 h 24 min`
        let left: String
    }
}

/// One of the six times.
struct GlanceRow: Encodable {
    let name: String
    let time: String
    /// `2026-11-23T14:44+03:00`; nil if the day has no such time.
    let datetime: String?
    /// True if the time is not a prayer's.
    let isSoft: Bool
    let isPast: Bool
    let isNext: Bool
    /// True if the time is on the next date of the calendar, as Isha can be in summer.
    let isAfterMidnight: Bool
}

extension CityGlance {
    /// - Parameters:
    ///   - times: of today.
    ///   - city: the city's name.
    init(_ timetable: Timetable, _ times: DayTimes, in city: String, now: Instant, _ format: Formatter) throws {
        let zone = timetable.place.zone, today = times.day.date, coming = times.coming
        func name(_ event: DayEvent, on date: LocalDate) -> String {
            let name = format.text(event.time.textKey)
            return date > today ? format.text("city.tomorrow", ["prayer": name]) : name
        }
        rows = DayEvent.allCases.map { event in
            // After Isha the row of Fajr has tomorrow's time, which is the next.
            let isNext = coming.map { $0.event == event && $0.date >= today } ?? false
            let date = isNext ? coming?.date ?? today : today
            let moment = (date > today ? times.tomorrow : times.day).times[event]
            return GlanceRow(
                name: name(event, on: date), time: moment.map { format.time($0, zone) } ?? "–",
                datetime: moment.map { zone.iso8601($0) }, isSoft: !event.isPrayer,
                isPast: moment.map { $0 <= now } ?? false, isNext: isNext,
                isAfterMidnight: moment.map { zone.date(at: $0) > date } ?? false)
        }
        soon = coming.map { coming in
            let local = zone.local(coming.moment), minute = local.minuteOfDay
            return Soon(
                prayer: name(coming.event, on: coming.date), time: format.bareTime(minute: minute),
                half: format.halfOfDay(minute: minute), datetime: zone.iso8601(coming.moment),
                left: Self.left(from: now, to: coming.moment, format))
        }
        clock = format.text("city.clock", ["time": format.time(now, zone), "city": city])
        let prayers = DayEvent.allCases.filter(\.isPrayer).compactMap { times.day.times[$0] }
        arc = SunArc(timetable.sun(on: today), prayers: prayers, next: coming?.moment, now: now)
        words = try JSON.text(CountdownWords(city: city, format))
    }

    /// Returns the time to a moment by the minutes of the clock: `in 1 h 24 min`.
    private static func left(from now: Instant, to moment: Instant, _ format: Formatter) -> String {
        let minutes = Int(moment.secondsSince1970 / 60 - now.secondsSince1970 / 60)
        return format.text("city.left", ["length": format.duration(minutes: max(1, minutes))])
    }
}

/// The sentences of the countdown with their tags, in the page's language.
private struct CountdownWords: Encodable {
    let left: String
    let both: String
    let clock: String
    /// The two halves of the day; nil by a clock of 24 hours.
    let am: String?, pm: String?
    /// The counted texts by the plural categories of the language.
    let hours: [String: String]
    let minutes: [String: String]

    init(city: String, _ format: Formatter) {
        func counted(_ key: String) -> [String: String] {
            // Each category of both languages has one of these numbers.
            Dictionary([0, 1, 2, 3, 11, 100].map { n in
                let text = format.text(key, counting: n).replacing(format.number(n), with: "{{n}}")
                return (format.language.pluralCategory(n), text)
            }) { first, _ in first }
        }
        left = format.text("city.left")
        both = format.text("length.both")
        clock = format.text("city.clock", ["city": city])
        am = format.clock == .hours12 ? format.text("clock.am") : nil
        pm = format.clock == .hours12 ? format.text("clock.pm") : nil
        hours = counted("length.hours")
        minutes = counted("length.minutes")
    }
}

extension TimeZoneRules {
    /// Returns a moment as scripts and search engines read it, to the minute: `2026-11-23T14:44+03:00`.
    func iso8601(_ moment: Instant) -> String {
        let local = local(moment), minutes = offset(at: moment) / 60
        let offset = clockText(minute: abs(minutes))
        return "\(local.date.iso8601)T\(clockText(minute: local.minuteOfDay))\(minutes < 0 ? "-" : "+")\(offset)"
    }
}
