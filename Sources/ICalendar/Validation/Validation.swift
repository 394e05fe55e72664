import CivilTime

// The checks of a calendar, beyond the form of its text.
//
// - `CalendarCheck` lists every problem of values, properties and zones.
// - `CalendarObject` is a calendar that a CalDAV server may store, or an `ObjectDefect`.
// - `Problem.isTolerable`: the errors with which an object is stored.
// - `StorageRules` are the limits of a collection.
// - `ComponentRules` and PropertyRules.swift are the demands of the standards; ValueCheck.swift checks types.

/// Checks everything that the form of a text does not show: values by their types, the number of properties,
/// starts and ends, zones.
public struct CalendarCheck {
    private var problems: [Problem] = []
    /// The numbers of warnings, of errors that are tolerated, and of other errors.
    private var counts = [0, 0, 0]
    private let zones: ZoneResolver
    /// True if an event may lack DTSTART: in a message (RFC 5546), and in a component without a calendar.
    private let allowsMissingStart: Bool
    /// True once a floating time was noted; one note is enough for a calendar.
    private var hasNotedFloating = false
    /// The TZIDs that have a VTIMEZONE, or whose VTIMEZONE was already reported as missing.
    private var included: Set<String>?
    /// The TZIDs that were looked up, with true if they are known. A hostile one is looked up once.
    private var isKnown: [String: Bool] = [:]

    /// Returns the problems in the order of the lines, none for a correct calendar. For each component the
    /// first 1,000 of each severity are listed.
    public static func problems(
        _ components: [Component], _ reading: Reading = .lenient, database: @escaping ZoneResolver.Database
    ) -> [Problem] {
        components.flatMap { problems($0, ZoneResolver($0, reading, database: database)) }.byLine
    }

    /// Returns the problems of one component, whose zones are already resolved.
    static func problems(_ component: Component, _ zones: ZoneResolver) -> [Problem] {
        var check = CalendarCheck(component, zones)
        for problem in zones.problems { check.note(problem) }
        check.note(MessageRules.problems(component))
        check.check(component)
        return check.problems.byLine
    }

    private init(_ root: Component, _ zones: ZoneResolver) {
        self.zones = zones
        allowsMissingStart = root.name != "VCALENDAR" || root.first("METHOD") != nil
        if root.name == "VCALENDAR" { included = Set(root.views(TimeZoneComponent.self).compactMap { try? $0.tzid }) }
    }

    private mutating func check(_ component: Component) {
        if let rules = ComponentRules.of(component.name) { note(rules.problems(component)) }
        var rulesLeft = ["RRULE": RecurrenceSet.ruleLimit, "EXRULE": RecurrenceSet.ruleLimit]
        for property in component.properties {
            // Rules that the reader ignores would cost time here, too.
            if let left = rulesLeft[property.name] {
                rulesLeft[property.name] = left - 1
                if left == 0 { note(Problem(.tooManyParts, line: property.line, name: property.name)) }
                if left <= 0 { continue }
            }
            if let problem = property.valueProblem { note(problem) }
            note(property.ruleProblems(in: component.name))
            if let tzid = property.parameter("TZID"), property.isInZone { checkZone(tzid, property) }
            if zones.floatingRules != nil, !hasNotedFloating, !component.isObservance, property.isFloating {
                hasNotedFloating = true
                note(Problem(.floatingInCalendarZone, line: property.line, name: property.name))
            }
        }
        if let problem = startProblem(component) { note(problem) }
        if let problem = endProblem(component, zones) { note(problem) }
        note(periodProblems(component))
        note(durationProblems(component) + untilProblems(component))
        if component.name == VCalendar.componentName { note(repeatedUIDs(component)) }
        for inner in component.components { check(inner) }
    }

    private mutating func note(_ found: [Problem]) {
        for problem in found { note(problem) }
    }

    /// A hostile text has a problem in every line, and no person reads them all. Errors that are not tolerated have
    /// their own limit: they decide whether an object can be stored.
    private mutating func note(_ problem: Problem) {
        let kind = problem.reason.severity == .warning ? 0 : problem.isTolerable ? 1 : 2
        guard counts[kind] < 1_000 else { return }
        counts[kind] += 1
        problems.append(problem)
    }

    private mutating func checkZone(_ tzid: String, _ property: Property) {
        let isKnown = isKnown[tzid] ?? zones.knows(tzid)
        self.isKnown[tzid] = isKnown
        guard isKnown else { return note(Problem(.unknownZone, line: property.line, name: property.name)) }
        // §3.2.19: a solidus in front marks an identifier that every program knows.
        guard included?.insert(tzid).inserted == true, tzid.utf8.first != UInt8(ascii: "/") else { return }
        note(Problem(.zoneNotIncluded, line: property.line, name: property.name))
    }

    /// Returns the periods that end before they begin (§3.3.9).
    private func periodProblems(_ component: Component) -> [Problem] {
        component.properties.filter { $0.valueTypeHere == .period }.compactMap { property in
            if let tzid = property.parameter("TZID"), isKnown[tzid] == false { return nil }
            // A value that cannot be read has its own problem.
            let isReversed = (try? property.periods())?.contains { period in
                guard case .time(let end) = period.end else { return false }
                return zones.seconds(from: period.start, to: end) < 0
            }
            return isReversed == true ? Problem(.endBeforeStart, line: property.line, name: property.name) : nil
        }
    }

    /// Returns the problem of a missing DTSTART. An event needs one in a stored object (§3.6.1), and
    /// everywhere if it has a rule (§3.8.2.4). `ComponentRules` checks other components.
    private func startProblem(_ component: Component) -> Problem? {
        guard component.name == "VEVENT", component.first("DTSTART")?.isBlank ?? true else { return nil }
        if allowsMissingStart, component.first("RRULE") == nil { return nil }
        let isAtNoTime = !allowsMissingStart && component.isMaster
        let reason = isAtNoTime ? Irregularity.missingStart : .missingProperty("DTSTART")
        return Problem(reason, line: component.firstLine, name: component.name)
    }
}

/// Returns the entries that have the UID of an earlier one, with neither being newer.
private func repeatedUIDs(_ calendar: Component) -> [Problem] {
    var firsts: [String: Component] = [:]
    return calendar.components.compactMap { component in
        guard Component.recurring.contains(component.name), component.recurrenceID == nil,
              let uid = component.first("UID")
        else { return nil }
        let key = component.name + uid.value
        guard let first = firsts[key] else {
            firsts[key] = component
            return nil
        }
        let isOther = component.isSeparate(from: first)
        return isOther ? Problem(.repeatedUID, line: uid.line, name: component.name) : nil
    }
}

/// Returns the problem of an all-day component with hours in its DURATION (§3.6.1).
private func durationProblems(_ component: Component) -> [Problem] {
    guard let property = component.first("DURATION"), let duration = try? property.duration(), duration.seconds != 0,
          let start = try? component.first("DTSTART")?.dateOrTime(), start.isDate
    else { return [] }
    return [Problem(.hoursOfDays, line: property.line, name: property.name)]
}

/// Returns the rules whose UNTIL is of the wrong kind. It has DTSTART's kind, but UTC if DTSTART means a
/// moment, and always UTC in a VTIMEZONE (§3.3.10).
private func untilProblems(_ component: Component) -> [Problem] {
    guard let start = try? component.first("DTSTART")?.dateOrTime() else { return [] }
    return component.all("RRULE").prefix(RecurrenceSet.ruleLimit).compactMap { property in
        guard let until = try? RecurrenceRule(property.value).until else { return nil }
        let isRight = switch (until, start) {
        case (.date, .date): true
        case (.floating, .floating): !component.isObservance
        case (.utc, .floating): component.isObservance
        case (.utc, .utc), (.utc, .zoned): true
        default: false
        }
        return isRight ? nil : Problem(.looseUntil, line: property.line, name: property.name)
    }
}

/// Returns the problem of an end compared with its start; nil if there is none, or if one of the two cannot
/// be read.
func endProblem(_ component: Component, _ zones: ZoneResolver) -> Problem? {
    guard ["VEVENT", "VTODO", "VFREEBUSY", "VAVAILABILITY", "AVAILABLE"].contains(component.name),
          let startProperty = component.first("DTSTART"),
          let endProperty = component.first(component.endName)
    else { return nil }
    // A value that cannot be read has its own problem, and so has an unknown zone.
    guard let start = try? startProperty.dateOrTime(), let end = try? endProperty.dateOrTime() else { return nil }
    guard start.isDate == end.isDate else {
        return Problem(.mixedDateAndTime, line: endProperty.line, name: endProperty.name)
    }
    let utc = TimeZoneRules.utc
    let first = zones.instant(of: start, floating: utc)
    let last = zones.instant(of: zones.end(end, of: start), floating: utc)
    if last < first { return Problem(.endBeforeStart, line: endProperty.line, name: endProperty.name) }
    guard start.isFloating == end.isFloating else {
        return Problem(.floatingBesideZone, line: endProperty.line, name: endProperty.name)
    }
    return last == first ? Problem(.endAtStart, line: endProperty.line, name: endProperty.name) : nil
}
