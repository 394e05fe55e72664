/// The content of a text of type text/calendar: components one after the other, usually a single VCALENDAR
/// (RFC 5545 §3.4).
public struct CalendarStream: Sendable {
    public var components: [Component]
    /// The problems of lenient reading, in the order of the lines; at most 1,000.
    public private(set) var problems: [Problem] = []
    /// The number of problems that are not listed.
    public private(set) var unlistedProblems = 0

    public init(_ components: [Component]) {
        self.components = components
    }

    /// Reads a text. Only its form is checked: lines, names, parameters, the nesting of components.
    ///
    /// - Throws: the first problem in strict reading; `.tooLong` and `.tooManyParts` in both.
    public init(_ octets: [UInt8], _ reading: Reading = .lenient, limits: Limits = Limits()) throws(Problem) {
        var log = ProblemLog(reading)
        components = try ComponentReader.components(octets, limits, &log)
        problems = log.problems.byLine
        unlistedProblems = log.unlisted
    }

    /// The text of these components, in UTF-8.
    public var octets: [UInt8] {
        var writer = ContentLineWriter()
        for component in components { writer.component(component) }
        return writer.bytes
    }
}
