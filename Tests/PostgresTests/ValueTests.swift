import Postgres
import TestSupport
import Testing

/// The expected values are Postgres's own text for a value, or its own count.
@Suite("Values")
struct ValueTests {
    let database: TestDatabase, connection: Connection

    init() throws {
        database = try TestDatabase()
        connection = try database.connect()
    }

    private func roundTrip<Value: SQLValue & Equatable>(_ value: Value, type: SQL, written: String) throws {
        try #expect(connection.value("SELECT (\(value)::\(type))::text", as: String.self) == written)
        try #expect(connection.value("SELECT \(value)::\(type)") == value)
    }

    @Test("bigints are sent and read, also at their extremes", arguments: [
        (0, "0"), (-1, "-1"), (Int64.max, "9223372036854775807"), (Int64.min, "-9223372036854775808"),
    ])
    func bigIntegers(value: Int64, written: String) throws {
        try roundTrip(value, type: "bigint", written: written)
        try roundTrip(Int(value), type: "bigint", written: written)
    }

    @Test("integers and smallints keep their types", arguments: [
        (Int16.max, "32767"), (Int16.min, "-32768"), (7, "7"),
    ])
    func smallIntegers(value: Int16, written: String) throws {
        try roundTrip(value, type: "smallint", written: written)
        try roundTrip(Int32(value), type: "integer", written: written)
    }

    @Test("integers at their extremes", arguments: [(Int32.max, "2147483647"), (Int32.min, "-2147483648")])
    func integers(value: Int32, written: String) throws {
        try roundTrip(value, type: "integer", written: written)
    }

    @Test("booleans", arguments: [(true, "true"), (false, "false")])
    func booleans(value: Bool, written: String) throws {
        try roundTrip(value, type: "boolean", written: written)
    }

    @Test("doubles keep every bit", arguments: [
        (0.1, "0.1"), (-0.0, "-0"), (.infinity, "Infinity"), (-.infinity, "-Infinity"),
        (.leastNonzeroMagnitude, "5e-324"), (1.7976931348623157e308, "1.7976931348623157e+308"),
    ])
    func doubles(value: Double, written: String) throws {
        try roundTrip(value, type: "double precision", written: written)
    }

    @Test("NaN stays NaN")
    func notANumber() throws {
        let value = try connection.value("SELECT \(Double.nan)", as: Double.self)
        #expect(value?.isNaN == true)
    }

    @Test("text of any script and metacharacters of SQL are not changed", arguments: [
        ("", 0), ("plain", 5), ("جدول الصلاة", 11), ("🕌👨‍👩‍👧", 6), ("é", 1), ("e\u{301}", 2),
        ("'; DROP TABLE customer; --", 26), ("a\"b\\c$1%s?:x", 12), ("line\r\nnext\ttab", 14),
        ("\u{FEFF}\u{10FFFF}", 2),
    ])
    func text(value: String, codePoints: Int) throws {
        try #expect(connection.value("SELECT char_length(\(value))") == codePoints)
        let back = try connection.value("SELECT \(value)", as: String.self)
        #expect(back.map { Array($0.utf8) } == Array(value.utf8))
    }

    @Test("a megabyte of text is read whole")
    func longText() throws {
        let value = String(repeating: "جدول ", count: 120_000)
        try #expect(connection.value("SELECT octet_length(\(value))") == 120_000 * 9)
        try #expect(connection.value("SELECT \(value)") == value)
    }

    @Test("text with a NUL is refused before sending, and the transaction continues")
    func nul() throws {
        try connection.transaction {
            let error = #expect(throws: PostgresError.self) {
                try connection.execute("SELECT \("secret\0")")
            }
            #expect(error?.kind == .encoding)
            #expect(error?.description.contains("secret") == false)
            try #expect(connection.value("SELECT 1") == Int32(1))
        }
    }

    @Test("bytes of every value", arguments: [
        ([], "\\x"), ([0, 255, 10, 39, 92], "\\x00ff0a275c"),
    ] as [([UInt8], String)])
    func bytes(value: [UInt8], written: String) throws {
        try roundTrip(value, type: "bytea", written: written)
        try roundTrip(Array(0...255) as [UInt8], type: "bytea", written:
            "\\x" + (0...255).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined())
    }

    @Test("lists", arguments: [
        ([], "{}"), ([1], "{1}"), ([-1, 0, .max], "{-1,0,9223372036854775807}"),
    ] as [([Int64], String)])
    func integerLists(value: [Int64], written: String) throws {
        try roundTrip(value, type: "bigint[]", written: written)
        try roundTrip(value.map { Int($0) }, type: "bigint[]", written: written)
    }

    @Test("lists of bytes", arguments: [
        ([], "{}"), ([[]], #"{"\\x"}"#), ([[0, 255], [7]], #"{"\\x00ff","\\x07"}"#),
    ] as [([[UInt8]], String)])
    func listsOfBytes(value: [[UInt8]], written: String) throws {
        try roundTrip(value, type: "bytea[]", written: written)
    }

    @Test("lists of text, empty strings and quotes in them", arguments: [
        ([], "{}"), ([""], "{\"\"}"),
        (["a,b", "{}", "NULL", "\"\\", "ش"], #"{"a,b","{}","NULL","\"\\",ش}"#),
    ] as [([String], String)])
    func textLists(value: [String], written: String) throws {
        try roundTrip(value, type: "text[]", written: written)
    }

    @Test("a list is one parameter")
    func anyOfList() throws {
        let ids = [2, 3, 5]
        let sql: SQL = "SELECT count(*) FROM generate_series(1, 10) n WHERE n = ANY(\(ids))"
        try #expect(connection.value(sql) == 3)
    }

    @Test("UUIDs are written in lower case", arguments: [
        "00000000-0000-0000-0000-000000000000", "ffffffff-ffff-ffff-ffff-ffffffffffff",
        "f81d4fae-7dec-11d0-a765-00a0c91e6bf6",  // RFC 9562's own example of the form
    ])
    func uuids(written: String) throws {
        let value = try #require(UUIDValue(written.uppercased()))
        #expect(value.description == written)
        #expect(UUIDValue(bytes: value.bytes) == value)
        try roundTrip(value, type: "uuid", written: written)
        try roundTrip([value], type: "uuid[]", written: "{\(written)}")
    }

    @Test("a text that is not a UUID is refused", arguments: [
        "", "f81d4fae7dec11d0a76500a0c91e6bf6", "f81d4fae-7dec-11d0-a765-00a0c91e6bf",
        "g81d4fae-7dec-11d0-a765-00a0c91e6bf6", "f81d4fae-7dec-11d0-a765-00a0c91e6bf6-",
        "f81d4fa-e7dec-11d0-a765-00a0c91e6bf6", "f81d4fae-7dec-11d0-a765-00a0c91e6bf６",
    ])
    func notUUIDs(text: String) {
        #expect(UUIDValue(text) == nil)
    }

    @Test("an enum is stored as its raw value, and a value without a case is an error")
    func enumValues() throws {
        try #expect(connection.value("SELECT \(Language.ar)", as: String.self) == "ar")
        try #expect(connection.value("SELECT 'en'", as: Language.self) == .en)
        let error = #expect(throws: PostgresError.self) {
            try connection.value("SELECT 'fr' AS language", as: Language.self)
        }
        #expect(error?.kind == .decoding)
        #expect(error?.column == "language")
    }

    enum Language: String, SQLConvertible { case en, ar }

    @Test("NULL is nil, of every type")
    func nulls() throws {
        try expectNull(connection, Int.self, "bigint")
        try expectNull(connection, Int32.self, "integer")
        try expectNull(connection, Int16.self, "smallint")
        try expectNull(connection, Bool.self, "boolean")
        try expectNull(connection, Double.self, "double precision")
        try expectNull(connection, String.self, "text")
        try expectNull(connection, [UInt8].self, "bytea")
        try expectNull(connection, [String].self, "text[]")
        try expectNull(connection, [Int64].self, "bigint[]")
        try expectNull(connection, UUIDValue.self, "uuid")
        try expectNull(connection, Timestamp.self, "timestamp with time zone")
    }

    private func expectNull<Value: SQLValue>(_ connection: Connection, _: Value.Type, _ type: String) throws {
        let none: Value? = nil
        try #expect(connection.value("SELECT pg_typeof(\(none))::text", as: String.self) == type)
        try #expect(connection.value("SELECT \(none) IS NULL") == true)
        let back: Value? = try connection.value("SELECT \(none)")
        #expect(back == nil)
    }
}
