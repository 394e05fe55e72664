import Calendars
import CivilTime
import Glibc
import Planning
import Postgres
import Runtime
import Storage
import TestSupport
import Testing

/// The conflicts that a worker finds after a device changed something.
@Suite("Conflicts in the database")
struct ConflictTests {
    let world: PlanningWorld

    init() throws {
        world = try PlanningWorld()
        try world.put("Lunch", "20261125T130000", "20261125T140000")
        try world.work()
    }

    @Test("an event that overlaps another one is a conflict that waits")
    func overlap() throws {
        try world.put("Dentist", "20261125T133000", "20261125T143000")
        #expect(try world.conflicts() == [], "it is the worker that looks")
        try world.work()
        #expect(try world.conflicts() == ["open Dentist: overlap Lunch"])
    }

    @Test("what only touches, what makes nobody busy and what was declined do not clash", arguments: [
        ("20261125T140000", "20261125T150000", []), ("20261125T133000", "20261125T143000", ["TRANSP:TRANSPARENT"]),
        ("20261125T133000", "20261125T143000", ["STATUS:CANCELLED"]), ("20261125T133000", "20261125T133000", []),
        ("20261125T133000", "20261125T143000", [
            "ORGANIZER:mailto:omar@example.org", "ATTENDEE;PARTSTAT=DECLINED:mailto:zaid@example.org",
        ]),
    ])
    func noClash(start: String, end: String, lines: [String]) throws {
        try world.put("Dentist", start, end, lines)
        try world.work()
        #expect(try world.conflicts() == [])
    }

    @Test("a conflict ends when its cause goes away: the event is moved, the other one is deleted")
    func gone() throws {
        try world.put("Dentist", "20261125T133000", "20261125T143000")
        try world.put("Tea", "20261125T133000", "20261125T135000")
        try world.work()
        #expect(try world.conflicts([.open]) == [
            "open Dentist: overlap Lunch", "open Tea: overlap Dentist, overlap Lunch",
        ])
        try world.put("Dentist", "20261125T160000", "20261125T170000")
        try world.work()
        #expect(try world.conflicts() == ["gone Dentist: overlap Lunch", "open Tea: overlap Lunch"])
        try world.delete("Lunch")
        try world.work()
        #expect(try world.conflicts([.open]) == [])
    }

    @Test("two events that clash are named once, also if both change")
    func once() throws {
        try world.put("Dentist", "20261125T133000", "20261125T143000")
        try world.work()
        try world.put("Lunch", "20261125T130000", "20261125T140000", ["LOCATION:Home"])
        try world.put("Dentist", "20261125T133000", "20261125T143000", ["LOCATION:Olaya"])
        try world.work()
        #expect(try world.conflicts() == ["open Dentist: overlap Lunch"])
    }

    @Test("a series is one conflict, with its first clash and the number of them in a year")
    func series() throws {
        try world.put("Gym", "20261124T133000", "20261124T143000", ["RRULE:FREQ=DAILY"])
        try world.put("Weekly", "20261126T140000", "20261126T150000", ["RRULE:FREQ=WEEKLY;COUNT=3"])
        try world.work()
        #expect(try world.conflicts() == ["open Gym: overlap Lunch", "open Weekly: overlap Gym"])
        let rows = try world.test.store.conflicts(of: world.customer.id)
        #expect(rows.map(\.facts.count) == [1, 3])
        #expect(rows.map(\.facts.recurrenceID) == ["20261125T133000", "20261126T140000"])
    }

    @Test("what the customer kept is opened again only if it clashes with more")
    func kept() throws {
        try world.put("Dentist", "20261125T133000", "20261125T143000")
        try world.work()
        let id = try #require(try world.test.store.conflicts(of: world.customer.id).first).id
        try world.test.store.end(id, of: world.customer.id, as: .kept)
        try world.put("Dentist", "20261125T133000", "20261125T144500")
        try world.work()
        #expect(try world.conflicts() == ["kept Dentist: overlap Lunch"])
        try world.put("Call", "20261125T143000", "20261125T150000")
        try world.put("Dentist", "20261125T133000", "20261125T145000")
        try world.work()
        #expect(try world.conflicts([.open, .kept]) == ["open Dentist: overlap Call, overlap Lunch"])
    }

    @Test("an event on the block of a prayer is a conflict of that day")
    func prayer() throws {
        try world.pray()
        try world.put("Meeting", "20261126T143000", "20261126T151000")
        try world.work()
        #expect(try world.conflicts() == ["open Meeting: prayer asr 2026-11-26"])
    }

    @Test("what is over does not clash, and a conflict whose events are over is expired")
    func over() throws {
        try world.put("Past", "20261120T130000", "20261120T140000")
        try world.put("Older", "20261120T130000", "20261120T140000")
        try world.put("Dentist", "20261125T133000", "20261125T143000")
        try world.work()
        #expect(try world.conflicts() == ["open Dentist: overlap Lunch"])
        world.test.advance(seconds: 3 * 86_400)
        #expect(try world.test.app.expireConflicts(limit: 10) == 1)
        #expect(try world.conflicts() == ["expired Dentist: overlap Lunch"])
    }

    @Test("a calendar that is deleted, or hidden from the busy times, takes its conflicts with it")
    func calendars() throws {
        try world.home.make(CalendarValues(), at: "work")
        try world.put("Dentist", "20261125T133000", "20261125T143000", in: "work")
        try world.work()
        #expect(try world.conflicts([.open]) == ["open Dentist: overlap Lunch"])
        try world.test.run("UPDATE calendar_collection SET is_transparent = true WHERE segment = 'work'")
        try world.work()
        #expect(try world.conflicts([.open]) == [])
    }

    @Test("one job waits for many changes, and another one for a change that comes while it runs")
    func jobs() throws {
        for number in 0..<5 { try world.put("Event \(number)", "20261127T1\(number)0000", "20261127T1\(number)3000") }
        #expect(try world.test.count("job WHERE kind = 'planning.find-clashes' AND finished_at IS NULL") == 1)
        // The other one looks at the ways to events.
        #expect(try world.work() == 2)
    }

    @Test("a comparison waits for another one, so that two events are named once")
    func atOnce() throws {
        try world.put("Dentist", "20261125T133000", "20261125T143000")
        let first = Store(connection: try world.test.database.connect())
        let shared = world.test.app.shared, settings = world.test.database.settings, customer = world.customer
        var second: Background<ComparedChanges>?
        try first.transaction {
            try first.lockConflicts(of: customer.id)
            second = try Background {
                let store = Store(connection: try Connection(settings))
                let app = App(shared, Database(store, settings), mail: CapturedMail())
                return try app.planning(of: customer).compareChanges()
            }
            try waitUntilSomebodyWaits()
            let now = shared.now()
            try first.record(
                ConflictFacts(
                    uid: "Lunch", clashes: ["overlap Dentist"], uids: ["Dentist", "Lunch"], recurrenceID: nil,
                    start: now, end: now, lastEnd: now + .seconds(600_000), count: 1),
                .open, of: customer.id)
            for calendar in try first.uncomparedCalendars(of: customer.id) {
                try first.record(compared: calendar, of: customer.id)
            }
        }
        let compared = try second?.value()
        #expect(compared?.opened == 0 && compared?.ended == 0)
        #expect(try world.conflicts() == ["open Lunch: overlap Dentist"])
    }

    private func waitUntilSomebodyWaits() throws {
        for _ in 0..<3_000 {
            let waiting: Int? = try world.test.store.connection.value("""
                SELECT count(*) FROM pg_stat_activity
                 WHERE application_name = \(world.test.database.schema) AND wait_event_type = 'Lock'
                """)
            if let waiting, waiting > 0 { return }
            usleep(10_000)
        }
        throw NobodyWaits()
    }

    struct NobodyWaits: Error {}

    @Test("a change wakes the workers, also if a job waits already: one may have passed over it meanwhile")
    func wakes() throws {
        let listener = try world.test.database.connect(), connection = try world.test.app.store.connection
        let sender = try #require(try connection.value("SELECT pg_backend_pid()", as: Int.self))
        try listener.listen(Store.jobChannel)
        for number in 0..<2 {
            while try listener.waitForNotification(milliseconds: 0) != nil {}
            try world.put("Event \(number)", "20261127T1\(number)0000", "20261127T1\(number)3000")
            // The channel is that of the database, so other tests are heard, too.
            var heard = try listener.waitForNotification(milliseconds: 5_000)
            while let other = heard, other.sender != sender {
                heard = try listener.waitForNotification(milliseconds: 5_000)
            }
            #expect(heard?.sender == sender, "change \(number)")
        }
    }

    @Test("what was stored before conflicts were looked for is kept, without waiting for an answer")
    func stored() throws {
        try world.put("Dentist", "20261125T133000", "20261125T143000")
        try world.test.run("""
            INSERT INTO conflict_reading (customer_id, collection_id, counter, is_silent)
            SELECT customer_id, id, 0, true FROM calendar_collection
                ON CONFLICT (customer_id, collection_id) DO UPDATE SET counter = 0, is_silent = true
            """)
        try world.work()
        #expect(try world.conflicts() == ["kept Dentist: overlap Lunch"])
    }
}
