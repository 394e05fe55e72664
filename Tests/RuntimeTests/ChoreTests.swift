import Postgres
import Runtime
import Storage
import Synchronization
import System
import Templates
import TestSupport
import Testing

@Suite("Chores")
struct ChoreTests {
    private final class Count: Sendable {
        private let number = Mutex(0)
        func up() -> Int { number.withLock { $0 += 1; return $0 } }
        var value: Int { number.withLock { $0 } }
    }

    private struct Broken: Error {}

    @Test("a chore is done at the start, and then not before its time")
    func once() throws {
        let test = try TestApp(), count = Count()
        let runner = JobRunner([], chores: [Chore("test.once", everySeconds: 3_600) { _ in
            _ = count.up()
            return false
        }], test.app)
        #expect(try !runner.runChores())
        #expect(try !runner.runChores())
        #expect(count.value == 1)
    }

    @Test("one that has more to do goes on at once, piece by piece")
    func pieces() throws {
        let test = try TestApp(), count = Count()
        let runner = JobRunner([], chores: [Chore("test.pieces", everySeconds: 3_600) { _ in count.up() < 3 }], test.app)
        #expect(try runner.runChores())
        #expect(try runner.runChores())
        #expect(try !runner.runChores())
        #expect(try !runner.runChores())
        #expect(count.value == 3)
    }

    @Test("while one worker is at it, another leaves it alone")
    func alone() throws {
        let test = try TestApp(), count = Count()
        let chore = Chore("test.alone", everySeconds: 0) { _ in
            _ = count.up()
            return false
        }
        let runner = JobRunner([], chores: [chore], test.app)
        #expect(try test.store.lockChore("test.alone"))
        #expect(try !runner.runChores())
        #expect(count.value == 0)
        try test.store.unlockChore("test.alone")
        _ = try runner.runChores()
        #expect(count.value == 1)
        #expect(try test.store.lockChore("test.alone"), "it was given back")
        try test.store.unlockChore("test.alone")
    }

    @Test("one that fails is logged, waits for its next time, and holds up no other")
    func failing() throws {
        let test = try TestApp(), count = Count()
        let runner = JobRunner([], chores: [
            Chore("test.broken", everySeconds: 3_600) { _ in throw Broken() },
            Chore("test.sound", everySeconds: 3_600) { _ in
                _ = count.up()
                return false
            },
        ], test.app)
        #expect(try !runner.runChores())
        #expect(try !runner.runChores())
        #expect(count.value == 1)
        #expect(test.log.lines.filter { $0.hasPrefix("error chore fault chore=test.broken") }.count == 1)
        #expect(try test.store.lockChore("test.broken"), "the lock was given back")
        try test.store.unlockChore("test.broken")
    }

    @Test("a lost connection ends the piece; the next connection begins it again")
    func lost() throws {
        let test = try TestApp(), count = Count()
        let runner = JobRunner([], chores: [Chore("test.lost", everySeconds: 3_600) { app in
            if count.up() == 1 { try app.store.connection.execute("SELECT pg_terminate_backend(pg_backend_pid())") }
            return false
        }], test.app)
        #expect(throws: PostgresError.self) { try runner.runChores() }
        #expect(try !runner.runChores())
        #expect(count.value == 2)
    }
}
