import CivilTime
import Glibc
import HTTP
@testable import Pages
@testable import Places
import Postgres
@testable import PrayerFeeds
import PrayerTimes
@testable import Runtime
import Storage
@testable import Templates
import TestSupport
import Testing

/// The worker locks editions, then their feeds and timetables. Another transaction waits for the editions, and
/// holds no lock that the worker still needs.
@Suite("Feeds that are changed while the worker renders them")
struct FeedLockTests {
    struct NobodyWaits: Error {}

    let world: FeedWorld
    let worker: Store

    init() throws {
        world = try FeedWorld()
        worker = Store(connection: try world.database.connect())
    }

    /// Lets the worker lock every edition, starts another transaction, and then lets the worker take a further
    /// lock, for which it must not wait.
    private func check(_ other: @escaping @Sendable () throws -> Void, _ take: () throws -> Bool) throws {
        try world.store.connection.execute("UPDATE prayer_edition SET is_wanted = true, fresh_until = '2026-11-01T00:00:00Z'")
        var background: Background<Void>?
        try worker.connection.transaction {
            #expect(try worker.dueEditions(before: world.clock.now, limit: 16).count == 1)
            background = try Background(other)
            try waitUntilSomebodyWaits()
            // Less than the time after which Postgres looks for a deadlock.
            try worker.connection.script("SET LOCAL lock_timeout = '200ms'")
            #expect(try take())
        }
        try background?.value()
    }

    private func waitUntilSomebodyWaits() throws {
        for _ in 0..<3_000 {
            let waiting: Int? = try world.store.connection.value("""
                SELECT count(*) FROM pg_stat_activity
                 WHERE application_name = \(world.database.schema) AND wait_event_type = 'Lock'
                """)
            if let waiting, waiting > 0 { return }
            usleep(10_000)
        }
        throw NobodyWaits()
    }

    private func timetable() throws -> PrayerTimetableID {
        PrayerTimetableID(try #require(try world.store.connection.value("SELECT id FROM prayer_timetable", as: Int64.self)))
    }

    @Test("an account is deleted")
    func deletion() throws {
        let zaid = try world.aCustomer(), (feed, path) = try world.aFeed(of: zaid, city: nil)
        try world.get(path)
        let settings = world.database.settings
        try check {
            let store = Store(connection: try Connection(settings))
            try store.transaction {
                try store.lock(zaid)
                _ = try store.delete(zaid)
            }
        } _: {
            try worker.lockPrayerFeed(feed.id) != nil
        }
        for table in ["customer", "prayer_feed", "prayer_edition", "prayer_timetable"] as [SQL] {
            #expect(try world.count(table) == 0)
        }
    }

    @Test("a timetable is computed again by changed rules")
    func refresh() throws {
        try world.get("/prayer/sa/riyadh.ics")
        let id = try timetable(), settings = world.database.settings, shared = world.app.shared
        try check {
            let store = Store(connection: try Connection(settings))
            let timetables = TimetableStore(store: store, hijri: .ummAlQura, now: shared.now())
            _ = try store.transaction { try timetables.refresh(id, shared.timeZones) }
        } _: {
            try worker.lockPrayerTimetable(id) != nil
        }
        #expect(try world.count("prayer_feed_body") == 0, "the refresh was done")
    }

    @Test("a request renders the same")
    func request() throws {
        try world.get("/prayer/sa/riyadh.ics")
        let id = try timetable(), settings = world.database.settings, shared = world.app.shared
        let city = try #require(try world.store.city(NewCity.riyadh.id))
        try check {
            let app = App(shared, Database(Store(connection: try Connection(settings)), settings), mail: CapturedMail())
            _ = try FeedRenderer(app).render(city, FeedOptions(), at: shared.now())
        } _: {
            try worker.lockPrayerTimetable(id) != nil
        }
        #expect(try world.count("prayer_edition WHERE fresh_until > '2026-11-21T09:00:00Z'") == 1, "it was rendered")
    }
}
