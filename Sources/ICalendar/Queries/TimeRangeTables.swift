import CivilTime

// The components that overlap a time range, one table for each kind (RFC 4791 §9.9).

extension TimeRange {
    /// Returns true if one occurrence of an event, a to-do or a journal entry overlaps.
    func matches(_ occurrence: Occurrence, of component: Component) -> Bool {
        let start = occurrence.startInstant, end = occurrence.endInstant
        switch component.name {
        case "VEVENT", AvailableSlot.componentName:
            return start < end ? overlaps(from: start, to: end) : contains(start)
        case "VTODO":
            return matchesToDo(start, end, component)
        case "VJOURNAL":
            // An all-day entry lasts that day; an entry with a time is a moment.
            return occurrence.start.isDate ? overlaps(from: start, to: start + .seconds(secondsPerDay)) : contains(start)
        default:
            return false
        }
    }

    private func matchesToDo(_ first: Instant, _ last: Instant, _ component: Component) -> Bool {
        guard component.first("DTSTART") != nil else {
            // Only DUE; or an occurrence whose start is its RECURRENCE-ID.
            return component.first("DUE") != nil ? start < last && end >= last : contains(first)
        }
        if component.first("DURATION") != nil { return start <= last && (end > first || end >= last) }
        if component.first("DUE") != nil {
            return (start < last || start <= first) && (end > first || end >= last)
        }
        return contains(first)
    }

    /// Returns true if a to-do without times overlaps. The times of its creation and completion count.
    func matchesUndatedToDo(_ component: Component, _ zones: ZoneResolver, _ floating: any ZoneRules) -> Bool {
        let created = component.instant("CREATED", zones, floating)
        let completed = component.instant("COMPLETED", zones, floating)
        switch (created, completed) {
        case (let created?, let completed?):
            return (start <= created || start <= completed) && (end >= created || end >= completed)
        case (nil, let completed?): return start <= completed && end >= completed
        case (let created?, nil): return end > created
        case (nil, nil): return true
        }
    }

    /// Returns true if a VFREEBUSY overlaps: by its own bounds, else by its periods, free ones too.
    func matchesFreeBusy(_ component: Component, _ zones: ZoneResolver, _ floating: any ZoneRules) -> Bool {
        if let from = component.date("DTSTART"), let to = component.date("DTEND").map({ zones.end($0, of: from) }) {
            return start <= zones.instant(of: to, floating: floating)
                && end > zones.instant(of: from, floating: floating)
        }
        return component.freeBusyPeriods(zones, floating).contains { _, span in
            overlaps(from: span.lowerBound, to: span.upperBound)
        }
    }

    /// Returns true if a VAVAILABILITY overlaps. It may be open on either side (RFC 7953 §7.2.2).
    func matchesAvailability(_ component: Component, _ zones: ZoneResolver, _ floating: any ZoneRules) -> Bool {
        Availability(component)?.span(zones, floating).map { overlaps(from: $0.start, to: $0.end) } ?? false
    }
}

extension Component {
    /// True if it has no time: no DTSTART, DUE or RECURRENCE-ID.
    var isAtNoTime: Bool { ["DTSTART", "DUE", "RECURRENCE-ID"].allSatisfy { first($0) == nil } }

    fileprivate func instant(_ name: String, _ zones: ZoneResolver, _ floating: any ZoneRules) -> Instant? {
        date(name).map { zones.instant(of: $0, floating: floating) }
    }

    /// True for a to-do without times.
    var isUndatedToDo: Bool { name == "VTODO" && isAtNoTime }
}
