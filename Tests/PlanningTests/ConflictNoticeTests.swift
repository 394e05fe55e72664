import Notifications
import Planning
import Postgres
import Storage
import Templates
import TestSupport
import Testing

/// The notices about conflicts that a worker finds.
@Suite("Notices about conflicts")
struct ConflictNoticeTests {
    let world: PlanningWorld

    init() throws {
        world = try PlanningWorld()
        try world.put("Lunch", "20261125T130000", "20261125T140000")
        try world.work()
    }

    /// The titles of the customer's notices, the newest first.
    private func notices() throws -> [String] {
        let words = try NoticeWords(world.customer, .english, world.test.app)
        return try world.test.app.notices(of: world.customer).list(limit: 50).map { notice in
            String(words.text(notice).title.filter { $0 != "\u{2068}" && $0 != "\u{2069}" })
        }
    }

    @Test("a conflict that opens is one notice, however often its events change")
    func opens() throws {
        try world.put("Dentist", "20261125T133000", "20261125T143000")
        try world.work()
        #expect(try notices() == ["Dentist and Lunch clash"])
        try world.put("Dentist", "20261125T133000", "20261125T144500")
        try world.work()
        #expect(try notices().count == 1)
        let notice = try #require(try world.test.app.notices(of: world.customer).list(limit: 1).first)
        let conflict = try #require(try world.planning.openConflicts(limit: 1).shown.first)
        #expect(notice.row.path == "/conflicts/\(conflict.row.id)")
    }

    @Test("a clash with a prayer names the prayer")
    func prayer() throws {
        try world.pray()
        try world.put("Meeting", "20261126T143000", "20261126T151000")
        try world.work()
        #expect(try notices() == ["Meeting and Asr clash"])
    }

    @Test("more than three conflicts of one comparison are one notice")
    func many() throws {
        for hour in 15...18 {
            try world.put("First \(hour)", "20261127T\(hour)0000", "20261127T\(hour)3000")
            try world.put("Second \(hour)", "20261127T\(hour)1000", "20261127T\(hour)2000")
        }
        try world.work()
        #expect(try notices() == ["4 events clash"])
    }

    @Test("what was stored before conflicts were looked for is silent")
    func silent() throws {
        try world.put("Dentist", "20261125T133000", "20261125T143000")
        try world.test.run("""
            INSERT INTO conflict_reading (customer_id, collection_id, counter, is_silent)
            SELECT customer_id, id, 0, true FROM calendar_collection
                ON CONFLICT (customer_id, collection_id) DO UPDATE SET counter = 0, is_silent = true
            """)
        try world.work()
        #expect(try notices() == [])
    }

    @Test("nothing is sent about a conflict that ended before")
    func ended() throws {
        try world.put("Dentist", "20261125T133000", "20261125T143000")
        try world.work()
        #expect(try world.test.count("notification WHERE look_at IS NOT NULL") == 1)
        try world.put("Dentist", "20261125T160000", "20261125T170000")
        try world.work()
        #expect(try world.test.count("notification WHERE look_at IS NOT NULL") == 0)
    }

    @Test("an answer on the page ends what waits to be sent, and the notice counts as read")
    func answered() throws {
        try world.put("Dentist", "20261125T133000", "20261125T143000")
        try world.work()
        let conflict = try #require(try world.planning.openConflicts(limit: 1).shown.first)
        try world.planning.keep(conflict.row.id)
        #expect(try world.test.count("notification WHERE look_at IS NOT NULL OR read_at IS NULL") == 0)
        #expect(try notices() == ["Dentist and Lunch clash"])
    }
}
