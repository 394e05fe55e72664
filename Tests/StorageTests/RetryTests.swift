import Glibc
import Postgres
import Storage
import Synchronization
import TestSupport
import Testing

@Suite("A transaction that lost against another one")
struct RetryTests {
    struct Stop: Error, Equatable {}

    let database: TestDatabase
    let store: Store

    init() throws {
        database = try TestDatabase()
        store = Store(connection: try database.connect())
        try store.connection.script("CREATE TABLE t (id bigint PRIMARY KEY, n bigint NOT NULL); INSERT INTO t VALUES (1, 0), (2, 0)")
    }

    private func counts() throws -> [Int] {
        try (1...2).map { try store.connection.value("SELECT n FROM t WHERE id = \($0)") ?? -1 }
    }

    /// Fails as the server does when two transactions wait for each other.
    private func lose() throws {
        try store.connection.script("DO $$ BEGIN RAISE EXCEPTION 'lost' USING ERRCODE = '40P01'; END $$")
    }

    @Test("of two that wait for each other one is run again, and both are done once")
    func deadlock() throws {
        let settings = database.settings, numbers = Meeting(), meeting = Meeting(), isOneDone = Mutex(false)
        let runs = try inParallel(count: 2) { () throws -> Int in
            let mine = numbers.arrive()
            let store = Store(connection: try Connection(settings))
            var runs = 0
            try store.transaction {
                runs += 1
                // On a busy machine the winner may sleep on while the other one takes its row again.
                if runs == 2 { try wait { isOneDone.withLock { $0 } } }
                try store.connection.execute("UPDATE t SET n = n + 1 WHERE id = \(mine)")
                if runs == 1 { try meeting.waitForBoth() }
                try store.connection.execute("UPDATE t SET n = n + 1 WHERE id = \(3 - mine)")
            }
            isOneDone.withLock { $0 = true }
            return runs
        }
        #expect(runs.sorted() == [1, 2])
        #expect(try counts() == [2, 2])
    }

    @Test("a savepoint is not run again by itself: the whole transaction is")
    func savepoint() throws {
        var outer = 0, inner = 0
        try store.transaction {
            outer += 1
            try store.connection.execute("UPDATE t SET n = n + 1 WHERE id = 1")
            try store.transaction {
                inner += 1
                try store.connection.execute("UPDATE t SET n = n + 1 WHERE id = 2")
                if inner == 1 { try lose() }
            }
        }
        #expect(outer == 2 && inner == 2)
        #expect(try counts() == [1, 1])
    }

    @Test("one that loses twice throws that it did, and nothing is written")
    func twice() throws {
        var runs = 0
        let error = #expect(throws: PostgresError.self) {
            try store.transaction {
                runs += 1
                try store.connection.execute("UPDATE t SET n = n + 1")
                try lose()
            }
        }
        #expect(error?.sqlState == SQLState.deadlock)
        #expect(runs == 2)
        #expect(try counts() == [0, 0])
    }

    @Test("any other error is thrown at once")
    func others() throws {
        var runs = 0
        let error = #expect(throws: PostgresError.self) {
            try store.transaction {
                runs += 1
                try store.connection.execute("INSERT INTO t VALUES (1, 1)")
            }
        }
        #expect(error?.sqlState == SQLState.uniqueViolation)
        #expect(throws: Stop()) {
            try store.transaction {
                runs += 1
                throw Stop()
            }
        }
        #expect(runs == 2)
    }
}

private struct NobodyCame: Error {}

/// Waits until a condition holds, half a minute at most.
private func wait(until condition: () -> Bool) throws {
    for _ in 0..<30_000 {
        if condition() { return }
        usleep(1_000)
    }
    throw NobodyCame()
}

/// A meeting point at which two threads wait for each other.
private final class Meeting: Sendable {
    private let count = Mutex(0)

    /// - Returns: 1 for the first thread, 2 for the second.
    func arrive() -> Int { count.withLock { $0 += 1; return $0 } }

    func waitForBoth() throws {
        _ = arrive()
        try wait { count.withLock { $0 } >= 2 }
    }
}
