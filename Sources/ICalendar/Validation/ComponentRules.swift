/// How often properties may be in a component (RFC 5545 §3.6, RFC 7953 §3.1, RFC 7986 §4).
struct ComponentRules {
    /// Exactly once.
    let required: [String]
    /// At most once.
    let single: [String]
    /// Pairs of which not both may be there.
    let exclusive: [(String, String)]

    private init(_ required: String, single: String = "", exclusive: [(String, String)] = []) {
        self.required = required.split(separator: " ").map(String.init)
        self.single = single.split(separator: " ").map(String.init)
        self.exclusive = exclusive
    }

    /// - Returns: nil for a component that no standard here knows.
    static func of(_ component: String) -> ComponentRules? { table[component] }

    private static let table: [String: ComponentRules] = [
        "VCALENDAR": ComponentRules("PRODID VERSION", single: "CALSCALE METHOD UID LAST-MODIFIED URL REFRESH-INTERVAL SOURCE COLOR"),
        "VEVENT": ComponentRules(
            "DTSTAMP UID",
            single: "DTSTART CLASS CREATED GEO LAST-MODIFIED LOCATION ORGANIZER PRIORITY SEQUENCE STATUS SUMMARY "
                + "TRANSP URL RECURRENCE-ID DTEND DURATION COLOR",
            exclusive: [("DTEND", "DURATION")]),
        "VTODO": ComponentRules(
            "DTSTAMP UID",
            single: "DTSTART CLASS CREATED GEO LAST-MODIFIED LOCATION ORGANIZER PRIORITY SEQUENCE STATUS SUMMARY URL "
                + "RECURRENCE-ID COMPLETED PERCENT-COMPLETE DUE DURATION COLOR",
            exclusive: [("DUE", "DURATION")]),
        "VJOURNAL": ComponentRules(
            "DTSTAMP UID",
            single: "DTSTART CLASS CREATED LAST-MODIFIED ORGANIZER SEQUENCE STATUS SUMMARY URL RECURRENCE-ID COLOR"),
        "VFREEBUSY": ComponentRules("DTSTAMP UID", single: "CONTACT DTSTART DTEND ORGANIZER URL"),
        "VTIMEZONE": ComponentRules("TZID", single: "LAST-MODIFIED TZURL TZUNTIL"),
        "STANDARD": ComponentRules("DTSTART TZOFFSETTO TZOFFSETFROM"),
        "DAYLIGHT": ComponentRules("DTSTART TZOFFSETTO TZOFFSETFROM"),
        "VALARM": ComponentRules("ACTION TRIGGER", single: "DURATION REPEAT UID ACKNOWLEDGED"),
        "VAVAILABILITY": ComponentRules(
            "DTSTAMP UID",
            single: "BUSYTYPE CLASS CREATED DTSTART DTEND DURATION LAST-MODIFIED ORGANIZER PRIORITY SEQUENCE SUMMARY URL",
            exclusive: [("DTEND", "DURATION")]),
        "AVAILABLE": ComponentRules(
            "DTSTAMP DTSTART UID", single: "CREATED DTEND DURATION LAST-MODIFIED RECURRENCE-ID SUMMARY",
            exclusive: [("DTEND", "DURATION")]),
    ]

    func problems(_ component: Component) -> [Problem] {
        var counts: [String: (count: Int, lastLine: Int?)] = [:]
        for property in component.properties {
            counts[property.name] = ((counts[property.name]?.count ?? 0) + 1, property.line)
        }
        let line = component.properties.lazy.compactMap(\.line).first
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
        return problems
    }
}
