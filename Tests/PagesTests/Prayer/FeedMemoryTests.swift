import Crypto
import HTTP
@testable import Pages
import Postgres
@testable import PrayerFeeds
@testable import Runtime
import Storage
import TestSupport
import Testing
@testable import Web

@Suite("Customers' feeds in memory")
struct FeedMemoryTests {
    private let world: FeedWorld
    private let customer: CustomerID
    private let path: String
    private let gzip: Headers = ["Accept-Encoding": "gzip"]

    init() throws {
        world = try FeedWorld()
        customer = try world.aCustomer()
        path = try world.aFeed(of: customer).path
        world.app.shared.feeds.listening(true)
        // A feed that no calendar program has asked for yet is not kept.
        try world.get(path, ["User-Agent": "iOS/18.0 dataaccessd/1.0", "Accept-Encoding": "gzip"])
    }

    private var digest: [UInt8] {
        get throws {
            try #require(try world.store.prayerFeed(of: customer)).tokenDigest
        }
    }

    @Test("the second answer is the first one's bytes, and needs no query")
    func remembered() throws {
        let first = try world.get(path, gzip)
        try world.store.connection.execute("DELETE FROM prayer_feed_body")
        try world.store.connection.execute("UPDATE prayer_feed SET options = 'method=isna'")
        let second = try world.get(path, gzip)
        #expect(second.bytes == first.bytes)
        #expect(second.header("ETag") == first.header("ETag"))
        let known = try world.get(path, ["Accept-Encoding": "gzip", "If-None-Match": first.header("ETag") ?? ""])
        #expect(known.status == 304)
        #expect(known.bytes.isEmpty)
    }

    @Test("stored validators alone answer a client that has the body, and no other")
    func validators() throws {
        let tag = try world.get(path, gzip).header("ETag") ?? ""
        world.app.shared.feeds.forgetEverything()
        #expect(try world.get(path, ["Accept-Encoding": "gzip", "If-None-Match": tag]).status == 304)
        let whole = try world.get(path, gzip)
        #expect(whole.status == 200)
        #expect(!whole.bytes.isEmpty)
    }

    @Test("an announced change is seen by the next request")
    func announced() throws {
        let before = try world.get(path, gzip)
        _ = try world.aFeed(of: customer, options: "method=isna")
        world.app.shared.feeds.forget(try digest)
        #expect(try world.get(path, gzip).bytes != before.bytes)
    }

    @Test("a choice that is saved while the old one is being rendered wins")
    func savedMeanwhile() throws {
        let old = try #require(try world.store.prayerFeed(of: customer))
        _ = try world.aFeed(of: customer, options: "method=isna")
        // The request that had read the old choice ends now.
        _ = try FeedRenderer(world.app).render(old, at: world.clock.now)
        world.app.shared.feeds.forget(old.tokenDigest)
        let uids = try world.events(path).map(\.uid)
        #expect(uids.allSatisfy { $0.contains("-isna-") })
    }

    @Test("times that differ by more than method and school have entries of their own")
    func marks() throws {
        let plain = try world.events("/prayer/sa/riyadh.ics?length=30").map(\.uid)
        #expect(plain == (try world.events("/prayer/sa/riyadh.ics").map(\.uid)))
        let moved = try world.events("/prayer/sa/riyadh.ics?adjust=fajr:1").map(\.uid)
        #expect(Set(plain).isDisjoint(with: moved))
        #expect(moved.allSatisfy { $0.hasPrefix("108410-umm-al-qura-standard-") })
    }

    @Test("nginx may keep a feed under its canonical address only", arguments: [
        ("/prayer/sa/riyadh.ics", "public"), ("/prayer/sa/riyadh.ics?school=hanafi&method=isna", "public"),
        ("/prayer/SA/riyadh.ics", "private"), ("/prayer/sa/riyadh.ics?length=15", "private"),
        ("/prayer/sa/riyadh.ics?entries=fajr,fajr", "private"), ("/prayer/sa/riyadh.ics?adjust=isha:1,fajr:1", "private"),
    ])
    func canonical(target: String, keeping: String) throws {
        #expect(try world.get(target).header("Cache-Control")?.hasPrefix(keeping) == true)
    }

    @Test("it holds until the place's midnight")
    func midnight() throws {
        let before = try world.get(path, gzip)
        try world.clock.set("2026-11-21T20:59:59Z")
        #expect(try world.get(path, gzip).bytes == before.bytes)
        try world.clock.set("2026-11-21T21:00:00Z")
        #expect(try world.get(path, gzip).bytes != before.bytes)
    }

    @Test("every change of a feed is announced by its digest, when it is committed", arguments: [
        "options", "renewed", "removed", "account deleted", "rules changed",
    ])
    func announcements(change: String) throws {
        let listener = try world.database.connect()
        try listener.listen(Store.feedChannel)
        let expected = change == "rules changed" ? "" : hex(try digest)
        switch change {
        case "options": _ = try world.aFeed(of: customer, options: "method=isna")
        case "renewed": _ = try world.app.renewPrayerFeed(of: customer)
        case "removed": try world.store.deletePrayerFeed(of: customer)
        case "account deleted": _ = try world.store.transaction { try world.store.delete(customer) }
        default:
            let id: PrayerTimetableID? = try world.store.connection.value("SELECT id FROM prayer_timetable")
            try world.store.expireBodies(of: try #require(id), at: world.clock.now)
        }
        var heard: [String] = []
        // Other tests share the channel: this test's message is one of many.
        while !heard.contains(expected), let one = try listener.waitForNotification(milliseconds: 5_000) {
            heard.append(one.payload)
        }
        #expect(heard.contains(expected))
    }
}
