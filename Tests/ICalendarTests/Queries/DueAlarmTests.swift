import CivilTime
@testable import ICalendar
import Testing

@Suite("Alarms that a server brings to the person")
struct DueAlarmTests {
    /// An alarm's lines, and the minutes of 2026-11-25 in UTC at which it goes off. The event is from twelve to one.
    @Test("go off before the start or the end, at a moment of their own, and again", arguments: [
        ("ACTION:DISPLAY\nTRIGGER:-PT15M", ["11:45"]),
        ("ACTION:AUDIO\nTRIGGER;RELATED=END:-PT5M", ["12:55"]),
        ("ACTION:DISPLAY\nTRIGGER:PT0S", ["12:00"]),
        ("ACTION:DISPLAY\nTRIGGER:-PT10M\nREPEAT:2\nDURATION:PT5M", ["11:50", "11:55", "12:00"]),
        ("ACTION:DISPLAY\nTRIGGER;VALUE=DATE-TIME:20261125T090000Z", ["09:00"]),
        ("ACTION:EMAIL\nTRIGGER:-PT1H\nATTENDEE:mailto:somebody@example.org", ["11:00"]),
        // Seen at a device, at its time or before.
        ("ACTION:DISPLAY\nTRIGGER:-PT15M\nACKNOWLEDGED:20261125T114500Z", []),
        ("ACTION:DISPLAY\nTRIGGER:-PT15M\nACKNOWLEDGED:20261125T114459Z", ["11:45"]),
        // A snooze goes off even after the end.
        ("ACTION:DISPLAY\nTRIGGER:PT61M", []),
        ("ACTION:DISPLAY\nTRIGGER;VALUE=DATE-TIME:20261125T130500Z\nRELATED-TO;RELTYPE=SNOOZE:1", ["13:05"]),
        // A placeholder, a place, a program's own action, and a trigger that says nothing.
        ("ACTION:NONE\nTRIGGER;VALUE=DATE-TIME:20261125T090000Z", []),
        ("ACTION:DISPLAY\nTRIGGER:-PT15M\nPROXIMITY:ARRIVE", []),
        ("ACTION:X-OWN\nTRIGGER:-PT15M", []),
        ("ACTION:DISPLAY\nTRIGGER:", []),
    ] as [(String, [String])])
    func moments(alarm: String, expected: [String]) throws {
        let due = try self.due(["UID:1\nDTSTART:20261125T120000Z\nDTEND:20261125T130000Z\n\(block(alarm))"])
        #expect(due.map { String(text($0.moment).dropFirst(11)) } == expected)
        #expect(due.allSatisfy { $0.isMail == alarm.contains("EMAIL") })
    }

    @Test("a day before is the same time of the day when clocks change, and 24 hours are 24 hours", arguments: [
        ("-P1D", "2026-10-24 07:00"), ("-PT24H", "2026-10-24 08:00"),
    ])
    func clockChange(trigger: String, expected: String) throws {
        let lines = "UID:1\nDTSTART;TZID=Europe/Berlin:20261025T090000\n\(block("ACTION:DISPLAY\nTRIGGER:\(trigger)"))"
        #expect(try due([lines], from: 1_792_000_000, days: 60).map { text($0.moment) } == [expected])
    }

    @Test("those of a whole day count from the reader's midnight", arguments: [
        ("Asia/Riyadh", "2026-11-24 06:00"), ("America/New_York", "2026-11-24 14:00"),
    ])
    func wholeDay(zone: String, expected: String) throws {
        let lines = "UID:1\nDTSTART;VALUE=DATE:20261125\n\(block("ACTION:DISPLAY\nTRIGGER:-PT15H"))"
        #expect(try due([lines], in: zone).map { text($0.moment) } == [expected])
    }

    @Test("of a series each occurrence has its own, but the changed one only what it says")
    func series() throws {
        let alarm = block("ACTION:DISPLAY\nTRIGGER:-PT10M")
        let due = try self.due([
            "UID:1\nDTSTART:20261124T120000Z\nDTEND:20261124T130000Z\nRRULE:FREQ=DAILY;COUNT=4\n\(alarm)",
            "UID:1\nRECURRENCE-ID:20261125T120000Z\nDTSTART:20261125T150000Z\nDTEND:20261125T160000Z\n\(alarm)",
            "UID:1\nRECURRENCE-ID:20261126T120000Z\nDTSTART:20261126T120000Z\nSTATUS:CANCELLED\n\(alarm)",
        ]) { $0.first("STATUS") == nil }
        #expect(due.map { text($0.moment) } == ["2026-11-24 11:50", "2026-11-25 14:50", "2026-11-27 11:50"])
        #expect(due.map { $0.occurrence.recurrenceID?.text }
            == ["20261124T120000Z", "20261125T120000Z", "20261127T120000Z"])
    }

    @Test("a snooze of a series is about the occurrence that it was set in")
    func snooze() throws {
        let alarm = block("ACTION:DISPLAY\nTRIGGER;VALUE=DATE-TIME:20261126T121000Z\nRELATED-TO;RELTYPE=SNOOZE:1")
        let due = try self.due([
            "UID:1\nDTSTART:20261124T120000Z\nDTEND:20261124T130000Z\nRRULE:FREQ=DAILY\n\(alarm)",
        ])
        #expect(due.map { $0.occurrence.recurrenceID?.text } == ["20261126T120000Z"])
    }

    @Test("the next one is found, whatever occurrence it belongs to; none after the last")
    func next() throws {
        let alarms = block("ACTION:DISPLAY\nTRIGGER:-PT10M") + "\n" + block("ACTION:DISPLAY\nTRIGGER:-P3D")
        let lines = "UID:1\nDTSTART:20261124T120000Z\nDTEND:20261124T130000Z\nRRULE:FREQ=WEEKLY;COUNT=2\n\(alarms)"
        let series = Series([event(lines)], zones: TestZones.resolver, floating: TimeZoneRules.utc)
        var budget = WorkBudget.standard, moment = Instant(secondsSince1970: 0), found: [String] = []
        while let next = try series.nextDueAlarm(from: moment, of: { _ in true }, budget: &budget) {
            found.append(text(next))
            moment = next + .seconds(1)
        }
        #expect(found == ["2026-11-21 12:00", "2026-11-24 11:50", "2026-11-28 12:00", "2026-12-01 11:50"])
    }

    @Test("it stops after a number, and a hostile rule uses up the budget")
    func bounds() throws {
        let lines = "UID:1\nDTSTART:20261124T120000Z\nRRULE:FREQ=SECONDLY\n\(block("ACTION:DISPLAY\nTRIGGER:PT0S"))"
        let series = Series([event(lines)], zones: TestZones.resolver, floating: TimeZoneRules.utc)
        let start = Instant(secondsSince1970: 1_795_521_600)
        var budget = WorkBudget(steps: 200_000)
        let few = try series.dueAlarms(
            in: start..<start + .seconds(691_200), most: 500, of: { _ in true }, budget: &budget)
        #expect(few.count == 500)
        #expect(throws: RecurrenceError.outOfBudget) {
            var budget = WorkBudget(steps: 200_000)
            return try series.dueAlarms(
                in: start..<start + .seconds(691_200), most: .max, of: { _ in true }, budget: &budget)
        }
    }

    @Test("in the calendars of other projects they are those of the engine's own query", Corpus.isHere)
    func corpus() throws {
        let riyadh = try #require(TestZones.rules("Asia/Riyadh"))
        let window = Instant(secondsSince1970: 0)..<Instant(secondsSince1970: 1_900_000_000)
        var count = 0
        for name in Corpus.names {
            guard let calendar = try? CalendarStream(Corpus.octets(name)).components.first else { continue }
            let zones = ZoneResolver(calendar, database: TestZones.rules)
            for series in Series.all(in: calendar, zones: zones, floating: riyadh) {
                var budget = WorkBudget(steps: 50_000_000)
                let all = try series.alarms(in: window, budget: &budget).filter { isDue($0, in: series) }
                let due = try series.dueAlarms(in: window, most: .max, of: { _ in true }, budget: &budget)
                    .filter { isRelative($0.time, in: series) && !isSeen($0.time, in: series) }
                #expect(due.map(\.moment) == all.map(\.moment), "\(name)")
                count += all.count
            }
        }
        #expect(count > 20)
    }

    // MARK: Helpers

    private func alarm(_ time: AlarmTime, in series: Series) -> Alarm? {
        Alarm(series.components[time.partIndex].components[time.alarmIndex])
    }

    private func isRelative(_ time: AlarmTime, in series: Series) -> Bool {
        guard case .relative = try? alarm(time, in: series)?.trigger else { return false }
        return true
    }

    private func isSeen(_ time: AlarmTime, in series: Series) -> Bool {
        alarm(time, in: series)?.component.first("ACKNOWLEDGED") != nil
    }

    /// The rule of the server, for relative alarms that nobody has seen, in other words.
    private func isDue(_ time: AlarmTime, in series: Series) -> Bool {
        guard isRelative(time, in: series), let alarm = alarm(time, in: series), let occurrence = time.occurrence,
              ["DISPLAY", "AUDIO", "EMAIL"].contains(alarm.action ?? ""), !isSeen(time, in: series),
              alarm.component.first("X-APPLE-PROXIMITY") == nil, alarm.component.first("PROXIMITY") == nil
        else { return false }
        return time.moment <= max(occurrence.startInstant, occurrence.endInstant)
            || alarm.component.first("RELATED-TO")?.parameter("RELTYPE") == "SNOOZE"
    }

    private func block(_ lines: String) -> String { "BEGIN:VALARM\n\(lines)\nEND:VALARM" }

    /// Returns the alarms of ten days from 2026-11-20, or of other days.
    private func due(
        _ events: [String], in zone: String = "Asia/Riyadh", from seconds: Int64 = 1_795_132_800, days: Int = 10,
        _ isWanted: (Component) -> Bool = { _ in true }
    ) throws -> [DueAlarm] {
        let reader = try #require(TestZones.rules(zone)), start = Instant(secondsSince1970: seconds)
        let series = Series(events.map(event), zones: TestZones.resolver, floating: reader)
        var budget = WorkBudget.standard
        return try series.dueAlarms(
            in: start..<start + .seconds(days * 86_400), most: 100, of: isWanted, budget: &budget)
    }

    /// Writes `2026-11-25 11:45`, in UTC.
    private func text(_ moment: Instant) -> String {
        let local = TimeZoneRules.utc.local(moment)
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(local.date.iso8601) \(two(local.hour)):\(two(local.minute))"
    }
}
