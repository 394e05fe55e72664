// The calendar engine: iCalendar texts to values and back (RFC 5545), without input, output or clock.
//
// - Text: octets to content lines and back.
// - Components: `CalendarStream` reads a text to a tree of components; typed views read the tree.
// - Values: the types of values, read from properties and written to them.
// - Problems: every way in which a text can differ from the standard.
// - Zones: `ZoneResolver` finds the rules of a TZID.
// - Validation: `CalendarCheck` and `CalendarObject` check a calendar, and what a server may store.
// - Recurrence: the starts that RRULE, RDATE and EXDATE give.
// - Occurrences: `Series` is all of one UID, with its occurrences.
// - Queries: filters, expansion, busy times, alarms.
// - Editing: `SeriesEditor` changes one occurrence, this and all later ones, or all.
// - Messages: invitations, replies and cancellations (iTIP).
// - JCal: the same components as JSON.
//
// This file holds what the entry points take: the way of reading, and the limits of one text and one task.

/// The way in which a text is read.
public enum Reading: Hashable, Sendable {
    /// RFC 5545 as it is written; the first problem is thrown.
    case strict
    /// Texts as programs really write them. `Irregularity` lists each habit and its meaning.
    case lenient
}

/// The limits of one text, whoever wrote it.
public struct Limits: Sendable {
    /// The length of the text. A longer text is not read.
    public var octets: Int
    /// The number of components inside each other, at most 64. VCALENDAR, VEVENT, VALARM are three.
    /// Lenient reading places a deeper component beside the innermost open one.
    public var depth: Int { didSet { depth = min(depth, 64) } }

    public init(octets: Int = 10 << 20, depth: Int = 16) {
        self.octets = octets
        self.depth = min(depth, 64)
    }

    /// Returns the number of parts that a text of this length may have.
    ///
    /// Each component, property, parameter, value and item of a list takes some dozens of octets of memory,
    /// however short its text is. Real lines have far more than six octets a part. A million times `A:`, or a
    /// million commas, do not.
    func parts(inOctets count: Int) -> Int { 10_000 + count / 6 }
}

/// The work that an expansion may do before it stops, so that any input ends in bounded time.
///
/// A step is one interval, day or candidate that is examined. It takes some 10 to 50 nanoseconds.
public struct WorkBudget: Hashable, Sendable {
    public private(set) var steps: Int

    public init(steps: Int) {
        self.steps = max(0, steps)
    }

    /// Enough for every hour of a century; it takes at most a tenth of a second.
    public static let standard = WorkBudget(steps: 1_000_000)

    /// Takes steps, also for a caller's own work on what was found.
    public mutating func spend(_ used: Int = 1) throws(RecurrenceError) {
        guard used <= steps else {
            steps = 0
            throw .outOfBudget
        }
        steps -= used
    }
}
