/// What a text of type text/calendar holds: one component after the other, mostly a single VCALENDAR
/// (RFC 5545 §3.4).
public struct CalendarStream: Sendable {
    public var components: [Component]
    /// What lenient reading came across, in the order of the lines; at most 1,000.
    public private(set) var problems: [Problem] = []
    /// How many problems there were beyond those.
    public private(set) var unlistedProblems = 0

    public init(_ components: [Component]) {
        self.components = components
    }

    /// Reads a text. Only its form is looked at: lines, names, parameters, the nesting of components.
    ///
    /// - Throws: in strict reading the first problem; in either reading `.tooLong` and `.tooManyParts`.
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
