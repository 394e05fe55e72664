/// How a text is read.
public enum Reading: Hashable, Sendable {
    /// As RFC 5545 says; the first problem is thrown.
    case strict
    /// As programs really write: what `Irregularity` says about each of their habits.
    case lenient
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

/// How much work an expansion may do before it is given up: any input ends in bounded time.
///
/// A step is one interval, day or candidate looked at, some 10 to 50 nanoseconds.
public struct WorkBudget: Hashable, Sendable {
    public private(set) var steps: Int

    public init(steps: Int) {
        self.steps = max(0, steps)
    }

    /// Enough for every hour of a century, and over within a tenth of a second.
    public static let standard = WorkBudget(steps: 1_000_000)

    mutating func spend(_ used: Int = 1) throws(RecurrenceError) {
        guard used <= steps else {
            steps = 0
            throw .outOfBudget
        }
        steps -= used
    }
}
