import CivilTime
import ICalendar
import PrayerTimes

/// The names of Jadwal's own properties. Programs keep what they do not know (RFC 5545 §3.8.8.2).
enum OwnName {
    /// The prayer, and the minutes after it or before it: `asr+15m`.
    static let anchor = "X-JADWAL-ANCHOR"
    /// The first day of the series, as a DATE.
    static let first = "X-JADWAL-FIRST"
    /// The Hijri date of the first event, as in `1448-06-15`, for a series that is counted by it.
    static let hijri = "X-JADWAL-HIJRI"
    /// The rule of the days with its true end. It may have RSCALE, as the RRULE of the object may not.
    static let rule = "X-JADWAL-RULE"
    /// The UNTIL that Jadwal wrote into the RRULE, as the DATE of its last nominal time.
    static let until = "X-JADWAL-UNTIL"
    /// The last day whose times are written, as a DATE; the last day of the year 9999 if the series is complete.
    static let through = "X-JADWAL-THROUGH"
    /// The nominal days that are excluded because the prayer has no time.
    static let leftOut = "X-JADWAL-LEFT-OUT"
    /// The start and the length that Jadwal wrote into this component. If they differ, somebody moved it.
    static let time = "X-JADWAL-TIME"

    static let all: Set<String> = [anchor, first, hijri, rule, until, through, leftOut, time]
}

/// The last day that iCalendar can write: the coverage of a complete series.
let lastOfAllDays = LocalDate(daysSince1970: 2_932_896)

extension ComputedRule {
    /// The properties that keep the rule.
    var properties: [Property] {
        var properties: [Property] = []
        if let anchor { properties.append(Property(OwnName.anchor, value: anchor.text)) }
        properties.append(Property(OwnName.first, value: DateOrTime.date(first).text))
        switch days {
        case .hijriMonthly(let date), .hijriYearly(let date):
            properties.append(Property(OwnName.hijri, value: date.description))
        case .once, .rule: break
        }
        if let rule = textRule {
            properties.append(
                Property(OwnName.rule, parameters: [Parameter("VALUE", "RECUR")], value: rule.text))
        }
        return properties
    }

    /// The rule of the days with its end, as programs write rules.
    private var textRule: RecurrenceRule? {
        var text: RecurrenceRule
        switch days {
        case .once: return nil
        case .rule(let rule): text = rule
        case .hijriMonthly(let date):
            text = RecurrenceRule(.monthly)
            text.monthDays = [date.day]
        case .hijriYearly(let date):
            text = RecurrenceRule(.yearly)
            text.months = [RuleMonth(date.month)]
            text.monthDays = [date.day]
        }
        if isHijri { (text.calendar, text.skip) = (.ummAlQura, .backward) }
        switch end {
        case .never: break
        case .until(let last): text.until = .date(last)
        case .count(let count): text.count = count
        }
        return text
    }

    /// Reads the rule of a series; nil if it has none that this release can read.
    init?(_ master: Component) {
        guard let first = master.ownDate(OwnName.first) else { return nil }
        let anchor = master.ownText(OwnName.anchor).map { PrayerAnchor($0) }
        if case .some(.none) = anchor { return nil }
        self.init(anchor: anchor ?? nil, first: first, days: .once)
        guard let text = master.ownText(OwnName.rule) else {
            // Without an anchor and without a rule nothing is computed.
            if self.anchor == nil { return nil }
            return
        }
        guard var rule = RecurrenceRule(readable: text) else { return nil }
        if let last = rule.until { end = .until(last.local.date) }
        if let count = rule.count { end = .count(count) }
        (rule.until, rule.count) = (nil, nil)
        if rule.calendar == nil {
            days = .rule(rule)
            return
        }
        guard let date = master.ownText(OwnName.hijri).flatMap({ HijriDate(ownText: $0) }) else { return nil }
        days = rule.frequency == .monthly ? .hijriMonthly(date) : .hijriYearly(date)
    }
}

extension Component {
    /// Returns the text of one of Jadwal's properties, without the escapes that a program may have added.
    func ownText(_ name: String) -> String? {
        readable(try first(name)?.text())
    }

    func ownDate(_ name: String) -> LocalDate? { ownText(name).flatMap { LocalDate(ownText: $0) } }

    /// The days of a list of Jadwal's; those that cannot be read are not in it.
    func ownDates(_ name: String) -> Set<LocalDate> {
        Set((ownText(name) ?? "").split(separator: ",").compactMap { LocalDate(ownText: String($0)) })
    }
}

extension PrayerAnchor {
    /// As in `asr+15m` or `fajr-30m`.
    var text: String { "\(prayer.rawValue)\(minutes < 0 ? "-" : "+")\(minutes.magnitude)m" }

    /// Reads such a text; nil for any other, and for more than a day.
    init?(_ text: String) {
        guard let sign = text.firstIndex(where: { $0 == "+" || $0 == "-" }), text.hasSuffix("m"),
              let prayer = DayEvent(rawValue: String(text[..<sign])),
              let minutes = Int(text[sign...].dropLast()), (-1_440...1_440).contains(minutes)
        else { return nil }
        self.init(prayer: prayer, minutes: minutes)
    }
}

extension LocalDate {
    /// Reads a DATE as `20261125`; nil for anything else.
    fileprivate init?(ownText text: String) {
        do throws(Irregularity) {
            guard case .date(let date) = try DateOrTime(text, type: .date, reading: .strict) else { return nil }
            self = date
        } catch {
            return nil
        }
    }
}

extension HijriDate {
    /// Reads `1448-06-15`; nil for anything else.
    fileprivate init?(ownText text: String) {
        guard text.utf8.count == 10, let month = HijriMonth(String(text.prefix(7))), let day = Int(text.suffix(2)),
              (1...30).contains(day)
        else { return nil }
        self.init(year: month.year, month: month.month, day: day)
    }
}
