import CivilTime
@testable import ICalendar
import SeededRandom
import Testing

@Suite("Editing: the rule of a series that moves")
struct SeriesEditorRuleTests {
    @Test("a rule moves with its start", arguments: [
        // start, rule, new start; the rule and the first times after it
        ("20260113T100000", "FREQ=MONTHLY;COUNT=4;BYDAY=TU;BYSETPOS=2", "20260114T100000",
         "FREQ=MONTHLY;COUNT=4;BYDAY=WE;BYSETPOS=2", "0114T10 0211T10 0311T10 0408T10"),
        ("20260113T100000", "FREQ=MONTHLY;COUNT=4;BYDAY=2TU", "20260114T100000",
         "FREQ=MONTHLY;COUNT=4;BYDAY=2WE", "0114T10 0211T10 0311T10 0408T10"),
        ("20260126T100000", "FREQ=MONTHLY;COUNT=4;BYDAY=MO;BYSETPOS=-1", "20260127T090000",
         "FREQ=MONTHLY;COUNT=4;BYDAY=TU;BYSETPOS=-1", "0127T09 0224T09 0331T09 0428T09"),
        ("20260113T100000", "FREQ=YEARLY;COUNT=3;BYDAY=TU;BYMONTH=1;BYSETPOS=2", "20260114T100000",
         "FREQ=YEARLY;COUNT=3;BYDAY=WE;BYMONTH=1;BYSETPOS=2", "0114T10 0113T10 0112T10"),
        ("20260113T100000", "FREQ=MONTHLY;COUNT=4;BYDAY=2TU,4TU", "20260114T100000",
         "FREQ=MONTHLY;COUNT=4;BYDAY=2WE,4WE", "0114T10 0128T10 0211T10 0225T10"),
        ("20260103T100000", "FREQ=MONTHLY;COUNT=3;BYDAY=SU,MO,TU,WE,TH,FR,SA;BYSETPOS=3", "20260105T100000",
         "FREQ=MONTHLY;COUNT=3;BYDAY=SU,MO,TU,WE,TH,FR,SA;BYSETPOS=5", "0105T10 0205T10 0305T10"),
        ("20260105T100000", "FREQ=MONTHLY;COUNT=4;BYMONTHDAY=5,20", "20260106T100000",
         "FREQ=MONTHLY;COUNT=4;BYMONTHDAY=6,21", "0106T10 0121T10 0206T10 0221T10"),
        ("20260131T100000", "FREQ=MONTHLY;COUNT=3;BYMONTHDAY=-1", "20260130T100000",
         "FREQ=MONTHLY;COUNT=3;BYMONTHDAY=-2", "0130T10 0227T10 0330T10"),
        ("20260130T100000", "FREQ=MONTHLY;COUNT=3;BYMONTHDAY=30", "20260131T100000",
         "FREQ=MONTHLY;COUNT=3;BYMONTHDAY=31", "0131T10 0331T10 0531T10"),
        ("20260105T100000", "FREQ=WEEKLY;COUNT=3;BYHOUR=10;BYDAY=MO", "20260105T140000",
         "FREQ=WEEKLY;COUNT=3;BYHOUR=14;BYDAY=MO", "0105T14 0112T14 0119T14"),
        ("20260105T090000", "FREQ=DAILY;COUNT=3;BYHOUR=9,17", "20260106T100000",
         "FREQ=DAILY;COUNT=3;BYHOUR=10,18", "0106T10 0106T18 0107T10"),
        ("20260105T100000", "FREQ=DAILY;COUNT=4;BYDAY=MO,WE", "20260106T100000",
         "FREQ=DAILY;COUNT=4;BYDAY=TU,TH", "0106T10 0108T10 0113T10 0115T10"),
        // The first of each week stays the first: Thursday, Saturday, and the Monday after.
        ("20260105T100000", "FREQ=WEEKLY;COUNT=2;BYDAY=MO,WE,FR;BYSETPOS=1", "20260108T100000",
         "FREQ=WEEKLY;COUNT=2;BYDAY=TH,SA,MO;BYSETPOS=1;WKST=TH", "0108T10 0115T10"),
        // 5 January 2026 is the Monday of the second week, as 11 January 2027 is.
        ("20260105T100000", "FREQ=YEARLY;COUNT=2;BYDAY=MO;BYWEEKNO=2", "20260106T100000",
         "FREQ=YEARLY;COUNT=2;BYDAY=TU;BYWEEKNO=2", "0106T10 0112T10"),
        ("20260228T100000", "FREQ=YEARLY;COUNT=2;BYYEARDAY=59", "20260227T100000",
         "FREQ=YEARLY;COUNT=2;BYYEARDAY=58", "0227T10 0227T10"),
        ("20260105T100000", "FREQ=WEEKLY;COUNT=2;BYHOUR=10;BYDAY=MO", "20260106",
         "FREQ=WEEKLY;COUNT=2;BYDAY=TU", "0106 0113"),
        // A move within its day does not change days.
        ("20260130T100000", "FREQ=MONTHLY;COUNT=2;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1", "20260130T110000",
         "FREQ=MONTHLY;COUNT=2;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1", "0130T11 0227T11"),
        ("20260105T100000", "FREQ=WEEKLY;UNTIL=20260113;BYDAY=MO,TU", "20260105T230000",
         "FREQ=WEEKLY;UNTIL=20260114T125959;BYDAY=MO,TU", "0105T23 0106T23 0112T23 0113T23"),
    ])
    func along(start: String, rule: String, new: String, ruleAfter: String, timesAfter: String) throws {
        let after = try moved(start, rule, to: new)
        #expect(after.components[0].first("RRULE")?.value == ruleAfter)
        #expect(try times(after) == timesAfter.split(separator: " ").map(String.init))
    }

    @Test("a rule whose new meaning is not certain refuses the move", arguments: [
        ("20260130T100000", "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1", "20260129T100000"),
        ("20260131T100000", "FREQ=MONTHLY;BYMONTHDAY=-1", "20260201T100000"),
        ("20260131T100000", "FREQ=MONTHLY;BYMONTHDAY=-1", "20260106T100000"),
        ("20260101T100000", "FREQ=MONTHLY;BYMONTHDAY=1,15", "20251231T100000"),
        // Thursday 29 January is a fifth one; 23 April is the last Thursday but one, before the last Friday.
        ("20260127T100000", "FREQ=MONTHLY;BYDAY=4TU", "20260129T100000"),
        ("20260424T100000", "FREQ=MONTHLY;BYDAY=-1FR", "20260423T100000"),
        ("20260113T100000", "FREQ=MONTHLY;BYDAY=2TU,-1FR", "20260114T100000"),
        ("20260105T100000", "FREQ=YEARLY;BYDAY=MO;BYWEEKNO=2", "20260104T100000"),
        ("20260105T100000", "FREQ=YEARLY;BYMONTH=1,6", "20260205T100000"),
        ("20260131T100000", "FREQ=DAILY;BYMONTH=1", "20260201T100000"),
        ("20260105T090000", "FREQ=DAILY;BYHOUR=9,17", "20260105T160000"),
        ("20260105T090000", "FREQ=DAILY;BYHOUR=9,17", "20260105"),
        ("20260105T090000", "FREQ=HOURLY;INTERVAL=3", "20260105"),
    ])
    func refused(start: String, rule: String, new: String) throws {
        #expect(throws: EditingError.unclearRule) { try moved(start, rule, to: new) }
        // An edited rule is taken as it is.
        var editor = try editor("DTSTART:\(start)\nRRULE:\(rule)")
        try editor.changeAll { master in
            master.set(Property("DTSTART", try! DateOrTime(new)))
            master.set(Property("RRULE", value: "FREQ=DAILY"))
        }
        #expect(editor.calendar.components[0].first("RRULE")?.value == "FREQ=DAILY")
    }

    @Test("the rule of a split series moves, and the first part keeps its rule")
    func following() throws {
        var editor = try editor("DTSTART:20260113T100000\nRRULE:FREQ=MONTHLY;BYDAY=TU;BYSETPOS=2;COUNT=4")
        let other = try #require(try editor.changeFollowing(DateOrTime("20260310T100000"), newUID: "2") { master in
            master.set(Property("DTSTART", value: "20260311T100000"))
        })
        #expect(try times(editor.calendar) == ["0113T10", "0210T10"])
        #expect(try times(other) == ["0311T10", "0408T10"])
        let before = editor.calendar
        #expect(throws: EditingError.unclearRule) {
            // The third workday of the month.
            var editor = try self.editor("DTSTART:20260105T100000\nRRULE:FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=3")
            _ = try editor.changeFollowing(DateOrTime("20260204T100000"), newUID: "2") { master in
                master.set(Property("DTSTART", value: "20260205T100000"))
            }
        }
        #expect(editor.calendar == before)
    }

    @Test("a rule that did not match its start is kept when only the title changes", arguments: [
        ("FREQ=WEEKLY;BYDAY=TU", "20260113T100000"), ("FREQ=DAILY;BYHOUR=9,17", "20260106T090000"),
        ("FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1", "20260130T100000"),
    ])
    func outOfStep(rule: String, later: String) throws {
        var editor = try editor("DTSTART:20260105T100000\nRRULE:\(rule)")
        try editor.changeAll { $0.set(Property("SUMMARY", value: "New")) }
        #expect(editor.calendar.components[0].first("RRULE")?.value == rule)
        let other = try editor.changeFollowing(DateOrTime(later), newUID: "2") { rest in
            rest.set(Property("SUMMARY", value: "Newer"))
        }
        #expect(other?.components[0].first("RRULE")?.value == rule)
    }

    @Test("a moved rule has the new start and the same number of times: 3,000 random moves")
    func inStep() throws {
        var random = SeededRandom(21), moves = 0
        for _ in 0..<3_000 {
            let isDay = random.chance(25)
            guard let (start, rule) = try randomSeries(&random, isDay: isDay) else { continue }
            let lines = try lines(&random, start, rule)
            var editor = try editor(lines)
            let calendar = editor.calendar
            let step = [1, 2, 3, 7, -1, 30, 0, 0][random.number(0...7)] * 86_400
            let shift = Int64(isDay ? step : step + [0, 0, 3_600, -7_200, 900, 50_000][random.number(0...5)])
            let isOtherKind = random.chance(10)
            let starts = try times(calendar)
            func expectInStep(_ calendar: Component, _ new: DateOrTime, _ count: Int) throws {
                let rule = try #require(calendar.components[0].first("RRULE")?.rule)
                let isInStep = try rule.generates(new)
                #expect(calendar.components[0].start == new && isInStep, "\(start) \(rule) \(new)")
                #expect(try times(calendar).count == count, "\(start) \(rule) \(new)")
                moves += 1
            }
            func moved(_ value: DateOrTime) -> DateOrTime {
                let local = value.local + shift
                guard isOtherKind else { return value.at(local) }
                return isDay ? .floating(local + 36_000) : .date(local.date)
            }
            do throws(EditingError) {
                try editor.changeAll { $0.set(Property("DTSTART", moved(start))) }
            } catch {
                #expect(error == .unclearRule)
                editor = try self.editor(lines)
            }
            if editor.calendar != calendar { try expectInStep(editor.calendar, moved(start), starts.count) }

            var walls = rule.localTimes(from: start.local, isDate: isDay), budget = WorkBudget.standard
            var id = start
            for _ in 0..<random.number(2...4) {
                if let wall = try walls.next(&budget) { id = start.at(wall) }
            }
            guard id != start else { continue }
            var head = try self.editor(lines)
            guard try head.hasOccurrence(id) else { continue }
            var other: Component?
            do throws(EditingError) {
                other = try head.changeFollowing(id, newUID: "2") { $0.set(Property("DTSTART", moved(id))) }
            } catch {
                #expect(error == .unclearRule && head.calendar == calendar)
            }
            if let other { try expectInStep(other, moved(id), starts.count - times(head.calendar).count) }
        }
        #expect(moves > 2_000)
    }

    @Test("deleted, changed and last occurrences stay so when the series moves")
    func exceptions() throws {
        // Second Tuesdays to second Wednesdays, which in April come first: 14 April becomes 8 April.
        let calendar = Component("VCALENDAR", components: [
            event("""
                UID:1
                DTSTART:20260113T100000
                RRULE:FREQ=MONTHLY;BYDAY=2TU;UNTIL=20260512T100000
                EXDATE:20260310T100000
                """),
            event("UID:1\nRECURRENCE-ID:20260414T100000\nDTSTART:20260414T100000\nSUMMARY:Own"),
        ])
        var editor = try SeriesEditor(calendar, uid: "1", zones: TestZones.resolver, now: Instant(secondsSince1970: 0))
        try editor.changeAll { $0.set(Property("DTSTART", value: "20260114T110000")) }
        let (series, own) = (editor.calendar.components[0], editor.calendar.components[1])
        #expect(series.first("RRULE")?.value == "FREQ=MONTHLY;UNTIL=20260513T110000;BYDAY=2WE")
        #expect(series.first("EXDATE")?.value == "20260311T110000")
        #expect(["RECURRENCE-ID", "DTSTART"].allSatisfy { own.first($0)?.value == "20260408T110000" })
        #expect(try times(editor.calendar) == ["0114T11", "0211T11", "0513T11", "0408T11"].sorted())
    }

    // MARK: Series

    /// Makes a series that begins at one of its rule's own times.
    private func randomSeries(
        _ random: inout SeededRandom, isDay: Bool
    ) throws -> (start: DateOrTime, rule: RecurrenceRule)? {
        let texts = [
            "FREQ=DAILY;INTERVAL=3", "FREQ=DAILY;BYDAY=MO,WE", "FREQ=DAILY;BYHOUR=9,17", "FREQ=DAILY;BYMONTH=1,2,10",
            "FREQ=DAILY;BYMONTHDAY=13", "FREQ=WEEKLY", "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,SU;WKST=SU",
            "FREQ=WEEKLY;BYHOUR=10;BYDAY=TU", "FREQ=WEEKLY;BYDAY=MO,WE,FR;BYSETPOS=-1", "FREQ=MONTHLY",
            "FREQ=MONTHLY;BYMONTHDAY=5,20", "FREQ=MONTHLY;BYMONTHDAY=-1", "FREQ=MONTHLY;BYMONTHDAY=31",
            "FREQ=MONTHLY;BYDAY=2TU", "FREQ=MONTHLY;BYDAY=-1FR", "FREQ=MONTHLY;BYDAY=2TU,4TU",
            "FREQ=MONTHLY;BYDAY=TU;BYSETPOS=2", "FREQ=MONTHLY;BYDAY=TU;BYSETPOS=-1",
            "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1", "FREQ=MONTHLY;BYDAY=SU,MO,TU,WE,TH,FR,SA;BYSETPOS=-1",
            "FREQ=MONTHLY;BYDAY=MO", "FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13", "FREQ=YEARLY", "FREQ=YEARLY;BYMONTH=1,6",
            "FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU", "FREQ=YEARLY;BYYEARDAY=100", "FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO",
            "FREQ=YEARLY;BYWEEKNO=20", "FREQ=YEARLY;BYDAY=20MO", "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29",
            "RSCALE=HEBREW;FREQ=YEARLY;BYMONTH=5L;BYMONTHDAY=8;SKIP=FORWARD",
            "RSCALE=GREGORIAN;FREQ=MONTHLY;SKIP=BACKWARD",
        ] + (isDay ? [] : [
            "FREQ=HOURLY;INTERVAL=5", "FREQ=HOURLY;BYMINUTE=0,30", "FREQ=HOURLY;BYDAY=MO;BYHOUR=9,10,11",
        ])
        var rule = try RecurrenceRule(texts[random.number(0...texts.count - 1)])
        let day = LocalDate(daysSince1970: 20_454 + random.number(0...365))
        let local = LocalDateTime.midnight(day) + (isDay ? 0 : Int64(random.number(0...47)) * 1_800)
        var times = rule.localTimes(from: local, isDate: isDay), budget = WorkBudget.standard
        guard let first = try times.next(&budget) else { return nil }
        rule.count = random.number(3...8)
        let start: DateOrTime = isDay ? .date(first.date) : .floating(first)
        // Some rules name another day than the start's, and are another series then.
        return try rule.generates(start) ? (start, rule) : nil
    }

    /// Some rules end by UNTIL instead, and some series have an EXDATE.
    private func lines(_ random: inout SeededRandom, _ start: DateOrTime, _ rule: RecurrenceRule) throws -> String {
        var rule = rule, found: [DateOrTime] = [], budget = WorkBudget.standard
        var walls = rule.localTimes(from: start.local, isDate: start.isDate)
        while let wall = try walls.next(&budget) { found.append(start.at(wall)) }
        if random.chance(40), let last = found.last { (rule.count, rule.until) = (nil, last) }
        var lines = "\(dtstart(start))\nRRULE:\(rule.text)"
        if random.chance(40), let away = found.dropFirst().randomElement(using: &random) {
            lines += "\nEXDATE\(start.isDate ? ";VALUE=DATE" : ""):\(away.text)"
        }
        return lines
    }

    private func dtstart(_ start: DateOrTime) -> String { "DTSTART\(start.isDate ? ";VALUE=DATE" : ""):\(start.text)" }

    private func editor(_ lines: String) throws -> SeriesEditor {
        let calendar = Component("VCALENDAR", components: [event("UID:1\n\(lines)")])
        return try SeriesEditor(calendar, uid: "1", zones: TestZones.resolver, now: Instant(secondsSince1970: 0))
    }

    private func moved(_ start: String, _ rule: String, to new: String) throws -> Component {
        var editor = try editor("DTSTART:\(start)\nRRULE:\(rule)")
        let start = try DateOrTime(new)
        try editor.changeAll { $0.set(Property("DTSTART", start)) }
        return editor.calendar
    }

    /// The month, day and hour of each occurrence.
    private func times(_ calendar: Component) throws -> [String] {
        var found: [String] = []
        for series in Series.all(in: calendar, zones: TestZones.resolver, floating: TimeZoneRules.utc) {
            var budget = WorkBudget.standard
            found += try series.occurrences(in: TimeRange.earliest..<TimeRange.latest, budget: &budget)
                .map { String($0.start.text.dropFirst(4).prefix(7)) }
        }
        return found
    }
}
