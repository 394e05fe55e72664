import Postgres
import Testing

@Suite("Values")
struct ValueTests {
    /// Sends the value, lets the server write it as text by its own rules, and reads it back.
    private func roundTrip<Value: SQLValue & Equatable>(
        _ value: Value, type: SQL, written: String
    ) throws {
        try TestDatabase.run { _, connection in
            try #expect(connection.value("SELECT (\(value)::\(type))::text", as: String.self) == written)
            try #expect(connection.value("SELECT \(value)::\(type)") == value)
        }
    }

    @Test("integers reach the server and come back", arguments: [
        (0, "0"), (-1, "-1"), (Int64.max, "9223372036854775807"), (Int64.min, "-9223372036854775808"),
    ])
    func bigIntegers(value: Int64, written: String) throws {
        try roundTrip(value, type: "bigint", written: written)
        try roundTrip(Int(value), type: "bigint", written: written)
    }

    @Test("smaller integers keep their types", arguments: [(Int16.max, "32767"), (Int16.min, "-32768"), (7, "7")])
    func smallIntegers(value: Int16, written: String) throws {
        try roundTrip(value, type: "smallint", written: written)
        try roundTrip(Int32(value), type: "integer", written: written)
    }
}
