import Crypto
import HTTP
import Jadwal
@testable import Pages
@testable import Places
import Postgres
@testable import PrayerFeeds
@testable import Runtime
import Storage
@testable import Templates
import TestSupport
import Testing
@testable import Web

@Suite("Feeds of customers")
struct PersonalFeedTests {
    let world: FeedWorld
    let zaid: CustomerID

    private static let firefox: Headers = ["User-Agent": "Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0"]
    private static let iPhone: Headers = ["User-Agent": "iOS/18.1 (22B83) dataaccessd/1.0"]

    init() throws {
        world = try FeedWorld()
        zaid = try world.aCustomer()
    }

    @Test("its address opens it, and does not reveal its owner")
    func opens() throws {
        let (_, path) = try world.aFeed(of: zaid)
        #expect(path.wholeMatch(of: /\/prayer\/[A-Za-z0-9_-]{43}\.ics/) != nil)
        let answer = try world.get(path)
        #expect(answer.status == 200)
        #expect(answer.route == "GET /prayer/{feed}.ics", "the log tells no token")
        #expect(answer.header("Cache-Control") == "private, max-age=3600")
        #expect(ParsedCalendar(answer.text).events.count == 187 * 5)
        #expect(!answer.contains(zaid.description) && !answer.contains("zaid@"))
        let token = path.dropFirst("/prayer/".count).dropLast(".ics".count)
        #expect(!answer.contains(String(token)))
        let dump = try world.database.dump().joined()
        #expect(!dump.contains(token), "a leaked backup opens nobody's feed")
    }

    @Test("a city's feed with default options is the public one to the byte")
    func shared() throws {
        let (_, path) = try world.aFeed(of: zaid)
        let own = try world.get(path), open = try world.get("/prayer/sa/riyadh.ics")
        #expect(own.bytes == open.bytes)
        #expect(own.header("ETag") == open.header("ETag"))
        let sara = try world.aFeed(of: world.aCustomer("sara@example.org"))
        #expect(try world.get(sara.path).bytes == open.bytes)
        #expect(try world.count("prayer_feed_body") == 1)
    }

    @Test("a city's feed in one language is shared, too")
    func sharedInOneLanguage() throws {
        let (_, path) = try world.aFeed(of: zaid, options: "names=ar")
        #expect(try world.get(path).bytes == world.get("/prayer/sa/riyadh.ics?names=ar").bytes)
        let sara = try world.aFeed(of: world.aCustomer("sara@example.org"), options: "names=ar")
        #expect(try world.get(sara.path).text.contains("SUMMARY:الفجر"))
        #expect(try world.count("prayer_edition") == 1 && world.count("prayer_feed_body") == 1)
    }

    @Test("a feed's file has the name of its city; a point's has none")
    func fileName() throws {
        let (_, path) = try world.aFeed(of: zaid)
        for _ in 1...3 {
            #expect(try world.get(path).header("Content-Disposition") == "inline; filename=\"riyadh.ics\"")
        }
        _ = try world.aFeed(of: zaid, city: nil)
        #expect(try world.get(path).header("Content-Disposition") == "inline; filename=\"prayer.ics\"")
    }

    @Test("a choice is rendered for its customer alone; days by the default rules are shared", arguments: [
        // options, timetables of one's own
        ("alarm=5", 0), ("names=en&eid=yes", 0), ("method=umm-al-qura", 0), ("school=hanafi", 1), ("adjust=fajr:2", 1),
    ])
    func chosen(options: String, timetables: Int) throws {
        let (_, path) = try world.aFeed(of: zaid, options: options)
        let own = try world.get(path), open = try world.get("/prayer/sa/riyadh.ics?" + options)
        #expect(own.bytes == open.bytes)
        #expect(try world.count("prayer_edition WHERE feed_id IS NOT NULL") == 1)
        #expect(try world.count("prayer_timetable WHERE feed_id IS NOT NULL") == timetables)
        _ = try world.store.transaction { try world.store.delete(zaid) }
        #expect(try world.count("prayer_edition") == 1, "the public one")
        #expect(try world.count("prayer_timetable WHERE feed_id IS NOT NULL") == 0)
    }

    @Test("three hundred choices of one customer, each fetched, leave only a few rows")
    func manyChoices() throws {
        for number in 1...300 {
            let minutes = "adjust=fajr:\(number % 60 + 1),isha:\(number / 60 + 1)"
            let path = try world.aFeed(of: zaid, options: minutes).path
            #expect(try world.get(path).status == 200)
        }
        for table in ["prayer_edition", "prayer_timetable", "prayer_feed_body"] as [SQL] {
            #expect(try world.count(table) == 1, "\(table)")
        }
        #expect(try world.count("prayer_day") < 400)
    }

    @Test("a change of the look keeps the published history of the customer's own minutes")
    func history() throws {
        let (_, path) = try world.aFeed(of: zaid, city: nil, options: "adjust=fajr:2")
        try world.get(path)
        try world.store.connection.execute("""
            INSERT INTO prayer_change (timetable_id, day, entry, sequence, changed_at)
            SELECT id, '2026-11-22', 'fajr', 3, '2026-11-20T00:00:00Z' FROM prayer_timetable
            """)
        _ = try world.aFeed(of: zaid, city: nil, options: "adjust=fajr:2&names=en")
        let fajr = try #require(try world.events(path).first { $0.key == "20261122-fajr" })
        #expect(fajr["SEQUENCE"] == "3")
        _ = try world.aFeed(of: zaid, city: nil, options: "adjust=fajr:3")
        try world.get(path)
        #expect(try world.count("prayer_timetable") == 1, "other rules start again, and the old ones are gone")
    }

    @Test("an address whose key is lost still works, but cannot be shown")
    func lostKey() throws {
        let (feed, path) = try world.aFeed(of: zaid)
        #expect(try world.get(path).status == 200)
        try world.store.connection.execute("UPDATE prayer_feed SET nonce = decode(repeat('ab', 16), 'hex')")
        let kept = try #require(try world.store.prayerFeed(of: zaid))
        #expect(kept.tokenDigest == feed.tokenDigest)
        #expect(world.app.feedURL(kept) == nil, "rather than an address that opens nothing")
        #expect(try world.get(path).status == 200)
        let renewed = try #require(try world.app.renewPrayerFeed(of: zaid))
        #expect(world.app.feedURL(renewed) != nil)
    }

    @Test("a feed from before there were random bits keeps its address until it is renewed")
    func olderFeed() throws {
        let (feed, _) = try world.aFeed(of: zaid)
        let token = Token.derived(key: world.app.secrets.feeds.current, from: "feed \(feed.id) 1")
        try world.store.connection.execute("UPDATE prayer_feed SET nonce = NULL, token_sha256 = \(token.digest)")
        let old = try #require(try world.store.prayerFeed(of: zaid))
        #expect(world.path(old) == "/prayer/\(token.text).ics")
        #expect(try world.get(world.path(old)).status == 200)
        let renewed = try #require(try world.app.renewPrayerFeed(of: zaid))
        #expect(renewed.nonce?.count == 16)
        #expect(try world.get(world.path(old)).status == 404)
        #expect(try world.get(world.path(renewed)).status == 200)
    }

    @Test("an address that the release before the random bits renewed is shown, and renewed again as usual")
    func renewedByThePreviousRelease() throws {
        let (feed, path) = try world.aFeed(of: zaid)
        // That release writes this: it does not know the column.
        let token = Token.derived(key: world.app.secrets.feeds.current, from: "feed \(feed.id) 2")
        try world.store.connection.execute("UPDATE prayer_feed SET generation = 2, token_sha256 = \(token.digest)")
        let kept = try #require(try world.store.prayerFeed(of: zaid))
        #expect(kept.nonce == feed.nonce)
        #expect(world.path(kept) == "/prayer/\(token.text).ics")
        #expect(try world.get(world.path(kept)).status == 200)
        #expect(try world.get(path).status == 404)
        let renewed = try #require(try world.app.renewPrayerFeed(of: zaid))
        #expect(renewed.nonce != feed.nonce)
        #expect(try world.get(world.path(renewed)).status == 200)
        #expect(try world.get("/prayer/\(token.text).ics").status == 404)
    }

    @Test("no two feeds share an address, though number and generation are the same again after a restore")
    func restored() throws {
        let before = try world.aFeed(of: zaid)
        let number = before.feed.id
        // As a dump from before this feed would leave the database.
        try world.store.deletePrayerFeed(of: zaid)
        try world.store.connection.execute("SELECT setval(pg_get_serial_sequence('prayer_feed', 'id'), \(number), false)")
        let after = try world.aFeed(of: world.aCustomer("sara@example.org"))
        #expect(after.feed.id == number && after.feed.generation == before.feed.generation)
        #expect(after.path != before.path)
        #expect(try world.get(before.path).status == 404)
    }

    @Test("a customer's point is shared with nobody, and is deleted with the account")
    func point() throws {
        let (_, path) = try world.aFeed(of: zaid, city: nil, options: "names=en")
        let calendar = ParsedCalendar(try world.get(path).text)
        #expect(calendar.head.contains("X-WR-CALNAME:Prayer times – Our house"))
        #expect(!calendar.head.contains { $0.hasPrefix("URL") })
        #expect(calendar.events.first?.uid == "24.7001N46.6002E-umm-al-qura-standard-20261114-fajr@jadwal.example.org")
        let sara = try world.aFeed(of: world.aCustomer("sara@example.org"), city: nil, options: "names=en")
        #expect(try world.get(sara.path).status == 200)
        #expect(try world.count("prayer_timetable") == 2, "not even the same point is shared")
        _ = try world.store.transaction { try world.store.delete(zaid) }
        #expect(try world.count("prayer_timetable") == 1)
        #expect(try world.count("prayer_feed_body") == 1)
        #expect(try world.count("prayer_day WHERE timetable_id NOT IN (SELECT id FROM prayer_timetable)") == 0)
    }

    @Test("a change in the settings is in the feed at the next fetch, at the same address")
    func follows() throws {
        let (_, path) = try world.aFeed(of: zaid)
        let before = try world.get(path)
        #expect(ParsedCalendar(before.text).events.first?.uid.contains("-umm-al-qura-") == true)
        _ = try world.aFeed(of: zaid, options: "method=egyptian&names=en")
        let after = try world.get(path, ["If-None-Match": try #require(before.header("ETag"))])
        #expect(after.status == 200)
        #expect(ParsedCalendar(after.text).events.first?.uid.contains("-egyptian-") == true)
        _ = try world.aFeed(of: zaid, city: nil)
        #expect(ParsedCalendar(try world.get(path).text).events.first?.uid.hasPrefix("24.7001N") == true)
        _ = try world.aFeed(of: zaid, city: .makkah)
        #expect(ParsedCalendar(try world.get(path).text).events.first?.uid.hasPrefix("104515-") == true)
        #expect(try world.count("prayer_timetable WHERE feed_id IS NOT NULL") == 0, "the point is forgotten")
    }

    @Test("if its city is deleted from the list, the feed keeps its point")
    func cityGone() throws {
        let (_, path) = try world.aFeed(of: zaid)
        let before = try world.events(path)
        try world.store.connection.execute("DELETE FROM city WHERE id = 108410")
        let after = try world.events(path)
        #expect(after.map(\.start) == before.map(\.start))
        #expect(after.first?.uid.hasPrefix("24.6877N46.7219E-") == true)
    }

    @Test("a renewed feed has another address, and the old one is unknown")
    func renewed() throws {
        let (feed, path) = try world.aFeed(of: zaid)
        try world.get(path, Self.iPhone)
        let renewed = try #require(try world.app.renewPrayerFeed(of: zaid))
        #expect(renewed.id == feed.id)
        #expect(renewed.generation == 2)
        #expect(renewed.firstFetchedAt == nil, "nobody has subscribed to it yet")
        #expect(try world.get(path).status == 404)
        #expect(try world.get(world.path(renewed)).status == 200)
    }

    @Test("a removed feed is unknown, and one can be made again at another address")
    func removed() throws {
        let (_, path) = try world.aFeed(of: zaid)
        try world.get(path)
        try world.store.deletePrayerFeed(of: zaid)
        #expect(try world.get(path).status == 404)
        let again = try world.aFeed(of: zaid).path
        #expect(again != path)
        #expect(try world.get(again).status == 200)
        #expect(try world.get(path).status == 404)
    }

    @Test("a deleted account's feed is gone for good, for a year; its older addresses are unknown")
    func gone() throws {
        let old = try world.aFeed(of: zaid).path
        let path = world.path(try #require(try world.app.renewPrayerFeed(of: zaid)))
        _ = try world.store.transaction { try world.store.delete(zaid) }
        let answer = try world.get(path)
        #expect(answer.status == 410)
        #expect(answer.header("Cache-Control") == "no-store")
        #expect(try world.get(old).status == 404)
        try world.store.connection.execute("UPDATE prayer_feed_gone SET gone_at = now() - interval '364 days'")
        _ = try world.store.purge()
        #expect(try world.get(path).status == 410)
        try world.store.connection.execute("UPDATE prayer_feed_gone SET gone_at = now() - interval '367 days'")
        _ = try world.store.purge()
        #expect(try world.get(path).status == 404)
    }

    @Test("addresses that open no feed", arguments: [
        "/prayer/x.ics", "/prayer/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA.ics", "/prayer/%00.ics", "/prayer/🕌.ics",
        "/prayer/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAB.ics", "/prayer/..ics",
    ])
    func unknown(target: String) throws {
        let answer = try? world.get(target)
        #expect(answer.map { [400, 404].contains($0.status) } ?? true)
        #expect(answer?.header("Cache-Control") ?? "no-store" == "no-store")
    }

    @Test("its options are chosen in the settings, not in its address")
    func noQuery() throws {
        let (_, path) = try world.aFeed(of: zaid)
        #expect(try world.get(path + "?method=isna").status == 400)
        #expect(try world.get(path + "?").status == 200)
    }

    @Test("a calendar program's first fetch is noted, a browser's look is not")
    func firstFetch() throws {
        let (_, path) = try world.aFeed(of: zaid)
        func feed() throws -> PrayerFeed { try #require(try world.store.prayerFeed(of: zaid)) }
        try world.get(path, Self.firefox)
        #expect(try feed().firstFetchedAt == nil)
        #expect(try feed().lastFetchedAt != nil)
        try world.get(path, Self.iPhone)
        let first = try #require(try feed().firstFetchedAt), last = try feed().lastFetchedAt
        try world.get(path, Self.iPhone)
        #expect(try feed().lastFetchedAt == last, "written once a day")
        try world.age(days: 2)
        try world.get(path, Self.iPhone)
        #expect(try #require(try feed().lastFetchedAt) >= first)
        #expect(try #require(try feed().firstFetchedAt) < first, "the first stays the first")
    }

    @Test("nobody has two feeds, also when both were asked for at once")
    func one() throws {
        let responders = try FeedWorld(responders: 1)
        let customer = try responders.aCustomer()
        let database = responders.database.settings, city = try #require(try responders.store.city(NewCity.riyadh.id))
        let ids = try inParallel(count: 8) {
            let store = Store(connection: try Connection(database))
            let address = NewFeedAddress(nonce: Random.bytes(16), tokenDigest: Random.bytes(32))
            return try store.replacePrayerFeed(of: customer, by: NewPrayerFeed(city, options: ""), address: address).id
        }
        #expect(Set(ids).count == 1)
        #expect(try responders.count("prayer_feed") == 1)
    }
}
