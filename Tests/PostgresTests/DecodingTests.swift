import Postgres
import TestSupport
import Testing

@Suite("Rows")
struct DecodingTests {
    let database: TestDatabase, connection: Connection

    init() throws {
        database = try TestDatabase()
        connection = try database.connect()
    }

    struct Person: RowDecodable, Equatable {
        let id: Int, name: String, nickname: String?
        init(_ row: Row) throws(PostgresError) {
            id = try row["id"]
            name = try row["name"]
            nickname = try row["nickname"]
        }
    }

    @Test("columns are found by name in any order, and rows keep their order")
    func byName() throws {
        let people = try connection.rows("""
            SELECT * FROM (VALUES (NULL, 'Amina', 1), ('Abu Bakr', 'Omar', 2)) p (nickname, name, id)
             ORDER BY id
            """, as: Person.self)
        #expect(people.map(\.id) == [1, 2])
        #expect(people.map(\.name) == ["Amina", "Omar"])
        #expect(people.map(\.nickname) == [nil, "Abu Bakr"])
    }

    @Test("a value that the code does not expect is an error that names the column", arguments: [
        ("SELECT 1 AS id, 'a' AS name", "nickname", "not among"),
        ("SELECT 1 AS id, NULL::text AS name, 'b' AS nickname", "name", "NULL"),
        ("SELECT 'one' AS id, 'a' AS name, 'b' AS nickname", "id", "text"),
        ("SELECT 1.5 AS id, 'a' AS name, 'b' AS nickname", "id", "numeric"),
        ("SELECT 1 AS id, 'a' AS name, 5 AS nickname", "nickname", "integer"),
        ("SELECT 1 AS id, 2 AS id, 'a' AS name, 'b' AS nickname", "id", "more than once"),
    ] as [(SQL, String, String)])
    func surprises(sql: SQL, column: String, says: String) throws {
        let error = #expect(throws: PostgresError.self) { try connection.rows(sql, as: Person.self) }
        #expect(error?.kind == .decoding)
        #expect(error?.column == column)
        #expect(error?.description.contains("\"\(column)\"") == true)
        #expect(error?.message.contains(says) == true)
        // The connection can still be used.
        try #expect(connection.value("SELECT 1") == 1)
    }

    @Test("a column can be read as a wider type, never as a narrower one")
    func widths() throws {
        try #expect(connection.value("SELECT 5::smallint") == 5)
        try #expect(connection.value("SELECT 5::smallint") == Int32(5))
        try #expect(connection.value("SELECT 1.5::real") == 1.5)
        #expect(throws: PostgresError.self) { try connection.value("SELECT 5::bigint", as: Int32.self) }
        #expect(throws: PostgresError.self) { try connection.value("SELECT 5::integer", as: Int16.self) }
        #expect(throws: PostgresError.self) { try connection.value("SELECT 1", as: Bool.self) }
        #expect(throws: PostgresError.self) { try connection.value("SELECT 1", as: Double.self) }
        #expect(throws: PostgresError.self) { try connection.value("SELECT 'x'", as: [UInt8].self) }
        #expect(throws: PostgresError.self) { try connection.value("SELECT 'x'", as: UUIDValue.self) }
    }

    @Test("lists with NULLs, of several dimensions or of another type are errors", arguments: [
        "SELECT ARRAY['a', NULL]", "SELECT ARRAY[['a'], ['b']]", "SELECT ARRAY[1]", "SELECT 'a'",
    ] as [SQL])
    func lists(sql: SQL) throws {
        let error = #expect(throws: PostgresError.self) { try connection.value(sql, as: [String].self) }
        #expect(error?.kind == .decoding)
    }

    @Test("row and value refuse more than one row")
    func atMostOne() throws {
        try #expect(connection.row("SELECT 1 AS v WHERE false", as: V<Int>.self) == nil)
        try #expect(connection.row("SELECT 1 AS v", as: V<Int>.self)?.value == 1)
        try #expect(connection.value("SELECT 1 WHERE false", as: Int.self) == nil)
        for run in [{ _ = try connection.row("SELECT generate_series(1, 2) AS v", as: V<Int>.self) },
                    { _ = try connection.value("SELECT generate_series(1, 2)", as: Int.self) }] {
            let error = #expect(throws: PostgresError.self, performing: run)
            #expect(error?.kind == .decoding)
        }
    }

    @Test("reading rows of a command is misuse")
    func noRows() throws {
        let error = #expect(throws: PostgresError.self) {
            try connection.rows("CREATE TABLE t ()", as: V<Int>.self)
        }
        #expect(error?.kind == .misuse)
    }
}
