import CivilTime
import DAV
import ICalendar
import SeededRandom
import Testing

@Suite("Candidates of a calendar-query")
struct CandidateTests {
    private func candidates(_ filter: String) throws -> CandidateQuery {
        CandidateQuery(try query("<C:comp-filter name='VCALENDAR'>\(filter)</C:comp-filter>").filter)
    }

    @Test("a window is looked for by kind and bounds")
    func window() throws {
        let query = try candidates("""
            <C:comp-filter name="VEVENT">
            <C:time-range start="20260104T000000Z" end="20260105T000000Z"/></C:comp-filter>
            """)
        #expect(query.kind == "VEVENT")
        #expect(query.windows.map(\.mayBeUndated) == [false])
        #expect(try query.windows[0].earliestEnd == moment("20260103T235959Z"))
        #expect(try query.windows[0].latestStart == moment("20260105T000001Z"))
        #expect(!query.needsText)
        func decision(
            _ start: String, _ end: String?, isRecurring: Bool = false, isFloating: Bool = false
        ) throws -> Bool? {
            query.decision(ObjectFacts(
                uid: "1", kind: "VEVENT", firstStart: try moment(start), lastEnd: try end.map { try moment($0) },
                isRecurring: isRecurring, isFloating: isFloating))
        }
        #expect(try decision("20260104T100000Z", "20260104T110000Z") == true)
        #expect(try decision("20260103T230000Z", "20260104T000000Z") == false)
        #expect(try decision("20260104T000000Z", "20260104T000000Z") == true)
        #expect(try decision("20260105T000000Z", "20260105T000000Z") == false)
        #expect(try decision("20260101T000000Z", nil, isRecurring: true) == nil)
        #expect(try decision("20260101T000000Z", "20260102T000000Z", isRecurring: true) == false)
        #expect(try decision("20260104T100000Z", "20260104T110000Z", isFloating: true) == nil)
        #expect(query.decision(ObjectFacts(uid: "1", kind: "VTODO")) == false)
        #expect(query.decision(ObjectFacts(uid: "1", kind: "VEVENT")) == false)
    }

    @Test("facts alone decide what asks for nothing else", arguments: [
        ("", "VEVENT", true), ("<C:comp-filter name='VTODO'/>", "VTODO", true),
        ("<C:comp-filter name='VTODO'/>", "VEVENT", false),
        ("<C:comp-filter name='VTODO'><C:is-not-defined/></C:comp-filter>", "VEVENT", true),
        ("<C:comp-filter name='VTODO'><C:is-not-defined/></C:comp-filter>", "VTODO", false),
        ("<C:comp-filter name='VTODO'/><C:comp-filter name='VEVENT'/>", "VEVENT", false),
        ("uid a", "VEVENT", true), ("uid b", "VEVENT", false),
        ("<C:comp-filter name='VEVENT'><C:prop-filter name='SUMMARY'/></C:comp-filter>", "VEVENT", nil),
        ("<C:comp-filter name='VEVENT'><C:comp-filter name='VALARM'/></C:comp-filter>", "VEVENT", nil),
        ("<C:prop-filter name='PRODID'/>", "VEVENT", nil), ("<C:comp-filter name='VTIMEZONE'/>", "VEVENT", nil),
        ("<C:is-not-defined/>", "VEVENT", false),
        // A task may match by its creation.
        ("<C:comp-filter name='VTODO'><C:time-range start='20260104T000000Z'/></C:comp-filter>", "VTODO", nil),
    ])
    func kinds(filter: String, kind: String, expected: Bool?) throws {
        let filter = filter.hasPrefix("uid") ? """
            <C:comp-filter name="VEVENT"><C:prop-filter name="UID">
            <C:text-match>\(filter.dropFirst(4))</C:text-match></C:prop-filter></C:comp-filter>
            """ : filter
        #expect(try candidates(filter).decision(ObjectFacts(uid: "xax", kind: kind)) == expected)
    }

    @Test("no object that matches is left out, and a decision is the right one")
    func random() throws {
        var random = SeededRandom(4_791)
        var decided = 0
        for _ in 0..<1_000 {
            let filter = randomFilter(&random), text = randomObject(&random)
            var budget = WorkBudget.standard
            let checked = try ObjectCheck(StorageRules(), floating: TimeZoneRules.utc, database: zone)
                .check(octets(text), budget: &budget)
            let reader = ["UTC", "Asia/Tokyo", "Pacific/Honolulu"].randomElement(using: &random).flatMap(zone) ?? .utc
            let query = try query("<C:comp-filter name='VCALENDAR'>\(filter)</C:comp-filter>")
            let object = checked.object.calendar
            let matches = try query.filter.matches(
                object, zones: ZoneResolver(object, database: zone), floating: reader, budget: &budget)
            guard let decision = CandidateQuery(query.filter).decision(checked.facts) else { continue }
            decided += 1
            #expect(decision == matches, "\(filter)\n\(text)")
        }
        #expect(decided > 300)
    }
}

/// Makes a filter for something in January 2026.
private func randomFilter(_ random: inout SeededRandom) -> String {
    let kind = ["VEVENT", "VTODO", "VJOURNAL"].randomElement(using: &random) ?? ""
    let day = Int.random(in: 1...30, using: &random), hour = Int.random(in: 0...23, using: &random)
    func time(_ day: Int) -> String { "202601\(day < 10 ? "0" : "")\(day)T\(hour < 10 ? "0" : "")\(hour)0000Z" }
    let ranges = ["start='\(time(day))'", "end='\(time(day))'", "start='\(time(day))' end='\(time(day + 1))'"]
    let range = Int.random(in: 0..<4, using: &random) == 0
        ? "" : "<C:time-range \(ranges.randomElement(using: &random) ?? "")/>"
    let isMissing = Int.random(in: 0..<8, using: &random) == 0
    let uid = Int.random(in: 0..<4, using: &random) == 0
        ? "<C:prop-filter name='UID'><C:text-match>1</C:text-match></C:prop-filter>" : ""
    return "<C:comp-filter name='\(kind)'>\(isMissing ? "<C:is-not-defined/>" : range + uid)</C:comp-filter>"
}

/// Makes an object of January 2026, in UTC, floating or as days, sometimes with a rule.
private func randomObject(_ random: inout SeededRandom) -> String {
    let kind = ["VEVENT", "VEVENT", "VTODO", "VJOURNAL"].randomElement(using: &random) ?? ""
    let day = Int.random(in: 10...29, using: &random), hour = Int.random(in: 10...22, using: &random)
    let form = Int.random(in: 0..<3, using: &random)
    func time(_ day: Int, _ hour: Int) -> String {
        form == 0 ? ";VALUE=DATE:202601\(day)" : ":202601\(day)T\(hour)0000\(form == 1 ? "Z" : "")"
    }
    let uid = Int.random(in: 1...2, using: &random)
    var lines = ["UID:\(uid)", "DTSTAMP:20260101T000000Z", "CREATED:20260102T000000Z"]
    let hasStart = kind == "VEVENT" || Bool.random(using: &random)
    if hasStart { lines.append("DTSTART\(time(day, hour))") }
    if kind != "VJOURNAL", Bool.random(using: &random) {
        lines.append("\(kind == "VTODO" ? "DUE" : "DTEND")\(time(day + 1, hour + 1))")
    }
    if hasStart, Int.random(in: 0..<3, using: &random) == 0 {
        lines.append(["RRULE:FREQ=DAILY;COUNT=3", "RRULE:FREQ=WEEKLY"].randomElement(using: &random) ?? "")
    }
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:x", "BEGIN:\(kind)"] + lines + ["END:\(kind)", "END:VCALENDAR"]
    return lines.joined(separator: "\n") + "\n"
}
