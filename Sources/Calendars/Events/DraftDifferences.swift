import CivilTime

extension EventDraft {
    /// Returns the fields in which two drafts mean different things.
    package func differences(from other: EventDraft) -> Set<EventField> {
        let one = normalized, other = other.normalized
        var fields = Set(EventAttribute.all.filter { !$0.isSame(one, other) }.map(\.field))
        if one.repetition.rule != other.repetition.rule { fields.insert(.repetition) }
        if one.repetition.rule != .none, one.repetition.end != other.repetition.end { fields.insert(.repetitionEnd) }
        // The order of reminders has no meaning.
        if Set(one.reminders) != Set(other.reminders) { fields.insert(.reminders) }
        return fields.union(one.time.differences(from: other.time))
    }

    /// Takes some fields from another draft, as from the other version of an event that two people changed.
    package func taking(_ fields: Set<EventField>, from other: EventDraft) -> EventDraft {
        var draft = self
        for attribute in EventAttribute.all where fields.contains(attribute.field) { attribute.take(&draft, other) }
        if fields.contains(.isAllDay) { draft.time = other.time }
        if fields.contains(.start) { draft.time = draft.time.taking(startOf: other.time) }
        if fields.contains(.end) { draft.time = draft.time.taking(endOf: other.time) }
        if fields.contains(.repetition) { draft.repetition.rule = other.repetition.rule }
        if fields.contains(.repetitionEnd) { draft.repetition.end = other.repetition.end }
        if fields.contains(.reminders) { draft.reminders = other.reminders }
        return draft
    }
}

extension EventTime {
    /// Returns `isAllDay` for times of different kinds; else the ones of start and end that differ.
    fileprivate func differences(from other: EventTime) -> Set<EventField> {
        var fields: Set<EventField> = []
        switch (self, other) {
        case (
            .timed(let start, let startZone, let end, let endZone),
            .timed(let oldStart, let oldStartZone, let oldEnd, let oldEndZone)
        ):
            if !start.isSameMinute(oldStart) || startZone != oldStartZone { fields.insert(.start) }
            if !end.isSameMinute(oldEnd) || endZone != oldEndZone { fields.insert(.end) }
        case (.allDay(let days), .allDay(let old)):
            if days.lowerBound != old.lowerBound { fields.insert(.start) }
            if days.upperBound != old.upperBound { fields.insert(.end) }
        case (.anchored(let anchor, let day, let minutes), .anchored(let oldAnchor, let oldDay, let oldMinutes)):
            if anchor != oldAnchor || day != oldDay { fields.insert(.start) }
            if minutes != oldMinutes { fields.insert(.end) }
        default: fields.insert(.isAllDay)
        }
        return fields
    }

    fileprivate func taking(startOf other: EventTime) -> EventTime {
        switch (self, other) {
        case (.timed(_, _, let end, let endZone), .timed(let start, let startZone, _, _)):
            .timed(start: start, startZone: startZone, end: end, endZone: endZone)
        case (.allDay(let days), .allDay(let others)):
            .allDay(others.lowerBound...max(others.lowerBound, days.upperBound))
        case (.anchored(_, _, let minutes), .anchored(let anchor, let day, _)):
            .anchored(anchor, day: day, minutes: minutes)
        default: other
        }
    }

    fileprivate func taking(endOf other: EventTime) -> EventTime {
        switch (self, other) {
        case (.timed(let start, let startZone, _, _), .timed(_, _, let end, let endZone)):
            .timed(start: start, startZone: startZone, end: end, endZone: endZone)
        case (.allDay(let days), .allDay(let others)):
            .allDay(min(days.lowerBound, others.upperBound)...others.upperBound)
        case (.anchored(let anchor, let day, _), .anchored(_, _, let minutes)):
            .anchored(anchor, day: day, minutes: minutes)
        default: other
        }
    }
}

extension LocalDateTime {
    /// Returns true for two times of one minute. A form has no seconds.
    fileprivate func isSameMinute(_ other: LocalDateTime) -> Bool { withoutSeconds == other.withoutSeconds }
}
