import CivilTime
package import ICalendar

extension EventDraft {
    /// Returns a new calendar object of the draft (RFC 5545 §3.6.1).
    ///
    /// - Throws: `EventProblems`.
    func object(uid: String, _ context: EventContext) throws -> Component {
        let draft = normalized, zones = ZoneResolver(database: context.database)
        let problems = draft.problems(context, zones: zones)
        guard problems.isEmpty else { throw EventProblems(problems) }
        var calendar = VCalendar(productID: EventContext.productID).component
        let times = try draft.times(context, zones)
        var event = Component("VEVENT", properties: [
            Property("UID", text: uid), Property("DTSTAMP", .utc(context.now)),
            Property("CREATED", .utc(context.now)),
            Property("LAST-MODIFIED", .utc(context.now)), Property("SEQUENCE", integer: 0),
        ])
        event.properties += times.properties
        draft.write(Set(EventAttribute.all.filter { $0.isWrittenFirst(draft) }.map(\.field)), into: &event)
        event.components += draft.reminders.map { $0.alarm(title: draft.title, clocks: context.clocks) }
        calendar.components = [event] + times.overrides.map { event.override(with: $0, context.computed.ownNames) }
        if let problem = draft.noteProblem(calendar, context) { throw EventProblems([problem]) }
        calendar.addZones(context)
        return calendar
    }

    /// Returns the times of a checked draft, plain or computed, with the single changes that the old series had.
    ///
    /// - Parameter old: the VCALENDAR before an edit; nil for a new event.
    /// - Throws: `EventProblems` and `EventRefusal`.
    func times(_ context: EventContext, _ zones: ZoneResolver, replacing old: Component? = nil) throws -> EventTimes {
        guard !isComputed, let span = time.span(zones: zones, clocks: context.clocks) else {
            do {
                return try context.computed.times(time, repetition, replacing: old)
            } catch let problem as EventProblem {
                throw EventProblems([problem])
            }
        }
        var times = try plainTimes(span, context, zones)
        if let old {
            let changes = try context.computed.singleChanges(in: old)
            times.take(changes, try times.plainEvents(on: changes.days, context, zones), zones)
        }
        return times
    }

    /// Returns the times of a plain event. A series begins at the first time of its rule, because RFC 5545 §3.8.5.3
    /// leaves the meaning of any other DTSTART open.
    private func plainTimes(
        _ span: TimesEdit.Span, _ context: EventContext, _ zones: ZoneResolver
    ) throws -> EventTimes {
        var event = Component("VEVENT", properties: [Property("DTSTART", span.start)])
        // A moment has no end: DTEND is after DTSTART (RFC 5545 §3.8.2.2).
        if zones.moment(span.start) < zones.moment(span.end) {
            event.properties.append(Property("DTEND", span.end))
        }
        let rule = repetition.recurrenceRule(
            from: span.start, clocks: zones.clocks(of: span.start), weekStart: context.weekStart)
        guard let rule else { return EventTimes(properties: event.properties) }
        event.properties.append(Property("RRULE", rule: rule))
        let first: LocalDateTime?
        do throws(EditingError) {
            first = try rule.firstTime(from: span.start)
        } catch {
            // A rule that takes so long to begin never does.
            first = nil
        }
        guard let first else { throw EventProblems([EventProblem(.repetition, .neverHappens)]) }
        let start = TimesEdit.Span(span.start, span.start), moved = span.start.at(first)
        TimesEdit(from: start, to: .init(moved, moved)).apply(to: &event, zones: zones)
        return EventTimes(properties: event.properties)
    }
}

extension Component {
    /// The names of the properties that say when an event is, and how it repeats.
    package static let timeNames: Set<String> = ["DTSTART", "DTEND", "DURATION", "RRULE", "RDATE", "EXRULE", "EXDATE"]

    /// Returns a change of one event of this series: the values of the series, with other times.
    func override(with times: Component, _ ownNames: Set<String>) -> Component {
        var override = self
        override.properties.removeAll { Self.timeNames.contains($0.name) || ownNames.contains($0.name) }
        let place = override.properties.firstIndex { $0.name == "UID" }.map { $0 + 1 } ?? 0
        override.properties.insert(contentsOf: times.properties, at: place)
        return override
    }

    /// Adds the VTIMEZONE of each zone that a VCALENDAR uses and does not have (RFC 5545 §3.2.19).
    mutating func addZones(_ context: EventContext) {
        let known = Set(components.filter { $0.name == "VTIMEZONE" }.compactMap { $0.first("TZID")?.value })
        var missing: Set<String> = []
        for component in components where component.name != "VTIMEZONE" {
            let named = component.properties.compactMap { $0.parameter("TZID") }
            missing.formUnion(named.filter { !known.contains(escapedText($0)) })
        }
        guard !missing.isEmpty, let window = window(context) else { return }
        let zones = missing.sorted().compactMap { tzid in
            context.database(tzid).map { Component.timeZone(tzid, $0, over: window) }
        }
        components.insert(contentsOf: zones, at: 0)
    }

    /// Returns the years of its events: four at least, so that yearly changes are written as a rule, ten of an endless
    /// series, and never more than forty.
    private func window(_ context: EventContext) -> Range<Instant>? {
        let zones = ZoneResolver(self, database: context.database)
        var budget = WorkBudget.standard, window: Range<Instant>?
        for series in Series.all(in: self, zones: zones, floating: context.clocks) {
            do throws(RecurrenceError) {
                guard let bounds = try series.bounds(budget: &budget) else { continue }
                let first = bounds.firstStart.utc.year, last = bounds.lastEnd?.utc.year ?? first + 10
                guard let start = Instant(utcYear: first, month: 1, day: 1),
                      let end = Instant(utcYear: min(max(last + 1, first + 4), first + 40), month: 1, day: 1)
                else { continue }
                window = min(start, window?.lowerBound ?? start)..<max(end, window?.upperBound ?? end)
            } catch {
                continue
            }
        }
        return window
    }
}
