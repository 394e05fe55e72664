import CivilTime
import PrayerTimes
import Scheduling
import Testing

@Suite("The time of a customer")
struct AvailabilityTests {
    private static let meeting = ScheduledOccurrence(uid: "meeting", time: span("09:00-10:00"))

    private func busy(_ occurrence: ScheduledOccurrence, _ rule: CalendarRule = CalendarRule()) -> [BusyItem] {
        let line = LocalTimeLine(from: day("2026-11-23"), days: 7, in: .utc)
        return Availability(line, [occurrence], calendars: [0: rule]).busy.items
    }

    @Test("is taken by an event, from its first minute up to its last")
    func event() {
        #expect(busy(Self.meeting).map(\.time) == [minutes("09:00-10:00")])
        #expect(busy(Self.meeting).map(\.isTentative) == [false])
    }

    @Test("is not taken by what is transparent, cancelled, declined or without length")
    func free() {
        for change: WritableKeyPath<ScheduledOccurrence, Bool> in [\.isTransparent, \.isCancelled, \.isDeclined] {
            var occurrence = Self.meeting
            occurrence[keyPath: change] = true
            #expect(busy(occurrence).isEmpty)
        }
        var moment = Self.meeting
        moment.time = span("09:00-09:00")
        #expect(busy(moment).isEmpty)
        #expect(busy(Self.meeting, CalendarRule(countsAsBusy: false)).isEmpty)
    }

    @Test("is taken by a tentative event with a mark")
    func tentative() {
        var occurrence = Self.meeting
        occurrence.isTentative = true
        #expect(busy(occurrence).map(\.isTentative) == [true])
    }

    @Test("is taken by whole days only if the calendar or the event says so", arguments: [
        (false, nil, 0), (true, nil, 1), (false, true, 1), (true, false, 0),
    ])
    func allDay(calendar: Bool, event: Bool?, count: Int) {
        var occurrence = Self.meeting
        occurrence.time = at("2026-11-23 00:00")..<at("2026-11-24 00:00")
        occurrence.isAllDay = true
        occurrence.allDayCounts = event
        #expect(busy(occurrence, CalendarRule(allDayCounts: calendar)).count == count)
    }

    @Test("is taken by hard routines on each of their days")
    func routines() {
        let line = LocalTimeLine(from: day("2026-11-23"), days: 7, in: .utc)
        let school = Routine(.working([.monday, .thursday], from: 780, to: 810), isHard: true)
        let available = Availability(line, [Self.meeting], week: WeekPlan(routines: [school]))
        #expect(available.busy.items.map(\.time) == [
            minutes("09:00-10:00"), minutes("13:00-13:30"), minutes("13:00-13:30", day: 3),
        ])
    }

    @Test("has the block and the valid time of each prayer, Jumu'ah on Fridays")
    func prayers() throws {
        let riyadh = try zone("Asia/Riyadh")
        let place = Place(try #require(Coordinates(latitude: 24.7136, longitude: 46.6753)), zone: riyadh)
        let timetable = Timetable(place, Rules(method: .ummAlQura))
        let line = LocalTimeLine(from: day("2026-11-27"), days: 1, in: riyadh)
        let days = (0..<2).map { timetable.day(day("2026-11-27") + $0) }
        let prayers = line.prayers(of: days, PrayerHabits())
        #expect(prayers.prefix(5).map(\.prayer) == [.fajr, .dhuhr, .asr, .maghrib, .isha])
        #expect(prayers.prefix(5).map(\.isJumuah) == [false, true, false, false, false])
        for (prayer, next) in zip(prayers, prayers.dropFirst()) where prayer.prayer != .fajr {
            #expect(prayer.validTime == prayer.adhan..<next.adhan)
        }
        #expect(prayers[0].validTime.upperBound < prayers[1].block.lowerBound)
        #expect(prayers[1].block == prayers[1].adhan - 30..<prayers[1].adhan + 45)
        #expect(prayers[2].block == prayers[2].adhan - 5..<prayers[2].adhan + 32)
    }

    @Test("has suhoor, iftar and tarawih in Ramadan")
    func ramadan() throws {
        let riyadh = try zone("Asia/Riyadh")
        let place = Place(try #require(Coordinates(latitude: 24.7136, longitude: 46.6753)), zone: riyadh)
        let timetable = Timetable(place, Rules(method: .ummAlQura))
        // Ramadan 1447 began on 18 February 2026.
        let line = LocalTimeLine(from: day("2026-02-17"), days: 2, in: riyadh)
        let habits = PrayerHabits(ramadan: RamadanRules(suhoor: 40, iftar: 30, tarawih: 75))
        let prayers = line.prayers(of: (0..<2).map { timetable.day(day("2026-02-17") + $0) }, habits)
        #expect(prayers.map(\.isRamadan) == Array(repeating: false, count: 5) + Array(repeating: true, count: 5))
        #expect(prayers[0].block == prayers[0].adhan..<prayers[0].adhan + 37)
        #expect(prayers[5].block == prayers[5].adhan - 40..<prayers[5].adhan + 37)
        #expect(prayers[8].block == prayers[8].adhan - 5..<prayers[8].adhan + 22 + 30)
        #expect(prayers[9].block == prayers[9].adhan - 5..<prayers[9].adhan + 32 + 75)
    }
}
