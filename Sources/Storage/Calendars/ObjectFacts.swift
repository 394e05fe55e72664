public import CivilTime
import Postgres

// The facts about objects that are columns of `calendar_object`, each named once: INSERT and UPDATE take the values of
// the lists below, and SELECTs their names.

/// A column of table `calendar_object`, and the value that it gets from some facts.
struct FactColumn<Facts>: Sendable {
    let name: SQL
    let value: @Sendable (Facts) -> SQL

    init(_ name: SQL, _ value: @escaping @Sendable (Facts) -> SQL) {
        self.name = name
        self.value = value
    }
}

/// Returns the names of columns of table `calendar_object` AS o, for a SELECT.
private func names<Facts>(_ columns: [FactColumn<Facts>]) -> SQL {
    columns.map { "o.\($0.name)" }.joined(by: ", ")
}

/// The facts about an object that decide when it makes its owner busy.
public struct BusyFacts: Sendable, Hashable {
    /// The first moment of the first occurrence; nil if it has no time.
    public var firstStart: Instant?
    /// The end of the last occurrence; nil if it has no time, or no end.
    public var lastEnd: Instant?
    /// True if its moments depend on the reader's zone. Its bounds are 14 hours wider then.
    public var isFloating: Bool
    public var isTransparent: Bool
    /// In upper case, as in CANCELLED.
    public var status: String?

    public init(
        firstStart: Instant? = nil, lastEnd: Instant? = nil, isFloating: Bool = false, isTransparent: Bool = false,
        status: String? = nil
    ) {
        self.firstStart = firstStart
        self.lastEnd = lastEnd
        self.isFloating = isFloating
        self.isTransparent = isTransparent
        self.status = status
    }

    static let columns: [FactColumn<BusyFacts>] = [
        FactColumn("first_start") { "\($0.firstStart)" },
        FactColumn("last_end") { "\($0.lastEnd)" },
        FactColumn("is_floating") { "\($0.isFloating)" },
        FactColumn("is_transparent") { "\($0.isTransparent)" },
        FactColumn("status") { "\($0.status)" },
    ]

    /// The columns that `init(_:at:)` reads.
    static let selected: SQL = names(columns)

    /// Reads the columns of a row from a position on.
    init(_ row: Row, at first: Int) throws(PostgresError) {
        firstStart = try row.optionalTimestamp(at: first).map(Instant.init(sqlForm:))
        lastEnd = try row.optionalTimestamp(at: first + 1).map(Instant.init(sqlForm:))
        isFloating = try row.flag(at: first + 2)
        isTransparent = try row.flag(at: first + 3)
        status = try row.optionalText(at: first + 4)
    }
}

/// The facts about a simple event that views show without reading its text.
public struct ViewFacts: Sendable, Hashable {
    public let isAllDay: Bool
    public let isPrivate: Bool
    public let location: String?
    public let color: String?

    public init(isAllDay: Bool, isPrivate: Bool, location: String?, color: String?) {
        self.isAllDay = isAllDay
        self.isPrivate = isPrivate
        self.location = location
        self.color = color
    }

    /// The columns of any object. NULL as the first one means that views have to read the text.
    static let columns: [FactColumn<ViewFacts?>] = [
        FactColumn("is_all_day") { "\($0?.isAllDay)" },
        FactColumn("is_private") { "\($0?.isPrivate ?? false)" },
        FactColumn("location") { "\($0?.location)" },
        FactColumn("color") { "\($0?.color)" },
    ]

    /// The columns that `init(_:at:)` reads.
    static let selected: SQL = names(columns)

    /// Reads the columns of a row from a position on.
    ///
    /// - Returns: nil if views have to read the text.
    init?(_ row: Row, at first: Int) throws(PostgresError) {
        guard let isAllDay = try row.optionalFlag(at: first) else { return nil }
        self.isAllDay = isAllDay
        isPrivate = try row.flag(at: first + 1)
        location = try row.optionalText(at: first + 2)
        color = try row.optionalText(at: first + 3)
    }
}
