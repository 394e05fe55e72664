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

/// What one text may ask for, whoever wrote it.
public struct Limits: Sendable {
    /// The text's length. A longer one is not read.
    public var octets: Int
    /// How many components may stand inside each other, at most 64. VCALENDAR, VEVENT, VALARM are three.
    /// Lenient reading takes one that is deeper for the neighbour of the one it stands in.
    public var depth: Int { didSet { depth = min(depth, 64) } }

    public init(octets: Int = 10 << 20, depth: Int = 16) {
        self.octets = octets
        self.depth = min(depth, 64)
    }

    /// Each component, property, parameter, value and item of a list takes some dozens of octets of memory,
    /// whatever it takes in the text, and more of them than this are not read. Real lines are far above six
    /// octets a part; `A:` a million times is not, nor are a million commas.
    func parts(inOctets count: Int) -> Int { 10_000 + count / 6 }
}
