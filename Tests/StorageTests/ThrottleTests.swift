import Glibc
import Postgres
import Storage
import TestSupport
import Testing

@Suite("Throttles")
struct ThrottleTests {
    let database: TestDatabase
    let store: Store

    init() throws {
        database = try TestDatabase.migrated()
        store = try database.store()
    }

    private func throttle(
        _ kind: String = "mail.address", _ subject: UInt8 = 1, limit: Int = 2, seconds: Int = 60
    ) -> Throttle {
        Throttle(kind: kind, subject: digest(subject), limit: limit, windowSeconds: seconds)
    }

    @Test("lets as many through as the limit says, then tells how long to wait")
    func limit() throws {
        for _ in 1...2 { #expect(try store.take([throttle()]) == nil) }
        let wait = try #require(try store.take([throttle()]))
        #expect((50...60).contains(wait))
        #expect(try store.count("throttle_event") == 2, "what was refused does not count")
    }

    @Test("tells the seconds until the event that fills it is old enough", arguments: [
        // ages of the events, limit, window, seconds to wait
        ([0], 1, 30, 30), ([29], 1, 30, 1), ([30], 1, 30, nil), ([31], 1, 30, nil),
        ([10, 50], 2, 60, 10), ([10, 20, 50], 2, 60, 40), ([10], 2, 60, nil),
        ([3_599, 3_000, 2_000, 1_000, 0], 5, 3_600, 1), ([], 1, 60, nil),
    ] as [([Int], Int, Int, Int?)])
    func seconds(ages: [Int], limit: Int, window: Int, expected: Int?) throws {
        let throttle = throttle(limit: limit, seconds: window)
        try store.transaction {
            for age in ages {
                try store.connection.execute("""
                    INSERT INTO throttle_event (kind, subject, happened_at)
                    VALUES (\(throttle.kind), \(throttle.subject), now() - \(age) * interval '1 second')
                    """)
            }
            #expect(try store.secondsUntilFree(throttle) == expected)
            #expect(try store.take([throttle]) == expected)
        }
    }

    @Test("kinds and subjects are counted apart")
    func apart() throws {
        try store.record(throttle(limit: 1))
        #expect(try store.secondsUntilFree(throttle(limit: 1)) != nil)
        #expect(try store.secondsUntilFree(throttle("login.failure", limit: 1)) == nil)
        #expect(try store.secondsUntilFree(throttle("mail.address", 2, limit: 1)) == nil)
    }

    @Test("if one of several is full, none is counted, and the answer is the longest wait")
    func allOrNone() throws {
        let short = throttle("a", limit: 1, seconds: 10), long = throttle("b", limit: 1, seconds: 1_000)
        let free = throttle("c", limit: 1)
        try store.record(short)
        try store.record(long)
        let wait = try #require(try store.take([free, short, long]))
        #expect((990...1_000).contains(wait))
        #expect(try store.secondsUntilFree(free) == nil)
    }

    @Test("two connections at the same moment count each other's: the second waits, then is refused")
    func twoConnections() throws {
        let settings = database.settings
        let limited = throttle(limit: 1)
        let hasStarted = Flag()
        let outcome = try store.transaction {
            #expect(try store.take([limited]) == nil)
            let second = try Background {
                let other = Store(connection: try Connection(settings))
                return try other.transaction {
                    hasStarted.raise()
                    return try other.take([limited])
                }
            }
            hasStarted.wait()
            return second
        }
        #expect(try outcome.value() != nil)
        #expect(try store.count("throttle_event") == 1)
    }

    @Test("of twenty at the same moment exactly as many get through as the limit says")
    func twentyAtOnce() throws {
        let settings = database.settings
        let throttles = [throttle("z", limit: 7), throttle("a", limit: 9)]
        let waits = try inParallel(count: 20) {
            let store = Store(connection: try Connection(settings))
            return try store.transaction { try store.take(throttles) }
        }
        #expect(waits.filter { $0 == nil }.count == 7)
    }
}
