import Calendars
import CivilTime
import ICalendar
import PrayerTimes
import Templates

// The part of the event form that says when.

extension EventFormReader {
    /// Returns the time; nil if it is wrong.
    mutating func time() throws -> EventTime? {
        switch form[.when] {
        case "day": allDay()
        case "prayer": anchored()
        default: try timed()
        }
    }

    private mutating func day(_ field: EventForm.Field) -> LocalDate? {
        let day = TypedTime.day(form[field])
        if day == nil { refuse(field, .notADay) }
        return day
    }

    private mutating func time(_ field: EventForm.Field, on day: LocalDate?) -> LocalDateTime? {
        // A wrong day does not make a right time wrong.
        let time = TypedTime.time(form[field], on: day ?? LocalDate(daysSince1970: 0))
        if time == nil { refuse(field, .notATime) }
        return day == nil ? nil : time
    }

    private mutating func number(_ field: EventForm.Field, _ range: ClosedRange<Int>) -> Int? {
        guard let number = TypedTime.number(form[field]), range.contains(number) else {
            refuse(field, .notANumber(range))
            return nil
        }
        return number
    }

    // MARK: At a time

    private mutating func timed() throws -> EventTime? {
        let fields: [EventForm.Field] = [.when, .startDay, .startTime, .startZone, .endDay, .endTime, .endZone]
        if form[.lasts].isEmpty, let own = unchanged(fields, { $0.time }) { return own }
        let start = time(.startTime, on: day(.startDay))
        let startRules = try zone(.startZone)
        let endsByLength = !form[.lasts].isEmpty
        if let start, let startRules { checkClocks(start, .startTime, form[.startZone], startRules) }
        if endsByLength {
            let minutes = number(.lasts, Self.lengths)
            guard let start, let startRules, let minutes, problems.isEmpty else { return nil }
            let end = startRules.local(startRules.instant(of: start) + .seconds(minutes * 60))
            return .timed(start: start, startZone: form[.startZone], end: end, endZone: form[.startZone])
        }
        let end = time(.endTime, on: day(.endDay))
        let endRules = try zone(.endZone)
        guard let start, let end, let startRules, let endRules else { return nil }
        checkClocks(end, .endTime, form[.endZone], endRules)
        let first = startRules.instant(of: start), last = endRules.instant(of: end)
        guard last >= first else {
            refuseEnd(end, last, first, startRules, endRules)
            return nil
        }
        return .timed(start: start, startZone: form[.startZone], end: end, endZone: form[.endZone])
    }

    private mutating func zone(_ field: EventForm.Field) throws -> TimeZoneRules? {
        let found = try rules(form[field])
        if found == nil { refuse(field, .unknownZone) }
        return found
    }

    /// Refuses a time that the clocks skip, and offers the one that they show at that moment.
    private mutating func checkClocks(
        _ time: LocalDateTime, _ field: EventForm.Field, _ zone: String, _ rules: TimeZoneRules
    ) {
        guard case .skipped = rules.resolve(time) else { return }
        let shown = rules.local(rules.instant(of: time))
        refuse(
            field, .skipped(time, zone: zone, shown: shown),
            fix: fix(field == .startTime ? .startDay : .endDay, field, shown))
    }

    /// Refuses an end before the start, and offers the next day for an evening that ends after midnight,
    /// an hour after the start otherwise.
    private mutating func refuseEnd(
        _ end: LocalDateTime, _ last: Instant, _ first: Instant, _ startRules: TimeZoneRules, _ endRules: TimeZoneRules
    ) {
        let nextDay = LocalDateTime(date: end.date + 1, hour: end.hour, minute: end.minute, second: end.second) ?? end
        let byNight = endRules.instant(of: nextDay)
        let isNight = byNight > first && byNight < first + .seconds(12 * 3_600)
        let better = isNight ? nextDay : endRules.local(first + .seconds(3_600))
        let shown = form[.endZone] == form[.startZone] ? nil : startRules.local(last)
        refuse(.endTime, .endsBeforeStart(inStartZone: shown), fix: fix(.endDay, .endTime, better))
    }

    private func fix(
        _ day: EventForm.Field, _ clock: EventForm.Field, _ time: LocalDateTime
    ) -> [EventFormProblem.Fix] {
        [.init(field: day, value: time.date.iso8601), .init(field: clock, value: EventForm.clock(time))]
    }

    // MARK: All day, and around a prayer

    private mutating func allDay() -> EventTime? {
        if let own = unchanged([.when, .from, .to], { $0.time }) { return own }
        let first = day(.from)
        let last = form[.to].trimmed.isEmpty ? first : day(.to)
        guard let first, let last else { return nil }
        guard last >= first else {
            refuse(.to, .endsBeforeStart(inStartZone: nil), fix: [.init(field: .to, value: first.iso8601)])
            return nil
        }
        return .allDay(first...last)
    }

    private mutating func anchored() -> EventTime? {
        if let own = unchanged([.when, .minutes, .side, .prayer, .day, .length], { $0.time }) { return own }
        let minutes = number(.minutes, 0...EventLimits.anchorMinutes.upperBound)
        let prayer = DayEvent(rawValue: form[.prayer])
        if prayer == nil { refuse(.prayer, .unknownChoice) }
        let first = day(.day)
        let length = number(.length, EventLimits.anchoredLength)
        guard let minutes, let prayer, let first, let length else { return nil }
        let anchor = PrayerAnchor(prayer: prayer, minutes: form[.side] == "before" ? -minutes : minutes)
        return .anchored(anchor, day: first, minutes: length)
    }
}

// MARK: Repetition

extension EventFormReader {
    /// Returns the rule and its end; nil if one is wrong.
    mutating func repetition(_ time: EventTime?) throws -> Repetition? {
        let fields: [EventForm.Field] = [.repeat, .interval, .rule, .until, .count]
        if let own = unchanged(fields, lists: [.weekday], { $0.repetition }) { return own }
        guard form[.repeat] != "never", !form[.repeat].isEmpty else { return Repetition.none }
        var rule = rule()
        var end = end(from: time?.day)
        // The end of a typed rule counts if the fields for it are empty.
        if case .custom(var custom)? = rule {
            if end == .never { end = try typedEnd(of: custom, time) }
            custom.count = nil
            custom.until = nil
            rule = .custom(custom)
        }
        guard let rule, let end else { return nil }
        return Repetition(rule, end)
    }

    private mutating func rule() -> Repetition.Rule? {
        switch form[.repeat] {
        case "daily": return .daily
        case "weekdays":
            // A series keeps its own working days.
            if case .weekdays(let days)? = original?.draft.repetition.rule { return .weekdays(days) }
            return .weekdays(workingDays)
        case "weekly":
            guard let interval = number(.interval, EventLimits.interval) else { return nil }
            return .weekly(interval: interval, Set(form[.weekday].compactMap { Int($0).flatMap(Weekday.init) }))
        case "month-day": return .monthlyByDay
        case "month-weekday": return .monthlyByWeekday
        case "yearly": return .yearly
        case "hijri-month": return .hijriMonthly
        case "hijri-year": return .hijriYearly
        case "custom": return customRule()
        default:
            refuse(.repeat, .unknownChoice)
            return nil
        }
    }

    private mutating func customRule() -> Repetition.Rule? {
        var typed = plainNumber(form[.rule])
        if typed.uppercased().hasPrefix("RRULE:") { typed = String(typed.dropFirst(6)) }
        do throws(RecurrenceRuleError) {
            let rule = try RecurrenceRule(typed, reading: .strict)
            if rule.hasOtherCalendar, !isOwnRule(rule) {
                refuse(.rule, .otherCalendar)
                return nil
            }
            if rule.frequency >= .daily { return .custom(rule) }
        } catch {
            // Any wrong part has the same sentence below.
        }
        refuse(.rule, .rule)
        return nil
    }

    /// Returns true if the event has this rule already, whatever its end is.
    private func isOwnRule(_ typed: RecurrenceRule) -> Bool {
        guard case .custom(let own)? = original?.draft.repetition.rule else { return false }
        var plain = typed
        (plain.count, plain.until) = (nil, nil)
        return plain == own
    }

    /// Returns the end of a typed rule. The last day of one that is in UTC is that on the clocks of the event.
    private func typedEnd(of rule: RecurrenceRule, _ time: EventTime?) throws -> Repetition.End {
        if let count = rule.count { return .count(count) }
        guard let until = rule.until else { return .never }
        var zone = ""
        if case .timed(_, let startZone, _, _)? = time { zone = startZone }
        return .until(until.day(try rules(zone)))
    }

    private mutating func end(from first: LocalDate?) -> Repetition.End? {
        let hasUntil = !form[.until].trimmed.isEmpty, hasCount = !form[.count].trimmed.isEmpty
        switch (hasUntil, hasCount) {
        case (false, false): return .never
        case (true, true):
            refuse(.until, .untilAndCount)
            return nil
        case (false, true): return number(.count, EventLimits.count).map { .count($0) }
        case (true, false):
            guard let last = day(.until) else { return nil }
            if let first, last < first {
                refuse(.until, .untilBeforeStart)
                return nil
            }
            return .until(last)
        }
    }
}
