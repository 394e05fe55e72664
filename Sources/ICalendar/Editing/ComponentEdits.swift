import CivilTime

// Edits of single components.

extension Component {
    func isPart(of uid: String) -> Bool { Self.recurring.contains(name) && first("UID")?.value == uid }

    func isMaster(of uid: String) -> Bool { isPart(of: uid) && isMaster }

    var start: DateOrTime? { date("DTSTART") }
    var recurrenceID: DateOrTime? { date("RECURRENCE-ID") }

    /// Returns an override of one occurrence as this component describes it: the series, or a change of it.
    ///
    /// - Parameters:
    ///   - id: the occurrence's start by the rule, in DTSTART's form.
    ///   - seconds: from this component's own occurrence to that one, on the wall clock.
    func asOverride(_ id: DateOrTime, later seconds: Int64, _ zones: ZoneResolver) -> Component {
        var override = self
        for name in Self.recurrenceNames { override.remove(name) }
        override.moveTimes(later: seconds, zones)
        override.set(Property("RECURRENCE-ID", id))
        return override
    }

    /// Moves the start and end of the component's own occurrence.
    mutating func moveTimes(_ move: (DateOrTime) -> DateOrTime) {
        for name in ["DTSTART", "DTEND", "DUE"] {
            guard var property = first(name), let time = date(name) else { continue }
            property.set(move(time))
            set(property)
        }
    }

    /// Moves the component's own occurrence by a number of seconds on the wall clock, and keeps its length.
    mutating func moveTimes(later seconds: Int64, _ zones: ZoneResolver) {
        guard let start else { return moveTimes { $0.at($0.local + seconds) } }
        let moved = start.at(start.local + seconds)
        moveTimes { time in
            time == start ? moved : zones.end(of: moved, after: zones.seconds(from: start, to: time), like: time)
        }
    }

    mutating func setRecurrenceID(_ id: DateOrTime) {
        var property = first("RECURRENCE-ID") ?? Property("RECURRENCE-ID", id)
        property.set(id)
        set(property)
    }

    /// Marks a change. SEQUENCE counts the organizer's changes that attendees must know (RFC 5546 §2.1.4).
    mutating func touch(_ now: Instant, comparedTo before: Component, isOrganizer: Bool) {
        set(Property("DTSTAMP", .utc(now)))
        set(Property("LAST-MODIFIED", .utc(now)))
        let significant = ["DTSTART", "DTEND", "DUE", "DURATION", "STATUS", "RECURRENCE-ID"] + Self.recurrenceNames
        guard isOrganizer, significant.contains(where: { all($0) != before.all($0) }) else { return }
        countRevision(after: before.sequence)
    }

    /// Increases SEQUENCE by one (RFC 5545 §3.8.7.4). The largest number stays, since programs take a smaller one for
    /// an older version.
    ///
    /// - Parameter earlier: the number before the change; nil for that of this component.
    public mutating func countRevision(after earlier: Int? = nil) {
        var property = first("SEQUENCE") ?? Property("SEQUENCE", integer: 0)
        property.value = String(min(max(0, earlier ?? sequence), Int(Int32.max) - 1) + 1)
        set(property)
    }

    /// Replaces the properties of a name, at the position of the first.
    mutating func replace(_ name: String, with replacements: [Property]) {
        let place = properties.firstIndex { $0.name == name } ?? properties.endIndex
        remove(name)
        properties.insert(contentsOf: replacements, at: min(place, properties.endIndex))
    }

    /// Removes the dates and times of a property that do not pass a test.
    public mutating func keepDates(_ name: String, where isKept: (DateOrTime) -> Bool) {
        editDates(name, { isKept($0) ? $0 : nil }, periods: { isKept($0.start) ? $0 : nil })
    }

    /// Edits or removes each date, time or period of a property. A property with a value that cannot be read
    /// stays as it is.
    mutating func editDates(
        _ name: String, _ edit: (DateOrTime) -> DateOrTime?, periods editPeriod: (Period) -> Period?
    ) {
        properties = properties.compactMap { property in
            guard property.name == name else { return property }
            var edited = property
            do throws(Problem) {
                if property.keyword("VALUE") == ValueType.period.rawValue {
                    let periods = try property.periods().compactMap(editPeriod)
                    guard let first = periods.first else { return nil }
                    edited.set(first.start)
                    // A period cannot consist of days; its start is kept.
                    let isDays = first.start.isDate
                    if !isDays { edited.setParameter("VALUE", ValueType.period.rawValue) }
                    edited.value = periods.map { isDays ? $0.start.text : $0.text }.joined(separator: ",")
                } else {
                    let dates = try property.datesOrTimes().compactMap(edit)
                    guard let first = dates.first else { return nil }
                    edited.set(first)
                    edited.value = dates.map(\.text).joined(separator: ",")
                }
                return edited
            } catch {
                return property
            }
        }
    }
}

extension SeriesClock {
    func isBefore(_ value: DateOrTime, _ key: Int) -> Bool {
        self.key(of: value) < key
    }

    /// Returns the UNTIL that excludes an occurrence and all later ones: of DTSTART's kind, and in UTC if
    /// DTSTART has a zone (RFC 5545 §3.3.10).
    func last(before id: DateOrTime) -> DateOrTime {
        switch kind {
        case .days: return .date(id.local.date - 1)
        case .floating: return .floating(id.local + -1)
        case .utc, .zone:
            guard case .key(let key) = identity(of: id) else { return .date(id.local.date - 1) }
            // An UNTIL without a zone compares wall times. A time in a gap comes after some later wall times.
            let wall = wall(ofKey: key), isShown = !id.isFloating || Int(id.local.wallSeconds) == wall
            if writesFloating, isShown { return .floating(LocalDateTime(wallSeconds: Int64(wall - 1))) }
            return .utc(Instant(secondsSince1970: Int64(key) - 1))
        }
    }
}
