import CivilTime
@testable import ICalendar
import SeededRandom
import Testing

@Suite("Editing: this and all later occurrences")
struct SeriesSplitTests {
    let now = Instant(secondsSince1970: 1_700_000_000)

    @Test("a split gives two series with the same occurrences: 600 random series")
    func together() throws {
        var random = SeededRandom(11), split = 0
        for _ in 0..<600 {
            let calendar = Component("VCALENDAR", components: randomSeries(&random).map(event))
            let ids = try occurrences(calendar).compactMap(\.occurrence.recurrenceID)
            guard let id = ids.randomElement(using: &random) else { continue }
            var editor = try SeriesEditor(calendar, uid: "1", zones: TestZones.resolver, now: now)
            let other = try editor.changeFollowing(id, newUID: "2") { _ in }
            let both = try lines(editor.calendar) + (other.map(lines) ?? [])
            #expect(both.sorted() == (try lines(calendar)), "\(id.text)\n\(text(calendar))\n\(text(editor.calendar))\n\(other.map(text) ?? "")")
            if other != nil { split += 1 }
            // The occurrences that the first series lost are in the second.
            var shortened = try SeriesEditor(calendar, uid: "1", zones: TestZones.resolver, now: now)
            if other == nil {
                #expect(throws: EditingError.isFirstOccurrence) { try shortened.deleteFollowing(id) }
            } else {
                try shortened.deleteFollowing(id)
                #expect(shortened.calendar == editor.calendar)
            }
        }
        #expect(split > 400)
    }

    @Test("changing or deleting one occurrence leaves the others unchanged: 400 random series")
    func one() throws {
        var random = SeededRandom(12)
        for _ in 0..<400 {
            let calendar = Component("VCALENDAR", components: randomSeries(&random).map(event))
            let before = try occurrences(calendar)
            guard let chosen = before.filter({ $0.occurrence.recurrenceID != nil }).randomElement(using: &random),
                  let id = chosen.occurrence.recurrenceID else { continue }
            let others = before.filter { $0.occurrence.recurrenceID != id }.map(\.line).sorted()
            var editor = try SeriesEditor(calendar, uid: "1", zones: TestZones.resolver, now: now)
            try editor.changeOne(id) { $0.set(Property("SUMMARY", value: "Else")) }
            let changed = try lines(editor.calendar)
            #expect(changed.filter { !$0.hasSuffix("Else") } == others, "\(id.text)\n\(text(calendar))\n\(text(editor.calendar))")
            // It is still at its own time, by rule or by override.
            #expect(changed.filter { $0.hasSuffix("Else") } == [chosen.line.replacing(#/ [^ ]*$/#, with: " Else")])
            editor = try SeriesEditor(calendar, uid: "1", zones: TestZones.resolver, now: now)
            try editor.deleteOne(id)
            #expect(try lines(editor.calendar) == others, "\(id.text)\n\(text(calendar))\n\(text(editor.calendar))")
        }
    }

    @Test("the first occurrence and all later ones are the whole series")
    func first() throws {
        let calendar = Component("VCALENDAR", components: [event("UID:1\nDTSTART:20250106T100000Z\nRRULE:FREQ=DAILY\nEXDATE:20250106T100000Z")])
        var editor = try SeriesEditor(calendar, uid: "1", zones: TestZones.resolver, now: now)
        #expect(try editor.changeFollowing(DateOrTime("20250107T100000Z"), newUID: "2") { $0.set(Property("SUMMARY", value: "New")) } == nil)
        #expect(editor.calendar.components.map { $0.first("SUMMARY")?.value } == ["New"])
    }

    @Test("an edit of the rest of a changed series starts from what the person saw")
    func describedByChange() throws {
        let calendar = Component("VCALENDAR", components: [
            event("UID:1\nSUMMARY:Choir\nDTSTART:20250106T100000Z\nDURATION:PT1H\nRRULE:FREQ=WEEKLY;COUNT=5"),
            event("UID:1\nSUMMARY:Choir, late\nRECURRENCE-ID;RANGE=THISANDFUTURE:20250113T100000Z\nDTSTART:20250113T120000Z\nDURATION:PT2H"),
        ])
        var editor = try SeriesEditor(calendar, uid: "1", zones: TestZones.resolver, now: now)
        let other = try #require(try editor.changeFollowing(DateOrTime("20250120T100000Z"), newUID: "2") { master in
            #expect(master.first("SUMMARY")?.value == "Choir, late")
            #expect(master.first("DTSTART")?.value == "20250120T120000Z")
        })
        #expect(other.components.count == 1 && editor.calendar.components.count == 2)
        #expect(other.components[0].first("RRULE")?.value == "FREQ=WEEKLY;COUNT=3")
    }

    @Test("a rule that ended before its series does not delete the series with its RDATE")
    func overBefore() throws {
        let calendar = Component("VCALENDAR", components: [
            event("UID:1\nDTSTART:20250106T100000Z\nRRULE:FREQ=DAILY;UNTIL=20250106T000000Z\nRDATE:20250115T100000Z"),
        ])
        var editor = try SeriesEditor(calendar, uid: "1", zones: TestZones.resolver, now: now)
        try editor.deleteFollowing(DateOrTime("20250115T100000Z"))
        #expect(try occurrences(editor.calendar).map(\.occurrence.start.text) == ["20250106T100000Z"])
    }

    @Test("an occurrence in a gap keeps its time, and the day on which it ends")
    func inGap() throws {
        // New York, 11 March 2007 02:30 is 03:30; a day later it is 02:30 again.
        let calendar = Component("VCALENDAR", components: [
            event("UID:1\nDTSTART;TZID=America/New_York:20070311T023000\nDURATION:P1D\nRRULE:FREQ=DAILY;COUNT=2"),
        ])
        var editor = try SeriesEditor(calendar, uid: "1", zones: TestZones.resolver, now: now)
        try editor.changeOne(DateOrTime("20070311T023000", tzid: "America/New_York")) { component in
            component.set(Property("SUMMARY", value: "X"))
        }
        let spans = try occurrences(editor.calendar).map { found in
            [found.occurrence.startInstant, found.occurrence.endInstant].map { DateOrTime.utc($0).text }.joined(separator: "/")
        }
        #expect(spans == ["20070311T073000Z/20070312T063000Z", "20070312T063000Z/20070313T063000Z"])
    }

    @Test("after a split at an RDATE the rule continues from its own times")
    func splitAtExtraDate() throws {
        let calendar = Component("VCALENDAR", components: [
            event("UID:1\nDTSTART:20250106T100000Z\nRRULE:FREQ=WEEKLY;COUNT=4\nRDATE:20250115T150000Z,20250109T080000Z"),
        ])
        var editor = try SeriesEditor(calendar, uid: "1", zones: TestZones.resolver, now: now)
        let other = try #require(try editor.changeFollowing(DateOrTime("20250115T150000Z"), newUID: "2") { _ in })
        #expect(other.components[0].first("DTSTART")?.value == "20250120T100000Z")
        #expect(other.components[0].first("RDATE")?.value == "20250115T150000Z")
        #expect(editor.calendar.components[0].first("RDATE")?.value == "20250109T080000Z")
    }

    @Test("an earlier UNTIL stays, a later one is replaced", arguments: [
        ("20250127", "20250127T085959Z"),          // a day is all of it
        ("20250126", "20250126"), ("20250127T090000Z", "20250127T085959Z"), ("20250120T090000Z", "20250120T090000Z"),
    ])
    func earlierEnd(until: String, expected: String) throws {
        let calendar = Component("VCALENDAR", components: [
            event("UID:1\nDTSTART;TZID=Europe/Berlin:20250106T100000\nRRULE:FREQ=WEEKLY;UNTIL=\(until)\nRDATE:20250127T090000Z"),
        ])
        var editor = try SeriesEditor(calendar, uid: "1", zones: TestZones.resolver, now: now)
        try editor.deleteFollowing(DateOrTime("20250127T100000", tzid: "Europe/Berlin"))
        #expect(editor.calendar.components[0].first("RRULE")?.value == "FREQ=WEEKLY;UNTIL=\(expected)")
        #expect(try occurrences(editor.calendar).count == 3)
    }

    @Test("a series with several rules cannot be split")
    func severalRules() throws {
        for rule in ["EXRULE:FREQ=DAILY;INTERVAL=5", "RRULE:FREQ=DAILY;INTERVAL=5"] {
            let calendar = Component("VCALENDAR", components: [event("UID:1\nDTSTART:20250106T100000Z\nRRULE:FREQ=DAILY\n\(rule)")])
            var editor = try SeriesEditor(calendar, uid: "1", zones: TestZones.resolver, now: now)
            #expect(throws: EditingError.severalRules) { try editor.deleteFollowing(DateOrTime("20250108T100000Z")) }
        }
    }

    @Test("a rule of hours in an all-day series cannot be split")
    func hoursOfDays() throws {
        let calendar = Component("VCALENDAR", components: [event("UID:1\nDTSTART;VALUE=DATE:20250106\nRRULE:FREQ=HOURLY;INTERVAL=34")])
        var editor = try SeriesEditor(calendar, uid: "1", zones: TestZones.resolver, now: now)
        #expect(throws: EditingError.severalRules) { try editor.changeFollowing(DateOrTime("20250107"), newUID: "2") { _ in } }
        #expect(editor.calendar == calendar)
    }

    @Test("a split that would take too long is refused and changes nothing")
    func tooLong() throws {
        let calendar = Component("VCALENDAR", components: [event("UID:1\nDTSTART:20250106T100000Z\nRRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30;BYHOUR=1,2,3")])
        var editor = try SeriesEditor(calendar, uid: "1", zones: TestZones.resolver, now: now)
        #expect(throws: EditingError.noOccurrence) { try editor.deleteOne(DateOrTime("20250108T100000Z")) }
        let counted = Component("VCALENDAR", components: [event("UID:1\nDTSTART:20250106T100000Z\nRRULE:FREQ=SECONDLY;BYDAY=MO;COUNT=900000000")])
        editor = try SeriesEditor(counted, uid: "1", zones: TestZones.resolver, now: now)
        #expect(throws: EditingError.tooLong) { try editor.deleteFollowing(DateOrTime("20400109T100000Z")) }
        #expect(editor.calendar == counted)
    }

    // MARK: Random series

    private func randomSeries(_ random: inout SeededRandom) -> [String] {
        let isDay = random.chance(25)
        let form = isDay ? ";VALUE=DATE" : [";TZID=Europe/Berlin", ";TZID=America/New_York", ""][random.number(0...2)]
        let start = LocalDateTime.midnight(LocalDate(daysSince1970: 20_100 + random.number(0...30))) + (isDay ? 0 : Int64(random.number(0...23)) * 3_600)
        func written(_ local: LocalDateTime) -> String { isDay ? local.date.basic : local.basic }
        var master = "UID:1\nSUMMARY:A\nDTSTART\(form):\(written(start))\n\(isDay ? "DURATION:P2D" : "DURATION:PT90M")\n"
        var ids: [LocalDateTime] = []
        if random.chance(90) {
            let rule = [
                "FREQ=DAILY;INTERVAL=2", "FREQ=WEEKLY", "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TH,SU", "FREQ=MONTHLY", "FREQ=MONTHLY;BYDAY=2TU,-1FR",
                "FREQ=MONTHLY;BYDAY=MO,TU,WE;BYSETPOS=2,-1", "RSCALE=GREGORIAN;FREQ=MONTHLY;SKIP=BACKWARD", "FREQ=YEARLY;BYMONTH=1,3;BYMONTHDAY=5,25",
            ][random.number(0...7)]
            let end = random.chance(60) ? ";COUNT=\(random.number(2...20))" : ";UNTIL=\(isDay ? "20260301" : form.isEmpty ? "20260301T000000" : "20260301T000000Z")"
            master += "RRULE:\(rule)\(end)\n"
            if let rule = try? RecurrenceRule(rule + end) {
                var times = rule.localTimes(from: start, isDate: isDay), budget = WorkBudget.standard
                while ids.count < 20, let time = try? times.next(&budget) { ids.append(time) }
            }
        }
        for name in ["RDATE", "EXDATE"] where random.chance(40) || ids.isEmpty && name == "RDATE" {
            let dates = (0..<random.number(1...4)).map { _ in
                name == "RDATE" ? start + Int64(random.number(1...150)) * 86_400 + 3_600 : ids.randomElement(using: &random) ?? start
            }
            master += "\(name)\(form):\(dates.map(written).joined(separator: ","))\n"
            if name == "RDATE" { ids += dates }
        }
        var events = [String(master.dropLast())]
        for id in Set(ids).sorted(by: { $0.wallSeconds < $1.wallSeconds }).filter({ _ in random.chance(20) }) {
            let moved = id + Int64([0, 0, 1, 2, -1, 24, -72][random.number(0...6)]) * 3_600
            events.append("UID:1\nSUMMARY:\(["A", "B", "C"][random.number(0...2)])\nRECURRENCE-ID\(form)\(random.chance(35) ? ";RANGE=THISANDFUTURE" : ""):\(written(id))\n"
                + "DTSTART\(form):\(written(moved))\n\(isDay ? "DURATION:P2D" : "DURATION:PT\(random.number(1...2))H")")
        }
        return events
    }

    private func occurrences(_ calendar: Component) throws -> [(occurrence: Occurrence, line: String)] {
        var found: [(Occurrence, String)] = []
        for series in Series.all(in: calendar, zones: TestZones.resolver, floating: TimeZoneRules.utc) {
            var budget = WorkBudget.standard
            for occurrence in try series.occurrences(in: TimeRange.earliest..<TimeRange.latest, budget: &budget) {
                let summary = series.components[occurrence.partIndex].first("SUMMARY")?.value ?? ""
                found.append((occurrence, "\(occurrence.start.text)/\(DateOrTime.utc(occurrence.endInstant).text) \(summary)"))
            }
        }
        return found
    }

    private func lines(_ calendar: Component) throws -> [String] { try occurrences(calendar).map(\.line).sorted() }

    private func text(_ calendar: Component) -> String { String(decoding: CalendarStream([calendar]).octets, as: UTF8.self) }
}
