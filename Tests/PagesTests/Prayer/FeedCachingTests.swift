import Archive
import CivilTime
import HTTP
import Jadwal
@testable import Pages
import Postgres
@testable import PrayerFeeds
@testable import Runtime
import Storage
@testable import Templates
import TestSupport
import Testing
@testable import Web

@Suite("Feeds in caches")
struct FeedCachingTests {
    private static let target = "/prayer/sa/riyadh.ics"

    @Test("any responder sends the same bytes, from any database")
    func sameBytes() throws {
        let world = try FeedWorld(responders: 2), other = try FeedWorld()
        // The second database has seen other feeds first, so its numbers differ.
        try other.get("/prayer/sa/makkah.ics")
        for target in [Self.target, "/prayer/gb/london.ics?school=hanafi&entries=fajr,isha,last-third&alarm=5"] {
            let one = try world.get(target), two = try world.get(target, responder: 1)
            try world.store.connection.execute("DELETE FROM prayer_feed_body")
            let again = try world.get(target, responder: 1), elsewhere = try other.get(target)
            for answer in [two, again, elsewhere] {
                #expect(answer.bytes == one.bytes)
                for name in ["ETag", "Last-Modified"] { #expect(answer.header(name) == one.header(name)) }
            }
        }
    }

    @Test("a feed stays the same all day; at the place's midnight the window moves by a day")
    func midnight() throws {
        let world = try FeedWorld("2026-11-21T00:00:00Z")
        let morning = try world.get(Self.target)
        #expect(morning.header("Cache-Control") == "public, max-age=3600")
        try world.clock.set("2026-11-21T20:59:59Z")
        let night = try world.get(Self.target)
        #expect(night.bytes == morning.bytes)
        #expect(night.header("Cache-Control") == "public, max-age=1", "midnight is a second away")
        try world.clock.set("2026-11-21T21:00:00Z")
        let next = try world.get(Self.target)
        #expect(next.header("ETag") != morning.header("ETag"))
        #expect(next.header("Last-Modified") == "Sat, 21 Nov 2026 21:00:00 GMT")
        let before = ParsedCalendar(morning.text).events, after = ParsedCalendar(next.text).events
        #expect(Array(after.dropLast(5)) == Array(before.dropFirst(5)), "not a byte of any other event")
        #expect(after.last?.key == "20270520-isha")
    }

    @Test("headers that programs look at")
    func headers() throws {
        let answer = try FeedWorld().get(Self.target)
        #expect(answer.header("Content-Type") == "text/calendar; charset=utf-8")
        #expect(answer.header("Content-Disposition") == "inline; filename=\"riyadh.ics\"")
        #expect(answer.header("Vary") == "Accept-Encoding")
        #expect(answer.header("Content-Encoding") == nil)
        #expect(answer.header("ETag")?.wholeMatch(of: /"[A-Za-z0-9_-]{22}"/) != nil)
        #expect(answer.header("Last-Modified") == "Fri, 20 Nov 2026 21:00:00 GMT")
        #expect(answer.header("Set-Cookie") == nil)
    }

    @Test("gzip has the same content, and a tag of its own")
    func gzip() throws {
        let world = try FeedWorld()
        let plain = try world.get(Self.target), packed = try world.get(Self.target, ["Accept-Encoding": "gzip, br"])
        #expect(packed.header("Content-Encoding") == "gzip")
        #expect(packed.header("ETag") != plain.header("ETag"))
        #expect(packed.bytes == (try gzipped(plain.bytes)))
        #expect(packed.bytes.count < 20_000)
        // A tag belongs to the bytes that were sent: gzip and plain have different tags.
        let tag = try #require(plain.header("ETag"))
        #expect(try world.get(Self.target, ["Accept-Encoding": "gzip", "If-None-Match": tag]).status == 200)
        #expect(try world.get(Self.target, ["If-None-Match": tag]).status == 304)
    }

    @Test("a client that has the body gets 304", arguments: [
        // ETAG stands for the tag of today's body.
        (["If-None-Match": "ETAG"], true), (["If-None-Match": "\"x\", ETAG"], true), (["If-None-Match": "W/ETAG"], true),
        (["If-None-Match": "*"], true), (["If-None-Match": "\"x\""], false), (["If-None-Match": "garbage"], false),
        (["If-None-Match": "ETAG, garbage \""], true), (["If-None-Match": ""], false),
        (["If-Modified-Since": "Fri, 20 Nov 2026 21:00:00 GMT"], true), (["If-Modified-Since": "Fri, 20 Nov 2026 20:59:59 GMT"], false),
        (["If-Modified-Since": "Friday, 20-Nov-26 21:00:00 GMT"], true), (["If-Modified-Since": "Fri Nov 20 21:00:00 2026"], true),
        (["If-Modified-Since": "yesterday"], false), (["If-Modified-Since": "Sat, 21 Nov 2026 08:00:00 GMT"], true),
        // A tag goes before a date, even if they disagree.
        (["If-None-Match": "\"x\"", "If-Modified-Since": "Sat, 21 Nov 2026 08:00:00 GMT"], false),
        (["If-None-Match": "ETAG", "If-Modified-Since": "Sat, 01 Jan 2000 00:00:00 GMT"], true),
        (["If-None-Match": "garbage", "If-Modified-Since": "Sat, 21 Nov 2026 08:00:00 GMT"], false),
        ([:], false),
    ] as [([String: String], Bool)])
    func conditional(fields: [String: String], isKnown: Bool) throws {
        // Once if the body must be rendered first, and once if it exists.
        let world = try FeedWorld(), tag = try #require(try FeedWorld().get(Self.target).header("ETag"))
        var headers: Headers = [:]
        for (name, value) in fields { headers[name] = value.replacing("ETAG", with: tag) }
        for _ in 1...2 {
            let answer = try world.get(Self.target, headers)
            #expect(answer.status == (isKnown ? 304 : 200))
            #expect(answer.bytes.isEmpty == isKnown)
            #expect(answer.header("ETag") == tag, "the 304 carries what the 200 would")
            #expect(answer.header("Last-Modified") == "Fri, 20 Nov 2026 21:00:00 GMT")
            #expect(answer.header("Cache-Control") == "public, max-age=3600")
            #expect(answer.header("Vary") == "Accept-Encoding")
        }
    }

    @Test("HEAD is GET without the body; nothing else is answered")
    func methods() throws {
        let world = try FeedWorld()
        let head = try world.get(Self.target, method: .head), get = try world.get(Self.target)
        #expect(head.status == 200)
        #expect(head.header("ETag") == get.header("ETag"))
        #expect(try world.get(Self.target, method: .post).status == 405)
    }

    @Test("the worker has tomorrow's body ready before midnight, and today's stays as it is")
    func renewal() throws {
        let world = try FeedWorld("2026-11-21T09:00:00Z", responders: 2)
        let today = try world.get(Self.target)
        try world.askAgain()
        #expect(try FeedRenewal.renewDue(limit: 10, world.app) == 0, "midnight is far")
        try world.clock.set("2026-11-21T19:30:00Z")
        #expect(try FeedRenewal.renewDue(limit: 10, world.app) == 1)
        #expect(try FeedRenewal.renewDue(limit: 10, world.app) == 0)
        #expect(try world.get(Self.target).bytes == today.bytes)
        #expect(try world.count("prayer_feed_body") == 2)
        // Tomorrow's request only reads.
        try world.clock.set("2026-11-21T21:00:01Z")
        try world.store.connection.execute("DELETE FROM prayer_day")
        let tomorrow = try world.get(Self.target)
        #expect(ParsedCalendar(tomorrow.text).events.count == 187 * 5)
        let fresh = try FeedWorld("2026-11-21T21:00:01Z").get(Self.target)
        #expect(tomorrow.bytes == fresh.bytes, "as if it had been made now")
        #expect(tomorrow.header("ETag") == fresh.header("ETag"))
    }

    @Test("after an outage the worker first makes what is missing today")
    func catchingUp() throws {
        let world = try FeedWorld()
        try world.get(Self.target)
        try world.askAgain()
        try world.clock.set("2026-11-25T20:00:00Z")
        #expect(try FeedRenewal.renewDue(limit: 10, world.app) == 2, "today's, and tomorrow's")
        #expect(try world.count("prayer_feed_body WHERE valid_from >= '2026-11-24T21:00:00Z'") == 2)
        #expect(ParsedCalendar(try world.get(Self.target).text).events.first?.key == "20261118-fajr")
    }

    @Test("a feed that nobody requests is not rendered until somebody does")
    func forgotten() throws {
        let world = try FeedWorld()
        let zaid = try world.aCustomer(), (_, path) = try world.aFeed(of: zaid, city: nil)
        try world.get(Self.target)
        try world.get(path)
        try world.askAgain()
        try world.clock.set("2027-03-01T20:00:00Z")
        try world.age(days: 100)
        #expect(try FeedRenewal.renewDue(limit: 10, world.app) == 0)
        for target in [Self.target, path] {
            #expect(ParsedCalendar(try world.get(target).text).events.first?.key == "20270222-fajr")
        }
        #expect(try world.count("prayer_day WHERE day < '2027-02-01'") == 0, "what is long past is gone")
        #expect(try FeedRenewal.renewDue(limit: 10, world.app) == 2, "and is kept ready again")
        try world.age(days: 400)
        try world.store.connection.execute("UPDATE prayer_feed_body SET expires_at = now() - interval '1 hour', valid_from = valid_from - interval '9 years'")
        _ = try world.store.purge()
        for table in ["prayer_feed_body", "prayer_edition", "prayer_timetable", "prayer_day"] as [SQL] {
            #expect(try world.count(table) == 0)
        }
        #expect(try world.get(path).status == 200)
    }

    @Test("a feed that was requested once is not rendered in advance; one requested on a second day is")
    func secondDay() throws {
        let world = try FeedWorld()
        try world.get(Self.target)
        try world.get(Self.target)
        try world.clock.set("2026-11-21T20:00:00Z")
        #expect(try FeedRenewal.renewDue(limit: 10, world.app) == 0)
        try world.age(days: 2)
        try world.get(Self.target)
        #expect(try FeedRenewal.renewDue(limit: 10, world.app) == 1)
    }

    @Test("use is written down once a day, and only for feeds that are used")
    func touched() throws {
        let world = try FeedWorld()
        try world.get(Self.target)
        try world.get("/prayer/sa/makkah.ics")
        try world.age(days: 2)
        try world.get(Self.target)
        #expect(try world.count("prayer_edition WHERE last_fetched_at > now() - interval '1 day' AND city_id = 108410") == 1)
        #expect(try world.count("prayer_edition WHERE last_fetched_at > now() - interval '1 day' AND city_id = 104515") == 0)
    }

    @Test("several workers share the due feeds, and a feed that cannot be rendered holds up no other")
    func workers() throws {
        let world = try FeedWorld(responders: 4)
        for minute in 1...30 { try world.get("/prayer/sa/riyadh.ics?alarm=\(minute)") }
        try world.get("/prayer/gb/london.ics")
        try world.store.connection.execute("UPDATE city SET time_zone = 'Asia/Nowhere' WHERE id = 2643743")
        try world.store.connection.execute("UPDATE prayer_edition SET fresh_until = '2026-11-21T09:00:01Z'")
        try world.askAgain()
        let renewed = try FeedRenewal.renewDue(limit: 1_000, world.app)
        #expect(renewed >= 31)
        #expect(try world.count("prayer_edition WHERE fresh_until IS NULL AND city_id = 2643743") == 1)
        #expect(try world.count("prayer_edition WHERE fresh_until < '2026-11-21T11:00:00Z'") == 0)
        #expect(world.log.lines.contains { $0.hasPrefix("error feed") && $0.contains("Asia/Nowhere") })
    }

    @Test("an edition of no city and no feed, or of both, is not found due")
    func nobodysEdition() throws {
        let world = try FeedWorld()
        _ = try world.aFeed(of: world.aCustomer(), city: nil)
        try world.get(Self.target)
        try world.store.connection.execute("""
            INSERT INTO prayer_edition (timetable_id, feed_id, city_id, options, is_wanted, fresh_until)
            SELECT t.id, f.id, c.id, 'both', true, timestamptz '2026-11-01T00:00:00Z' FROM prayer_timetable t, prayer_feed f, city c
             WHERE c.id = 104515
            UNION ALL SELECT id, NULL, NULL, 'none', true, timestamptz '2026-11-01T00:00:00Z' FROM prayer_timetable
            """)
        #expect(try FeedRenewal.renewDue(limit: 100, world.app) == 0)
        #expect(try world.count("prayer_edition WHERE fresh_until = '2026-11-01T00:00:00Z'") == 2)
    }

    @Test("an edition that rendering leaves as due as it was is left alone, and the others are rendered")
    func stuckEdition() throws {
        let world = try FeedWorld()
        // A feed that shares its city's edition, and an edition of its own that an earlier choice left.
        let path = try world.aFeed(of: world.aCustomer()).path
        try world.get(path)
        try world.store.connection.execute("""
            INSERT INTO prayer_edition (timetable_id, feed_id, options, is_wanted, fresh_until)
            SELECT t.id, f.id, '', true, timestamptz '2026-11-01T00:00:00Z' FROM prayer_timetable t, prayer_feed f
            """)
        try world.get("/prayer/gb/london.ics")
        try world.store.connection.execute("UPDATE prayer_edition SET fresh_until = '2026-11-02T00:00:00Z' WHERE city_id = 2643743")
        try world.askAgain()
        #expect(try FeedRenewal.renewDue(limit: 100, world.app) == 2)
        #expect(try world.count("prayer_edition WHERE fresh_until IS NULL AND feed_id IS NOT NULL") == 1)
        #expect(try world.count("prayer_edition WHERE fresh_until > '2026-11-21T09:00:00Z'") == 2)
        #expect(world.log.lines.filter { $0.hasPrefix("error feed ") && $0.contains("as due as it was") }.count == 1)
        #expect(try world.get(path).status == 200)
    }
}
