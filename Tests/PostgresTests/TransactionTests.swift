import Postgres
import TestSupport
import Testing

@Suite("Transactions")
struct TransactionTests {
    struct Stop: Error, Equatable {}

    let database: TestDatabase, connection: Connection
    /// Another connection, which sees committed rows only.
    let other: Connection

    init() throws {
        database = try TestDatabase()
        connection = try database.connect()
        other = try database.connect()
        try connection.script("CREATE TABLE t (v bigint PRIMARY KEY)")
    }

    private func insert(_ number: Int) throws { try connection.execute("INSERT INTO t VALUES (\(number))") }

    private func committed() throws -> [Int] {
        try other.rows("SELECT v FROM t ORDER BY v", as: V<Int>.self).map(\.value)
    }

    @Test("commits if the body returns, and returns its value")
    func commit() throws {
        let value = try connection.transaction {
            try insert(1)
            try #expect(committed() == [])
            return "done"
        }
        #expect(value == "done")
        try #expect(committed() == [1])
    }

    @Test("rolls back if the body throws, and throws the same error")
    func rollBack() throws {
        #expect(throws: Stop()) {
            try connection.transaction {
                try insert(1)
                throw Stop()
            }
        }
        try insert(2)
        try #expect(committed() == [2])
    }

    @Test("an error of the server inside a savepoint does not end the outer transaction")
    func savepoint() throws {
        try connection.transaction {
            try insert(1)
            let error = #expect(throws: PostgresError.self) {
                try connection.transaction {
                    try insert(2)
                    try insert(1)
                }
            }
            #expect(error?.sqlState == SQLState.uniqueViolation)
            try insert(3)
        }
        try #expect(committed() == [1, 3])
    }

    @Test("savepoints nest, and each rolls back only its own changes")
    func nesting() throws {
        try connection.transaction {
            try insert(1)
            try connection.transaction {
                try insert(2)
                #expect(throws: Stop()) {
                    try connection.transaction {
                        try insert(3)
                        try connection.transaction { try insert(4) }
                        throw Stop()
                    }
                }
                try connection.transaction { try insert(5) }
            }
        }
        try #expect(committed() == [1, 2, 5])
    }

    @Test("an error that passes all levels rolls back all changes")
    func throughAll() throws {
        #expect(throws: Stop()) {
            try connection.transaction {
                try insert(1)
                try connection.transaction {
                    try insert(2)
                    throw Stop()
                }
            }
        }
        try #expect(committed() == [])
    }

    @Test("a body that catches a statement's error does not commit")
    func swallowed() throws {
        let error = #expect(throws: PostgresError.self) {
            try connection.transaction {
                try insert(1)
                _ = try? insert(1)
            }
        }
        #expect(error?.sqlState == "25P02")
        try #expect(committed() == [])
        try insert(2)
        try #expect(committed() == [2])
    }

    @Test("an error caught inside a savepoint fails the savepoint only")
    func swallowedInSavepoint() throws {
        try connection.transaction {
            try insert(1)
            #expect(throws: PostgresError.self) { try connection.transaction { _ = try? insert(1) } }
            try insert(2)
        }
        try #expect(committed() == [1, 2])
    }

    @Test("a constraint that fails at COMMIT throws and rolls back all changes")
    func deferredConstraint() throws {
        try connection.script("""
            CREATE TABLE child (
                v bigint CONSTRAINT child_parent REFERENCES t (v) DEFERRABLE INITIALLY DEFERRED
            )
            """)
        let error = #expect(throws: PostgresError.self) {
            try connection.transaction {
                try insert(1)
                try connection.execute("INSERT INTO child VALUES (\(9))")
            }
        }
        #expect(error?.sqlState == SQLState.foreignKeyViolation)
        #expect(error?.constraint == "child_parent")
        #expect(error?.isOutcomeUnknown == false)
        try #expect(committed() == [])
        #expect(!connection.isBroken)
    }

    /// Inserts a number in a transaction of two round trips.
    private func insertInTwoTrips(_ number: Int, then decide: () throws -> Bool = { true }) throws {
        let _: Pending<Int>? = try connection.transaction { pipeline in
            pipeline.value("SELECT count(*) FROM t", as: Int.self)
        } then: { _ in
            guard try decide() else { return nil }
            return { $0.execute("INSERT INTO t VALUES (\(number))") }
        }
    }

    @Test("a transaction of two round trips inside another is a savepoint")
    func twoTripsInside() throws {
        try connection.transaction {
            try insertInTwoTrips(1)
            #expect(throws: Stop()) { try insertInTwoTrips(2) { throw Stop() } }
            try insertInTwoTrips(3) { false }
            #expect(throws: PostgresError.self) { try insertInTwoTrips(1) }
            try insert(4)
            try #expect(committed() == [])
        }
        try #expect(committed() == [1, 4])
        #expect(throws: Stop()) {
            try connection.transaction {
                try insertInTwoTrips(5)
                throw Stop()
            }
        }
        try #expect(committed() == [1, 4])
    }

    @Test("the statement timeout cannot change inside a transaction")
    func timeoutInside() throws {
        let error = #expect(throws: PostgresError.self) {
            try connection.transaction { try connection.setStatementTimeout(milliseconds: 100) }
        }
        #expect(error?.kind == .misuse)
    }
}
