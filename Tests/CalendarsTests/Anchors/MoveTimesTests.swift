@testable import Calendars
import CivilTime
import ICalendar
import Mail
import Postgres
import PrayerFeeds
import PrayerTimes
import Runtime
import Storage
import TestSupport
import Testing

/// The worker's care for times that follow prayers and Hijri days.
@Suite("Computed times in the database")
struct MoveTimesTests {
    private let test: TestApp
    private let home: CalendarHome
    private let world = AnchorWorld()
    private var today: LocalDate { world.zone.date(at: test.app.now()) }

    init() throws {
        test = try TestApp.patient(["JADWAL_CALENDAR_MEGABYTES": "2000"])
        let address = try #require(EmailAddress("zaid@example.org"))
        let id = try test.store.customer(
            orInsert: NewCustomer(address: address, language: "en", timeZone: "Asia/Riyadh", firstDay: 7)
        ).id
        home = test.app.calendars(of: try #require(try test.store.customer(id)))
        _ = try home.list()
        try live(in: "Riyadh", 24.69, 46.72)
    }

    // MARK: Helpers

    /// Chooses a place for prayer times, as the settings do.
    private func live(in name: String, _ latitude: Double, _ longitude: Double, zone: String = "Asia/Riyadh") throws {
        try test.app.store.transaction {
            _ = try test.app.replacePrayerFeed(of: home.customer.id, by: NewPrayerFeed(
                cityID: nil, placeName: name, country: "SA", latitude: latitude, longitude: longitude,
                elevationMetres: nil, timeZone: zone, options: ""))
            try test.app.moveTimes(of: home.customer.id)
        }
    }

    private func add(
        _ repetition: Repetition, uid: String = "walk", _ time: EventTime? = nil
    ) throws {
        let anchored = EventTime.anchored(PrayerAnchor(prayer: .asr, minutes: 15), day: today, minutes: 45)
        let times = try home.computedSeries().times(time ?? anchored, repetition, replacing: nil)
        var object = world.object(times)
        for index in object.components.indices { object.components[index].set(Property("UID", text: uid)) }
        _ = try home.put(CalendarStream([object]).octets, at: ObjectPlace("personal", uid))
    }

    private func object(_ uid: String = "walk") throws -> Component {
        let row = try #require(try home.object(at: ObjectPlace("personal", uid)))
        return try #require(try CalendarText(row.octets)).calendar
    }

    private func put(_ object: Component) throws {
        _ = try home.put(CalendarStream([object]).octets, at: ObjectPlace("personal", "walk"))
    }

    /// The number of the calendar's last change, from which devices learn of it.
    private func changes() throws -> Int64 { try #require(try home.calendar("personal")).counter }

    private func runChore() throws -> Int { try TimesOfSeries.bringDueUpToDate(limit: 20, test.app) }

    private func runJobs() throws -> Int {
        let runner = JobRunner([JobKind(MoveTimes.self, .slow)], test.app)
        var count = 0
        while try runner.runNext() { count += 1 }
        return count
    }

    private func asr(_ day: LocalDate) throws -> Instant {
        let timetable = try #require(try test.app.customerTimetable(of: home.customer.id))
        return try #require(timetable.day(day).times.asr) + .seconds(900)
    }

    // MARK: Time passes

    @Test("a series that was just made is looked at once and not written")
    func fresh() throws {
        try add(Repetition(.daily))
        let before = try changes()
        #expect(try runChore() == 1)
        #expect(try runChore() == 0)
        #expect(try changes() == before)
    }

    @Test("after 340 days nothing is written; after 341 and after 401 days the times go on", arguments: [
        (340, 401), (341, 742), (401, 802),
    ])
    func days(_ days: Int, _ count: Int) throws {
        try add(Repetition(.daily))
        _ = try runChore()
        let first = today, before = try changes()
        test.advance(seconds: days * 86_400)
        while try runChore() > 0 {}
        #expect(try changes() == (count == 401 ? before : before + 1))
        let right = try (max(0, days - 366)..<count).map { try asr(first + $0) }
        let starts = try world.starts(try object())
        #expect(starts == right)
    }

    // MARK: Another place

    @Test("in another city a job moves every series, devices learn of it, and a second run writes nothing")
    func city() throws {
        try add(Repetition(.daily))
        try add(Repetition(.weekly(interval: 1, [.friday]), .count(8)), uid: "class")
        _ = try runChore()
        let before = try changes()
        try live(in: "Jeddah", 21.54, 39.17)
        #expect(try runJobs() == 1)
        #expect(try changes() == before + 2)
        // The moment of the test is after the Asr of the first day.
        let starts = try world.starts(try object()), right = try (1...400).map { try asr(today + $0) }
        #expect(Array(starts.dropFirst()) == right)
        let friday = try asr(day("2026-11-27"))
        #expect(try world.starts(try object("class")).first == friday)
        try live(in: "Jeddah", 21.54, 39.17)
        _ = try runJobs()
        #expect(try changes() == before + 2)
        #expect(try runChore() == 0)
    }

    @Test("a customer without such events needs no job")
    func noJob() throws {
        try live(in: "Jeddah", 21.54, 39.17)
        #expect(try test.count("job") == 0)
    }

    @Test("what a phone changed or deleted stays so in another city")
    func phone() throws {
        try add(Repetition(.daily))
        var changed = try object()
        let moved = today + 20, gone = today + 30
        let time = try #require(LocalDateTime(date: moved, hour: 18, minute: 0))
        changed[of: moved]?.set(Property("DTSTART", .zoned(time, tzid: "Asia/Riyadh")))
        changed[of: moved]?.set(Property("DTEND", .zoned(time, tzid: "Asia/Riyadh")))
        let nominal = try #require(changed[of: gone]?.date("RECURRENCE-ID"))
        changed[of: gone] = nil
        changed.series.properties.append(Property("EXDATE", nominal))
        try put(changed)
        try live(in: "Jeddah", 21.54, 39.17)
        _ = try runJobs()
        let after = try object(), starts = try world.starts(after), next = try asr(today + 21)
        #expect(after[of: moved] == changed[of: moved])
        #expect(!starts.contains { world.zone.date(at: $0) == gone })
        #expect(starts.contains(next))
    }

    @Test("a customer without a place keeps the times, and the worker asks only now and then")
    func noPlace() throws {
        try add(Repetition(.daily))
        let before = try changes()
        try test.app.store.deletePrayerFeed(of: home.customer.id)
        #expect(try runChore() == 1)
        #expect(try runChore() == 0)
        test.advance(seconds: 341 * 86_400)
        #expect(try runChore() == 1)
        #expect(try runChore() == 0)
        #expect(try changes() == before)
    }

    @Test("an event that a phone made a plain one is forgotten")
    func plain() throws {
        try add(Repetition(.daily))
        var bare = try object()
        for index in bare.components.indices {
            for name in OwnName.all { bare.components[index].remove(name) }
        }
        try put(bare)
        #expect(try runChore() == 0)
        #expect(try test.count("calendar_object WHERE times_due_on IS NOT NULL") == 0)
    }

    // MARK: Hijri

    @Test("a customer's Hijri shift and an operator's months move a Hijri series")
    func hijri() throws {
        let first = day("2026-12-25")
        try add(Repetition(.hijriMonthly), uid: "walk", .allDay(first...first))
        _ = try runChore()
        var preferences = CalendarPreferences()
        preferences.hijriShift = 1
        try test.app.store.transaction {
            try test.app.store.replace(preferences, of: home.customer.id)
            try test.app.moveTimes(of: home.customer.id)
        }
        #expect(try runJobs() == 1)
        let shifted = try world.occurrences(try object()).map(\.start.local.date)
        #expect(shifted.first == first - 1)

        let (index, start) = try #require(otherMonth(shifted))
        _ = try test.store.changeHijriMonths(set: [start.month], remove: [])
        test.advance(seconds: 61)
        #expect(try runChore() == 1)
        let after = try world.occurrences(try object()).map(\.start.local.date)
        #expect(after[index] == shifted[index] + start.days)
        #expect(after[index - 1] == shifted[index - 1])
    }

    @Test("a customer's Hijri shift leaves what was changed and deleted, and moves what was only renamed")
    func shiftedChanges() throws {
        let first = day("2026-12-25")
        try add(Repetition(.hijriMonthly), uid: "walk", .allDay(first...first))
        var changed = try object()
        let nominal = (0...11).map { first + $0 * 30 }, before = try world.occurrences(changed).map(\.start.local.date)
        let moved = nominal[1], deleted = nominal[3]
        // A program that renames an event keeps the rest of its override.
        let number = try #require((4...11).first { changed[of: nominal[$0]] != nil }), renamed = nominal[number]
        changed[of: renamed]?.set(Property("SUMMARY", text: "Run"))
        changed[of: moved] = Component("VEVENT", properties: [
            Property("UID", value: "walk"), Property("DTSTAMP", value: "20261123T000000Z"),
            Property("RECURRENCE-ID", .date(moved)), Property("DTSTART", .date(moved + 9)),
            Property("DTEND", .date(moved + 10)), Property("SUMMARY", text: "Walk"),
        ])
        changed[of: deleted] = nil
        changed.series.properties.append(Property("EXDATE", .date(deleted)))
        try put(changed)
        _ = try runChore()
        for shift in [2, -2] {
            var preferences = CalendarPreferences()
            preferences.hijriShift = shift
            try test.app.store.transaction {
                try test.app.store.replace(preferences, of: home.customer.id)
                try test.app.moveTimes(of: home.customer.id)
            }
            #expect(try runJobs() == 1)
            let after = try object(), days = try world.occurrences(after).map(\.start.local.date)
            #expect(after[of: moved]?.date("DTSTART") == .date(moved + 9))
            #expect(after[of: renamed]?.first("SUMMARY")?.value == "Run")
            #expect(after[of: renamed]?.date("DTSTART") == .date(before[number] - shift))
            #expect(!days.contains(before[3] - shift))
            #expect(days.first == first - shift)
            #expect(days.contains(before[4] - shift))
        }
    }

    /// Returns one of these days whose month may begin a day earlier or later than published.
    private func otherMonth(_ days: [LocalDate]) -> (Int, (month: HijriMonthStart, days: Int))? {
        for (index, day) in days.enumerated().dropFirst(2) {
            guard let date = HijriCalendar.ummAlQura.date(of: day + 1),
                  let first = HijriCalendar.ummAlQura.firstDay(year: date.year, month: date.month)
            else { continue }
            for moved in [1, -1] {
                let month = HijriMonthStart(HijriMonth(year: date.year, month: date.month), firstDay: first + moved)
                if (try? HijriCalendar.ummAlQura.replacing([month])) != nil { return (index, (month, moved)) }
            }
        }
        return nil
    }

    // MARK: Many

    @Test("two workers at once write each series once")
    func twoWorkers() throws {
        for number in 0..<6 { try add(Repetition(.daily), uid: "walk-\(number)") }
        _ = try runChore()
        try live(in: "Jeddah", 21.54, 39.17)
        let before = try changes(), settings = test.database.settings, moment = test.app.now()
        let shared = try TestApp.shared([:], test.log, now: { moment })
        _ = try inParallel(count: 3) { () throws -> Void in
            let app = App(shared, Database(Store(connection: try Connection(settings)), settings), mail: CapturedMail())
            while try TimesOfSeries.bringDueUpToDate(limit: 2, app) > 0 {}
        }
        #expect(try changes() == before + 6)
    }

    @Test("five hundred of one customer move in one job")
    func many() throws {
        for number in 0..<500 {
            try add(Repetition(.weekly(interval: 1, [.friday]), .count(3)), uid: "class-\(number)")
        }
        try live(in: "Jeddah", 21.54, 39.17)
        let before = try changes()
        #expect(try runJobs() == 1)
        #expect(try changes() == before + 500)
        #expect(try test.count("calendar_object WHERE times_inputs IS NULL AND times_due_on IS NOT NULL") == 0)
    }
}
