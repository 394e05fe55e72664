import Postgres
import TestSupport
import Testing

@Suite("Timestamps")
struct TimestampTests {
    let database: TestDatabase, connection: Connection

    init() throws {
        database = try TestDatabase()
        connection = try database.connect()
    }

    @Test("keep every microsecond, also before 1970 and at the ends of the calendar", arguments: [
        (0, "1970-01-01 00:00:00+00"),
        (1, "1970-01-01 00:00:00.000001+00"),
        (-1, "1969-12-31 23:59:59.999999+00"),
        (946_684_800_000_000, "2000-01-01 00:00:00+00"),
        (946_684_799_999_999, "1999-12-31 23:59:59.999999+00"),
        (1_000_000_000_123_456, "2001-09-09 01:46:40.123456+00"),  // a billion seconds
        (-2_208_988_800_000_000, "1900-01-01 00:00:00+00"),        // NTP's era, RFC 5905 fig. 4
        (-210_866_803_200_000_000, "4714-11-24 00:00:00+00 BC"),   // the first instant Postgres has
        (.max, "294247-01-10 04:00:54.775807+00"),                 // the last one Int64 has
    ])
    func instants(microseconds: Int64, written: String) throws {
        let value = Timestamp(microsecondsSince1970: microseconds)
        try #expect(connection.value("SELECT \(value)::text", as: String.self) == written)
        try #expect(connection.value("SELECT \(value)") == value)
    }

    @Test("an instant before Postgres's calendar is refused before sending", arguments: [
        Int64.min, -210_866_803_200_000_001,
        // Without a check the overflow would make these −infinity and +infinity.
        Int64.min + 946_684_800_000_000, Int64.min + 946_684_799_999_999,
    ])
    func outside(microseconds: Int64) throws {
        let error = #expect(throws: PostgresError.self) {
            try connection.execute("SELECT \(Timestamp(microsecondsSince1970: microseconds))")
        }
        #expect(error?.kind == .encoding)
    }

    @Test("infinity and an instant out of range are errors that name the column", arguments: [
        "infinity", "-infinity", "294247-01-10 04:00:54.775808+00",
    ])
    func infinity(text: String) throws {
        let error = #expect(throws: PostgresError.self) {
            try connection.value("SELECT \(text)::timestamptz AS expires", as: Timestamp.self)
        }
        #expect(error?.kind == .decoding)
        #expect(error?.column == "expires")
    }

    @Test("a timestamp without a zone cannot be read")
    func withoutZone() throws {
        let error = #expect(throws: PostgresError.self) {
            try connection.value("SELECT '2024-01-01'::timestamp AS at", as: Timestamp.self)
        }
        #expect(error?.kind == .decoding)
    }

    @Test("dates in a statement are in UTC")
    func timeZone() throws {
        let beforeMidnight = Timestamp(microsecondsSince1970: -1)
        try #expect(connection.value("SELECT \(beforeMidnight)::date::text") == "1969-12-31")
    }
}
