import Postgres
import Storage
import TestSupport
import Testing

@Suite("Bounds of the trash")
struct TrashBoundTests {
    let database: TestDatabase
    let store: Store
    let owner: CustomerID

    init() throws {
        database = try TestDatabase.migrated()
        store = try database.store()
        owner = try store.aCustomer()
        for segment in ["a", "b"] {
            _ = try store.insert(
                NewCalendar(segment: segment, displayName: segment, components: ["VEVENT"], epoch: 1), of: owner)
        }
    }

    /// Stores a version of an object, whose tag and text are a number.
    private func write(_ number: Int, at segment: String = "x", in calendar: String = "a", room: Int = 1 << 30) throws {
        let tag = (0..<16).map { UInt8(truncatingIfNeeded: number >> (8 * min($0, 7))) }
        let new = NewObject(
            uid: segment, kind: "VEVENT", tag: tag, octets: Array("\(number)".utf8),
            summary: "\(number)")
        _ = try store.change(
            of: owner, trash: TrashRule(author: .page, mostOctets: room), calendar, segment, uid: segment
        ) { _ in .store(new) }
    }

    private func versions() throws -> [Int] {
        try store.trash(of: owner, after: nil, limit: 1_000).compactMap { $0.summary.flatMap { Int($0) } }
    }

    @Test("of an event that is rewritten without end, the newest versions stay, and those that stood longest")
    func versionsOfOne() throws {
        try write(0)
        // The first version, and later the 30th, stand for a day.
        for number in 1...100 {
            if number == 1 || number == 30 {
                try store.connection.execute("""
                    UPDATE calendar_object SET changed_at = now() - interval '1 day' WHERE customer_id = \(owner)
                    """)
            }
            try write(number)
        }
        let kept = try versions()
        #expect(kept.count == 20)
        #expect(kept.prefix(10) == [99, 98, 97, 96, 95, 94, 93, 92, 91, 90])
        #expect(kept.contains(0) && kept.contains(29), "what stood for a day is not driven out by minutes")
    }

    @Test("versions of other events do not count")
    func versionsOfOthers() throws {
        try write(1_000, at: "y")
        try write(1_001, at: "y")
        try write(2_000, in: "b")
        try write(2_001, in: "b")
        for number in 0...40 { try write(number) }
        #expect(Set(try versions()).isSuperset(of: [1_000, 2_000]))
    }

    @Test("a full trash loses its oldest versions, of any calendar, and never the newest")
    func octets() throws {
        try write(1, at: "old", in: "b")
        try write(2, at: "old", in: "b")
        for number in 0...5 { try write(number) }
        // Each version counts as 10,500 octets: two fit into 25,000.
        try store.connection.execute("UPDATE calendar_trash SET octet_count = 10000 WHERE customer_id = \(owner)")
        try store.connection.execute(
            "UPDATE calendar_object SET octet_count = 40000 WHERE customer_id = \(owner) AND segment = 'x'")
        try store.connection.execute("UPDATE calendar_collection SET octet_count = 100000 WHERE customer_id = \(owner)")
        try write(6, room: 71_000)
        #expect(try versions() == [5, 4, 3])
    }

    @Test("small versions fill the trash, too: the room is checked now and then, whatever the changes are")
    func smallVersions() throws {
        for number in 0..<400 {
            try write(number, at: "\(number / 2)", room: 20_000)
        }
        #expect(try versions().count < 40 + 32 + 1, "500 octets for each, and what came since the last check")
        #expect(try versions().count >= 39)
    }

    @Test("what Jadwal itself writes again is not kept")
    func jadwal() throws {
        try write(1)
        _ = try store.change(
            of: owner, trash: TrashRule(author: .jadwal, mostOctets: 1 << 20), "a", "x", uid: nil
        ) { _ in .remove }
        #expect(try versions() == [])
    }

    @Test("two changes that clear a full trash do not wait for each other")
    func beside() throws {
        for number in 0...5 { try write(number) }
        let other = Store(connection: try Connection(database.settings))
        try other.transaction {
            try other.connection.execute("SELECT 1 FROM calendar_trash WHERE customer_id = \(owner) FOR UPDATE")
            try store.connection.execute("SET lock_timeout = '2s'")
            for number in 0..<80 { try write(number, at: "new", in: "b", room: 1) }
        }
        #expect(try versions().contains(4), "what the other held waits for the next check")
    }
}
