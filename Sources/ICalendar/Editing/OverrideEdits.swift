import CivilTime

// How overrides go along when their series is changed.

extension Component {
    /// What of the series' own values moves with its start, unless it was changed by hand as well.
    mutating func followMove(_ move: SeriesMove, changedFrom before: Component) {
        for name in ["EXDATE", "RDATE"] where all(name) == before.all(name) {
            editDates(name, move.moved, periods: move.moved)
        }
        for name in ["RRULE", "EXRULE"] where all(name) == before.all(name) {
            for index in properties.indices where properties[index].name == name {
                guard let rule = properties[index].rule else { continue }
                let moved = rule.moved(move)
                if moved != rule { properties[index].value = moved.text }
            }
        }
    }

    /// Does to an override what was done to its series: moves its times, and changes what it has in common
    /// with what the series was before.
    mutating func follow(_ move: SeriesMove, from before: Component, to after: Component) {
        let length = self.length
        if !move.isNothing, let id = recurrenceID {
            let wasInPlace = start.map { move.isSame($0, id) } ?? false
            if wasInPlace || isThisAndFuture { moveTimes(move.moved) }
            setRecurrenceID(move.moved(id))
        }
        if length == before.length, after.length != before.length { setLength(after) }
        let names = Set(before.properties.map(\.name)).union(after.properties.map(\.name)).subtracting(Self.ownNames)
        for name in names.sorted() where before.all(name) != after.all(name) { follow(name, from: before, to: after) }
        if components == before.components { components = after.components }
    }

    /// What a component says of itself, and its times.
    private static let ownNames = Set(recurrenceNames).union([
        "UID", "RECURRENCE-ID", "DTSTAMP", "CREATED", "LAST-MODIFIED", "SEQUENCE", "DTSTART", "DTEND", "DUE", "DURATION",
    ])

    /// Of several properties of one name, such as ATTENDEE, each counts by its value: an attendee who was
    /// added comes along, and one who has answered keeps the answer.
    private mutating func follow(_ name: String, from before: Component, to after: Component) {
        let old = before.all(name), new = after.all(name)
        if all(name) == old {
            replace(name, with: new)
            return
        }
        guard old.count > 1 || new.count > 1 else { return }
        let kept = Set(new.map(\.value))
        properties.removeAll { property in
            property.name == name && !kept.contains(property.value) && old.contains { $0.value == property.value }
        }
        for property in new {
            if let was = old.first(where: { $0.value == property.value }) {
                if let index = properties.firstIndex(of: was) { properties[index] = property }
            } else if !all(name).contains(where: { $0.value == property.value }) {
                properties.append(property)
            }
        }
    }

    /// How long it takes, on the wall; nil where it does not say so.
    private var length: Int64? {
        if let property = first("DURATION") {
            do throws(Problem) {
                let duration = try property.duration()
                return Int64(duration.days * secondsPerDay + duration.seconds)
            } catch {
                return nil
            }
        }
        guard let start, let end = date("DTEND") ?? date("DUE") else { return nil }
        return end.local.wallSeconds - start.local.wallSeconds
    }

    private mutating func setLength(_ model: Component) {
        for name in ["DTEND", "DUE", "DURATION"] { remove(name) }
        guard let start, let first = model.start else { return }
        if let duration = model.first("DURATION") { set(duration) }
        for name in ["DTEND", "DUE"] {
            guard let end = model.date(name) else { continue }
            set(Property(name, end.at(start.local + (end.local.wallSeconds - first.local.wallSeconds))))
        }
    }
}

extension Property {
    /// A rule; nil where it cannot be read, and then is left as it is.
    var rule: RecurrenceRule? {
        do throws(RecurrenceRuleError) {
            return try RecurrenceRule(value)
        } catch {
            return nil
        }
    }
}
