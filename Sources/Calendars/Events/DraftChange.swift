import CivilTime
import ICalendar

/// The change from one draft to another, for each component of a series. Properties of other fields stay as they are.
struct DraftChange {
    let old: EventDraft, new: EventDraft
    let fields: Set<EventField>
    /// The change of start and end; nil if neither was edited.
    let times: TimesEdit?
    let reader: DraftReader

    /// - Parameters:
    ///   - fields: those of the draft that differ.
    ///   - span: the start and end before the change, as they are written.
    init(
        from old: EventDraft, to new: EventDraft, _ fields: Set<EventField>, at span: TimesEdit.Span?,
        _ reader: DraftReader
    ) {
        self.old = old
        self.new = new
        self.fields = fields
        self.reader = reader
        var isMoved = !fields.isDisjoint(with: [.isAllDay, .start, .end])
        var isFresh = false
        if case .utc? = span?.start, fields.contains(.repetition) {
            // The days of a rule are those of a zone's clocks, and people do not live by UTC's.
            (isMoved, isFresh) = (true, true)
        }
        let target = isFresh
            ? new.time.span(zones: reader.zones, clocks: reader.context.clocks)
            : new.time.span(like: span, old.time, zones: reader.zones, clocks: reader.context.clocks)
        times = isMoved ? span.flatMap { span in target.map { TimesEdit(from: span, to: $0) } } : nil
    }

    func apply(to component: inout Component) {
        times?.apply(to: &component, zones: reader.zones)
        new.write(fields, into: &component)
        if fields.contains(.reminders) { new.writeReminders(into: &component, changedFrom: old, reader.context) }
        if !fields.isDisjoint(with: [.repetition, .repetitionEnd]) { writeRule(into: &component) }
    }

    private func writeRule(into component: inout Component) {
        guard new.repetition.rule != .none else {
            for name in ["RRULE", "RDATE", "EXRULE", "EXDATE"] { component.remove(name) }
            return
        }
        guard let start = component.date("DTSTART") else { return }
        let clocks = reader.clocks(of: start)
        guard var rule = new.repetition.recurrenceRule(from: start, clocks: clocks, weekStart: reader.context.weekStart)
        else { return }
        let index = component.properties.firstIndex { $0.name == "RRULE" }
        if let index, let stored = RecurrenceRule(readable: component.properties[index].value) {
            // A person who changed the end only did not choose the rule again; and the other way round.
            if !fields.contains(.repetition) {
                let (count, until) = (rule.count, rule.until)
                rule = stored
                (rule.count, rule.until) = (count, until)
            } else if !fields.contains(.repetitionEnd), stored.until.map({ $0.isDate == start.isDate }) ?? true {
                // The second part of a divided series has the rest of the count.
                (rule.count, rule.until) = (stored.count, stored.until)
            }
        }
        guard let index else {
            let place = component.properties.firstIndex { ["DTEND", "DURATION", "DTSTART"].contains($0.name) } ?? 0
            return component.properties.insert(Property("RRULE", rule: rule), at: place + 1)
        }
        component.properties[index].value = rule.text
    }
}
