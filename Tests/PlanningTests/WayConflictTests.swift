import Calendars
import CivilTime
import Planning
import PrayerTimes
import Runtime
import Scheduling
import Storage
import TestSupport
import Testing

/// Events so far from each other that the time between them is too short for the way. 0.0899° to the north are 10 km:
/// 33 minutes by car.
@Suite("Conflicts of ways")
struct WayConflictTests {
    let world: PlanningWorld

    init() throws {
        world = try PlanningWorld()
        try world.put("Lunch", "20261125T130000", "20261125T140000", ["GEO:24.7;46.7"])
        try world.work()
    }

    private let far = "GEO:24.78993;46.7"
    private let apple = #"X-APPLE-STRUCTURED-LOCATION;VALUE=URI;X-TITLE="Clinic":geo:24.78993,46.7"#

    @Test("two events with too little time for the way are a conflict, with the minutes to spare")
    func tight() throws {
        try world.put("Dentist", "20261125T143700", "20261125T150000", [far])
        try world.put("Gym", "20261126T080000", "20261126T090000", [far])
        try world.work()
        #expect(try world.conflicts() == ["open Dentist: tight Lunch"])
        try world.put("Dentist", "20261125T143800", "20261125T150000", [far])
        try world.work()
        #expect(try world.conflicts() == ["gone Dentist: tight Lunch"])
    }

    @Test("an event that comes between two others takes the place of their way")
    func between() throws {
        try world.put("Dentist", "20261125T142000", "20261125T150000", [far])
        try world.work()
        #expect(try world.conflicts() == ["open Dentist: tight Lunch"])
        try world.put("Walk", "20261125T140500", "20261125T141500", [far])
        try world.work()
        #expect(try world.conflicts().sorted() == ["gone Dentist: tight Lunch", "open Walk: tight Lunch"])
    }

    @Test("events without a point, at one place, free, or after three hours are in time", arguments: [
        ("20261125T141000", []), ("20261125T141000", ["GEO:24.7001;46.7"]), ("20261125T141000", ["GEO:0;0"]),
        ("20261125T141000", ["GEO:24.78993;46.7", "TRANSP:TRANSPARENT"]), ("20261125T141000", ["LOCATION:Clinic"]),
        ("20261125T171000", ["GEO:21.4;39.8"]),
    ])
    func noWay(start: String, lines: [String]) throws {
        try world.put("Dentist", start, "20261125T180000", lines)
        try world.work()
        #expect(try world.conflicts() == [])
    }

    @Test("the point is Apple's if there is no GEO, and that of a saved place if there is neither")
    func sources() throws {
        try world.put("Dentist", "20261125T141000", "20261125T150000", [apple])
        try world.work()
        #expect(try world.conflicts() == ["open Dentist: tight Lunch"])
        try world.put("Dentist", "20261125T141000", "20261125T150000", ["LOCATION:CLINIC"])
        try world.work()
        #expect(try world.conflicts() == ["gone Dentist: tight Lunch"])
        // Older events are marked, and nobody is disturbed.
        let clinic = PlaceValues(name: "Clinic", latitude: 24.78993, longitude: 46.7)
        let id = try #require(try world.planning.save(clinic))
        try world.work()
        #expect(try world.conflicts() == ["kept Dentist: tight Lunch"])
        _ = try world.planning.deletePlace(id)
        try world.work()
        #expect(try world.conflicts() == ["gone Dentist: tight Lunch"])
    }

    @Test("better times can be reached, and a move to a time that cannot be is warned of")
    func betterTimes() throws {
        try world.put("Dentist", "20261125T141000", "20261125T151000", [far])
        try world.put("Talk", "20261125T170000", "20261125T180000", ["GEO:24.7;46.7"])
        try world.work()
        let row = try #require(try world.test.store.conflicts(of: world.customer.id).first)
        let shown = try #require(try world.planning.shown(row))
        #expect(shown.problems == [.tight(uid: "Lunch", title: "Lunch", lacking: 28)])
        #expect(shown.best.count == 3)
        for better in shown.best { #expect(shown.problems(of: better.time) == []) }
        let near = shown.event.start + .seconds(15 * 60)
        #expect(throws: ConflictRefusal.clashes([.tight(uid: "Lunch", title: "Lunch", lacking: 13)])) {
            try world.planning.move(.event, of: shown, to: near, isWarned: false)
        }
        let best = try #require(shown.best.first)
        _ = try world.planning.move(.event, of: shown, to: best.time.lowerBound, isWarned: false)
        try world.work()
        #expect(try world.conflicts() == ["moved Dentist: tight Lunch"])
    }

    @Test("the form warns before saving, also if only the place changes, and then of nothing but the way")
    func draft() throws {
        let calendar = try #require(try world.home.calendar("personal"))
        let start = Instant(secondsSince1970: 1_795_554_000 + 14 * 3_600 + 600)
        var wanted = WantedEvent(
            uid: "Dentist", calendar: calendar.id, title: "Dentist", time: start..<start + .seconds(3_600))
        #expect(try world.planning.clashes(of: wanted) == nil)
        wanted.point = Coordinates(latitude: 24.78993, longitude: 46.7)
        let found = try #require(try world.planning.clashes(of: wanted))
        #expect(found.isConflict && found.tight.map(\.lacking) == [28] && found.overlaps.isEmpty)
        #expect(found.tight.map(\.entry.title) == ["Lunch"] && found.better.count == 3)
        for better in found.better {
            wanted.time = better.time
            #expect(try world.planning.clashes(of: wanted) == nil)
        }
        wanted.time = start - .seconds(1_800)..<start + .seconds(3_600)
        wanted.isMovedOnMapOnly = true
        #expect(try world.planning.clashes(of: wanted) == nil, "the overlap was there before")
    }

    @Test("an event kept in spite of the way is written down as kept")
    func kept() throws {
        try world.planning.write(keeping: true) { () throws -> (written: Void, uid: String?) in
            try world.put("Dentist", "20261125T141000", "20261125T150000", [far])
            return ((), "Dentist")
        }
        #expect(try world.conflicts() == ["kept Dentist: tight Lunch"])
        try world.work()
        #expect(try world.conflicts() == ["kept Dentist: tight Lunch"])
    }

    @Test("the minutes to spare are those of the customer")
    func reserve() throws {
        try world.planning.changeHabits { $0.wayReserveMinutes = 30 }
        try world.put("Dentist", "20261125T150000", "20261125T153000", [far])
        try world.work()
        #expect(try world.conflicts() == ["open Dentist: tight Lunch"])
    }

    // MARK: The way to an event

    private func stop(_ from: Int, _ to: Int, _ latitude: Double, _ name: String = "") throws -> WayStop {
        let midnight = Instant(secondsSince1970: 1_795_554_000)
        return WayStop(
            midnight + .seconds(Int64(from) * 3_600)..<midnight + .seconds(Int64(to) * 3_600),
            at: try #require(Coordinates(latitude: latitude, longitude: 46.7)), name: name)
    }

    private func rules() throws -> Modes {
        Modes(DayHabits(), in: try world.test.app.zone(of: world.planning.customer), now: world.test.app.now())
    }

    @Test("the way to an event begins at the one that ended last before it, in the morning at home")
    func ways() throws {
        let others = [try stop(13, 14, 24.7, "Lunch"), try stop(9, 10, 24.5, "Early"), try stop(18, 19, 24.9, "Late")]
        let rules = try rules()
        let way = try #require(try EventWay(to: stop(16, 17, 24.79), after: others, home: nil, rules))
        let best = try #require(way.best)
        #expect(best.way.minutes == 33 && best.way.mode == .car && way.from == "Lunch")
        #expect(world.clock(best.time.lowerBound) == "15:22" && world.clock(best.time.upperBound) == "15:55")
        #expect(try EventWay(to: stop(8, 9, 24.79), after: others, home: nil, rules) == nil, "from where?")
        for name in ["Villa", "البيت"] {
            _ = try world.planning.save(PlaceValues(name: name, latitude: 24.787, longitude: 46.7))
        }
        let home = try #require(world.test.app.home(among: world.planning.places()))
        #expect(home.name == "البيت")
        let morning = try #require(try EventWay(to: stop(8, 9, 24.79), after: others, home: home, rules))
        let walk = try #require(morning.best)
        #expect(morning.from == "البيت" && walk.way.mode == .walk && walk.way.minutes == 6)
        #expect(world.clock(walk.time.lowerBound) == "07:49" && world.clock(walk.time.upperBound) == "07:55")
        #expect(try EventWay(to: stop(8, 9, 24.787), after: [], home: home, rules) == nil, "it is at home")
    }

    @Test("each mode that is out has its reasons, and none is about the weather")
    func reasons() throws {
        let lunch = try stop(13, 14, 24.7, "Lunch")
        let way = try #require(try EventWay(to: stop(16, 17, 24.79), after: [lunch], home: nil, rules()))
        let options = way.choice.options
        let reasons = Dictionary(uniqueKeysWithValues: options.map { ($0.way.mode, $0.reasons.map(\.name)) })
        #expect(reasons == [.walk: ["too-far"], .bike: ["not-owned", "too-far"], .transit: [], .car: []])
        #expect(options.allSatisfy { $0.weather == .missing })
    }
}
