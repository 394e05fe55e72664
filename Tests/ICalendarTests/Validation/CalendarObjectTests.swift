import CivilTime
@testable import ICalendar
import Testing

@Suite("Calendar objects")
struct CalendarObjectTests {
    /// Returns a VCALENDAR with these components, each given as its lines.
    private static func calendar(_ parts: [String], head: String = "") -> String {
        "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//A//B//EN\r\n\(head)"
            + parts.map { $0 + "\r\n" }.joined() + "END:VCALENDAR\r\n"
    }

    private static func event(_ lines: String, uid: String = "1", kind: String = "VEVENT") -> String {
        let start = lines.contains("DTSTART") ? "" : "DTSTART:20260101T000000Z\r\n"
        return "BEGIN:\(kind)\r\nUID:\(uid)\r\nDTSTAMP:20260101T000000Z\r\n\(lines)\(start)END:\(kind)"
    }

    private static func object(_ text: String, _ reading: Reading = .lenient) throws -> CalendarObject {
        try CalendarObject(CalendarStream(Array(text.utf8)), reading) { TestZones.rules($0) }
    }

    @Test("a series with an override is one object")
    func good() throws {
        let text = Self.calendar([
            Self.event("DTSTART:20260101T090000Z\r\nRRULE:FREQ=DAILY\r\n"),
            Self.event("DTSTART:20260102T100000Z\r\nRECURRENCE-ID:20260102T090000Z\r\n"),
        ])
        let object = try Self.object(text, .strict)
        #expect(object.uid == "1" && object.kind == "VEVENT" && object.parts.count == 2)
    }

    @Test("two overrides at one moment of a gap, or with similar texts, are two", arguments: [
        ("DTSTART;TZID=Europe/Berlin:20260328T023000\r\nRRULE:FREQ=DAILY;BYHOUR=2,3\r\n",
         ["RECURRENCE-ID;TZID=Europe/Berlin:20260329T023000\r\n", "RECURRENCE-ID;TZID=Europe/Berlin:20260329T033000\r\n"]),
        ("DTSTART:20260328T100000\r\nRRULE:FREQ=DAILY\r\n",
         ["RECURRENCE-ID:20260329T100000\r\n", "RECURRENCE-ID:20260329T100000Z\r\n"]),
    ])
    func twoOverrides(series: String, ids: [String]) throws {
        #expect(try Self.object(Self.calendar([Self.event(series)] + ids.map { Self.event($0) })).parts.count == 3)
    }

    @Test("each broken demand of RFC 4791 §4.1 has its own reason", arguments: [
        ("", ObjectDefect.notOneCalendar, "valid-calendar-data"),
        (event(""), .notOneCalendar, "valid-calendar-data"),
        (calendar([event("")]) + calendar([event("")]), .notOneCalendar, "valid-calendar-data"),
        (calendar([event("")], head: "METHOD:REQUEST\r\n"), .method, "valid-calendar-object-resource"),
        (calendar([]), .empty, "valid-calendar-object-resource"),
        (calendar([event(""), event("", kind: "VTODO")]), .severalKinds(["VEVENT", "VTODO"]), "valid-calendar-object-resource"),
        (calendar(["BEGIN:VEVENT\r\nDTSTAMP:20260101T000000Z\r\nEND:VEVENT"]), .noUID, "valid-calendar-object-resource"),
        (calendar([event(""), event("RECURRENCE-ID:20260101T000000Z\r\n", uid: "2")]), .severalUIDs(["1", "2"]), "valid-calendar-object-resource"),
        (calendar([event(""), event("")]), .severalSeries, "valid-calendar-object-resource"),
        (calendar([event("RECURRENCE-ID:20260101T000000Z\r\n"), event("RECURRENCE-ID:20260101T000000Z\r\n")]),
         .recurrenceID(Problem(.repeatedProperty("RECURRENCE-ID"), line: 13, name: "RECURRENCE-ID")), "valid-calendar-object-resource"),
        (calendar([event("DTSTART;VALUE=DATE:20260101\r\n"), event("RECURRENCE-ID;VALUE=DATE:20260102\r\n"),
                   event("RECURRENCE-ID;TZID=Europe/Berlin:20260102T000000\r\n")]),
         .recurrenceID(Problem(.repeatedProperty("RECURRENCE-ID"), line: 18, name: "RECURRENCE-ID")),
         "valid-calendar-object-resource"),
        (calendar([event("DTSTART;TZID=Europe/Berlin:20260101T000000\r\n"),
                   event("RECURRENCE-ID;TZID=Europe/Berlin:20260102T000000\r\n"), event("RECURRENCE-ID:20260101T230000Z\r\n")]),
         .recurrenceID(Problem(.repeatedProperty("RECURRENCE-ID"), line: 18, name: "RECURRENCE-ID")), "valid-calendar-object-resource"),
        (calendar([event("RRULE:COUNT=3\r\n")]),
         .invalid(Problem(.invalidRule(.noFrequency), line: 7, name: "RRULE")), "valid-calendar-data"),
        (calendar([event("EXDATE:never\r\n")]),
         .invalid(Problem(.malformed(.dateTime), line: 7, name: "EXDATE")), "valid-calendar-data"),
        (calendar([event("no colon\r\n")]), .invalid(Problem(.notAContentLine, line: 7)), "valid-calendar-data"),
        (calendar([event("DTSTART:tomorrow\r\n")]), .invalid(Problem(.malformed(.dateTime), line: 7, name: "DTSTART")), "valid-calendar-data"),
        (calendar([event("RRULE:FREQ=NEVER\r\n")]), .invalid(Problem(.invalidRule(.badValue(part: "FREQ", value: "NEVER")), line: 7, name: "RRULE")), "valid-calendar-data"),
        (String(calendar([event("")]).dropLast(1 /* the last line break is one character */ + "END:VCALENDAR".count)),
         .invalid(Problem(.missingEnd, line: 1, name: "VCALENDAR")), "valid-calendar-data"),
    ])
    func defects(text: String, defect: ObjectDefect, precondition: String) {
        #expect(throws: defect) { try Self.object(text) }
        #expect(defect.precondition.rawValue == precondition)
    }

    @Test("lenient reading stores the habits of programs, strict reading refuses them", arguments: [
        ("DTSTART:20260102T000000Z\r\nDTEND:20260102T000000Z\r\n", Irregularity.endAtStart),
        ("DTSTART:20260102T090000\r\nDTEND:20260102T100000Z\r\n", .floatingBesideZone),
        ("DTSTART:20260102\r\n", .dateWithoutValueParameter),
        ("SUMMARY:a\r\nSUMMARY:b\r\n", .repeatedProperty("SUMMARY")),
        ("DTEND:20260102T000000Z\r\nDURATION:PT1H\r\n", .exclusiveProperties("DTEND", "DURATION")),
        ("BEGIN:VALARM\r\nACTION:NONE\r\nEND:VALARM\r\n", .missingProperty("TRIGGER")),
        ("TRIGGER:P1W1D\r\n", .looseDuration),
        ("SUMMARY:a,b\r\n", .unescapedSeparator),
    ])
    func habits(lines: String, reason: Irregularity) throws {
        let text = Self.calendar([Self.event(lines)])
        _ = try Self.object(text)
        let defect = #expect(throws: ObjectDefect.self) { try Self.object(text, .strict) }
        guard case .invalid(let problem)? = defect else {
            Issue.record("\(String(describing: defect))")
            return
        }
        #expect(problem.reason == reason)
    }

    @Test("an error on which no start depends is tolerated, and listed; strict reading refuses it", arguments: [
        ("DTSTART:20260102T000000Z\r\nDTEND:20260101T000000Z\r\n",
         Problem(.endBeforeStart, line: 8, name: "DTEND")),
        ("DTSTART:20260102T000000Z\r\nDTEND;VALUE=DATE:20260103\r\n",
         Problem(.mixedDateAndTime, line: 8, name: "DTEND")),
        ("DTSTART:20260102T000000Z\r\nDTEND:later\r\n", Problem(.malformed(.dateTime), line: 8, name: "DTEND")),
        ("RDATE;VALUE=PERIOD:20260102T010000Z/20260102T000000Z\r\n",
         Problem(.endBeforeStart, line: 7, name: "RDATE")),
        ("DTSTART;TZID=Moon:20260102T000000\r\n", Problem(.unknownZone, line: 7, name: "DTSTART")),
        ("PRIORITY:high\r\n", Problem(.malformed(.integer), line: 7, name: "PRIORITY")),
        ("SEQUENCE:a\r\n", Problem(.malformed(.integer), line: 7, name: "SEQUENCE")),
        ("GEO:52.1\r\n", Problem(.malformed(.float), line: 7, name: "GEO")),
        ("CREATED:   51222T205954Z\r\n", Problem(.malformed(.dateTime), line: 7, name: "CREATED")),
        ("BEGIN:VALARM\r\nTRIGGER:soon\r\nEND:VALARM\r\n",
         Problem(.malformed(.duration), line: 8, name: "TRIGGER")),
        ("BEGIN:VALARM\r\nTRIGGER:-PT1D\r\nACKNOWLEDGED:soon\r\nEND:VALARM\r\n",
         Problem(.malformed(.dateTime), line: 9, name: "ACKNOWLEDGED")),
    ])
    func tolerated(lines: String, problem: Problem) throws {
        let text = Self.calendar([Self.event(lines)])
        #expect(try Self.object(text).tolerated == [problem])
        #expect(throws: ObjectDefect.self) { try Self.object(text, .strict) }
    }

    @Test("a thousand tolerated errors do not hide one that is not")
    func manyTolerated() {
        let lines = String(repeating: "X-A;VALUE=INTEGER:a\r\nPRIORITY:a\r\n", count: 1_000) + "EXDATE:never\r\n"
        #expect(throws: ObjectDefect.invalid(Problem(.malformed(.dateTime), line: 2_007, name: "EXDATE"))) {
            try Self.object(Self.calendar([Self.event(lines)]))
        }
    }

    @Test("a day that names an occurrence of a series of times is tolerated, and the other way round", arguments: [
        ("DTSTART:20260101T000000Z\r\nRRULE:FREQ=DAILY\r\n", "RECURRENCE-ID;VALUE=DATE:20260102\r\n"),
        ("DTSTART;VALUE=DATE:20260101\r\nRRULE:FREQ=DAILY\r\n",
         "RECURRENCE-ID;TZID=Europe/Berlin:20260102T000000\r\n"),
    ])
    func mixedRecurrenceID(series: String, id: String) throws {
        let object = try Self.object(Self.calendar([Self.event(series), Self.event(id)]))
        #expect(object.tolerated == [Problem(.mixedDateAndTime, line: 13, name: "RECURRENCE-ID")])
    }

    @Test("an object that XML cannot hold is refused in both readings", arguments: [
        (Array("SUMMARY:a\u{7}b\r\n".utf8), Irregularity.controlCharacter), (Array("SUMMARY:caf".utf8) + [0xE9, 0x0D, 0x0A], .notUTF8),
    ])
    func notPlainText(line: [UInt8], reason: Irregularity) throws {
        let text = Array(Self.calendar([Self.event("X-HERE\r\n")]).utf8)
        let mark = try #require(text.firstRange(of: Array("X-HERE\r\n".utf8)))
        let stream = try CalendarStream(Array(text[..<mark.lowerBound] + line + text[mark.upperBound...]))
        let defect = #expect(throws: ObjectDefect.self) { try CalendarObject(stream) { TestZones.rules($0) } }
        #expect(defect == .notPlainText(Problem(reason, line: 7, name: reason == .notUTF8 ? "SUMMARY" : nil)))
        #expect(defect?.precondition == .validCalendarData)
    }

    @Test("a rule in an unknown calendar system has its own reason (RFC 7529)")
    func calendarSystem() throws {
        let text = Self.calendar([Self.event("RRULE:RSCALE=MARTIAN;FREQ=YEARLY\r\n")])
        let defect = #expect(throws: ObjectDefect.self) { try Self.object(text) }
        #expect(defect?.precondition == .supportedRSCALE)
    }

    @Test("a collection's limits are checked (RFC 4791 §5.2)", arguments: [
        ("RRULE:FREQ=DAILY;COUNT=3\r\n", nil),
        ("RRULE:FREQ=DAILY;COUNT=4\r\n", "max-instances"),
        ("RRULE:FREQ=SECONDLY;COUNT=900000000\r\n", "max-instances"),
        ("RRULE:FREQ=DAILY\r\n", nil),
        ("DTSTART:20251231T235959Z\r\n", "min-date-time"),
        ("DTSTART:20260101T000000Z\r\nRECURRENCE-ID:20251231T235959Z\r\n", nil),
        ("DTSTART:20261231T000000Z\r\nDTEND:20270101T000001Z\r\n", "max-date-time"),
        ("RRULE:FREQ=YEARLY;COUNT=3\r\n", "max-date-time"),
        ("ATTENDEE:mailto:a@example.org\r\nATTENDEE:mailto:b@example.org\r\n", nil),
        ("ATTENDEE:a:a\r\nATTENDEE:a:b\r\nATTENDEE:a:c\r\n", "max-attendees-per-instance"),
        ("DESCRIPTION:" + String(repeating: "a", count: 300) + "\r\n", "max-resource-size"),
    ])
    func storageRules(lines: String, precondition: String?) throws {
        var rules = StorageRules()
        rules.kinds = ["VEVENT"]
        rules.octets = 400
        rules.earliest = Instant(utcYear: 2026, month: 1, day: 1)
        rules.latest = Instant(utcYear: 2027, month: 1, day: 1)
        rules.occurrences = 3
        rules.attendees = 2
        let text = Self.calendar([Self.event(lines)])
        let object = try Self.object(text)
        var budget = WorkBudget.standard
        do throws(ObjectDefect) {
            try object.check(rules, octets: text.utf8.count, zones: TestZones.resolver, floating: TimeZoneRules.utc, budget: &budget)
            #expect(precondition == nil)
        } catch {
            #expect(error.precondition.rawValue == precondition)
        }
        rules.kinds = ["VTODO"]
        #expect(throws: ObjectDefect.unsupportedKind("VEVENT")) {
            try object.check(rules, octets: 0, zones: TestZones.resolver, floating: TimeZoneRules.utc, budget: &budget)
        }
    }

    @Test("every calendar of other projects is checked without a crash", Corpus.isHere, arguments: Corpus.names)
    func corpus(name: String) throws {
        let stream = try CalendarStream(Corpus.octets(name))
        let problems = CalendarCheck.problems(stream.components) { TestZones.rules($0) }
        #expect(problems.allSatisfy { !"\($0)".isEmpty })
        #expect(problems.map { $0.line ?? 0 } == problems.map { $0.line ?? 0 }.sorted())
    }
}
