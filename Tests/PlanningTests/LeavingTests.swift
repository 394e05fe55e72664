import Calendars
import CivilTime
import Notifications
import Planning
import Postgres
import Runtime
import Storage
import Templates
import TestSupport
import Testing

/// It is Monday, 17:30 in Riyadh. 0.0899° to the north are 10 km: 33 minutes by car, and 5 to spare.
@Suite("Alerts to leave")
struct LeavingTests {
    let world: PlanningWorld

    init() throws {
        world = try PlanningWorld()
        _ = try world.planning.save(PlaceValues(name: "Home", latitude: 24.7, longitude: 46.7))
    }

    private static let far = "GEO:24.78993;46.7"

    @Test("come ten minutes before leaving and when it is time, each once, also after a restart")
    func once() throws {
        try world.put("Dentist", "20261123T200000", "20261123T210000", [Self.far, "LOCATION:Clinic"])
        try look()
        #expect(try waiting() == ["leave.soon 19:12", "leave.now 19:22"])
        try advance(to: 19, 12)
        #expect(try told() == ["leave.soon"])
        let notice = try #require(try notices().first)
        let words = try NoticeWords(world.customer, .english, world.test.app).text(notice)
        #expect(words.title == "Leave at 19:22: \u{2068}Dentist\u{2069}")
        #expect(words.body.hasPrefix("33 min by car · "))
        #expect(words.body.hasSuffix("\u{2068}Clinic\u{2069}"))
        let other = try world.test.anotherApp()
        try world.test.run("UPDATE leave_look SET look_at = 'epoch'")
        #expect(try other.lookAtLeaving(limit: 10) == 1)
        while try other.decideNextNotice() {}
        #expect(try told() == ["leave.soon"])
        try advance(to: 19, 22)
        #expect(try told() == ["leave.soon", "leave.now"])
        try world.test.run("UPDATE leave_look SET look_at = 'epoch'")
        try advance(to: 19, 23)
        #expect(try told() == ["leave.soon", "leave.now"])
        #expect(try waiting() == [])
    }

    @Test("what a stopped worker missed is said if it is still of use")
    func stopped() throws {
        try world.put("Dentist", "20261123T200000", "20261123T210000", [Self.far])
        try look()
        try advance(to: 19, 22)
        #expect(try told() == ["leave.now"])
        try world.put("Gym", "20261124T080000", "20261124T090000", [Self.far])
        try look()
        world.test.advance(seconds: 12 * 3_600 + 40 * 60)
        try work()
        #expect(try told() == ["leave.now"])
    }

    @Test("the way is looked at an hour, half an hour and ten minutes before leaving")
    func checks() throws {
        try world.put("Dentist", "20261123T200000", "20261123T210000", [Self.far])
        try look()
        for (hour, minute) in [(18, 22), (18, 52), (19, 12)] {
            #expect(try nextLook() == Self.clock(hour, minute))
            try advance(to: hour, minute)
        }
        #expect(try look() == 0)
    }

    @Test("an alert comes before Asr or after it, and never in it")
    func prayer() throws {
        try world.pray()
        world.test.advance(seconds: 18 * 3_600)
        let blocks = try world.test.app.notices(of: world.customer)
            .prayersKeptFree(until: world.test.app.now() + .seconds(12 * 3_600))
        // The first prayer after two o'clock on Tuesday.
        let asr = try #require(blocks.first { $0.lowerBound > Self.clock(38, 0) })
        // Whoever leaves at the end of the prayer comes too late, so they leave before it.
        let start = asr.lowerBound + .seconds(10 * 60 + 38 * 60)
        try put("Dentist", at: start)
        try look()
        let alerts = try moments()
        #expect(alerts["leave.now"] == asr.lowerBound - .seconds(60))
        for alert in alerts.values { #expect(!asr.contains(alert)) }
        // Whoever can wait for the end of the prayer leaves after it.
        try put("Dentist", at: asr.upperBound - .seconds(60) + .seconds(38 * 60))
        try look()
        let later = try moments()
        #expect(later["leave.now"] == asr.upperBound)
        for alert in later.values { #expect(!asr.contains(alert)) }
    }

    @Test("an event that is moved has its alerts at the new time, and one that is gone has none", arguments: [
        "moved", "deleted", "cancelled", "elsewhere",
    ])
    func changed(change: String) throws {
        try world.put("Dentist", "20261123T200000", "20261123T210000", [Self.far])
        try look()
        #expect(try waiting().count == 2)
        switch change {
        case "moved": try world.put("Dentist", "20261123T210000", "20261123T220000", [Self.far])
        case "deleted": try world.delete("Dentist")
        case "cancelled":
            try world.put("Dentist", "20261123T200000", "20261123T210000", [Self.far, "STATUS:CANCELLED"])
        default: try world.put("Dentist", "20261123T200000", "20261123T210000", ["LOCATION:Somewhere"])
        }
        // They go in the transaction of the change, before any worker looks.
        #expect(try waiting() == [])
        try look()
        #expect(try waiting() == (change == "moved" ? ["leave.soon 20:12", "leave.now 20:22"] : []))
    }

    @Test("an event that is moved after its alert is alerted again")
    func movedLate() throws {
        try world.put("Dentist", "20261123T200000", "20261123T210000", [Self.far])
        try look()
        try advance(to: 19, 12)
        #expect(try told() == ["leave.soon"])
        try world.put("Dentist", "20261123T203000", "20261123T213000", [Self.far])
        try look()
        try advance(to: 19, 42)
        #expect(try told() == ["leave.soon", "leave.soon"])
    }

    @Test("no point, no way from anywhere, a short way, a whole day or a free time have no alerts", arguments: [
        ["LOCATION:Somewhere"], [], ["GEO:24.7001;46.7"], ["GEO:24.70899;46.7", "TRANSP:TRANSPARENT"],
    ])
    func none(lines: [String]) throws {
        try world.put("Dentist", "20261123T200000", "20261123T210000", lines)
        try look()
        #expect(try waiting() == [])
    }

    @Test("without a home and a position nobody knows where a way begins")
    func noOrigin() throws {
        let home = try #require(try world.planning.places().first)
        _ = try world.planning.deletePlace(home.id)
        try world.put("Dentist", "20261123T200000", "20261123T210000", [Self.far])
        try look()
        #expect(try waiting() == [])
    }

    @Test("the way begins at the event before, and is announced as late if that ends too late")
    func late() throws {
        try world.put("Lunch", "20261123T180000", "20261123T194000", ["GEO:24.7;46.7"])
        try world.put("Dentist", "20261123T200000", "20261123T210000", [Self.far])
        try look()
        #expect(try waiting() == ["leave.late 19:12", "leave.soon 19:30", "leave.now 19:40"])
        try advance(to: 19, 12)
        #expect(try told() == ["leave.late"])
        let notice = try #require(try notices().first)
        let words = try NoticeWords(world.customer, .english, world.test.app)
        #expect(words.text(notice).title == "13 min late: \u{2068}Dentist\u{2069}")
        #expect(words.messages(of: notice).map(\.text) == [
            "I’ll be there about 13 minutes late. Sorry!", "سأتأخر نحو ١٣ دقيقة، المعذرة.",
        ])
        try advance(to: 19, 40)
        #expect(try told() == ["leave.late", "leave.now"])
    }

    @Test("a position counts, and whoever has not left is late")
    func position() throws {
        try world.planning.agreeToPosition()
        try world.put("Dentist", "20261123T200000", "20261123T210000", [Self.far])
        try look()
        try advance(to: 19, 22)
        #expect(try told() == ["leave.now"])
        try advance(to: 19, 40)
        _ = try world.planning.setPosition(PositionReport(latitude: 24.7, longitude: 46.7))
        try work()
        #expect(try told() == ["leave.now", "leave.late"])
        #expect(try notices().first { $0.kind == .leaveLate }?.content.leaving?.lateMinutes == 13)
    }

    // MARK: Helpers

    /// The moment of a time of the clock in Riyadh on that Monday.
    private static func clock(_ hour: Int, _ minute: Int) -> Instant {
        let midnight = Instant(secondsSince1970: 1_795_381_200)
        return midnight + .seconds(hour * 3_600 + minute * 60)
    }

    private func put(_ uid: String, at start: Instant) throws {
        let zone = try world.test.app.zone(of: world.customer)
        func text(_ moment: Instant) -> String {
            let local = zone.local(moment), minute = local.minuteOfDay
            let clock = (minute / 60 * 100 + minute % 60 + 10_000).description.dropFirst()
            return "\(local.date.iso8601.filter { $0 != "-" })T\(clock)00"
        }
        try world.put(uid, text(start), text(start + .seconds(3_600)), [Self.far])
    }

    /// Lets the worker do its jobs and its chore.
    @discardableResult
    private func look() throws -> Int {
        try world.work()
        return try world.test.app.lookAtLeaving(limit: 10)
    }

    private func work() throws {
        try look()
        while try world.test.app.decideNextNotice() {}
    }

    private func advance(to hour: Int, _ minute: Int) throws {
        let seconds = Self.clock(hour, minute).secondsSince1970 - world.test.app.now().secondsSince1970
        world.test.advance(seconds: Int(seconds))
        try work()
    }

    private func nextLook() throws -> Instant? {
        try world.test.store.connection.value("SELECT look_at FROM leave_look")
    }

    /// The alerts that are not sent, by their moments in Riyadh.
    private func waiting() throws -> [String] {
        try world.test.store.connection.value("""
            SELECT coalesce(array_agg(kind || ' ' || to_char(due_at AT TIME ZONE 'Asia/Riyadh', 'HH24:MI')
                                      ORDER BY due_at), '{}')
              FROM notification WHERE kind LIKE 'leave.%' AND look_at IS NOT NULL
            """) ?? []
    }

    /// The alerts that were decided about, in their order.
    private func told() throws -> [String] {
        try world.test.store.connection.value("""
            SELECT coalesce(array_agg(kind ORDER BY due_at, id), '{}')
              FROM notification WHERE kind LIKE 'leave.%' AND look_at IS NULL
            """) ?? []
    }

    private func moments() throws -> [String: Instant] {
        var moments: [String: Instant] = [:]
        for row in try world.test.store.allNotices(of: world.customer.id) { moments[row.kind] = row.dueAt }
        return moments
    }

    private func notices() throws -> [Notice] {
        try world.test.app.notices(of: world.customer).list(limit: 50).filter { $0.kind.rawValue.hasPrefix("leave.") }
    }
}
