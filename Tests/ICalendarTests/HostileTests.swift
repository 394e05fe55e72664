import CivilTime
@testable import ICalendar
import Testing

/// Calendars with a hundred thousand times something that is harmless once.
@Suite("Hostile calendars")
struct HostileTests {
    private let window = Instant(secondsSince1970: 1_767_225_600)..<Instant(secondsSince1970: 1_767_830_400)

    @Test("only fifty rules of a component are read, and the others are reported")
    func rules() throws {
        let rules = (1...10_000).map { "RRULE:FREQ=DAILY;COUNT=1;INTERVAL=\($0)" }.joined(separator: "\n")
        let series = Series([event("DTSTART:20260101T000000Z\n" + rules)], zones: TestZones.resolver, floating: TimeZoneRules.utc)
        #expect(series.problems.map(\.reason) == [.tooManyParts])
        var budget = WorkBudget.standard
        #expect(try series.occurrences(in: window, budget: &budget).count == 1)
    }

    @Test("an object's zones share one budget, and zones beyond it are reported")
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

    /// Returns the steps that an object's zones take.
    private func steps(zones: Int, observances: Int, copies: Int = 1) -> Int {
        let components = (1...zones).map { zone in
            var component = Component("VTIMEZONE", properties: [Property("TZID", text: "Nowhere/\(zone)")])
            component.components = (1...observances).map { month in
                Component(reading: """
                    BEGIN:STANDARD
                    DTSTART:19700101T000000
                    TZOFFSETFROM:+0100
                    TZOFFSETTO:+0200
                    RRULE:FREQ=YEARLY;BYMONTH=\(month)
                    END:STANDARD
                    """)
            }
            return component
        }
        let calendar = Component("VCALENDAR", components: components), evaluated = EvaluatedZones()
        var budget = WorkBudget(steps: 10_000_000)
        for _ in 1...copies {
            _ = ZoneResolver(calendar, database: { _ in nil }, evaluated: evaluated, budget: &budget)
        }
        return 10_000_000 - budget.steps
    }

    @Test("twice as many zones or observances take twice the steps at most, and an object's zones have a limit")
    func zoneSteps() {
        let one = steps(zones: 4, observances: 2)
        #expect(one > 0)
        #expect(steps(zones: 8, observances: 2) <= 2 * one)
        #expect(steps(zones: 4, observances: 4) <= 2 * one)
        #expect(steps(zones: 2_000, observances: 12) <= ObservedZone.budget.steps)
    }

    @Test("objects with the same zones evaluate them once")
    func sharedZones() {
        #expect(steps(zones: 4, observances: 2, copies: 100) == steps(zones: 4, observances: 2))
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

    @Test("a list of commas only is refused, whatever its type", arguments: [
        "CATEGORIES", "EXDATE", "RDATE", "FREEBUSY", "X-LIST",
    ])
    func lists(name: String) {
        #expect(throws: Problem(.tooManyParts, line: 2)) {
            try CalendarStream(Array("BEGIN:VEVENT\n\(name):\(String(repeating: ",", count: 100_000))\nEND:VEVENT\n".utf8))
        }
    }

    @Test("JSON of numbers only is refused")
    func numbers() {
        let text = "[" + String(repeating: "1,", count: 100_000) + "1]"
        #expect(throws: JCalError.tooManyParts) { try Component(jCal: Array(text.utf8)) }
    }

    @Test("a thousand warnings are reported, and the error behind them too")
    func warnings() {
        var component = event("DTSTART:20260101T000000Z")
        component.properties += (1...2_000).map { Property("PRIORITY", value: "10", line: $0) }
        component.properties.append(Property("RRULE", value: "FREQ=NEVER", line: 3_000))
        let problems = CalendarCheck.problems([component], database: { _ in nil })
        #expect(problems.count { $0.reason.severity == .warning } == 1_000)
        #expect(problems.filter { $0.reason.severity == .error }.map(\.line) == [3_000])
    }

    @Test("a rule behind fifty others is not examined, but reported")
    func rulesOfCheck() {
        var component = event("DTSTART:20260101T000000Z\nDTSTAMP:20260101T000000Z")
        component.properties += (1...60).map { Property("RRULE", value: $0 > 50 ? "FREQ=NEVER" : "FREQ=DAILY", line: $0) }
        let problems = CalendarCheck.problems([component], database: { _ in nil })
        #expect(problems.filter { $0.reason.severity == .error } == [Problem(.tooManyParts, line: 51, name: "RRULE")])
    }

    @Test("a query examines each of many overrides once")
    func overrides() throws {
        let alarm = "BEGIN:VALARM\nTRIGGER:-P1D\nEND:VALARM"
        let parts = (0..<5_000).map { number in
            let time = DateOrTime.utc(Instant(secondsSince1970: 946_684_800 + Int64(number) * 60)).text
            return "BEGIN:VEVENT\nUID:1\nDTSTART:\(time)\nRECURRENCE-ID:\(time)\n\(alarm)\nEND:VEVENT\n"
        }
        let calendar = Component(reading: "BEGIN:VCALENDAR\n\(parts.joined())END:VCALENDAR\n")
        var alarms = ComponentFilter("VALARM"), events = ComponentFilter("VEVENT"), both = ComponentFilter("VEVENT")
        alarms.timeRange = TimeRange(window)
        events.timeRange = TimeRange(window)
        both.components = [alarms]
        for filter in [events, both] {
            var outer = ComponentFilter("VCALENDAR")
            outer.components = [filter]
            var budget = WorkBudget(steps: 20_000)
            #expect(try !outer.matches(calendar, zones: TestZones.resolver, floating: TimeZoneRules.utc, budget: &budget))
        }
    }

    @Test("outdated overrides share one budget, and unchecked ones are shown")
    func stale() throws {
        let master = event("DTSTART:19000101T000000Z\nSEQUENCE:5\nRRULE:FREQ=SECONDLY;COUNT=2000000000;BYSECOND=7")
        let overrides = (0..<3_000).map { number in
            let time = DateOrTime.utc(window.lowerBound + .seconds(number * 60)).text
            return event("DTSTART:\(time)\nRECURRENCE-ID:\(time)")
        }
        let series = Series([master] + overrides, zones: TestZones.resolver, floating: TimeZoneRules.utc)
        #expect(series.overrides.count > 2_900)
    }

    @Test("an expansion costs the work of writing it")
    func copies() {
        let event = """
            BEGIN:VEVENT
            UID:1
            DTSTART:20260101T000000Z
            RRULE:FREQ=MINUTELY
            DESCRIPTION:\(String(repeating: "x", count: 1 << 20))
            END:VEVENT
            """
        let calendar = Component(reading: "BEGIN:VCALENDAR\n\(event)\nEND:VCALENDAR\n")
        #expect(throws: RecurrenceError.outOfBudget) {
            var budget = WorkBudget.standard
            return try calendar.expanded(
                TimeRange(window), zones: TestZones.resolver, floating: TimeZoneRules.utc, budget: &budget)
        }
    }

    @Test("a text match takes one pass", arguments: TextMatch.Collation.allCases)
    func textMatch(collation: TextMatch.Collation) {
        let value = String(repeating: "a", count: 100_000), half = String(repeating: "a", count: 50_000)
        #expect(TextMatch(half, collation: collation).matches(value))
        #expect(!TextMatch(half + "b", collation: collation).matches(value))
        #expect(TextMatch("aab" + half, collation: collation).matches("aaab" + value))
    }

    @Test("a filter pays for everything it examines")
    func filterBudget() throws {
        let comments = Array(repeating: Property("COMMENT", value: String(repeating: "n", count: 320)), count: 1_000)
        let calendar = Component("VCALENDAR", components: [Component("VEVENT", properties: comments)])
        var property = PropertyFilter("COMMENT"), filter = ComponentFilter("VEVENT"), outer = ComponentFilter("VCALENDAR")
        property.text = TextMatch("o")
        filter.properties = [property]
        outer.components = [filter]
        for (steps, suffices) in [(10_000, false), (12_000, true)] {
            var budget = WorkBudget(steps: steps)
            let answer = Result { try outer.matches(calendar, zones: TestZones.resolver, floating: TimeZoneRules.utc, budget: &budget) }
            #expect((try? answer.get()) == (suffices ? false : nil))
        }
    }

    @Test("an expansion does not pay for dates that it leaves out", arguments: ["Europe/Berlin", "Nowhere"])
    func exceptions(tzid: String) throws {
        let dates = (1...2_000).map { _ in "20200101T000000" }.joined(separator: ",")
        let calendar = Component("VCALENDAR", components: [
            event("DTSTART:20260101T000000Z\nRRULE:FREQ=MINUTELY\nEXDATE;TZID=\(tzid):\(dates)"),
        ])
        var budget = WorkBudget.standard
        let expanded = try calendar.expanded(
            TimeRange(window), zones: TestZones.resolver, floating: TimeZoneRules.utc, budget: &budget)
        #expect(expanded.components.count == 10_080)
    }

    @Test("an edit examines each of an override's many attendees once")
    func guests() throws {
        let guests = (1...20_000).map { "ATTENDEE:mailto:\($0)@example.org" }.joined(separator: "\n")
        let master = event("UID:1\nDTSTART:20260101T000000Z\nRRULE:FREQ=DAILY\n\(guests)")
        let own = event("UID:1\nRECURRENCE-ID:20260102T000000Z\nDTSTART:20260102T000000Z\n\(guests)\nATTENDEE:mailto:own@example.org")
        var editor = try SeriesEditor(
            Component("VCALENDAR", components: [master, own]), uid: "1", zones: TestZones.resolver, now: window.lowerBound)
        try editor.changeAll { master in
            let left = master.all("ATTENDEE").dropFirst(5_000)
            master.replace("ATTENDEE", with: left.map { guest in
                var guest = guest
                guest.setParameter("PARTSTAT", "ACCEPTED")
                return guest
            } + [Property("ATTENDEE", value: "mailto:new@example.org")])
        }
        let after = editor.calendar.components[1].all("ATTENDEE")
        #expect(after.count == 15_002)
        #expect(after.filter { $0.parameter("PARTSTAT") == "ACCEPTED" }.count == 15_000)
        #expect(after.suffix(2).map(\.value) == ["mailto:own@example.org", "mailto:new@example.org"])
    }

    @Test("endless alarms use up the budget")
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
