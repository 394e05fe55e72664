import CivilTime
@testable import Jadwal
import Postgres
@testable import Runtime
import TestSupport
import Testing

@Suite("Deleting old data")
struct RetentionTests {
    let test: TestApp

    init() throws {
        test = try TestApp()
        try test.run("""
            INSERT INTO throttle_event (kind, subject, happened_at)
            VALUES ('k', decode(repeat('00', 32), 'hex'), now() - interval '2 days')
            """)
    }

    @Test("if the clock is far from the database's, nothing is deleted and the log says so", arguments: [400 * 86_400, -400 * 86_400, 90, -90])
    func wrongClock(seconds: Int) throws {
        test.goWrong(seconds: seconds)
        #expect(try !Retention.purge(test.app))
        #expect(try test.count("throttle_event") == 1)
        #expect(test.log.lines.contains { $0.hasPrefix("error purge refused") && $0.contains("seconds apart") })
    }

    @Test("a clock within a minute of the database's does not matter: the database's decides", arguments: [0, 30, -30])
    func rightClock(seconds: Int) throws {
        test.goWrong(seconds: seconds)
        #expect(try !Retention.purge(test.app))
        #expect(try test.count("throttle_event") == 0)
        #expect(test.log.lines.contains("info purge throttle_event=1"))
    }

    @Test("the worker does it by itself")
    func chore() throws {
        try JobRunner(jobs, chores: chores, test.app).runChores()
        #expect(try test.count("throttle_event") == 0)
    }

    @Test("much old data is deleted in parts, so that mails do not wait")
    func pieces() throws {
        try test.run("""
            INSERT INTO throttle_event (kind, subject, happened_at)
            SELECT 'k', decode(repeat('00', 32), 'hex'), now() - interval '2 days' FROM generate_series(1, 60000)
            """)
        #expect(try Retention.purge(test.app), "there is more")
        var pieces = 1
        while try Retention.purge(test.app) { pieces += 1 }
        #expect(pieces < 5)
        #expect(try test.count("throttle_event") == 0)
    }
}
