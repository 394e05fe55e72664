import CivilTime

// What editing does to single components.

extension Component {
    func isMaster(of uid: String) -> Bool {
        Self.recurring.contains(name) && first("UID")?.value == uid && first("RECURRENCE-ID") == nil
    }

    var start: DateOrTime? { date("DTSTART") }
    var recurrenceID: DateOrTime? { date("RECURRENCE-ID") }

    private func date(_ name: String) -> DateOrTime? {
        guard let property = first(name) else { return nil }
        do throws(Problem) {
            return try property.dateOrTime()
        } catch {
            return nil
        }
    }

    /// The series' component as it describes one occurrence: its times, no rule.
    func asOccurrence(_ id: DateOrTime) -> Component {
        var component = self
        for name in ["RRULE", "RDATE", "EXRULE", "EXDATE"] { component.remove(name) }
        guard let start else { return component }
        let seconds = id.local.wallSeconds - start.local.wallSeconds
        component.set(Property("DTSTART", start.at(start.local + seconds)))
        for name in ["DTEND", "DUE"] {
            guard let end = date(name) else { continue }
            component.set(Property(name, end.at(end.local + seconds)))
        }
        return component
    }

    func asOverride(_ id: DateOrTime) -> Component {
        var override = asOccurrence(id)
        override.properties.append(Property("RECURRENCE-ID", id))
        return override
    }

    /// Marks a change; SEQUENCE counts the changes that others must be told of (RFC 5546 §2.1.4).
    mutating func touch(_ now: Instant, comparedTo before: Component) {
        set(Property("DTSTAMP", .utc(now)))
        set(Property("LAST-MODIFIED", .utc(now)))
        let telling = ["DTSTART", "DTEND", "DUE", "DURATION", "RRULE", "RDATE", "EXDATE", "EXRULE", "STATUS"]
        guard telling.contains(where: { all($0) != before.all($0) }) else { return }
        var cursor = Cursor(before.first("SEQUENCE")?.value ?? "0")
        set(Property("SEQUENCE", value: String((cursor.number() ?? 0) + 1)))
    }

    /// Puts properties in the place of those of a name, at the place of the first.
    mutating func replace(_ name: String, with replacements: [Property]) {
        let place = properties.firstIndex { $0.name == name } ?? properties.endIndex
        remove(name)
        properties.insert(contentsOf: replacements, at: min(place, properties.endIndex))
    }

    /// Moves every date of a property on the wall; it then has the form and zone of `model`.
    mutating func moveDates(_ name: String, by seconds: Int64, like model: DateOrTime) {
        editDates(name) { $0.isDate == model.isDate ? $0.at($0.local + seconds) : model.at($0.local + seconds) }
    }

    mutating func keepDates(_ name: String, where isKept: (DateOrTime) -> Bool) {
        editDates(name) { isKept($0) ? $0 : nil }
    }

    /// Properties whose dates cannot be read, and periods, stay as they are.
    private mutating func editDates(_ name: String, _ edit: (DateOrTime) -> DateOrTime?) {
        properties = properties.compactMap { property in
            guard property.name == name, property.parameter("VALUE")?.uppercased() != ValueType.period.rawValue else { return property }
            do throws(Problem) {
                let dates = try property.datesOrTimes().compactMap(edit)
                guard let first = dates.first else { return nil }
                var property = property
                property.set(first)
                property.value = dates.map(\.text).joined(separator: ",")
                return property
            } catch {
                return property
            }
        }
    }
}

extension SeriesClock {
    func isBefore(_ value: DateOrTime, _ key: Int) -> Bool {
        switch identity(of: value) {
        case .key(let other): other < key
        case .day(let day): self.key(ofWall: day * secondsPerDay) < key
        }
    }

    func isBefore(_ value: DateOrTime, _ other: DateOrTime) -> Bool {
        switch identity(of: other) {
        case .key(let key): isBefore(value, key)
        case .day(let day): isBefore(value, self.key(ofWall: day * secondsPerDay))
        }
    }

    /// The value of UNTIL that leaves an occurrence and what follows out: of DTSTART's kind, and in UTC
    /// where that has a zone (RFC 5545 §3.3.10).
    func last(before id: DateOrTime) -> DateOrTime {
        switch kind {
        case .days: return .date(id.local.date - 1)
        case .floating: return .floating(id.local + -1)
        case .utc, .zone:
            guard case .key(let key) = identity(of: id) else { return .date(id.local.date - 1) }
            return .utc(Instant(secondsSince1970: Int64(key) - 1))
        }
    }
}
