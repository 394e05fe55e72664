import CivilTime
import ICalendar

// From a stored event to the values of a form.

/// A reader of one stored event, or of one of a series.
struct DraftReader {
    let zones: ZoneResolver
    let context: EventContext

    /// Returns the values that a form shows.
    ///
    /// - Parameters:
    ///   - component: the event with its own start and end.
    ///   - series: the component with the rule; nil for an event without a series.
    ///   - calendar: the VCALENDAR.
    /// - Returns: nil if the event has no start that can be read.
    func draft(_ component: Component, series: Component?, in calendar: Component) -> EventDraft? {
        guard let span = span(of: component) else { return nil }
        let computed = context.computed.reading(calendar)
        var draft = EventDraft(title: "", time: time(span))
        for attribute in EventAttribute.all { attribute.read(component, &draft) }
        draft.repetition = computed?.repetition ?? series.map(repetition) ?? .none
        if computed != nil, let time = context.computed.time(of: component, in: calendar) { draft.time = time }
        draft.reminders = component.views(Alarm.self).compactMap { Reminder($0, clocks: context.clocks) }
        return draft.normalized
    }

    /// Returns the start and end as they are written; nil if there is no start.
    func span(of component: Component) -> TimesEdit.Span? {
        var alone = component
        for name in ["RRULE", "RDATE", "EXRULE", "EXDATE", "RECURRENCE-ID"] { alone.remove(name) }
        var occurrences = Series([alone], zones: zones, floating: context.clocks).occurrences(from: .distantPast)
        var budget = WorkBudget.standard
        do throws(RecurrenceError) {
            guard let only = try occurrences.next(&budget) else { return nil }
            // The end of a flight is on the clocks of its own zone.
            if let end = alone.date("DTEND"), end.isDate == only.start.isDate, only.endInstant > only.startInstant {
                return TimesEdit.Span(only.start, end)
            }
            return TimesEdit.Span(only.start, only.end)
        } catch {
            return nil
        }
    }

    /// Returns a start and an end as a form shows them. A time in UTC is shown on the customer's clocks.
    private func time(_ span: TimesEdit.Span) -> EventTime {
        if case .date(let first) = span.start {
            return .allDay(first...max(first, span.end.local.date - 1))
        }
        let (start, startZone) = shown(span.start), (end, endZone) = shown(span.end)
        return .timed(start: start, startZone: startZone, end: end, endZone: endZone)
    }

    private func shown(_ value: DateOrTime) -> (LocalDateTime, zone: String) {
        switch value {
        case .date, .floating: return (value.local, "")
        case .utc(let moment): return (context.clocks.local(moment), context.clocks.name)
        case .zoned(let local, let tzid):
            let rules = zones.rules(named: tzid, else: context.floating?.rules ?? context.clocks)
            return (local, (rules as? TimeZoneRules)?.name ?? tzid)
        }
    }

    /// Returns the first rule of a series.
    private func repetition(_ series: Component) -> Repetition {
        guard let property = series.first("RRULE"), let start = series.date("DTSTART") else { return .none }
        do throws(RecurrenceRuleError) {
            let rule = try RecurrenceRule(property.value), clocks = clocks(of: start)
            // A rule that counts to 0 adds nothing.
            if rule.count == 0 { return .none }
            let read = Repetition(rule, from: start, clocks: clocks, weekStart: context.weekStart)
            guard case .utc(let moment) = start, context.clocks.local(moment).date != start.local.date
            else { return read }
            // The rule counts UTC's days, which are others than those that people see.
            var plain = rule
            (plain.count, plain.until) = (nil, nil)
            return Repetition(.custom(plain), read.end)
        } catch {
            return .none
        }
    }

    /// Returns the clocks by which people read the days of a series: their own for a series in UTC.
    func clocks(of start: DateOrTime) -> (any ZoneRules)? {
        if case .utc = start { return context.clocks }
        return zones.clocks(of: start)
    }
}
