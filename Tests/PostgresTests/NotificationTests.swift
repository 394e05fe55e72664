import Postgres
import TestSupport
import Testing

@Suite("LISTEN and NOTIFY")
struct NotificationTests {
    let database: TestDatabase, listener: Connection

    init() throws {
        database = try TestDatabase()
        listener = try database.connect()
    }

    /// The channel of this test. Channels belong to the database, not to the schema, so each test has its own.
    private let channel = "test_\(String(UInt64.random(in: 0 ... .max), radix: 36))"

    @Test("a connection gets the notifications of another in order")
    func heard() throws {
        try listener.listen(channel)
        let speaker = try database.connect()
        let sender = try #require(try speaker.value("SELECT pg_backend_pid()", as: Int.self))
        try speaker.notify(channel, "first ☾")
        try speaker.notify(channel)
        try #expect(listener.waitForNotification(milliseconds: 5000)
            == Notification(channel: channel, payload: "first ☾", sender: sender))
        try #expect(listener.waitForNotification(milliseconds: 5000)?.payload == "")
        try #expect(listener.waitForNotification(milliseconds: 0) == nil)
    }

    @Test("a notification that arrives during a statement is not lost")
    func duringStatement() throws {
        try listener.listen(channel)
        try database.connect().notify(channel, "x")
        try #expect(listener.value("SELECT 1") == 1)
        try #expect(listener.waitForNotification(milliseconds: 5000)?.payload == "x")
    }

    @Test("a transaction that is rolled back sends nothing")
    func rolledBack() throws {
        try listener.listen(channel)
        let speaker = try database.connect()
        #expect(throws: TransactionTests.Stop()) {
            try speaker.transaction {
                try speaker.notify(channel, "undone")
                throw TransactionTests.Stop()
            }
        }
        try speaker.transaction { try speaker.notify(channel, "done") }
        try #expect(listener.waitForNotification(milliseconds: 5000)?.payload == "done")
    }

    @Test("a listener that waits gets an error when the server ends")
    func lost() throws {
        try listener.listen(channel)
        let process = try #require(try listener.value("SELECT pg_backend_pid()", as: Int32.self))
        try database.connect().execute("SELECT pg_terminate_backend(\(process), 5000)")
        let error = #expect(throws: PostgresError.self) {
            try listener.waitForNotification(milliseconds: 5000)
        }
        #expect(error?.isConnectionLost == true)
        #expect(listener.isBroken)
    }

    @Test("the name of a channel cannot contain SQL", arguments: [
        "", "a\"; DROP TABLE t; --", "A", "a b", "ش", String(repeating: "a", count: 64),
    ])
    func names(name: String) throws {
        let error = #expect(throws: PostgresError.self) { try listener.listen(name) }
        #expect(error?.kind == .misuse)
    }
}
