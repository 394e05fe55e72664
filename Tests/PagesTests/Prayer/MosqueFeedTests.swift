import CivilTime
import Crypto
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

/// On 21 November 2026 in Riyadh, three hours east of UTC.
@Suite("Feeds with a mosque's timetable")
struct MosqueFeedTests {
    private let world: FeedWorld
    private let customer: CustomerID

    init() throws {
        world = try FeedWorld()
        customer = try world.aCustomer()
    }

    /// A timetable of two days, the second without Asr.
    private func table(fajr: String = "05:00", extra: String = "") throws -> MosqueTable {
        let zone = try #require(try TimeZones().rules(named: "Asia/Riyadh"))
        let today = try #require(LocalDate(iso8601: "2026-11-21"))
        return try TableReader(zone: zone, today: today).read("""
            Date,Fajr,Iqama,Sunrise,Dhuhr,Asr,Maghrib,Iqama,Isha
            2026-11-23,\(fajr),05:25,06:20,11:45,14:50,17:10,+5,18:40
            2026-11-24,05:01,,06:21,11:45,,17:10,,18:40
            \(extra)
            """).table
    }

    private func keep(_ table: MosqueTable) throws {
        let feed = try #require(try world.store.prayerFeed(of: customer))
        #expect(try world.store.transaction { try world.app.keep(table, of: feed.id) })
    }

    private func remove() throws -> Bool {
        let feed = try #require(try world.store.prayerFeed(of: customer))
        return try world.store.transaction { try world.app.removeTable(of: feed.id) }
    }

    private var riyadh: City { get throws { try #require(try world.store.city(108410)) } }

    private func event(_ key: String, _ path: String) throws -> ParsedEvent {
        try #require(try world.events(path).first { $0.key == key })
    }

    @Test("a customer's times win on their days, and the other days stay calculated")
    func customersFeed() throws {
        let path = try world.aFeed(of: customer, options: "names=en&adjust=fajr:7,asr:7&iqama=fajr:10,isha:20").path
        let before = try world.events(path)
        try keep(table())
        let after = try world.events(path)
        #expect(after.map(\.key) == before.map(\.key))
        func start(_ key: String) -> String? { after.first { $0.key == key }?.start }
        // 05:00, 11:45, 14:50, 17:10 and 18:40 on the clock; no minutes are added.
        #expect(start("20261123-fajr") == "20261123T020000Z" && start("20261123-dhuhr") == "20261123T084500Z")
        #expect(start("20261123-asr") == "20261123T115000Z" && start("20261123-maghrib") == "20261123T141000Z")
        #expect(start("20261123-isha") == "20261123T154000Z" && start("20261124-fajr") == "20261124T020100Z")
        let own = Set(after.filter { $0["DESCRIPTION"].contains("Time from your mosque’s timetable") }.map(\.key))
        #expect(own == [
            "20261123-fajr", "20261123-dhuhr", "20261123-asr", "20261123-maghrib", "20261123-isha",
            "20261124-fajr", "20261124-dhuhr", "20261124-maghrib", "20261124-isha",
        ])
        for (old, new) in zip(before, after) where !own.contains(new.key) {
            #expect(new.start == old.start && new["DURATION"] == old["DURATION"], "\(new.key)")
            #expect(new["DESCRIPTION"] == old["DESCRIPTION"], "\(new.key)")
        }
    }

    @Test("iqamas of the timetable replace those of the options")
    func iqamas() throws {
        let path = try world.aFeed(of: customer, options: "names=en&iqama=fajr:10,isha:20").path
        try keep(table())
        let fajr = try event("20261123-fajr", path), isha = try event("20261123-isha", path)
        #expect(fajr["DURATION"] == "PT40M" && fajr["DESCRIPTION"].contains("Iqama 5:25"))
        #expect(isha["DURATION"] == "PT35M" && isha["DESCRIPTION"].contains("Iqama 19:00"), "the option's")
        #expect(try event("20261123-maghrib", path)["DESCRIPTION"].contains("Iqama 17:15"))
        #expect(try event("20261124-fajr", path)["DURATION"] == "PT25M", "no iqama in the cell")
    }

    @Test("the feed of a customer with a timetable is no longer the city's, until it is removed")
    func ownEdition() throws {
        let path = try world.aFeed(of: customer, options: "names=en").path
        let city = try world.get("/prayer/sa/riyadh.ics?names=en").text
        #expect(try world.get(path).text == city)
        try keep(table())
        let own = try world.events(path)
        #expect(own.allSatisfy { $0.uid.contains("-table-") }, "moved events without a new SEQUENCE have other UIDs")
        #expect(try world.get("/prayer/sa/riyadh.ics?names=en").text == city)
        #expect(try remove())
        #expect(try world.get(path).text == city)
        #expect(try world.count("mosque_day") == 0)
        #expect(try !remove())
    }

    @Test("another timetable moves its events with a higher SEQUENCE, and only those")
    func sequence() throws {
        let path = try world.aFeed(of: customer, options: "names=en").path
        try keep(table())
        _ = try world.events(path)
        try world.clock.set("2026-11-21T10:00:00Z")
        try keep(table(fajr: "04:58"))
        let events = try world.events(path)
        let fajr = try #require(events.first { $0.key == "20261123-fajr" })
        #expect(fajr.start == "20261123T015800Z" && fajr["SEQUENCE"] == "1" && fajr["DTSTAMP"] == "20261121T100000Z")
        #expect(events.count { $0["SEQUENCE"] != "0" } == 1)
    }

    @Test("responders hear of a timetable that is kept or removed", arguments: [true, false])
    func announced(isKept: Bool) throws {
        let feed = try world.aFeed(of: customer, options: "names=en").feed
        if !isKept { try keep(table()) }
        let listener = try world.database.connect()
        try listener.listen(Store.feedChannel)
        if isKept { try keep(table()) } else { #expect(try remove()) }
        var heard: [String] = []
        // Other tests share the channel: this test's message is one of many.
        while !heard.contains(hex(feed.tokenDigest)), let one = try listener.waitForNotification(milliseconds: 5_000) {
            heard.append(one.payload)
        }
        #expect(heard.contains(hex(feed.tokenDigest)))
    }

    @Test("the days after today come with the next rendering, also by the worker")
    func renewed() throws {
        let path = try world.aFeed(of: customer, options: "names=en").path
        try keep(table(extra: "2027-06-01,03:33,,05:00,11:50,15:10,18:30,,20:00"))
        #expect(try world.events(path).last?.key == "20270519-isha")
        try world.askAgain()
        try world.age(days: 1)
        try world.clock.set("2026-12-10T20:30:00Z")
        #expect(try FeedRenewal.renewDue(limit: 10, world.app) > 0)
        try world.clock.set("2026-12-10T21:30:00Z")
        #expect(try event("20270601-fajr", path).start == "20270601T003300Z")
    }

    @Test("methods that change meanwhile leave the timetable's times alone")
    func refreshed() throws {
        let path = try world.aFeed(of: customer, options: "names=en").path
        try keep(table())
        let before = try world.events(path)
        try world.store.connection.execute("UPDATE prayer_timetable SET basis = 'old'")
        #expect(try FeedRenewal.refreshStale(limit: 10, world.app) == 1)
        #expect(try world.events(path).map(\.start) == before.map(\.start))
    }

    @Test("who moves far away does not take the timetable along, and finds it again when back")
    func moved() throws {
        let path = try world.aFeed(of: customer, options: "names=en").path
        try keep(table())
        _ = try world.aFeed(of: customer, city: .makkah, options: "names=en")
        let there = try world.events(path)
        #expect(there.allSatisfy { !$0["DESCRIPTION"].contains("mosque") })
        #expect(there.map(\.start) == (try world.events("/prayer/sa/makkah.ics?names=en")).map(\.start))
        // A point within fifty kilometres.
        _ = try world.aFeed(of: customer, city: nil, options: "names=en")
        #expect(try event("20261123-fajr", path).start == "20261123T020000Z")
    }

    @Test("the timetable goes with the feed")
    func deleted() throws {
        _ = try world.aFeed(of: customer)
        try keep(table())
        try world.store.deletePrayerFeed(of: customer)
        #expect(try world.count("mosque_table") == 0 && world.count("mosque_day") == 0)
    }

    @Test("the same times are in the calendar of devices, in the views and for events that follow them")
    func calendars() throws {
        let path = try world.aFeed(of: customer, options: "names=en").path
        _ = try world.get(path)
        let before = try #require(try world.app.prayerCalendar(of: customer))
        try keep(table())
        let calendar = try #require(try world.app.prayerCalendar(of: customer))
        #expect(calendar.epoch != before.epoch, "devices start over")
        let fajr = try #require(calendar.object(named: "2026-11-23-fajr.ics"))
        #expect(fajr.start == instant("2026-11-23T02:00:00Z") && fajr.end == instant("2026-11-23T02:40:00Z"))
        #expect(String(decoding: fajr.octets, as: UTF8.self).contains("mosque’s"))
        #expect(String(decoding: fajr.octets, as: UTF8.self).contains("UID:\(try event("20261123-fajr", path).uid)"))
        let day = try #require(LocalDate(iso8601: "2026-11-23"))
        let timetable = try #require(try world.app.customerTimetable(of: customer))
        #expect(timetable.day(day).times.fajr == instant("2026-11-23T02:00:00Z"))
        #expect(timetable.days(day...day, at: world.app.now())[0].times.asr == instant("2026-11-23T11:50:00Z"))
        try keep(table(fajr: "04:58"))
        let changed = try #require(try world.app.customerTimetable(of: customer))
        #expect(changed.days(day...day, at: world.app.now())[0].times.fajr == instant("2026-11-23T01:58:00Z"))
    }

    @Test("a city's timetable is for everybody who chose nothing about the times")
    func ofCity() throws {
        let usual = try world.aFeed(of: customer, options: "names=en&length=30").path
        let amina = try world.aCustomer("amina@example.org")
        let hanafi = try world.aFeed(of: amina, options: "names=en&school=hanafi").path
        let paths = ["/prayer/sa/riyadh.ics?names=en", "/prayer/sa/riyadh.ics?names=en&length=30", usual]
        let before = try paths.map { try world.events($0) }, asked = try world.get(hanafi).text
        try world.clock.set("2026-11-21T10:00:00Z")
        try world.app.keep(table(), ofCity: riyadh)
        for (path, old) in zip(paths, before) {
            let new = try world.events(path)
            #expect(new.map(\.uid) == old.map(\.uid))
            let fajr = try #require(new.first { $0.key == "20261123-fajr" })
            #expect(fajr.start == "20261123T020000Z")
            #expect(fajr["SEQUENCE"] == "1" && fajr["DTSTAMP"] == "20261121T100000Z")
            #expect(fajr["DESCRIPTION"].contains("Time from a timetable of this city"))
        }
        #expect(try world.get(hanafi).text == asked)
        #expect(try world.get("/prayer/sa/makkah.ics?names=en").text.contains("timetable") == false)
        // A city's page reads it within a minute.
        let page = try world.get("/prayer/sa/riyadh")
        #expect(!page.contains("Times from a timetable"), "today is not one of its days")
        try world.clock.set("2026-11-23T09:00:00Z")
        let later = try world.get("/prayer/sa/riyadh")
        #expect(later.times["Fajr"] == "5:00" || later.times["Fajr"] == "5:00 AM")
        #expect(later.contains("Times from a timetable of this city: Fajr, Sunrise, Dhuhr, Asr, Maghrib, Isha."))
        #expect(!(try world.get("/prayer/sa/riyadh?school=hanafi")).contains("Times from a timetable"))

        #expect(try world.app.removeTable(ofCity: riyadh))
        let back = try world.events(paths[0])
        let fajr = try #require(back.first { $0.key == "20261123-fajr" })
        #expect(fajr.start == before[0].first { $0.key == "20261123-fajr" }?.start && fajr["SEQUENCE"] == "2")
        #expect(try !world.app.removeTable(ofCity: riyadh))
    }

    @Test("a customer's own timetable wins over the city's")
    func both() throws {
        let path = try world.aFeed(of: customer, options: "names=en").path
        try world.app.keep(table(fajr: "04:50"), ofCity: riyadh)
        #expect(try event("20261123-fajr", path).start == "20261123T015000Z")
        try keep(table())
        #expect(try event("20261123-fajr", path).start == "20261123T020000Z")
        #expect(try remove())
        #expect(try event("20261123-fajr", path).start == "20261123T015000Z")
    }
}
