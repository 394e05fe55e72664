import ICalendar
import XML

/// Reads a CALDAV:filter (RFC 4791 §9.7).
///
/// Everything that the standard allows is evaluated. An element that it does not know is refused with
/// `supported-filter`, since ignoring a condition would return too much.
struct FilterReader {
    /// The number of filters that may be left. No program sends more than ten, and each object is compared with
    /// every one.
    private var left = 200

    static func filter(_ element: XMLElement) throws(DAVError) -> ComponentFilter {
        var reader = FilterReader()
        let roots = element.elements
        guard let root = roots.first, roots.count == 1, root.name == .calDAV("comp-filter") else {
            throw invalid("a filter has one comp-filter")
        }
        let filter = try reader.component(root, inside: nil)
        guard filter.name == "VCALENDAR" else { throw invalid("the outermost comp-filter is not VCALENDAR") }
        return filter
    }

    private mutating func component(_ element: XMLElement, inside parent: String?) throws(DAVError) -> ComponentFilter {
        var filter = ComponentFilter(try name(element))
        try checkNesting(filter.name, inside: parent)
        for part in element.elements {
            switch part.name {
            case .calDAV("is-not-defined"): filter.isNotDefined = true
            case .calDAV("time-range"):
                guard filter.timeRange == nil else { throw invalid("a filter has two time ranges") }
                guard Self.timedComponents.contains(filter.name)
                else { throw invalid("such a component is at no time") }
                filter.timeRange = try timeRange(part)
            case .calDAV("prop-filter"): filter.properties.append(try property(part))
            case .calDAV("comp-filter"): filter.components.append(try component(part, inside: filter.name))
            default: throw unsupported(element)
            }
        }
        guard !filter.isNotDefined || element.elements.count == 1 else { throw invalid("is-not-defined is not alone") }
        return filter
    }

    /// The components with a rule for time ranges (RFC 4791 §9.9, RFC 7953 §7.2.2).
    private static let timedComponents: Set<String> = [
        "VEVENT", "VTODO", "VJOURNAL", "VFREEBUSY", "VALARM", "VAVAILABILITY", "AVAILABLE",
    ]

    /// The properties whose values are times. Those of programs may have VALUE=DATE-TIME, too.
    private static let timedProperties: Set<String> = [
        "DTSTART", "DTEND", "DUE", "COMPLETED", "CREATED", "DTSTAMP", "LAST-MODIFIED", "RECURRENCE-ID", "RDATE",
        "EXDATE", "FREEBUSY", "TRIGGER", "ACKNOWLEDGED", "TZUNTIL",
    ]

    /// VCALENDAR holds everything else and is in nothing; an item is in no other item.
    private func checkNesting(_ name: String, inside parent: String?) throws(DAVError) {
        let items: Set<String> = ["VEVENT", "VTODO", "VJOURNAL", "VFREEBUSY", "VTIMEZONE", "VAVAILABILITY"]
        let isWrong = switch name {
        case "VCALENDAR": parent != nil
        case "VALARM", "AVAILABLE", "STANDARD", "DAYLIGHT": parent == "VCALENDAR"
        default: items.contains(name) && parent != "VCALENDAR" && parent != nil
        }
        if isWrong { throw invalid("a component is not inside that one") }
    }

    private mutating func property(_ element: XMLElement) throws(DAVError) -> PropertyFilter {
        var filter = PropertyFilter(try name(element))
        for part in element.elements {
            switch part.name {
            case .calDAV("is-not-defined"): filter.isNotDefined = true
            case .calDAV("time-range") where filter.text == nil && filter.timeRange == nil:
                guard Self.timedProperties.contains(filter.name) || filter.name.hasPrefix("X-")
                else { throw invalid("such a property is at no time") }
                filter.timeRange = try timeRange(part)
            case .calDAV("text-match") where filter.text == nil && filter.timeRange == nil:
                filter.text = try textMatch(part)
            case .calDAV("time-range"), .calDAV("text-match"): throw invalid("a prop-filter has two conditions")
            case .calDAV("param-filter"): filter.parameters.append(try parameter(part))
            default: throw unsupported(element)
            }
        }
        guard !filter.isNotDefined || element.elements.count == 1 else { throw invalid("is-not-defined is not alone") }
        return filter
    }

    private mutating func parameter(_ element: XMLElement) throws(DAVError) -> ParameterFilter {
        var filter = ParameterFilter(try name(element))
        guard element.elements.count <= 1 else { throw invalid("a param-filter has two conditions") }
        for part in element.elements {
            switch part.name {
            case .calDAV("is-not-defined"): filter.isNotDefined = true
            case .calDAV("text-match"): filter.text = try textMatch(part)
            default: throw unsupported(element)
            }
        }
        return filter
    }

    private func textMatch(_ element: XMLElement) throws(DAVError) -> TextMatch {
        guard element.elements.isEmpty else { throw invalid("a text-match has elements") }
        // "default" is the collation without the attribute (§7.5).
        let written = element.attribute("collation") ?? "default"
        let name = written == "default" ? TextMatch.Collation.asciiCaseMap.rawValue : written
        guard let collation = TextMatch.Collation(rawValue: name) else {
            throw DAVError(.supportedCollation, "the collation is not supported")
        }
        let negation = element.attribute("negate-condition") ?? "no"
        guard negation == "yes" || negation == "no" else { throw invalid("negate-condition is not yes or no") }
        return TextMatch(element.text, collation: collation, isNegated: negation == "yes")
    }

    /// Reads a time range. iOS leaves out the end, and either may be missing, but not both (§9.9).
    private func timeRange(_ element: XMLElement) throws(DAVError) -> TimeRange {
        let start = element.attribute("start"), end = element.attribute("end")
        let first = start.flatMap(utcInstant), last = end.flatMap(utcInstant)
        guard (start == nil) == (first == nil), (end == nil) == (last == nil),
              let range = TimeRange(start: first, end: last)
        else { throw invalid("a time-range is in UTC, and its end is after its start") }
        return range
    }

    /// Returns the attribute `name` in upper case, and counts the filter.
    private mutating func name(_ element: XMLElement) throws(DAVError) -> String {
        left -= 1
        guard left >= 0 else { throw DAVError(.supportedFilter([]), "the filter has too many conditions") }
        guard let name = element.attribute("name"), !name.isEmpty else { throw invalid("a filter has no name") }
        return name.uppercased()
    }

    private func unsupported(_ element: XMLElement) -> DAVError {
        let part = XMLElement(element.name, attributes: element.attributes)
        return DAVError(.supportedFilter([part]), "a filter has a condition that is not supported")
    }
}

private func invalid(_ message: String) -> DAVError { DAVError(.validFilter, message) }
