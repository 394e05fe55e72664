import CivilTime

/// Looks at everything in components that form alone does not show: values by their types, how often
/// properties are there, ends and starts, zones.
public struct CalendarCheck {
    private var problems: [Problem] = []

    /// - Returns: the problems in the order of the text; none where RFC 5545 is kept.
    public static func problems(_ components: [Component], database: @escaping ZoneResolver.Database) -> [Problem] {
        var check = CalendarCheck()
        for component in components {
            let zones = ZoneResolver(component, database: database)
            check.problems += zones.problems
            check.look(at: component, zones)
        }
        // A stable order: problems of one line stay as they were found.
        let numbered = check.problems.enumerated().sorted { one, other in
            (one.element.line ?? 0, one.offset) < (other.element.line ?? 0, other.offset)
        }
        return numbered.map(\.element)
    }

    private init() {}

    private mutating func look(at component: Component, _ zones: ZoneResolver) {
        if let rules = ComponentRules.of(component.name) { problems += rules.problems(component) }
        for property in component.properties {
            if let problem = property.valueProblem { problems.append(problem) }
            if let tzid = property.parameter("TZID"), !tzid.isEmpty { look(for: tzid, property, zones) }
        }
        if let problem = endProblem(component, zones) { problems.append(problem) }
        for inner in component.components { look(at: inner, zones) }
    }

    private mutating func look(for tzid: String, _ property: Property, _ zones: ZoneResolver) {
        do throws(Irregularity) {
            _ = try zones.rules(tzid: tzid)
        } catch {
            problems.append(Problem(error, line: property.line, name: property.name))
        }
    }
}

/// What is wrong with when a component ends, compared with when it starts; nil where nothing is, and where
/// one of the two cannot be read.
func endProblem(_ component: Component, _ zones: ZoneResolver) -> Problem? {
    guard ["VEVENT", "VTODO", "VFREEBUSY", "VAVAILABILITY", "AVAILABLE"].contains(component.name),
          let startProperty = component.first("DTSTART"),
          let endProperty = component.first(component.name == "VTODO" ? "DUE" : "DTEND")
    else { return nil }
    // What cannot be read has a problem of its own, as has a zone that nobody knows.
    guard let start = try? startProperty.dateOrTime(), let end = try? endProperty.dateOrTime() else { return nil }
    guard start.isDate == end.isDate else {
        return Problem(.mixedDateAndTime, line: endProperty.line, name: endProperty.name)
    }
    guard let first = try? zones.instant(of: start, floating: TimeZoneRules.utc),
          let last = try? zones.instant(of: end, floating: TimeZoneRules.utc)
    else { return nil }
    if last < first { return Problem(.endBeforeStart, line: endProperty.line, name: endProperty.name) }
    return last == first ? Problem(.endAtStart, line: endProperty.line, name: endProperty.name) : nil
}
