import Calendars
import CivilTime
import Planning
import Postgres
import PrayerTimes
import Scheduling
import Storage
import TestSupport
import Testing

/// The clashes of an event before it is saved, and the row of one that is kept in spite of a clash.
@Suite("Clashes of an event before it is saved")
struct DraftClashTests {
    let world: PlanningWorld

    init() throws {
        world = try PlanningWorld()
        try world.put("Lunch", "20261125T130000", "20261125T140000")
        try world.work()
    }

    private var planning: PlanningHome { world.test.app.planning(of: world.customer) }

    /// Returns an event of an hour in Riyadh on 25 November.
    private func wanted(_ uid: String = "Dentist", hour: Int, _ minute: Int = 0) throws -> WantedEvent {
        let calendar = try #require(try world.home.calendar("personal"))
        let start = Instant(secondsSince1970: 1_795_554_000 + Int64(hour * 60 + minute) * 60)
        return WantedEvent(uid: uid, calendar: calendar.id, title: uid, time: start..<start + .seconds(3_600))
    }

    @Test("an event at a free time clashes with nothing, and neither does a new version of itself")
    func free() throws {
        #expect(try planning.clashes(of: wanted(hour: 15)) == nil)
        #expect(try planning.clashes(of: wanted("Lunch", hour: 13, 30)) == nil)
    }

    @Test("an overlap has three better times, none of which clashes")
    func overlap() throws {
        let found = try #require(try planning.clashes(of: wanted(hour: 13, 30)))
        #expect(found.isConflict && found.overlaps.map(\.title) == ["Lunch"] && found.better.count == 3)
        for better in found.better {
            var event = try wanted(hour: 0)
            event.time = better.time
            #expect(try planning.clashes(of: event) == nil)
        }
        #expect(try planning.clashes(of: wanted(hour: 13, 30))?.text == found.text)
        #expect(try planning.clashes(of: wanted(hour: 13, 15))?.text != found.text)
    }

    @Test("the block of a prayer is in the way, and better times keep out of it")
    func prayer() throws {
        try world.pray()
        let found = try #require(try planning.clashes(of: wanted(hour: 14, 30)))
        #expect(found.overlaps.isEmpty && found.prayers.map(\.prayer) == [.asr] && !found.better.isEmpty)
    }

    @Test("an event of a series moves on its own day only")
    func ownDay() throws {
        var event = try wanted(hour: 13, 30)
        event.keepsDay = true
        let found = try #require(try planning.clashes(of: event))
        #expect(found.better.allSatisfy { $0.suggestion.reasons.days == 0 })
    }

    /// Returns a series of an hour on each day from Monday 23 November.
    private func daily(hour: Int, _ minute: Int = 0, days: Int = 10) throws -> WantedEvent {
        var event = try wanted("Standup", hour: hour, minute)
        let first = event.time.lowerBound - .seconds(2 * 86_400)
        event.times = (0..<days).map { day in
            let start = first + .seconds(Int64(day) * 86_400)
            return start..<start + .seconds(3_600)
        }
        event.time = event.times[0]
        event.keepsDay = true
        return event
    }

    @Test("of a series the first event that clashes is named, and all that do are counted")
    func seriesOfYear() throws {
        try world.put("Review", "20261128T134500", "20261128T144500")
        #expect(try planning.clashes(of: daily(hour: 15)) == nil)
        let event = try daily(hour: 13, 30), found = try #require(try planning.clashes(of: event))
        #expect(found.overlaps.map(\.title) == ["Lunch"] && found.count == 2 && found.isConflict)
        #expect(found.firstOfSeries == event.times[2])
        #expect(try planning.clashes(of: daily(hour: 13, 30, days: 5))?.count == 1)
    }

    @Test("a better time of a series is the time of its first event, and says how many still clash")
    func betterOfSeries() throws {
        try world.put("Review", "20261128T120000", "20261128T123000")
        let event = try daily(hour: 12, 30), found = try #require(try planning.clashes(of: event))
        #expect(found.count == 1 && !found.better.isEmpty)
        for better in found.better {
            var moved = event
            let distance = better.time.lowerBound - event.time.lowerBound
            moved.times = event.times.map { $0.lowerBound + distance..<$0.upperBound + distance }
            moved.time = moved.times[0]
            #expect(better.clashes == 0 && better.time == moved.time)
            #expect(try planning.clashes(of: moved) == nil)
        }
    }

    @Test("another number of clashes is another warning")
    func seriesText() throws {
        let text = try planning.clashes(of: daily(hour: 13, 30))?.text
        try world.put("Review", "20261128T134500", "20261128T144500")
        #expect(try planning.clashes(of: daily(hour: 13, 30))?.text != text)
    }

    @Test("a clash that is kept with the write stays kept when the worker looks, and later ones are their own")
    func kept() throws {
        try planning.write(keeping: true) {
            try world.put("Dentist", "20261125T133000", "20261125T143000")
            return ((), "Dentist")
        }
        #expect(try world.conflicts() == ["kept Dentist: overlap Lunch"])
        try world.work()
        #expect(try world.conflicts() == ["kept Dentist: overlap Lunch"])
        try world.put("Tea", "20261125T140000", "20261125T150000")
        try world.work()
        #expect(try world.conflicts([.kept]) == ["kept Dentist: overlap Lunch"])
        #expect(try world.conflicts([.open]) == ["open Tea: overlap Dentist"])
    }

    @Test("a series that is kept has all its clashes of the year, as the worker finds them")
    func series() throws {
        try planning.write(keeping: true) {
            try world.put("Standup", "20261124T133000", "20261124T134500", ["RRULE:FREQ=DAILY;COUNT=5"])
            return ((), "Standup")
        }
        let kept = try world.test.store.conflicts(of: world.customer.id, [.kept]).map(\.facts)
        #expect(kept.map(\.count) == [1])
        try world.work()
        #expect(try world.test.store.conflicts(of: world.customer.id, [.kept]).map(\.facts) == kept)
    }

    @Test("an event that was open under its neighbour is kept there")
    func neighbour() throws {
        try world.put("Dentist", "20261125T133000", "20261125T143000")
        try world.work()
        #expect(try world.conflicts() == ["open Dentist: overlap Lunch"])
        try planning.write(keeping: true) {
            try world.put("Lunch", "20261125T131500", "20261125T140000")
            return ((), "Lunch")
        }
        #expect(try world.conflicts() == ["kept Dentist: overlap Lunch"])
        try world.work()
        #expect(try world.conflicts() == ["kept Dentist: overlap Lunch"])
    }
}
