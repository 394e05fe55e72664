import CivilTime
import Mail
@testable import Planning
import Postgres
import PrayerFeeds
import PrayerTimes
import Runtime
import Scheduling
import Storage
import Templates
import TestSupport
import Testing

@Suite("The habits of a customer's day")
struct DayHabitsTests {
    let test: TestApp
    let home: PlanningHome

    init() throws {
        test = try TestApp.patient()
        let address = try #require(EmailAddress("zaid@example.org"))
        let id = try test.store.customer(
            orInsert: NewCustomer(
                address: address, language: Language.english.tag, timeZone: "Asia/Riyadh", firstDay: 7)).id
        home = test.app.planning(of: try #require(try test.store.customer(id)))
    }

    @Test("are the defaults at first; a change is stored, and one without a difference writes nothing")
    func change() throws {
        try home.changeHabits { $0.countsAllDay = false }
        #expect(try home.habits() == DayHabits() && test.count("day_habit") == 0)
        try home.changeHabits { $0.countsAllDay = true }
        #expect(try home.habits().countsAllDay)
    }

    @Test("with the usual week of the country are stored without a week, and follow a move to another country")
    func usualWeek() throws {
        try home.changeHabits {
            $0.week = .usual(working: WeekHours.gulfWeek)
            $0.wayReserveMinutes = 7
        }
        let habits = try home.habits()
        #expect(habits.week == nil && habits.wayReserveMinutes == 7)
        #expect(home.weekPlan(habits).preferred == .working(WeekHours.gulfWeek))
        #expect(habits.weekPlan(workingDays: [.monday]).preferred == .working([.monday]))
    }

    @Test("out of their limits are refused, each with its name")
    func limits() throws {
        #expect(throws: DayHabitsProblems(problems: [
            .minutes(.untilIqamah(.asr), 0...240), .minutes(.length(.jumuah), 0...240), .minutes(.tarawih, 0...240),
            .quietHours, .farthestWalk,
        ])) {
            try home.changeHabits {
                $0.prayers.rules.asr.iqamahDelay = 241
                $0.prayers.rules.jumuah.length = -1
                $0.prayers.ramadan.tarawih = 1_000
                $0.quietHours = QuietHours(from: 1_440, until: 0)
                $0.travel.farthestWalk = 20_001
            }
        }
        #expect(try test.count("day_habit") == 0)
    }

    @Test("give the working hours of Ramadan to the days that are worked in the morning")
    func ramadanHours() {
        var habits = DayHabits()
        habits.week = WeekHabits(
            allowed: .usual,
            preferred: WeekHours { $0 == .friday ? [960..<1_320] : $0 == .saturday ? [] : [540..<1_020] })
        let hours = habits.weekPlan(workingDays: []).preferredInRamadan
        #expect(hours?[.sunday] == [600..<960] && hours?[.friday] == [960..<1_320] && hours?[.saturday] == [])
        habits.hasRamadanHours = false
        #expect(habits.weekPlan(workingDays: []).preferredInRamadan == nil)
    }

    @Test("there are no prayer times without a place; with one, Ramadan is that of the customer's Hijri calendar")
    func prayerDays() throws {
        #expect(try home.prayerDays(7) == nil)
        try test.store.transaction {
            _ = try test.app.replacePrayerFeed(of: home.customer.id, by: NewPrayerFeed(
                cityID: nil, placeName: "Riyadh", country: "SA", latitude: 24.69, longitude: 46.72,
                elevationMetres: nil, timeZone: "Asia/Riyadh", options: ""))
        }
        let days = try #require(try home.prayerDays(7))
        #expect(days.count == 7 && days.map(\.date) == (0..<7).map { days[0].date + $0 })
        let timetable = try #require(try test.app.customerTimetable(of: home.customer.id))
        // Umm al-Qura's 1 Ramadan 1448.
        let first = try #require(LocalDate(iso8601: "2027-02-08")), hijri = try test.app.hijri
        func ramadan(shift: Int) -> [Bool] {
            timetable.days(first - 1...first + 1, at: test.app.now(), ramadanBy: hijri.shifted(by: shift))
                .map(\.isRamadan)
        }
        #expect(ramadan(shift: 0) == [false, true, true])
        #expect(ramadan(shift: 1) == [true, true, true] && ramadan(shift: -1) == [false, false, true])
    }
}

@Suite("Hours of a weekday")
struct DayHoursTests {
    @Test("are both times or neither, the second after the first", arguments: [
        (nil, nil, 0..<0), (0, 1_440, 0..<1_440), (540, 541, 540..<541),
    ] as [(Int?, Int?, Range<Int>)])
    func sound(from: Int?, until: Int?, range: Range<Int>) throws {
        #expect(try DayHours(from: from, until: until).range() == range)
    }

    @Test("else there is a problem", arguments: [
        (540, nil, .half), (nil, 540, .half), (540, 540, .endsBeforeStart), (600, 540, .endsBeforeStart),
        (-1, 540, .outsideDay), (540, 1_441, .outsideDay),
    ] as [(Int?, Int?, DayHoursProblem)])
    func wrong(from: Int?, until: Int?, problem: DayHoursProblem) {
        #expect(throws: problem) { try DayHours(from: from, until: until).range() }
    }
}
