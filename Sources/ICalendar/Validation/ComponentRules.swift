/// The number of times that a property may be in a component, and the properties that it requires (RFC 5545
/// §3.6, RFC 7953 §3.1, RFC 7986 §4, RFC 9073 §7, RFC 9074).
struct ComponentRules {
    /// Properties that occur exactly once.
    let required: [String]
    /// Properties that occur at most once.
    let single: [String]
    /// Pairs of which only one is allowed.
    let exclusive: [(String, String)]
    /// Pairs of which the first requires the second.
    let implied: [(String, String)]
    /// True if it must contain a component.
    let isNeverEmpty: Bool

    private init(
        _ required: String, single: String = "", exclusive: [(String, String)] = [],
        implied: [(String, String)] = [], isNeverEmpty: Bool = false
    ) {
        self.required = required.split(separator: " ").map(String.init)
        self.single = single.split(separator: " ").map(String.init)
        self.exclusive = exclusive
        self.implied = implied
        self.isNeverEmpty = isNeverEmpty
    }

    /// Returns the rules of a component; nil if no standard here defines it.
    static func of(_ component: String) -> ComponentRules? { table[component] }

    private static let table: [String: ComponentRules] = [
        "VCALENDAR": ComponentRules(
            "PRODID VERSION", single: "CALSCALE METHOD UID LAST-MODIFIED URL REFRESH-INTERVAL SOURCE COLOR",
            isNeverEmpty: true),
        "VEVENT": ComponentRules(
            "DTSTAMP UID",
            single: "DTSTART CLASS CREATED GEO LAST-MODIFIED LOCATION ORGANIZER PRIORITY SEQUENCE STATUS SUMMARY "
                + "TRANSP URL RECURRENCE-ID DTEND DURATION COLOR DESCRIPTION",
            exclusive: [("DTEND", "DURATION")]),
        "VTODO": ComponentRules(
            "DTSTAMP UID",
            single: "DTSTART CLASS CREATED GEO LAST-MODIFIED LOCATION ORGANIZER PRIORITY SEQUENCE STATUS SUMMARY URL "
                + "RECURRENCE-ID COMPLETED PERCENT-COMPLETE DUE DURATION COLOR DESCRIPTION",
            exclusive: [("DUE", "DURATION")], implied: [("DURATION", "DTSTART"), ("RRULE", "DTSTART")]),
        "VJOURNAL": ComponentRules(
            "DTSTAMP UID",
            single: "DTSTART CLASS CREATED LAST-MODIFIED ORGANIZER SEQUENCE STATUS SUMMARY URL RECURRENCE-ID COLOR",
            implied: [("RRULE", "DTSTART")]),
        "VFREEBUSY": ComponentRules("DTSTAMP UID", single: "CONTACT DTSTART DTEND ORGANIZER URL"),
        "VTIMEZONE": ComponentRules("TZID", single: "LAST-MODIFIED TZURL TZUNTIL", isNeverEmpty: true),
        "STANDARD": ComponentRules("DTSTART TZOFFSETTO TZOFFSETFROM"),
        "DAYLIGHT": ComponentRules("DTSTART TZOFFSETTO TZOFFSETFROM"),
        "VALARM": ComponentRules(
            "ACTION TRIGGER", single: "DURATION REPEAT UID ACKNOWLEDGED DESCRIPTION SUMMARY PROXIMITY",
            implied: [("DURATION", "REPEAT"), ("REPEAT", "DURATION")]),
        "VAVAILABILITY": ComponentRules(
            "DTSTAMP UID",
            single: "BUSYTYPE CLASS CREATED DTSTART DTEND DURATION DESCRIPTION LAST-MODIFIED LOCATION ORGANIZER "
                + "PRIORITY SEQUENCE SUMMARY URL",
            exclusive: [("DTEND", "DURATION")], implied: [("DURATION", "DTSTART")]),
        "AVAILABLE": ComponentRules(
            "DTSTAMP DTSTART UID",
            single: "CREATED DESCRIPTION DTEND DURATION LAST-MODIFIED LOCATION RECURRENCE-ID RRULE SUMMARY",
            exclusive: [("DTEND", "DURATION")]),
        "PARTICIPANT": ComponentRules(
            "UID PARTICIPANT-TYPE",
            single: "CALENDAR-ADDRESS CREATED DESCRIPTION DTSTAMP GEO LAST-MODIFIED PRIORITY SEQUENCE STATUS SUMMARY URL"),
        "VLOCATION": ComponentRules("UID", single: "DESCRIPTION GEO LOCATION-TYPE NAME"),
        "VRESOURCE": ComponentRules("UID", single: "DESCRIPTION GEO NAME RESOURCE-TYPE"),
    ]

    func problems(_ component: Component) -> [Problem] {
        var counts: [String: (count: Int, lastLine: Int?)] = [:]
        for property in component.properties {
            counts[property.name] = ((counts[property.name]?.count ?? 0) + 1, property.line)
        }
        let line = component.firstLine
        var problems = required.filter { counts[$0] == nil }
            .map { Problem(.missingProperty($0), line: line, name: component.name) }
        for name in required + single {
            guard let (count, lastLine) = counts[name], count > 1 else { continue }
            problems.append(Problem(.repeatedProperty(name), line: lastLine, name: component.name))
        }
        for (one, other) in exclusive where counts[one] != nil {
            guard let (_, lastLine) = counts[other] else { continue }
            problems.append(Problem(.exclusiveProperties(one, other), line: lastLine, name: component.name))
        }
        for (one, other) in implied + forAction(component) where counts[one] != nil && counts[other] == nil {
            let problem = Problem(.missingProperty(other), line: line, name: component.name)
            // Two pairs may require the same property.
            if !problems.contains(problem) { problems.append(problem) }
        }
        if isNeverEmpty, component.components.isEmpty {
            problems.append(Problem(.missingComponent, line: line, name: component.name))
        }
        return problems
    }

    /// Returns the properties that an alarm's ACTION requires (§3.6.6).
    private func forAction(_ component: Component) -> [(String, String)] {
        guard let action = Alarm(component)?.action else { return [] }
        switch action {
        case "DISPLAY": return [("ACTION", "DESCRIPTION")]
        case "EMAIL": return [("ACTION", "DESCRIPTION"), ("ACTION", "SUMMARY"), ("ACTION", "ATTENDEE")]
        default: return []
        }
    }
}
