import Calendars
import CivilTime
import HTTP
import ICalendar
import PrayerTimes

/// The fields of the event form as they were typed, right or wrong, so that a refused form shows them again.
struct EventForm: Sendable, Equatable {
    private var values: [Field: String] = [:]
    private var lists: [List: [String]] = [:]

    init() {}

    /// Reads the fields that a browser sent. Line ends are those of iCalendar texts.
    init(_ form: Form) {
        for field in Field.allCases {
            values[field] = form.first(field.rawValue).map { $0.replacing("\r\n", with: "\n") }
        }
        for list in List.allCases { lists[list] = form.all(list.rawValue) }
    }

    subscript(field: Field) -> String {
        get { values[field] ?? "" }
        set { values[field] = newValue }
    }

    subscript(list: List) -> [String] {
        get { lists[list] ?? [] }
        set { lists[list] = newValue }
    }

    /// Every field with its value, to be carried by a page that asks one more question.
    var fields: [(name: String, value: String)] {
        Field.allCases.compactMap { field in values[field].map { (field.rawValue, $0) } }
            + List.allCases.flatMap { list in self[list].map { (list.rawValue, $0) } }
    }
}

// MARK: From an event

extension EventForm {
    /// Makes the form that shows an event.
    ///
    /// - Parameter zone: the customer's zone, for the fields of the ways of saying when that are not chosen.
    init(_ draft: EventDraft, calendar: String, zone: String) {
        self[.calendar] = calendar
        for part in EventPart.all { part.show(draft, &self) }
        show(draft.time, zone)
        show(draft.repetition)
    }

    /// Fills the fields of one way of saying when, and those of the others with the same day.
    private mutating func show(_ time: EventTime, _ zone: String) {
        let day = time.day.iso8601
        for field in [Field.startDay, .endDay, .day, .from, .to] { self[field] = day }
        (self[.startZone], self[.endZone]) = (zone, zone)
        (self[.startTime], self[.endTime]) = ("09:00", "10:00")
        (self[.minutes], self[.side], self[.prayer], self[.length]) = ("15", "after", DayEvent.asr.rawValue, "60")
        switch time {
        case .timed(let start, let startZone, let end, let endZone):
            self[.when] = "time"
            (self[.startTime], self[.startZone]) = (Self.clock(start), startZone)
            (self[.endDay], self[.endTime], self[.endZone]) = (end.date.iso8601, Self.clock(end), endZone)
            self[.to] = max(start.date, end.date).iso8601
        case .allDay(let days):
            self[.when] = "day"
            self[.to] = days.upperBound.iso8601
            self[.endDay] = days.upperBound.iso8601
        case .anchored(let anchor, _, let minutes):
            self[.when] = "prayer"
            self[.minutes] = "\(anchor.minutes.magnitude)"
            self[.side] = anchor.minutes < 0 ? "before" : "after"
            self[.prayer] = anchor.prayer.rawValue
            self[.length] = "\(minutes)"
        }
    }

    private mutating func show(_ repetition: Repetition) {
        self[.interval] = "1"
        switch repetition.rule {
        case .none: self[.repeat] = "never"
        case .daily: self[.repeat] = "daily"
        case .weekdays(let days):
            self[.repeat] = "weekdays"
            self[.weekday] = Self.texts(days)
        case .weekly(let interval, let days):
            self[.repeat] = "weekly"
            self[.interval] = "\(interval)"
            self[.weekday] = Self.texts(days)
        case .monthlyByDay: self[.repeat] = "month-day"
        case .monthlyByWeekday: self[.repeat] = "month-weekday"
        case .yearly: self[.repeat] = "yearly"
        case .hijriMonthly: self[.repeat] = "hijri-month"
        case .hijriYearly: self[.repeat] = "hijri-year"
        case .custom(let rule):
            self[.repeat] = "custom"
            self[.rule] = rule.text
        }
        switch repetition.end {
        case .never: break
        case .until(let day): self[.until] = day.iso8601
        case .count(let count): self[.count] = "\(count)"
        }
    }

    private static func texts(_ days: Set<Weekday>) -> [String] {
        days.map(\.rawValue).sorted().map { "\($0)" }
    }

    /// Returns a time as fields for times write it: `09:00`, with seconds only if there are some.
    static func clock(_ time: LocalDateTime) -> String {
        time.second == 0 ? time.clock : String(time.description.suffix(8))
    }
}

/// A reminder as a hidden field of the form carries it: `before:10`, `at:2026-11-25T10:00`.
enum ReminderText {
    static func text(_ reminder: Reminder) -> String {
        switch reminder {
        case .before(let minutes): "before:\(minutes)"
        case .afterStart(let minutes): "after:\(minutes)"
        case .beforeEnd(let minutes): "end:\(minutes)"
        case .at(let time): "at:\(time.date.iso8601)T\(EventForm.clock(time))"
        }
    }

    /// Reads the text; nil for any other text.
    static func reminder(_ text: String) -> Reminder? {
        guard let colon = text.firstIndex(of: ":") else { return nil }
        let kind = text[..<colon], value = String(text[text.index(after: colon)...])
        if kind == "at" { return TypedTime.moment(value).map { .at($0) } }
        guard let minutes = Int(value), EventLimits.reminderMinutes.contains(minutes) else { return nil }
        return switch kind {
        case "before": .before(minutes: minutes)
        case "after": .afterStart(minutes: minutes)
        case "end": .beforeEnd(minutes: minutes)
        default: nil
        }
    }
}
