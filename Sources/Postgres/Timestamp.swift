/// A moment as a `timestamptz`, in whole microseconds.
///
/// It is read from `timestamptz` only, since a `timestamp` without a zone is not a moment. The range is
/// from Postgres's first instant, in 4714 BC, to `Int64.max`, in AD 294247. Postgres's `infinity` is
/// refused in both directions, because no code here can compute with it.
public struct Timestamp: SQLValue, Hashable, Comparable {
    /// Microseconds since 1970-01-01T00:00:00Z, leap seconds not counted.
    public let microsecondsSince1970: Int64

    public init(microsecondsSince1970: Int64) { self.microsecondsSince1970 = microsecondsSince1970 }

    public static func < (a: Timestamp, b: Timestamp) -> Bool {
        a.microsecondsSince1970 < b.microsecondsSince1970
    }

    public static var typeOID: UInt32 { TypeOID.timestamptz }

    public func encode(into bytes: inout [UInt8]) throws(PostgresError) {
        let (since2000, overflow) = microsecondsSince1970.subtractingReportingOverflow(Self.year2000)
        guard !overflow, Self.calendar.contains(since2000) else {
            throw .encoding("an instant outside Postgres's calendar cannot be stored")
        }
        bytes.appendBigEndian(since2000)
    }

    public init(decoding field: borrowing Field) throws(PostgresError) {
        guard field.type == TypeOID.timestamptz else { throw field.unreadable(as: Self.self) }
        let since2000 = try field.integer(as: Int64.self)
        // Postgres sends its infinities as the least and greatest Int64.
        guard since2000 != .min, since2000 != .max else { throw .decoding("is infinity") }
        let (since1970, overflow) = since2000.addingReportingOverflow(Self.year2000)
        guard !overflow else { throw .decoding("is an instant beyond the range of Int64") }
        microsecondsSince1970 = since1970
    }

    /// The zero of Postgres, 2000-01-01T00:00:00Z, in microseconds since 1970.
    private static let year2000: Int64 = 946_684_800_000_000
    /// The range from `MIN_TIMESTAMP` to `END_TIMESTAMP` of Postgres's `datatype/timestamp.h`.
    private static let calendar: Range<Int64> = -211_813_488_000_000_000 ..< 9_223_371_331_200_000_000
}
