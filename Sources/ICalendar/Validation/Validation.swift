import CivilTime

/// Looks at everything in components that form alone does not show: values by their types, how often
/// properties are there, ends and starts, zones.
public struct CalendarCheck {
    private var problems: [Problem] = []
    private var counts: [Severity: Int] = [:]
    private let zones: ZoneResolver
    /// A message may leave a start out (RFC 5546), and of a component alone nobody knows.
    private let mayLackStart: Bool
    /// Said once for a calendar.
    private var hasNotedFloating = false
    /// TZIDs that are explained, or were already missed.
    private var included: Set<String>?
    /// Whether somebody knows a TZID: a hostile one is looked up once, however often it is there.
    private var isKnown: [String: Bool] = [:]

    /// - Returns: the problems in the order of the text, none where RFC 5545 is kept; of each component the
    ///   first 1,000 of each severity.
    public static func problems(
        _ components: [Component], _ reading: Reading = .lenient, database: @escaping ZoneResolver.Database
    ) -> [Problem] {
        components.flatMap { problems($0, ZoneResolver($0, reading, database: database)) }.byLine
    }

    /// Of one component, whose zones are known already.
    static func problems(_ component: Component, _ zones: ZoneResolver) -> [Problem] {
        var check = CalendarCheck(component, zones)
        for problem in zones.problems { check.note(problem) }
        check.note(MessageRules.problems(component))
        check.look(at: component)
        return check.problems.byLine
    }

    private init(_ root: Component, _ zones: ZoneResolver) {
        self.zones = zones
        mayLackStart = root.name != "VCALENDAR" || root.first("METHOD") != nil
        if root.name == "VCALENDAR" { included = Set(root.views(TimeZoneComponent.self).compactMap { try? $0.tzid }) }
    }

    private mutating func look(at component: Component) {
        if let rules = ComponentRules.of(component.name) { note(rules.problems(component)) }
        var rulesLeft = ["RRULE": RecurrenceSet.mostRules, "EXRULE": RecurrenceSet.mostRules]
        for property in component.properties {
            // Rules beyond those that are read cost time here, too.
            if let left = rulesLeft[property.name] {
                rulesLeft[property.name] = left - 1
                if left == 0 { note(Problem(.tooManyParts, line: property.line, name: property.name)) }
                if left <= 0 { continue }
            }
            if let problem = property.valueProblem { note(problem) }
            note(property.ruleProblems(in: component.name))
            if let tzid = property.parameter("TZID"), property.isInZone { look(for: tzid, property) }
            if zones.floatingRules != nil, !hasNotedFloating, !component.isObservance, property.isFloating {
                hasNotedFloating = true
                note(Problem(.floatingInCalendarZone, line: property.line, name: property.name))
            }
        }
        if let problem = startProblem(component) { note(problem) }
        if let problem = endProblem(component, zones) { note(problem) }
        note(periodProblems(component))
        note(durationProblems(component) + untilProblems(component))
        for inner in component.components { look(at: inner) }
    }

    private mutating func note(_ found: [Problem]) {
        for problem in found { note(problem) }
    }

    /// A hostile text has a problem in every line; nobody reads so many. An error is not hidden behind
    /// warnings, for it decides whether an object can be stored.
    private mutating func note(_ problem: Problem) {
        let severity = problem.reason.severity, count = counts[severity, default: 0]
        guard count < 1_000 else { return }
        counts[severity] = count + 1
        problems.append(problem)
    }

    private mutating func look(for tzid: String, _ property: Property) {
        let isKnown = isKnown[tzid] ?? zones.knows(tzid)
        self.isKnown[tzid] = isKnown
        guard isKnown else { return note(Problem(.unknownZone, line: property.line, name: property.name)) }
        // §3.2.19: a solidus in front says that everybody knows it.
        guard included?.insert(tzid).inserted == true, tzid.utf8.first != UInt8(ascii: "/") else { return }
        note(Problem(.zoneNotIncluded, line: property.line, name: property.name))
    }

    /// §3.3.9: a period begins before it ends.
    private func periodProblems(_ component: Component) -> [Problem] {
        component.properties.filter { $0.valueTypeHere == .period }.compactMap { property in
            if let tzid = property.parameter("TZID"), isKnown[tzid] == false { return nil }
            // What cannot be read has a problem of its own.
            let isReversed = (try? property.periods())?.contains { period in
                guard case .time(let end) = period.end else { return false }
                return zones.seconds(from: period.start, to: end) < 0
            }
            return isReversed == true ? Problem(.endBeforeStart, line: property.line, name: property.name) : nil
        }
    }

    /// §3.6.1: who stores an event has to know when it is; §3.8.2.4: and of one with a rule everybody has to.
    /// Of other components `ComponentRules` knows.
    private func startProblem(_ component: Component) -> Problem? {
        guard component.name == "VEVENT", component.first("DTSTART")?.isBlank ?? true else { return nil }
        if mayLackStart, component.first("RRULE") == nil { return nil }
        let isAtNoTime = !mayLackStart && component.first("RECURRENCE-ID") == nil
        let reason = isAtNoTime ? Irregularity.missingStart : .missingProperty("DTSTART")
        return Problem(reason, line: component.firstLine, name: component.name)
    }
}

/// §3.6.1: what begins on a day lasts days or weeks.
private func durationProblems(_ component: Component) -> [Problem] {
    guard let property = component.first("DURATION"), let duration = try? property.duration(), duration.seconds != 0,
          let start = try? component.first("DTSTART")?.dateOrTime(), start.isDate
    else { return [] }
    return [Problem(.hoursOfDays, line: property.line, name: property.name)]
}

/// §3.3.10: UNTIL is what DTSTART is, in UTC where that means a moment; in a VTIMEZONE always.
private func untilProblems(_ component: Component) -> [Problem] {
    guard let start = try? component.first("DTSTART")?.dateOrTime() else { return [] }
    return component.all("RRULE").prefix(RecurrenceSet.mostRules).compactMap { property in
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

/// What is wrong with when a component ends, compared with when it starts; nil where nothing is, and where
/// one of the two cannot be read.
func endProblem(_ component: Component, _ zones: ZoneResolver) -> Problem? {
    guard ["VEVENT", "VTODO", "VFREEBUSY", "VAVAILABILITY", "AVAILABLE"].contains(component.name),
          let startProperty = component.first("DTSTART"),
          let endProperty = component.first(component.endName)
    else { return nil }
    // What cannot be read has a problem of its own, as has a zone that nobody knows.
    guard let start = try? startProperty.dateOrTime(), let end = try? endProperty.dateOrTime() else { return nil }
    guard start.isDate == end.isDate else {
        return Problem(.mixedDateAndTime, line: endProperty.line, name: endProperty.name)
    }
    guard let first = zones.knownInstant(of: start, floating: TimeZoneRules.utc),
          let last = zones.knownInstant(of: zones.end(end, of: start), floating: TimeZoneRules.utc)
    else { return nil }
    if last < first { return Problem(.endBeforeStart, line: endProperty.line, name: endProperty.name) }
    guard start.isFloating == end.isFloating else {
        return Problem(.floatingBesideZone, line: endProperty.line, name: endProperty.name)
    }
    return last == first ? Problem(.endAtStart, line: endProperty.line, name: endProperty.name) : nil
}
