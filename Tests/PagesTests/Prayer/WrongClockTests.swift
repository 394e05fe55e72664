import CivilTime
import HTTP
@testable import Jadwal
@testable import Pages
@testable import Places
import Postgres
@testable import PrayerFeeds
@testable import Runtime
import Storage
import TestSupport
import Testing
@testable import Web

@Suite("Feeds of a host whose clock is wrong")
struct WrongClockTests {
    private static let target = "/prayer/sa/riyadh.ics"
    private static let farApart = [400 * 86_400, -400 * 86_400]

    let world: FeedWorld
    /// The path of a customer's feed that has its own timetable.
    let path: String
    /// The data that must never be lost: every day, every moved minute, and when each feed is next due.
    private let published: [String]

    init() throws {
        world = try FeedWorld(responders: 2)
        path = try world.aFeed(of: world.aCustomer(), city: nil, options: "names=en").path
        for target in [Self.target, path] { try world.get(target) }
        try world.store.connection.execute("""
            INSERT INTO prayer_change (timetable_id, day, entry, sequence, changed_at)
            SELECT id, '2026-11-25', 'fajr', 3, '2026-11-20T00:00:00Z' FROM prayer_timetable
            """)
        try world.store.connection.execute("DELETE FROM prayer_feed_body")
        for target in [Self.target, path] { try world.get(target) }
        try world.askAgain()
        published = try Self.published(world)
    }

    private static func published(_ world: FeedWorld) throws -> [String] {
        try world.database.dump().filter { line in
            ["prayer_day ", "prayer_change ", "prayer_edition ", "prayer_timetable ", "prayer_feed_body "].contains { line.hasPrefix($0) }
        }
    }

    private func lines(_ event: String) -> [String] { world.log.lines.filter { $0.hasPrefix("error \(event) ") } }

    @Test("a worker deletes no day and no moved minute, and the log says so once a turn", arguments: farApart + [61, -61])
    func worker(seconds: Int) throws {
        // Everything is due, and of another release's rules.
        try world.store.connection.execute("UPDATE prayer_edition SET fresh_until = '2026-11-01T00:00:00Z'")
        try world.store.connection.execute("UPDATE prayer_timetable SET basis = 'of long ago'")
        let before = try Self.published(world)
        world.clock.goWrong(seconds: seconds)
        try JobRunner(jobs, chores: chores, world.app).runChores()
        #expect(try Self.published(world) == before)
        let byTheClock = [
            "prayer.refresh", "prayer.renew", "calendars.times", "calendars.reminders", "planning.expire",
            "planning.plans", "planning.digests", "planning.leaving",
        ]
        #expect(lines("chore refused").count == byTheClock.count)
        for chore in byTheClock {
            #expect(lines("chore refused").contains { $0.contains("chore=\(chore)") && $0.contains("\(abs(seconds)) seconds apart") })
        }
        #expect(throws: ClocksApart.self) { try FeedRenewal.checkClocks(world.app) }
        world.clock.goWrong(seconds: 0)
        try FeedRenewal.checkClocks(world.app)
        try JobRunner(jobs, chores: chores, world.app).runChores()
        #expect(try world.count("prayer_edition WHERE fresh_until > '2026-11-21T09:00:00Z'") == 2)
        #expect(try world.events(Self.target).first { $0.key == "20261125-fajr" }?["SEQUENCE"] == "3")
    }

    @Test("a worker whose clock is within a minute of the database's works normally", arguments: [60, -60])
    func soundWorker(seconds: Int) throws {
        try world.store.connection.execute("UPDATE prayer_edition SET fresh_until = '2026-11-01T00:00:00Z'")
        world.clock.goWrong(seconds: seconds)
        try JobRunner(jobs, chores: chores, world.app).runChores()
        #expect(lines("chore refused") == [])
        #expect(try world.count("prayer_edition WHERE fresh_until > '2026-11-21T09:00:00Z'") == 2)
    }

    @Test("a responder renders nothing and writes nothing, and the client tries again later", arguments: farApart)
    func responder(seconds: Int) throws {
        let (before, counted) = (try world.events(path), try world.count("throttle_event"))
        world.clock.goWrong(seconds: seconds)
        for target in [Self.target, path, "/prayer/sa/riyadh.ics?alarm=5"] {
            let answer = try world.get(target, responder: 1)
            #expect(answer.status == 503, "\(target)")
            #expect(answer.header("Retry-After") != nil)
        }
        #expect(lines("clock").count == 3 && lines("clock").allSatisfy { $0.contains("seconds apart") })
        #expect(try Self.published(world) == published)
        #expect(try world.count("throttle_event") == counted, "what was not made is not counted")
        world.clock.goWrong(seconds: 0)
        #expect(try world.events(path) == before)
        #expect(before.first { $0.key == "20261125-fajr" }?["SEQUENCE"] == "3")
    }

    @Test("a responder whose clock is a day off deletes nothing that is shown", arguments: [86_400, -86_400])
    func aDay(seconds: Int) throws {
        let before = try world.events(path)
        world.clock.goWrong(seconds: seconds)
        #expect(try world.get(path, responder: 1).status == 200)
        world.clock.goWrong(seconds: 0)
        try world.store.connection.execute("DELETE FROM prayer_feed_body")
        #expect(try world.events(path) == before)
    }

    @Test("the database's clock is read, and not assumed to be this machine's")
    func databaseClock() throws {
        let parts = world.app.shared
        let shared = Shared(
            config: parts.config, templates: parts.templates,
            secrets: parts.secrets, timeZones: parts.timeZones,
            disputedPlaces: parts.disputedPlaces, log: parts.log, now: { systemNow() + .seconds(3_600) })
        let app = App(shared, Database(Store(connection: try world.database.connect()), world.database.settings), mail: CapturedMail())
        #expect(abs(try app.secondsFromDatabase() - 3_600) < 30)
    }
}
