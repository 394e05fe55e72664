/// The components that the standards allow inside each other (RFC 5545 §3.6, RFC 7953 §3.1, RFC 9073 §7, RFC
/// 9074 §8).
///
/// The table is used only for components without END. A component with its END is read with everything in it,
/// so that nested components of other programs stay where they were written.
enum ComponentNesting {
    private static let inCalendar: Set<String> = [
        "VEVENT", "VTODO", "VJOURNAL", "VFREEBUSY", "VTIMEZONE", "VAVAILABILITY",
    ]

    private static let children: [String: Set<String>] = [
        "VCALENDAR": inCalendar,
        "VEVENT": ["VALARM", "PARTICIPANT", "VLOCATION", "VRESOURCE"],
        "VTODO": ["VALARM", "PARTICIPANT", "VLOCATION", "VRESOURCE"],
        "VJOURNAL": ["PARTICIPANT", "VLOCATION", "VRESOURCE"],
        "VFREEBUSY": ["PARTICIPANT", "VLOCATION", "VRESOURCE"],
        "VTIMEZONE": ["STANDARD", "DAYLIGHT"],
        "STANDARD": [],
        "DAYLIGHT": [],
        "VALARM": ["VLOCATION"],
        "VAVAILABILITY": ["AVAILABLE"],
        "AVAILABLE": [],
        "PARTICIPANT": ["VLOCATION", "VRESOURCE"],
        "VLOCATION": [],
        "VRESOURCE": [],
    ]

    /// Returns true if a standard defines a component of this name.
    static func isKnown(_ name: String) -> Bool { children[name] != nil }

    /// Returns true if the standards allow the component inside the other one. Both names are known.
    static func allows(_ child: String, in parent: String) -> Bool { children[parent]?.contains(child) ?? false }

    /// Returns true if the component may be the outermost one: a VCALENDAR, and components that programs
    /// write without a VCALENDAR.
    static func mayBeOutermost(_ name: String) -> Bool { name == "VCALENDAR" || inCalendar.contains(name) }
}
