import CivilTime
import ICalendar

extension ObjectEvent {
    /// Returns the texts after an edit; nil if nothing was changed.
    ///
    /// - Parameters:
    ///   - newUID: the UID of the second series, if this one is divided.
    /// - Throws: `EventProblems` and `EventRefusal`.
    func edited(_ scope: EditScope, to draft: EventDraft, newUID: String) throws -> EditedObject? {
        let new = draft.normalized, fields = new.differences(from: self.draft)
        guard !fields.isEmpty else { return nil }
        let scope = isRecurring && id != nil ? scope : .all
        if scope == .one, !fields.isDisjoint(with: [.repetition, .repetitionEnd]) {
            throw EventProblems([EventProblem(.repetition, .onlyForSeries)])
        }
        let problems = new.problems(in: fields, context, zones: zones, daysFromFirst: scope == .all ? shownDays : 0)
        guard problems.isEmpty else { throw EventProblems(problems) }
        do {
            let touchesTimes = !fields.isDisjoint(with: EventField.times)
            let isOfComputed = new.isComputed || self.draft.isComputed || isComputed
            let edited = isOfComputed && (touchesTimes || scope == .following)
                ? try editedComputed(scope, to: new, fields, newUID: newUID)
                : try editedPlain(scope, to: new, fields, newUID: newUID)
            if isOfComputed, scope != .one, touchesTimes || fields.contains(.note) {
                let problem = new.noteProblem(edited.second ?? edited.first, context)
                if let problem { throw problem }
            }
            return written(edited.first, edited.second)
        } catch let error as EditingError {
            throw EventRefusal(error)
        } catch let problem as EventProblem {
            throw EventProblems([problem])
        }
    }

    /// True if `ComputedSeries` made the times of the series. A moved event of it has a plain time.
    private var isComputed: Bool { context.computed.reading(calendar) != nil }

    /// Returns the VCALENDAR after the edit, and that of the second series if this one was divided.
    private func editedPlain(
        _ scope: EditScope, to new: EventDraft, _ fields: Set<EventField>, newUID: String
    ) throws -> (first: Component, second: Component?) {
        let change = DraftChange(from: draft, to: new, fields, at: reader.span(of: component), reader)
        var editor = try editor(), second: Component?
        switch scope {
        case .one:
            guard let id else { throw EventRefusal.noOccurrence }
            try editor.changeOne(id) { component in
                change.apply(to: &component)
                // One event of a computed series that had no change of its own does not take its rule along.
                if !isChanged { component.properties.removeAll { context.computed.ownNames.contains($0.name) } }
            }
        case .following:
            guard let id else { throw EventRefusal.noOccurrence }
            second = try editor.changeFollowing(id, newUID: escapedText(newUID)) { change.apply(to: &$0) }
        case .all:
            if editor.hasNoSeries {
                try editor.changeAll { change.apply(to: &$0) }
            } else {
                try editor.changeAll(from: id) { change.apply(to: &$0) }
            }
        }
        if fields.contains(.repetition) {
            if let divided = second {
                var other = try SeriesEditor(divided, uid: escapedText(newUID), zones: zones, now: context.now)
                guard try other.startInStep() else { throw EventProblem(.repetition, .neverHappens) }
                second = other.calendar
            } else if !editor.hasNoSeries {
                guard try editor.startInStep() else { throw EventProblem(.repetition, .neverHappens) }
            }
        }
        return (editor.calendar, second)
    }

    /// Changes a series whose times are computed, before or after the change. Its times are made again, and all else is
    /// changed as in a plain series.
    private func editedComputed(
        _ scope: EditScope, to new: EventDraft, _ fields: Set<EventField>, newUID: String
    ) throws -> (first: Component, second: Component?) {
        var values = new
        (values.time, values.repetition) = (draft.time, draft.repetition)
        let change = DraftChange(
            from: draft, to: values, fields.subtracting(EventField.times), at: nil, reader)
        var editor = try editor()
        switch scope {
        case .one:
            guard let id, let span = reader.span(of: component) else { throw EventRefusal.noOccurrence }
            let times = try self.times(new.time, .none, replacing: nil)
            guard let target = reader.span(of: Component("VEVENT", properties: times.properties))
            else { throw EventRefusal.noOccurrence }
            try editor.changeOne(id) { component in
                change.apply(to: &component)
                TimesEdit(from: span, to: target).apply(to: &component, zones: zones)
                if !isChanged { component.properties.removeAll { context.computed.ownNames.contains($0.name) } }
            }
            return (editor.calendar, nil)
        case .following:
            guard let id else { throw EventRefusal.noOccurrence }
            var repetition = new.repetition
            if case .count(let count) = repetition.end, !fields.contains(.repetitionEnd) {
                repetition.end = .count(max(1, count - (try number(before: id))))
            }
            let second = try editor.changeFollowing(id, newUID: escapedText(newUID)) { change.apply(to: &$0) }
            guard let second else { return (try replacingTimes(in: editor.calendar, new.time, repetition), nil) }
            return (editor.calendar, try replacingTimes(in: second, new.time, repetition))
        case .all:
            try editor.changeAll(from: id) { change.apply(to: &$0) }
            var calendar = editor.calendar
            if let id { calendar.putBack(id, reader) }
            return (try replacingTimes(in: calendar, new.time.moved(days: -shownDays), new.repetition), nil)
        }
    }

    /// The days from the first event of the series to this one, as the form shows both: an anchored event may begin
    /// after the midnight that ends the day of its prayer.
    private var shownDays: Int {
        guard id != nil, let first = context.computed.reading(calendar)?.time.day else { return daysFromFirst }
        return draft.time.day - first
    }

    /// Returns a VCALENDAR whose series has other times. The properties that are equal keep their lines.
    private func replacingTimes(
        in calendar: Component, _ time: EventTime, _ repetition: Repetition
    ) throws -> Component {
        let times = try times(time, repetition, replacing: calendar)
        var calendar = calendar
        let index = calendar.components.firstIndex { $0.name == "VEVENT" && $0.isMaster }
        guard let index else { throw EventRefusal.notAnEvent }
        var master = calendar.components[index]
        let names = context.computed.ownNames.union(Component.timeNames)
        let before = master.properties.filter { names.contains($0.name) }
        let place = master.properties.firstIndex { $0.name == "DTSTART" } ?? master.properties.endIndex
        let properties = times.properties.map { property in before.first { $0 == property } ?? property }
        let head = master.properties[..<place].filter { !names.contains($0.name) }
        let rest = master.properties[place...].filter { !names.contains($0.name) }
        master.properties = head + properties + rest
        if before != times.properties { master.countRevision() }
        calendar.components[index] = master
        calendar.components.removeAll { $0.name == "VEVENT" && !$0.isMaster }
        calendar.components += times.overrides.map { override in
            override.first("UID") == nil ? master.override(with: override, context.computed.ownNames) : override
        }
        return calendar
    }

    /// Returns the times of a checked draft, plain or computed.
    private func times(_ time: EventTime, _ repetition: Repetition, replacing old: Component?) throws -> EventTimes {
        let draft = EventDraft(title: "", time: time, repetition: repetition)
        return try draft.times(context, zones, replacing: old)
    }

    /// Returns the number of events of the series before one of them.
    private func number(before id: DateOrTime) throws -> Int {
        let series = Series(calendar.components.filter { $0.name == "VEVENT" }, zones: zones, floating: context.clocks)
        var occurrences = series.occurrences(from: .distantPast), budget = WorkBudget.standard, count = 0
        do throws(RecurrenceError) {
            while let next = try occurrences.next(&budget) {
                if let own = next.recurrenceID, own.local < id.local { count += 1 }
                if next.start.local > id.local, next.recurrenceID.map({ $0.local > id.local }) ?? true { break }
            }
        } catch {
            throw EventRefusal.tooFar
        }
        return count
    }

    /// Returns the texts of an edited object, with the zones that it uses. Ends that no program understands are mended.
    private func written(_ calendar: Component, _ second: Component?) -> EditedObject {
        func octets(_ calendar: Component) -> [UInt8] {
            var calendar = calendar
            calendar.mendTimes(zones)
            calendar.addZones(context)
            return text.octets(of: calendar)
        }
        return EditedObject(octets: octets(calendar), second: second.map(octets))
    }
}

extension Component {
    /// Puts an event of a series that was moved individually back to the time of the series. A person who
    /// edits all events on this one wants to see the edit on it.
    fileprivate mutating func putBack(_ id: DateOrTime, _ reader: DraftReader) {
        let zones = reader.zones, master = components.first { $0.name == "VEVENT" && $0.isMaster }
        let index = components.firstIndex { part in
            part.name == "VEVENT" && part.date("RECURRENCE-ID").map { zones.moment($0) == zones.moment(id) } ?? false
        }
        guard let index, let master, let series = reader.span(of: master),
              let own = reader.span(of: components[index])
        else { return }
        let isComputed = master.first(OwnName.time) != nil
        if isComputed, components[index].isAsWritten(zones) { return }
        let day = id.local.date, days = day - series.start.local.date
        let nominal = TimesEdit.Span(series.start.on(day), series.end.on(series.end.local.date + days))
        TimesEdit(from: own, to: nominal).apply(to: &components[index], zones: zones)
        if isComputed { components[index].setMark(zones) }
    }
}

extension EventTime {
    /// The same time some days later.
    func moved(days: Int) -> EventTime {
        func moved(_ time: LocalDateTime) -> LocalDateTime {
            LocalDateTime(date: time.date + days, hour: time.hour, minute: time.minute, second: time.second) ?? time
        }
        return switch self {
        case .timed(let start, let startZone, let end, let endZone):
            .timed(start: moved(start), startZone: startZone, end: moved(end), endZone: endZone)
        case .allDay(let range): .allDay((range.lowerBound + days)...(range.upperBound + days))
        case .anchored(let anchor, let day, let minutes): .anchored(anchor, day: day + days, minutes: minutes)
        }
    }
}
