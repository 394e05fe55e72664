import Calendars
import CivilTime
import ICalendar
import Places
import PrayerTimes
import Runtime
import Templates
import Text

/// The words of events in a language: days, times, reminders, rules.
struct EventWords {
    let language: Language
    let app: App
    /// The writer of dates, times and numbers.
    let format: Formatter

    init(_ format: Formatter, _ app: App) {
        language = format.language
        self.app = app
        self.format = format
    }

    func text(_ key: String, _ values: [String: String] = [:]) -> String { format.text(key, values) }
    func text(_ key: String, counting n: Int) -> String { format.text(key, counting: n) }
    func number(_ value: Int) -> String { format.number(value) }

    // MARK: Days and times

    func clock(_ time: LocalDateTime) -> String { format.time(minute: time.minuteOfDay) }

    /// `Wednesday 25 November 2026`.
    func long(_ day: LocalDate) -> String { format.day(day, .full) }

    /// `25 November`.
    func short(_ day: LocalDate) -> String { format.day(day, .short) }

    func list(_ words: [String]) -> String { format.list(words) }

    /// Returns the first hundred of an event's categories.
    func categories(_ names: [String]) -> String {
        let most = 100, shown = names.prefix(most).map(\.shortened.isolated)
        return list(shown + (names.count > most ? ["…"] : []))
    }

    /// Returns a length in words: `45 min`, `1 h 15 min`, `2 days`.
    func length(_ minutes: Int) -> String {
        minutes > 0 && minutes % 1_440 == 0
            ? text("event.days", counting: minutes / 1_440) : format.duration(minutes: minutes)
    }

    /// Returns the name of a zone's city: `Riyadh`.
    func place(ofZone name: String) -> String { TimeZones.name(of: name, arabic: language == .arabic) }

    func anchor(_ anchor: PrayerAnchor) -> String { format.anchor(anchor) }

    /// `Monday 23 November 2026, 10:00–11:00`, as the event's own zones have it.
    func when(_ time: EventTime) -> String {
        switch time {
        case .allDay(let days):
            return days.lowerBound == days.upperBound
                ? text("event.when.one-day", ["day": long(days.lowerBound)])
                : text("event.when.days", ["first": long(days.lowerBound), "last": long(days.upperBound)])
        case .timed(let start, let startZone, let end, let endZone):
            if start == end, startZone == endZone {
                return text("event.when.moment", ["day": long(start.date), "start": clock(start)])
            }
            return start.date == end.date
                ? text("event.when.times", ["day": long(start.date), "start": clock(start), "end": clock(end)])
                : text("event.when.over-days", [
                    "first": long(start.date), "start": clock(start), "last": long(end.date), "end": clock(end),
                ])
        case .anchored(let anchor, let day, let minutes):
            if minutes == 0 {
                return text("event.when.moment", ["day": long(day), "start": self.anchor(anchor)])
            }
            return text("event.when.anchored", [
                "day": long(day), "anchor": self.anchor(anchor), "length": length(minutes),
            ])
        }
    }

    // MARK: Reminders

    func reminder(_ reminder: Reminder) -> String {
        switch reminder {
        case .before(let minutes):
            minutes == 0 ? text("event.reminder.start") : text("event.reminder.before", ["length": length(minutes)])
        case .afterStart(let minutes):
            minutes == 0 ? text("event.reminder.start") : text("event.reminder.after", ["length": length(minutes)])
        case .beforeEnd(let minutes):
            minutes == 0 ? text("event.reminder.end") : text("event.reminder.before-end", ["length": length(minutes)])
        case .at(let time):
            text("event.reminder.on", ["day": short(time.date), "time": clock(time)])
        }
    }

    // MARK: Repetition

    /// Returns the rule in words: `Every week on Monday, until 28 December 2026`. nil for one event.
    func repetition(_ repetition: Repetition, from first: LocalDate, _ hijri: HijriCalendar) -> String? {
        guard let rule = rule(repetition.rule, from: first, hijri) else { return nil }
        return switch repetition.end {
        case .never: rule
        case .until(let day): text("event.rule.until", ["rule": rule, "day": long(day)])
        case .count(let count):
            text("event.rule.count", ["rule": rule, "times": text("event.times", counting: count)])
        }
    }

    /// - Parameter first: the day of the first event, which gives the rule its day.
    func rule(_ rule: Repetition.Rule, from first: LocalDate, _ hijri: HijriCalendar) -> String? {
        switch rule {
        case .none: return nil
        case .daily: return text("event.repeat.daily")
        case .weekdays(let days): return text("event.rule.weekly", ["days": dayNames(days)])
        case .weekly(let interval, let days):
            let names = dayNames(days.isEmpty ? [first.weekday] : days)
            return interval == 1
                ? text("event.rule.weekly", ["days": names])
                : text("event.rule.weeks", ["weeks": text("event.rule.interval", counting: interval), "days": names])
        case .monthlyByDay:
            return text("event.rule.month-day", ["day": number(first.day)])
        case .monthlyByWeekday:
            return text("event.rule.month-weekday", ["weekday": format.weekday(first.weekday), "which": which(first)])
        case .yearly: return text("event.rule.yearly", ["day": short(first)])
        case .hijriMonthly:
            guard let day = hijri.date(of: first) else { return text("event.repeat.hijri-month") }
            return text("event.rule.hijri-month", ["day": number(day.day)])
        case .hijriYearly:
            guard let day = hijri.date(of: first) else { return text("event.repeat.hijri-year") }
            return text("event.rule.hijri-year", ["day": short(day)])
        case .custom(let own):
            return text("event.rule.custom", ["rule": own.text.isolated])
        }
    }

    func short(_ day: HijriDate) -> String {
        text("date.short", ["day": number(day.day), "month": format.hijriMonthName(day.month)])
    }

    private func which(_ day: LocalDate) -> String {
        text("event.ordinal.\(min((day.day - 1) / 7 + 1, 5))")
    }

    private func dayNames(_ days: Set<Weekday>) -> String {
        // The week is named from Sunday on, as it is in most of the countries that Jadwal is made for.
        list(days.sorted { $0.rawValue % 7 < $1.rawValue % 7 }.map(format.weekday))
    }

    /// - Parameter count: nil for a series without an end, or one of more events than are counted.
    func count(_ count: Int?) -> String {
        count.map { text("event.count.events", counting: $0) } ?? text("event.count.many")
    }
}
