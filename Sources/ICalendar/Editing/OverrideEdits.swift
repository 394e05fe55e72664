import CivilTime

// Overrides follow when their series is changed.

extension Component {
    /// Moves the series' own rules and dates with its start, unless they were edited as well.
    ///
    /// - Parameters:
    ///   - move: gets the new places of single times, if they do not all move as far as the start.
    ///   - overrides: the RECURRENCE-IDs of the overrides, which move too.
    /// - Returns: true if every occurrence moves as far as the start.
    /// - Throws: `.unclearRule`.
    @discardableResult
    mutating func followMove(
        _ move: inout SeriesMove, changedFrom before: Component, overrides: [DateOrTime] = []
    ) throws(EditingError) -> Bool {
        var keepsDistance = true
        for name in ["RRULE", "EXRULE"] where all(name) == before.all(name) {
            for index in properties.indices where properties[index].name == name {
                guard let rule = properties[index].rule else { continue }
                var moved = try rule.moved(move)
                if !moved.keepsDistance {
                    keepsDistance = false
                    if all("RRULE").count == 1, first("EXRULE") == nil, try rule.generates(move.old) {
                        let others = (before.dates("EXDATE") + overrides).map(move.oldWall)
                        let last = (others + [rule.until.map(move.oldEnd)].compactMap { $0 }).max()
                        if let last { move.places = rule.places(moved.rule, move, through: last) }
                        moved.rule.until = rule.until.map(move.movedEnd)
                    }
                }
                if moved.rule != rule { properties[index].value = moved.rule.text }
            }
        }
        for name in ["EXDATE", "RDATE"] where all(name) == before.all(name) {
            editDates(name, move.moved, periods: move.moved)
        }
        return keepsDistance
    }

    /// Returns the dates of a property; those that cannot be read are left out.
    private func dates(_ name: String) -> [DateOrTime] {
        all(name).flatMap(\.readableTimes)
    }

    /// Makes the series' change in an override: moves its times, and changes the values that it shared with
    /// the series.
    mutating func follow(_ move: SeriesMove, from before: Component, to after: Component, _ zones: ZoneResolver) {
        followTimes(move, from: before, to: after, zones)
        followValues(from: before, to: after)
    }

    /// Changes the values that it shared with another component.
    mutating func followValues(from before: Component, to after: Component) {
        let old = Dictionary(grouping: before.properties, by: \.name)
        let new = Dictionary(grouping: after.properties, by: \.name)
        for name in Set(old.keys).union(new.keys).subtracting(Self.ownNames).sorted() where old[name] != new[name] {
            follow(name, from: old[name] ?? [], to: new[name] ?? [])
        }
        if components == before.components { components = after.components }
    }

    /// The properties that each component has for itself, and its times.
    private static let ownNames = Set(recurrenceNames).union([
        "UID", "RECURRENCE-ID", "DTSTAMP", "CREATED", "LAST-MODIFIED", "SEQUENCE",
        "DTSTART", "DTEND", "DUE", "DURATION",
    ])

    /// Follows the changes of a property that may occur several times, such as ATTENDEE. Each is compared by
    /// its value: an added attendee is added here too, and one who has answered keeps the answer.
    private mutating func follow(_ name: String, from old: [Property], to new: [Property]) {
        if all(name) == old { return replace(name, with: new) }
        guard old.count > 1 || new.count > 1 else { return }
        let was = Dictionary(old.map { ($0.value, $0) }) { first, _ in first }
        let now = Dictionary(new.map { ($0.value, $0) }) { first, _ in first }
        var known: Set<String> = []
        properties = properties.compactMap { property in
            guard property.name == name else { return property }
            known.insert(property.value)
            guard let was = was[property.value] else { return property }
            guard let now = now[property.value] else { return nil }
            return property == was ? now : property
        }
        properties += new.filter { was[$0.value] == nil && known.insert($0.value).inserted }
    }

    /// Gives an override the series' new length if it had the old one; otherwise it keeps its own. Its end is
    /// always of the kind of its start (RFC 5545 §3.8.2.2).
    private mutating func followTimes(
        _ move: SeriesMove, from before: Component, to after: Component, _ zones: ZoneResolver
    ) {
        let old = self, length = length(zones)
        if !move.isNothing, let id = recurrenceID {
            if let start, var property = first("DTSTART") {
                property.set(move.moved(start, of: id, isThisAndFuture: isThisAndFuture))
                set(property)
            } else if isThisAndFuture {
                moveTimes(move.moved)
            }
            setRecurrenceID(move.moved(id))
        }
        guard let start, let oldStart = old.start else { return }
        let lengthBefore = before.length(zones), lengthAfter = after.length(zones)
        if length == lengthBefore {
            if lengthAfter != lengthBefore { return setLength(lengthAfter, like: after, zones) }
            if start != oldStart, first("DURATION") == nil, length != nil {
                let keepsForm = oldStart.at(start.local) == start || after.date(endName) == nil
                setLength(length, like: keepsForm ? old : after, zones)
            }
            return
        }
        guard let length, start != oldStart else { return }
        switch (length, start.isDate) {
        case (.seconds, true): setLength(length.onDays(from: move.shown(oldStart)), like: old, zones)
        case (.days, false): setLength(length.atTimes(where: lengthBefore, became: lengthAfter), like: old, zones)
        default: if first("DURATION") == nil { setLength(length, like: old, zones) }
        }
    }
}

extension Property {
    /// The value as a rule; nil if it cannot be read, and the rule is left as it is then.
    var rule: RecurrenceRule? { RecurrenceRule(readable: value) }
}

extension RecurrenceRule {
    /// Reads a rule; nil if it cannot be read.
    public init?(readable text: String) {
        do throws(RecurrenceRuleError) {
            try self.init(text)
        } catch {
            return nil
        }
    }
}
