public import CivilTime

/// Changes a series the way calendar programs offer it: one occurrence, this and all that follow, or all.
///
/// Works on the components of one calendar object and leaves everything it is not about as it was.
/// DTSTAMP and LAST-MODIFIED become the moment of the change; SEQUENCE counts up when times, the rule or
/// the status change (RFC 5546 §2.1.4).
public struct SeriesEditor: Sendable {
    /// The object as it is now.
    public private(set) var calendar: Component

    /// VEVENT, VTODO or VJOURNAL.
    private let name: String
    private let uid: String
    private let zones: ZoneResolver
    private let now: Instant

    /// - Parameters:
    ///   - uid: of the series that is changed.
    ///   - now: the moment of the change.
    /// - Throws: `.noSeries` where the object has nothing of that UID that has a start.
    public init(_ calendar: Component, uid: String, zones: ZoneResolver, now: Instant) throws(EditingError) {
        guard let master = calendar.components.first(where: { $0.isMaster(of: uid) }) else { throw .noSeries }
        self.calendar = calendar
        name = master.name
        self.uid = uid
        self.zones = zones
        self.now = now
        guard master.first("DTSTART") != nil else { throw .noSeries }
    }

    // MARK: All

    /// Changes the series itself. Where its start moves, what refers to its occurrences moves along: the
    /// overrides' RECURRENCE-ID, EXDATE, RDATE and UNTIL.
    public mutating func changeAll(_ change: (inout Component) -> Void) throws(EditingError) {
        let index = try masterIndex(), before = calendar.components[index]
        var after = before
        change(&after)
        after.touch(now, comparedTo: before)
        calendar.components[index] = after
        guard let old = before.start, let new = after.start else { return }
        let seconds = new.local.wallSeconds - old.local.wallSeconds
        guard seconds != 0 || new.at(old.local) != old else { return }
        if after.all("EXDATE") == before.all("EXDATE") { calendar.components[index].moveDates("EXDATE", by: seconds, like: new) }
        if after.all("RDATE") == before.all("RDATE") { calendar.components[index].moveDates("RDATE", by: seconds, like: new) }
        if after.all("RRULE") == before.all("RRULE") { moveEnds(index, by: seconds) }
        for other in overrideIndexes() { calendar.components[other].moveDates("RECURRENCE-ID", by: seconds, like: new) }
    }

    /// UNTIL is part of what the user meant by "until then", which moves as the series does.
    private mutating func moveEnds(_ index: Int, by seconds: Int64) {
        for place in calendar.components[index].properties.indices where calendar.components[index].properties[place].name == "RRULE" {
            guard var rule = readRule(calendar.components[index].properties[place]), let until = rule.until else { continue }
            rule.until = until.at(until.local + seconds)
            calendar.components[index].properties[place].value = rule.text
        }
    }

    // MARK: One

    /// Changes one occurrence: makes an override of it, or changes the one there is.
    ///
    /// - Parameter id: when the occurrence begins or was to begin, in the form of DTSTART.
    /// - Throws: `.noOccurrence` where the series has none then.
    public mutating func changeOne(_ id: DateOrTime, _ change: (inout Component) -> Void) throws(EditingError) {
        if let index = try overrideIndex(of: id) {
            let before = calendar.components[index]
            change(&calendar.components[index])
            calendar.components[index].touch(now, comparedTo: before)
            return
        }
        let master = calendar.components[try masterIndex()]
        guard try begins(id) else { throw .noOccurrence }
        let before = master.asOverride(id)
        var override = before
        change(&override)
        override.touch(now, comparedTo: before)
        calendar.components.append(override)
    }

    /// Takes one occurrence away: an EXDATE, and no override.
    public mutating func deleteOne(_ id: DateOrTime) throws(EditingError) {
        let override = try overrideIndex(of: id)
        let isThere = try begins(id)
        guard override != nil || isThere else { throw .noOccurrence }
        if let override { calendar.components.remove(at: override) }
        let index = try masterIndex(), before = calendar.components[index]
        calendar.components[index].properties.append(Property("EXDATE", id))
        calendar.components[index].touch(now, comparedTo: before)
    }

    // MARK: This and what follows

    /// Ends the series before an occurrence; that one and all later ones are gone.
    public mutating func deleteFollowing(_ id: DateOrTime) throws(EditingError) {
        _ = try split(at: id)
    }

    /// Ends the series before an occurrence and makes another of the rest, in an object of its own.
    ///
    /// - Parameters:
    ///   - newUID: the other series' UID.
    ///   - change: what is different from then on.
    /// - Returns: the other object; its zones are copies of this one's.
    public mutating func changeFollowing(
        _ id: DateOrTime, newUID: String, _ change: (inout Component) -> Void
    ) throws(EditingError) -> Component {
        let rest = try split(at: id)
        var other = calendar
        other.components = calendar.components.filter { $0.name == "VTIMEZONE" }
        var master = rest.master
        master.set(Property("UID", value: newUID))
        master.set(Property("SEQUENCE", value: "0"))
        other.components.append(master)
        for var override in rest.overrides {
            override.set(Property("UID", value: newUID))
            other.components.append(override)
        }
        var editor = try SeriesEditor(other, uid: newUID, zones: zones, now: now)
        try editor.changeAll(change)
        return editor.calendar
    }

    /// What begins at or after a time, taken out of this object.
    private mutating func split(at id: DateOrTime) throws(EditingError) -> (master: Component, overrides: [Component]) {
        let index = try masterIndex(), before = calendar.components[index]
        let isThere = try begins(id), override = try overrideIndex(of: id)
        guard isThere || override != nil, let start = before.start else { throw .noOccurrence }
        let clock = try seriesClock(start)
        guard case .key(let key) = clock.identity(of: id), key > clock.key(ofWall: Int(start.local.wallSeconds)) else {
            // Before the first there is nothing to keep: that is a change of all.
            throw .isFirstOccurrence
        }
        var head = before, rest = before.asOccurrence(id)
        rest.properties += before.properties.filter { ["RRULE", "EXRULE", "RDATE", "EXDATE"].contains($0.name) }
        try splitRules(&head, &rest, start: start, id, clock)
        for name in ["RDATE", "EXDATE"] {
            head.keepDates(name) { clock.isBefore($0, key) }
            rest.keepDates(name) { !clock.isBefore($0, key) }
        }
        var overrides: [Component] = []
        for other in overrideIndexes().reversed() {
            guard let time = calendar.components[other].recurrenceID, !clock.isBefore(time, key) else { continue }
            overrides.insert(calendar.components.remove(at: other), at: 0)
        }
        head.touch(now, comparedTo: before)
        rest.touch(now, comparedTo: rest)
        calendar.components[try masterIndex()] = head
        return (rest, overrides)
    }

    /// UNTIL for what stays; of a COUNT, what is left of it for the rest.
    private func splitRules(
        _ head: inout Component, _ rest: inout Component, start: DateOrTime, _ id: DateOrTime, _ clock: SeriesClock
    ) throws(EditingError) {
        for name in ["RRULE", "EXRULE"] {
            var ended: [Property] = [], continued: [Property] = []
            for property in head.all(name) {
                guard var rule = readRule(property) else {
                    ended.append(property)
                    continue
                }
                var following = property
                if let count = rule.count {
                    let gone = try number(of: rule, from: start, before: id)
                    var left = rule
                    left.count = count - gone
                    following.value = left.text
                    if left.count ?? 0 > 0 { continued.append(following) }
                } else {
                    continued.append(following)
                }
                rule.count = nil
                let last = clock.last(before: id)
                rule.until = rule.until.map { clock.isBefore($0, last) ? $0 : last } ?? last
                var property = property
                property.value = rule.text
                ended.append(property)
            }
            head.replace(name, with: ended)
            rest.replace(name, with: continued)
        }
    }

    private func number(of rule: RecurrenceRule, from start: DateOrTime, before id: DateOrTime) throws(EditingError) -> Int {
        var times = rule.localTimes(from: start.local, isDate: start.isDate, through: id.local + -1)
        var budget = WorkBudget.standard, count = 0
        do throws(RecurrenceError) {
            while try times.next(&budget) != nil { count += 1 }
        } catch {
            throw .tooLong
        }
        return count
    }

    // MARK: What is there

    private func masterIndex() throws(EditingError) -> Int {
        guard let index = calendar.components.firstIndex(where: { $0.isMaster(of: uid) }) else { throw .noSeries }
        return index
    }

    private func overrideIndexes() -> [Int] {
        calendar.components.indices.filter { index in
            let component = calendar.components[index]
            return component.name == name && component.first("UID")?.value == uid && component.first("RECURRENCE-ID") != nil
        }
    }

    private func overrideIndex(of id: DateOrTime) throws(EditingError) -> Int? {
        guard let start = calendar.components[try masterIndex()].start else { throw .noSeries }
        let clock = try seriesClock(start), time = clock.identity(of: id)
        return overrideIndexes().first { index in
            calendar.components[index].recurrenceID.map { clock.identity(of: $0) == time } ?? false
        }
    }

    private func seriesClock(_ start: DateOrTime) throws(EditingError) -> SeriesClock {
        do throws(Irregularity) {
            return try SeriesClock.of(start, zones)
        } catch {
            return .floating(zones)
        }
    }

    /// Whether the series has an occurrence then.
    private func begins(_ id: DateOrTime) throws(EditingError) -> Bool {
        let master = calendar.components[try masterIndex()]
        guard let start = master.start else { throw .noSeries }
        var problems: [Problem] = []
        let recurrence = RecurrenceSet(master, start: start, zones, &problems)
        guard case .key(let key) = recurrence.clock.identity(of: id) else { return false }
        var starts = RecurrenceStarts(recurrence, from: key, through: key)
        var budget = WorkBudget.standard
        do throws(RecurrenceError) {
            return try starts.next(&budget) != nil
        } catch {
            throw .tooLong
        }
    }

    private func readRule(_ property: Property) -> RecurrenceRule? {
        do throws(RecurrenceRuleError) {
            return try RecurrenceRule(property.value)
        } catch {
            return nil
        }
    }
}

/// Why a series cannot be changed so.
public enum EditingError: Error, Hashable, Sendable {
    /// The object has no series of that UID, or it has no start.
    case noSeries
    /// The series has no occurrence then.
    case noOccurrence
    /// The occurrence is the first, so that this and what follows is all of it.
    case isFirstOccurrence
    /// The occurrence is too far into the series to be counted up to.
    case tooLong
}
