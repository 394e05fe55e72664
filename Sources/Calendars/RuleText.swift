package import CivilTime
package import ICalendar

// The rule of a series as one line of text, for programs.

extension EventDraft {
    /// The rule as RFC 5545 §3.3.10 writes it, with its end; empty if the event does not repeat.
    ///
    /// A rule of Hijri days is written with RSCALE (RFC 7529).
    ///
    /// - Parameters:
    ///   - weekStart: the customer's.
    ///   - clocks: the rules of a zone; nil if it has none by that name.
    package func ruleText(weekStart: Weekday, clocks: (_ zone: String) throws -> (any ZoneRules)?) rethrows -> String {
        let start: DateOrTime, zone: (any ZoneRules)?
        switch time {
        case .timed(let local, let name, _, _):
            zone = try name.isEmpty ? nil : clocks(name)
            start = name.isEmpty ? .floating(local) : .zoned(local, tzid: name)
        case .allDay(let days): (start, zone) = (.date(days.lowerBound), nil)
        case .anchored(_, let day, _): (start, zone) = (.date(day), nil)
        }
        switch repetition.rule {
        case .hijriMonthly, .hijriYearly: return hijriText(start, zone)
        default: return repetition.recurrenceRule(from: start, clocks: zone, weekStart: weekStart)?.text ?? ""
        }
    }

    private func hijriText(_ start: DateOrTime, _ zone: (any ZoneRules)?) -> String {
        let text = "\(Repetition.hijriScale);FREQ=\(repetition.rule == .hijriMonthly ? "MONTHLY" : "YEARLY")"
        switch repetition.end {
        case .never: return text
        case .count(let count): return "\(text);COUNT=\(count)"
        case .until(let day): return "\(text);UNTIL=\(day.iso8601.replacing("-", with: ""))"
        }
    }
}

extension Repetition {
    static let hijriScale = "RSCALE=ISLAMIC-UMALQURA"

    /// Reads the rule of a series as `EventDraft.ruleText` writes it, or as a program writes an RRULE.
    ///
    /// - Parameter clocks: the rules of the start's zone; nil for days and floating times.
    /// - Throws: the reason why it is no rule.
    package init(ruleText text: String, clocks: (any ZoneRules)?) throws(RecurrenceRuleError) {
        guard !text.isEmpty else {
            self = .none
            return
        }
        let isHijri = text.uppercased().hasPrefix(Self.hijriScale + ";")
        let plain = isHijri ? String(text.dropFirst(Self.hijriScale.count + 1)) : text
        var stored = try RecurrenceRule(plain, reading: .strict)
        let end: End = stored.count.map { .count($0) } ?? stored.until.map { .until($0.day(clocks)) } ?? .never
        (stored.count, stored.until) = (nil, nil)
        switch stored {
        case RecurrenceRule(.monthly) where isHijri: self = Repetition(.hijriMonthly, end)
        case RecurrenceRule(.yearly) where isHijri: self = Repetition(.hijriYearly, end)
        default: self = Repetition(.custom(isHijri ? try RecurrenceRule(text, reading: .strict) : stored), end)
        }
    }
}
