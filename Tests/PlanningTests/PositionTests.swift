import CivilTime
@testable import Planning
import Postgres
import PrayerTimes
import Runtime
import Scheduling
import Storage
import TestSupport
import Testing

@Suite("The rules of positions")
struct PositionRuleTests {
    private let now = Instant(secondsSince1970: 1_795_444_200)
    private let riyadh = Coordinates(latitude: 24.7, longitude: 46.7)

    private func check(
        _ report: PositionReport, near home: Coordinates? = nil
    ) throws(PositionRefusal) -> StoredPosition {
        try PositionRules.check(report, near: home, now: now)
    }

    @Test("each wrong position has a refusal of its own", arguments: [
        // latitude, longitude, seconds from now, metres, the refusal
        (0.0, 0.0, 0, 10.0, PositionRefusal.zero),
        (200, 100, 0, 10, .range),
        (.nan, 46.7, 0, 10, .range),
        (24.7, .infinity, 0, 10, .range),
        (139.69, 35.68, 0, 10, .swapped),
        (46.7, 24.7, 0, 10, .swapped),
        (24.7, 46.7, 121, 10, .future),
        (24.7, 46.7, -86_401, 10, .old),
        (24.7, 46.7, 0, 5_000, .inaccurate),
        (24.7, 46.7, 0, -1, .inaccurate),
    ] as [(Double, Double, Int64, Double, PositionRefusal)])
    func refused(latitude: Double, longitude: Double, seconds: Int64, metres: Double, refusal: PositionRefusal) {
        let report = PositionReport(
            latitude: latitude, longitude: longitude, at: now + .seconds(seconds), accuracyMetres: metres)
        #expect(throws: refusal) { try check(report, near: riyadh) }
    }

    @Test("numbers that may be meant are taken if the customer's city is not known")
    func unknownCity() throws {
        #expect(try check(PositionReport(latitude: 46.7, longitude: 24.7)).latitude == 46.7)
    }

    @Test("a position is rounded to three decimals before it is stored")
    func rounded() throws {
        let position = try check(PositionReport(latitude: 24.71364, longitude: -46.67555, accuracyMetres: 12.2))
        #expect(position.latitude == 24.714 && position.longitude == -46.676 && position.accuracyMetres == 13)
    }

    @Test("a clock that is a little ahead measured it now")
    func ahead() throws {
        let report = PositionReport(latitude: 24.7, longitude: 46.7, at: now + .seconds(119))
        #expect(try check(report).measuredAt == now)
    }

    @Test("a way starts at a position for 30 minutes", arguments: [
        (0, true), (1_800, true), (1_801, false),
    ] as [(Int64, Bool)])
    func fresh(age: Int64, isFresh: Bool) throws {
        let position = try check(PositionReport(latitude: 24.7, longitude: 46.7, at: now - .seconds(age)))
        #expect(position.isFresh(at: now) == isFresh)
    }
}

@Suite("The last position of a customer")
struct PositionTests {
    let world: PlanningWorld
    var planning: PlanningHome { world.planning }

    init() throws {
        world = try PlanningWorld()
    }

    private func set(_ latitude: Double, at seconds: Int64 = 0) throws -> PositionOutcome {
        let at = world.test.app.now() + .seconds(seconds)
        return try planning.setPosition(PositionReport(latitude: latitude, longitude: 46.7, at: at))
    }

    private func latitude() throws -> Double? { try planning.position().position?.latitude }

    @Test("nothing is stored before consent, and nothing stays after it is taken back")
    func consent() throws {
        #expect(throws: PositionRefusal.off) { try set(24.7) }
        try planning.agreeToPosition()
        #expect(try set(24.7) == .stored)
        try planning.withdrawPositionConsent()
        #expect(try planning.position().agreedAt == nil && latitude() == nil)
        #expect(try world.test.count("last_position") == 0)
        #expect(throws: PositionRefusal.off) { try set(24.7) }
    }

    @Test("of positions that come late the newest stays")
    func older() throws {
        try planning.agreeToPosition()
        #expect(try set(24.7, at: -60) == .stored)
        world.test.advance(seconds: 10)
        #expect(try set(24.8, at: -600) == .older)
        #expect(try latitude() == 24.7)
        #expect(try set(24.9) == .stored)
        #expect(try latitude() == 24.9)
        #expect(try world.test.count("last_position") == 1)
    }

    @Test("ten a second are one that is stored, and the next some seconds later")
    func burst() throws {
        try planning.agreeToPosition()
        #expect(try set(24.1, at: -9) == .stored)
        for second in -8...0 {
            #expect(try set(24.2, at: Int64(second)) == .soon)
        }
        world.test.advance(seconds: 5)
        #expect(try set(24.3) == .stored)
        #expect(try latitude() == 24.3)
    }

    @Test("of a batch the newest that follows the rules is stored")
    func batch() throws {
        try planning.agreeToPosition()
        let now = world.test.app.now()
        let reports = [(24.1, -60), (24.2, -30), (0.0, -10), (24.3, 600)].map { latitude, seconds in
            PositionReport(
                latitude: latitude, longitude: latitude == 0 ? 0 : 46.7, at: now + .seconds(Int64(seconds)))
        }
        #expect(try planning.setPosition(newestOf: reports) == .stored)
        #expect(try latitude() == 24.2)
    }

    @Test("it is gone at once by a press, and after a day by itself")
    func gone() throws {
        try planning.agreeToPosition()
        #expect(try set(24.7) == .stored)
        try planning.forgetPosition()
        #expect(try latitude() == nil)
        #expect(try planning.position().agreedAt != nil)
        world.test.advance(seconds: 5)
        #expect(try set(24.7) == .stored)
        world.test.advance(seconds: 86_401)
        #expect(try latitude() == nil)
        try world.test.run("UPDATE last_position SET measured_at = now() - interval '25 hours'")
        #expect(try world.test.store.purge([(.positions, .hours(24))], mostBatches: 10)["last_position"] == 1)
    }

    @Test("the first way of today starts at a fresh position, and those of other days do not")
    func origin() throws {
        try planning.agreeToPosition()
        #expect(try planning.situation().origin == nil)
        #expect(try set(24.7) == .stored)
        let situation = try planning.situation()
        #expect(situation.origin == situation.places.count)
        #expect(situation.planDay(situation.today, fixed: []).origin == situation.places.count)
        #expect(situation.planDay(situation.today + 1, fixed: []).origin == nil)
        world.test.advance(seconds: 1_801)
        #expect(try planning.situation().origin == nil)
    }
}
