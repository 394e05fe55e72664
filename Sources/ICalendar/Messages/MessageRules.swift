/// The demands of a method on a component, beyond RFC 5545: the tables of RFC 5546 §3.2 to §3.5.
struct MessageRules {
    /// Properties that occur at least once.
    let required: [String]
    /// Properties that are not allowed, and VALARM.
    let excluded: [String]

    private init(_ required: String, excluded: String = "") {
        self.required = required.split(separator: " ").map(String.init)
        self.excluded = excluded.split(separator: " ").map(String.init)
    }

    /// Returns the rules of a method for a component; nil if the component does not have this method.
    static func of(_ method: MessageMethod, _ component: String) -> MessageRules? { table[method]?[component] }

    /// The components of messages. Time zones and unknown components may be beside them.
    static let kinds: Set<String> = ["VEVENT", "VTODO", "VJOURNAL", "VFREEBUSY"]

    private static let table: [MessageMethod: [String: MessageRules]] = [
        .publish: [
            "VEVENT": MessageRules("DTSTART ORGANIZER SUMMARY", excluded: "ATTENDEE REQUEST-STATUS"),
            "VTODO": MessageRules("DTSTART ORGANIZER PRIORITY SUMMARY", excluded: "ATTENDEE REQUEST-STATUS"),
            "VJOURNAL": MessageRules("DESCRIPTION DTSTART ORGANIZER", excluded: "ATTENDEE REQUEST-STATUS"),
            "VFREEBUSY": MessageRules(
                "DTEND DTSTART ORGANIZER", excluded: "ATTENDEE DURATION REQUEST-STATUS VALARM"),
        ],
        .request: [
            "VEVENT": MessageRules("ATTENDEE DTSTART ORGANIZER SUMMARY", excluded: "REQUEST-STATUS"),
            "VTODO": MessageRules("ATTENDEE DTSTART ORGANIZER PRIORITY SUMMARY", excluded: "REQUEST-STATUS"),
            "VFREEBUSY": MessageRules(
                "ATTENDEE DTEND DTSTART ORGANIZER", excluded: "DURATION FREEBUSY REQUEST-STATUS URL VALARM"),
        ],
        .reply: [
            "VEVENT": MessageRules("ATTENDEE ORGANIZER", excluded: "VALARM"),
            "VTODO": MessageRules("ATTENDEE ORGANIZER", excluded: "VALARM"),
            "VFREEBUSY": MessageRules(
                "ATTENDEE DTEND DTSTART ORGANIZER", excluded: "DURATION SEQUENCE VALARM"),
        ],
        .cancel: [
            "VEVENT": MessageRules("ORGANIZER SEQUENCE", excluded: "REQUEST-STATUS VALARM"),
            "VTODO": MessageRules("ORGANIZER SEQUENCE", excluded: "REQUEST-STATUS VALARM"),
            "VJOURNAL": MessageRules("ORGANIZER SEQUENCE", excluded: "ATTENDEE REQUEST-STATUS VALARM"),
        ],
    ]

    /// Returns the missing and the forbidden properties of a calendar's messages, each once, at its first
    /// place. So a holiday calendar of a thousand days without an organizer has one problem.
    static func problems(_ calendar: Component) -> [Problem] {
        guard calendar.name == "VCALENDAR", let name = VCalendar(unchecked: calendar).method,
              let method = MessageMethod(rawValue: name)
        else { return [] }
        var problems: [Problem] = []
        var seen: Set<[String]> = []
        for part in calendar.components {
            guard let rules = of(method, part.name) else { continue }
            let names = Set(part.properties.map(\.name) + part.components.map(\.name))
            let line = part.firstLine
            func note(_ reason: Irregularity, _ name: String) {
                guard seen.insert([part.name, name]).inserted else { return }
                problems.append(Problem(reason, line: part.first(name)?.line ?? line, name: part.name))
            }
            for name in rules.required where !names.contains(name) { note(.missingInMessage(name), name) }
            for name in rules.excluded where names.contains(name) { note(.unexpectedInMessage(name), name) }
            if part.isAmbiguousReply, method == .reply { note(.repeatedProperty("ATTENDEE"), "ATTENDEE") }
        }
        return problems
    }
}

extension Component {
    /// True if several people answer in one reply. A delegate names both people (§4.2.6), which is allowed,
    /// whatever the tables say.
    fileprivate var isAmbiguousReply: Bool {
        let people = all("ATTENDEE").map(Person.init)
        return people.count > 1 && people.allSatisfy(\.delegatedFrom.isEmpty)
    }
}
