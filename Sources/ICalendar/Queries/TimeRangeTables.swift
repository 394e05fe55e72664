import CivilTime

// RFC 4791 §9.9: whether a component overlaps a time range, one table a component.

extension TimeRange {
    /// Whether one occurrence of an event, a to-do or a journal entry overlaps.
    func matches(_ occurrence: Occurrence, of component: Component) -> Bool {
        let start = occurrence.startInstant, end = occurrence.endInstant
        switch component.name {
        case "VEVENT":
            return start < end ? overlaps(from: start, to: end) : contains(start)
        case "VTODO":
            return matchesToDo(start, end, component)
        case "VJOURNAL":
            // A day lasts that day; a time is a moment.
            return holds(occurrence.start, at: start)
        default:
            return false
        }
    }

    private func matchesToDo(_ first: Instant, _ last: Instant, _ component: Component) -> Bool {
        let hasStart = component.first("DTSTART") != nil
        if hasStart, component.first("DURATION") != nil {
            return start <= last && (end > first || end >= last)
        }
        if hasStart, component.first("DUE") != nil {
            return (start < last || start <= first) && (end > first || end >= last)
        }
        if hasStart { return contains(first) }
        // DUE alone.
        return start < last && end >= last
    }

    /// A to-do that says nothing of when: what counts is when it was made or done.
    func matchesUndatedToDo(_ component: Component) -> Bool {
        let created = component.moment("CREATED"), completed = component.moment("COMPLETED")
        switch (created, completed) {
        case (let created?, let completed?):
            return (start <= created || start <= completed) && (end >= created || end >= completed)
        case (nil, let completed?): return start <= completed && end >= completed
        case (let created?, nil): return end > created
        case (nil, nil): return true
        }
    }

    /// VFREEBUSY: its own bounds, else its periods, free ones too.
    func matchesFreeBusy(_ component: Component) -> Bool {
        if let first = component.moment("DTSTART"), let last = component.moment("DTEND") {
            return start <= last && end > first
        }
        return component.freeBusyPeriods.contains { overlaps(from: $0.span.lowerBound, to: $0.span.upperBound) }
    }

    /// VAVAILABILITY, which may be open on either side (RFC 7953 §7.2.2).
    func matchesAvailability(_ component: Component, _ zones: ZoneResolver, _ floating: any ZoneRules) -> Bool {
        Availability(component)?.span(zones, floating).map { overlaps(from: $0.start, to: $0.end) } ?? false
    }
}

extension Component {
    /// Whether it is a to-do that says nothing of when.
    var isUndatedToDo: Bool { name == "VTODO" && first("DTSTART") == nil && first("DUE") == nil }

    /// A property that is a moment in UTC, as CREATED is.
    func moment(_ name: String) -> Instant? {
        if case .utc(let instant) = date(name) { instant } else { nil }
    }
}
