import CivilTime
import Crypto
import Mail
import Places
import Postgres
@testable import PrayerFeeds
@testable import Runtime
@testable import Storage
import TestSupport
import Testing

/// The names of all objects with the digests of their octets.
private typealias Tags = [String: [UInt8]]

extension PrayerCalendar {
    fileprivate var tags: Tags {
        Dictionary(uniqueKeysWithValues: members.map { ($0.name, Array($0.digest)) })
    }
}

@Suite("Prayer times as a calendar")
struct PrayerCalendarTests {
    private let test: TestApp
    private let zaid: CustomerID

    init() throws {
        test = try TestApp()
        try test.store.replace([.riyadh, .tromso], source: ("test", [UInt8](repeating: 1, count: 32)))
        zaid = try Self.customer("zaid@example.org", test)
    }

    private static func customer(_ email: String, language: String = "en", _ test: TestApp) throws -> CustomerID {
        let address = try #require(EmailAddress(email))
        return try test.store.customer(
            orInsert: NewCustomer(address: address, language: language, timeZone: "Asia/Riyadh", firstDay: 7)).id
    }

    @discardableResult
    private func choose(
        _ options: String = "", city: NewCity = .riyadh, of customer: CustomerID? = nil
    ) throws -> PrayerFeed {
        let city = try #require(try test.store.city(city.id))
        return try test.app.replacePrayerFeed(of: customer ?? zaid, by: NewPrayerFeed(city, options: options))
    }

    private func calendar(_ customer: CustomerID? = nil) throws -> PrayerCalendar {
        try #require(try test.app.prayerCalendar(of: customer ?? zaid))
    }

    private func pass(days: Int) { test.advance(seconds: days * 86_400) }

    /// Another responder, with nothing in memory.
    private func otherResponder() throws -> App {
        let now = test.app.now()
        let shared = try TestApp.shared([:], CapturedLog(), now: { now }, databaseNow: { _ in now })
        let database = Database(Store(connection: try test.database.connect()), test.database.settings)
        return App(shared, database, mail: CapturedMail())
    }

    // MARK: Objects

    @Test("each event of the feed is an object of its own, line by line the same")
    func objects() throws {
        let feed = try choose("ramadan=suhoor,tarawih&jumuah=60&alarm=5&entries=fajr,isha,midnight")
        let calendar = try calendar()
        let text = String(decoding: try FeedRenderer(test.app).render(feed, at: test.app.now()).plain, as: UTF8.self)
        let events = text.split(separator: "BEGIN:VEVENT\r\n").dropFirst().map {
            $0.replacing("END:VCALENDAR\r\n", with: "")
        }
        #expect(calendar.members.count == events.count && events.count > 600)
        for (object, event) in zip(calendar.members, events) {
            #expect(String(decoding: object.octets, as: UTF8.self) == """
                BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Jadwal//Prayer times//EN\r\nCALSCALE:GREGORIAN\r\n\
                BEGIN:VEVENT\r\n\(event)END:VCALENDAR\r\n
                """)
        }
        #expect(calendar.members.allSatisfy { Array($0.digest) == sha256(Array($0.octets)) })
        #expect(Set(calendar.members.map(\.name)).count == events.count)
    }

    @Test("the facts of an object are those of its text")
    func facts() throws {
        try choose("names=en&jumuah=60")
        let object = try #require(try calendar().object(named: "2026-11-27-jumuah.ics"))
        let lines = String(decoding: object.octets, as: UTF8.self).replacing("\r\n ", with: "").split(separator: "\r\n")
        #expect(lines.contains("UID:\(object.uid)"))
        #expect(object.uid.hasSuffix("-20261127-jumuah@jadwal.example.org"))
        #expect(lines.contains("SUMMARY:\(object.summary)"))
        #expect(lines.contains { $0 == "DTSTART:\(object.start.iso8601.filter { $0 != "-" && $0 != ":" })" })
        #expect(object.end == object.start + .seconds(3_600))
    }

    @Test("an object is found by its own name only", arguments: [
        ("2026-11-23-fajr.ics", true), ("2026-11-16-fajr.ics", true), ("2027-05-21-isha.ics", true),
        ("2026-11-15-fajr.ics", false), ("2027-05-22-fajr.ics", false), ("2026-11-23-fajr", false),
        ("2026-11-23-FAJR.ics", false), ("2026-11-23-jumuah.ics", false), ("2026-02-30-fajr.ics", false), ("", false),
        ("٢٠٢٦-١١-٢٣-fajr.ics", false),
    ])
    func names(name: String, isFound: Bool) throws {
        try choose()
        let object = try calendar().object(named: name)
        #expect((object != nil) == isFound)
        #expect(object?.name == (isFound ? name : nil))
    }

    @Test("a window has the events that overlap it, and no others")
    func window() throws {
        try choose("length=20")
        let calendar = try calendar()
        let fajr = try #require(calendar.object(named: "2026-11-23-fajr.ics"))
        func names(_ from: Instant, _ to: Instant) -> [String] { calendar.members(in: from..<to).map(\.name) }
        #expect(names(fajr.start, fajr.start + .seconds(1)) == [fajr.name])
        #expect(names(fajr.end - .seconds(1), fajr.end) == [fajr.name])
        #expect(names(fajr.end, fajr.end + .seconds(1)) == [])
        #expect(names(fajr.start - .seconds(1), fajr.start) == [])
        let twoDays = names(fajr.start, fajr.start + .seconds(86_400 * 2))
        #expect(twoDays.count == 10, "in November Fajr comes later every day")
    }

    @Test("the times are free unless the customer wants to be busy")
    func busy() throws {
        for (options, isBusy) in [("", false), ("busy=yes", true)] {
            try choose(options)
            let calendar = try calendar()
            #expect(calendar.isBusy == isBusy)
            let line = "TRANSP:\(isBusy ? "OPAQUE" : "TRANSPARENT")\r\n"
            #expect(calendar.members.allSatisfy { String(decoding: $0.octets, as: UTF8.self).contains(line) })
        }
    }

    // MARK: Who has one

    @Test("its name is the feed's title in the customer's language")
    func displayName() throws {
        try choose()
        #expect(try calendar().displayName == "Prayer times – Riyadh")
        #expect(try calendar().timeZone == "Asia/Riyadh")
        let sara = try Self.customer("sara@example.org", language: "ar", test)
        try choose(of: sara)
        #expect(try calendar(sara).displayName == "مواقيت الصلاة – الرياض")
    }

    @Test("customers without a city have none, and those who hid it; both come back")
    func hidden() throws {
        #expect(try test.app.prayerCalendar(of: zaid) == nil)
        try choose()
        let before = try calendar()
        #expect(try test.store.showPrayerCalendar(of: zaid, false))
        #expect(try test.app.prayerCalendar(of: zaid) == nil)
        #expect(try test.store.showPrayerCalendar(of: zaid, true))
        #expect(try calendar().epoch == before.epoch)
        try test.store.deletePrayerFeed(of: zaid)
        #expect(try test.app.prayerCalendar(of: zaid) == nil)
        #expect(try !test.store.showPrayerCalendar(of: zaid, true))
    }

    @Test("customers with the same city and options share one copy; others do not")
    func shared() throws {
        let sara = try Self.customer("sara@example.org", test), omar = try Self.customer("omar@example.org", test)
        try choose()
        try choose(of: sara)
        try choose("length=30", of: omar)
        #expect(try calendar().objects === calendar(sara).objects)
        #expect(try calendar().objects !== calendar(omar).objects)
        #expect(try test.count("prayer_timetable") == 1)
        #expect(try test.count("prayer_feed_body") == 0, "no feed is rendered that nobody asked for")
    }

    @Test("a point of a customer's own has one, too")
    func point() throws {
        _ = try test.app.replacePrayerFeed(of: zaid, by: NewPrayerFeed(
            cityID: nil, placeName: "Our house", country: "SA", latitude: 24.7001, longitude: 46.6002,
            elevationMetres: 600, timeZone: "Asia/Riyadh", options: ""))
        #expect(try calendar().displayName == "Prayer times – Our house")
        let uid = try calendar().members.first?.uid
        #expect(uid == "24.7001N46.6002E-umm-al-qura-standard-20261116-fajr@jadwal.example.org")
    }

    @Test("the second request reads neither days nor changes")
    func remembered() throws {
        try choose()
        let first = try calendar()
        try test.run("DELETE FROM prayer_day")
        #expect(try calendar().objects === first.objects)
    }

    // MARK: Changes

    @Test("on the next day one day's objects are gone, one day's are new, and all others have their tags")
    func nextDay() throws {
        try choose()
        let before = try calendar()
        pass(days: 1)
        let after = try calendar()
        #expect(after.epoch == before.epoch)
        #expect(after.counter == before.counter + 1)
        let changes = try #require(after.changes(since: before.counter))
        let prayers = ["fajr", "dhuhr", "asr", "maghrib", "isha"]
        #expect(changes.removed == prayers.map { "2026-11-16-\($0).ics" })
        #expect(changes.changed.map(\.name) == prayers.map { "2027-05-22-\($0).ics" })
        let kept = Set(before.tags.keys).subtracting(changes.removed)
        for name in kept { #expect(after.tags[name] == before.tags[name]) }
    }

    @Test("a client that follows the changes has the exact state, however long it was away", arguments: [
        ("", NewCity.riyadh), ("days=7&entries=fajr,isha,midnight", .riyadh),
        // The sun does not rise for weeks, so that days differ in their entries.
        ("polar=unresolved&high_latitude=none&entries=fajr,sunrise,dhuhr,maghrib,isha,last-third", .tromso),
        ("ramadan=suhoor,iftar,tarawih&eid=yes&jumuah=45", .riyadh),
    ])
    func following(options: String, city: NewCity) throws {
        try choose(options, city: city)
        var state = try calendar().tags, counter = try calendar().counter
        // Ramadan and its Eid pass, and the polar night begins and ends.
        for days in [1, 2, 7, 30, 13, 16, 29, 0, 21] {
            pass(days: days)
            let calendar = try calendar()
            let changes = try #require(calendar.changes(since: counter))
            for name in changes.removed { #expect(state.removeValue(forKey: name) != nil, "\(name) is reported gone") }
            for object in changes.changed {
                let known = state.updateValue(Array(object.digest), forKey: object.name)
                #expect(known == nil, "\(object.name) is reported new")
            }
            #expect(state == calendar.tags, "after \(days) days")
            counter = calendar.counter
        }
    }

    @Test("a client that was away for longer starts over, and so does one from the future")
    func unknownCounters() throws {
        try choose()
        let before = try calendar().counter
        #expect(try calendar().changes(since: before + 1) == nil)
        pass(days: 31)
        let after = try calendar()
        #expect(after.oldestCounter == before + 1)
        #expect(after.changes(since: before) == nil)
        #expect(after.changes(since: before + 1) != nil)
        #expect(after.changes(since: after.counter)?.changed.isEmpty == true)
        #expect(after.changes(since: after.counter)?.removed.isEmpty == true)
    }

    @Test("a moved minute changes one tag, and every client starts over")
    func movedMinute() throws {
        try choose("hijri=no")
        let before = try calendar()
        // Ramadan 1448 begins a day earlier than the printed calendar says: one Isha is 120 minutes after Maghrib.
        let first = try #require(LocalDate(iso8601: "2027-02-07"))
        _ = try test.store.changeHijriMonths(
            set: [HijriMonthStart(HijriMonth(year: 1448, month: 9), firstDay: first)], remove: [])
        test.advance(seconds: 61)
        let stale = try calendar()
        #expect(stale.epoch != before.epoch && stale.tags == before.tags, "the worker moves minutes, no request does")
        #expect(stale.oldestCounter == stale.counter, "no history mixes the days of two calendars")
        #expect(try FeedRenewal.refreshStale(limit: 10, test.app) == 1)
        let after = try calendar()
        #expect(after.epoch != before.epoch)
        #expect(Set(after.tags.keys) == Set(before.tags.keys))
        #expect(after.tags.filter { before.tags[$0.key] != $0.value }.keys.sorted() == ["2027-02-07-isha.ics"])
        let text = String(decoding: try #require(after.object(named: "2027-02-07-isha.ics")).octets, as: UTF8.self)
        #expect(text.contains("\r\nSEQUENCE:1\r\n"))

        // Back to the printed calendar: the same minutes as at first, but neither its tags nor its tokens.
        _ = try test.store.changeHijriMonths(set: [], remove: [HijriMonth(year: 1448, month: 9)])
        test.advance(seconds: 61)
        #expect(try FeedRenewal.refreshStale(limit: 10, test.app) == 1)
        let back = try calendar()
        #expect(back.epoch != before.epoch && back.epoch != after.epoch)
        #expect(back.tags.filter { before.tags[$0.key] != $0.value }.keys.sorted() == ["2027-02-07-isha.ics"])
    }

    @Test("another choice begins a new epoch; the first one again, the first epoch", arguments: [
        "length=30", "names=ar", "method=isna", "adjust=fajr:1", "days=30", "entries=fajr", "hijri=no", "alarm=5",
        "eid=yes",
    ])
    func otherChoice(options: String) throws {
        try choose()
        let before = try calendar()
        try choose(options)
        #expect(try calendar().epoch != before.epoch)
        try choose()
        #expect(try calendar().epoch == before.epoch)
        #expect(try calendar().tags == before.tags)
    }

    @Test("every responder gives the same tokens and tags, also after everything computed was deleted")
    func responders() throws {
        try choose("length=20")
        let one = try calendar()
        let other = try #require(try otherResponder().prayerCalendar(of: zaid))
        #expect(other.objects !== one.objects)
        #expect(other.epoch == one.epoch && other.counter == one.counter && other.tags == one.tags)
        try test.run("DELETE FROM prayer_timetable")
        let again = try calendar()
        #expect(again.epoch == one.epoch && again.tags == one.tags)
    }
}

extension NewCity {
    fileprivate static let riyadh = NewCity(
        id: 108410, country: "SA", name: "Riyadh", nameArabic: "الرياض", latitude: 24.68773, longitude: 46.72185,
        elevationMetres: 612, timeZone: "Asia/Riyadh", population: 4_205_961)
    fileprivate static let tromso = NewCity(
        id: 3133895, country: "NO", name: "Tromso", latitude: 69.6489, longitude: 18.95508,
        timeZone: "Europe/Oslo", population: 52_436)
}
