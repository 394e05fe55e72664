import CivilTime
import Testing
@testable import ICalendar

/// What is harmless once and is there a hundred thousand times.
@Suite("Hostile calendars")
struct HostileTests {
    private let window = Instant(secondsSince1970: 1_767_225_600)..<Instant(secondsSince1970: 1_767_830_400)

    @Test("of a component's rules the first fifty are read, and the rest is told")
    func rules() throws {
        let rules = (1...10_000).map { "RRULE:FREQ=DAILY;COUNT=1;INTERVAL=\($0)" }.joined(separator: "\n")
        let series = Series([event("DTSTART:20260101T000000Z\n" + rules)], zones: TestZones.resolver, floating: TimeZoneRules.utc)
        #expect(series.problems.map(\.reason) == [.tooManyParts])
        var budget = WorkBudget.standard
        #expect(try series.occurrences(in: window, budget: &budget).count == 1)
    }

    @Test("an object's zones have one budget: some are there, the rest is told")
    func zones() throws {
        let zones = try CalendarStream(Array((1...3_000).map { number in
            """
            BEGIN:VTIMEZONE
            TZID:Nowhere/\(number)
            BEGIN:STANDARD
            DTSTART:19700101T000000
            TZOFFSETFROM:+0100
            TZOFFSETTO:+0200
            RRULE:FREQ=YEARLY;BYDAY=MO,TU,WE
            END:STANDARD
            END:VTIMEZONE\n
            """
        }.joined().utf8)).components
        let resolver = ZoneResolver(Component("VCALENDAR", components: zones), database: { _ in nil })
        #expect(resolver.problems.count == zones.count)
        #expect(resolver.problems.allSatisfy { $0.reason == .unusableZone })
        let usual = ZoneResolver(Component("VCALENDAR", components: [usualZone] + zones), database: { _ in nil })
        #expect(try usual.rules(tzid: "Usual").offset(at: window.lowerBound) == 3_600)
    }

    private var usualZone: Component {
        Component(reading: """
            BEGIN:VTIMEZONE
            TZID:Usual
            BEGIN:STANDARD
            DTSTART:19700101T000000
            TZOFFSETFROM:+0100
            TZOFFSETTO:+0100
            RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU
            END:STANDARD
            END:VTIMEZONE
            """)
    }

    @Test("alarms that go off for ever use the budget up")
    func alarms() {
        let alarm = Component(reading: "BEGIN:VALARM\nTRIGGER:-PT5M\nREPEAT:100000\nDURATION:PT1S\nEND:VALARM")
        var component = event("DTSTART:20260101T000000Z\nRRULE:FREQ=SECONDLY")
        component.components = Array(repeating: alarm, count: 10_000)
        let series = Series([component], zones: TestZones.resolver, floating: TimeZoneRules.utc)
        #expect(throws: RecurrenceError.outOfBudget) {
            var budget = WorkBudget.standard
            return try series.alarms(in: window, budget: &budget)
        }
    }
}
