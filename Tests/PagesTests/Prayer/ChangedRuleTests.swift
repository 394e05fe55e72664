import CivilTime
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

@Suite("Rules that change after a feed was published")
struct ChangedRuleTests {
    private static let target = "/prayer/sa/riyadh.ics?names=en"

    /// Ramadan 1448 one day earlier than published: by the printed calendar it begins on 8 February 2027.
    private func earlierRamadan() throws -> HijriCalendar {
        let first = try #require(LocalDate(iso8601: "2027-02-07"))
        return try HijriCalendar.ummAlQura.replacing([HijriMonthStart(HijriMonth(year: 1448, month: 9), firstDay: first)])
    }

    private func refreshEverything(_ world: FeedWorld, _ hijri: HijriCalendar) throws -> Int {
        let timetables = TimetableStore(store: world.store, hijri: hijri, now: world.clock.now)
        let ids: [Int64] = try world.store.connection.rows("SELECT id AS v FROM prayer_timetable", as: V.self).map(\.value)
        return try ids.reduce(0) { count, id in
            try count + world.store.transaction {
                try timetables.refresh(PrayerTimetableID(id), world.app.shared.timeZones)
            }
        }
    }

    @Test("a moon sighted a day earlier moves one Isha, and nothing else")
    func ramadanMoved() throws {
        let world = try FeedWorld("2027-02-01T09:00:00Z")
        let before = try world.events(Self.target)
        try world.clock.set("2027-02-01T10:00:00Z")
        #expect(try refreshEverything(world, earlierRamadan()) == 1)
        let hijri = try earlierRamadan()
        let city = try #require(try world.store.city(108410))
        let body = try FeedRenderer(world.app, hijri: hijri).render(city, FeedOptions(Form(query: "names=en")), at: world.clock.now)
        let after = ParsedCalendar(String(decoding: body.plain, as: UTF8.self)).events

        #expect(after.map(\.uid) == before.map(\.uid))
        let old = try #require(before.first { $0.key == "20270207-isha" })
        let new = try #require(after.first { $0.key == "20270207-isha" })
        // 90 minutes after Maghrib became 120.
        let maghrib = try #require(before.first { $0.key == "20270207-maghrib" })
        #expect(minutes(old.start) - minutes(maghrib.start) == 90)
        #expect(minutes(new.start) - minutes(maghrib.start) == 120)
        #expect(new["SEQUENCE"] == "1")
        #expect(new["DTSTAMP"] == "20270201T100000Z")
        for (one, other) in zip(before, after) where one.key != "20270207-isha" {
            for name in ["SEQUENCE", "DTSTAMP", "DTSTART", "DURATION"] { #expect(one[name] == other[name], "\(one.key)") }
        }
        #expect(body.modifiedAt == instant("2027-02-01T10:00:00Z"), "a client that asks by date learns it too")
        #expect(try world.count("prayer_change") == 1)
    }

    @Test("a minute that is moved back gets a higher sequence again")
    func movedBack() throws {
        let world = try FeedWorld("2027-02-01T09:00:00Z")
        let before = try world.get(Self.target)
        try world.clock.set("2027-02-01T10:00:00Z")
        #expect(try refreshEverything(world, earlierRamadan()) == 1)
        try world.clock.set("2027-02-01T11:00:00Z")
        #expect(try refreshEverything(world, .ummAlQura) == 1)
        let isha = try #require(try world.events(Self.target).first { $0.key == "20270207-isha" })
        #expect(isha["SEQUENCE"] == "2")
        #expect(isha["DTSTAMP"] == "20270201T110000Z")
        #expect(isha.start == ParsedCalendar(before.text).events.first { $0.key == "20270207-isha" }?.start)
    }

    @Test("the operator's months reach feeds through the worker, and requests see them at once")
    func throughTheWorker() throws {
        let world = try FeedWorld("2027-02-01T09:00:00Z")
        let before = try world.get(Self.target)
        #expect(try FeedRenewal.refreshStale(limit: 50, world.app) == 0)
        let first = try #require(LocalDate(iso8601: "2027-02-07"))
        _ = try world.store.changeHijriMonths(
            set: [HijriMonthStart(HijriMonth(year: 1448, month: 9), firstDay: first)], remove: [])
        // The calendar is read once a minute.
        try world.clock.set("2027-02-01T09:02:00Z")
        #expect(try FeedRenewal.refreshStale(limit: 50, world.app) == 1)
        #expect(try FeedRenewal.refreshStale(limit: 50, world.app) == 0)
        #expect(world.log.lines.contains("info prayer times refreshed entries=1 timetables=1"))
        let after = try world.get(Self.target, ["If-None-Match": try #require(before.header("ETag"))])
        #expect(after.status == 200)
        #expect(after.header("Last-Modified") == "Mon, 01 Feb 2027 09:02:00 GMT")
        #expect(ParsedCalendar(after.text).events.filter { $0["SEQUENCE"] != "0" }.map(\.key) == ["20270207-isha"])
    }

    @Test("inputs of another release are noticed, and if no minute moved, no byte changes")
    func sameMinutes() throws {
        let world = try FeedWorld()
        let before = try world.get(Self.target)
        try world.askAgain()
        try world.store.connection.execute("UPDATE prayer_timetable SET basis = 'of long ago'")
        #expect(try FeedRenewal.refreshStale(limit: 50, world.app) == 1)
        #expect(try FeedRenewal.renewDue(limit: 50, world.app) == 1, "what people ask for is ready again")
        let after = try world.get(Self.target)
        #expect(after.bytes == before.bytes)
        #expect(after.header("ETag") == before.header("ETag"))
    }

    @Test("a minute that was wrong is corrected by the request itself if the worker was slower")
    func byRequest() throws {
        let world = try FeedWorld()
        let before = try world.events(Self.target)
        try world.store.connection.execute("""
            UPDATE prayer_day SET dhuhr = dhuhr + 2 WHERE day = '2026-12-01'
            """)
        try world.store.connection.execute("UPDATE prayer_timetable SET basis = 'of long ago'")
        try world.store.connection.execute("DELETE FROM prayer_feed_body")
        let after = try world.events(Self.target)
        let dhuhr = try #require(after.first { $0.key == "20261201-dhuhr" })
        #expect(dhuhr.start == before.first { $0.key == "20261201-dhuhr" }?.start)
        #expect(dhuhr["SEQUENCE"] == "1")
        #expect(after.filter { $0["SEQUENCE"] != "0" }.count == 1)
    }

    @Test("a timetable whose rules this release does not know is made again, not kept for ever")
    func unknownRules() throws {
        let world = try FeedWorld()
        try world.get(Self.target)
        try world.store.connection.execute("UPDATE prayer_timetable SET rules = 'method=forgotten', basis = 'of long ago'")
        #expect(try FeedRenewal.refreshStale(limit: 50, world.app) == 1)
        #expect(try FeedRenewal.refreshStale(limit: 50, world.app) == 0)
        #expect(try world.get(Self.target).status == 200)
    }

    private func minutes(_ start: String) -> Int {
        let digits = start.dropFirst(9)
        return (Int(digits.prefix(2)) ?? 0) * 60 + (Int(digits.dropFirst(2).prefix(2)) ?? 0)
    }

    private struct V: RowDecodable {
        let value: Int64
        init(_ row: Row) throws(PostgresError) { value = try row["v"] }
    }
}
