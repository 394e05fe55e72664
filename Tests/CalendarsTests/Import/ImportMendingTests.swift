@testable import Calendars
import CivilTime
import ICalendar
import Postgres
import Storage
import TestSupport
import Testing

@Suite("Import of files with the faults of programs")
struct ImportMendingTests {
    let world: ImportWorld

    init() throws { world = try ImportWorld() }

    /// Stores a file and returns the starts and ends of everything in the calendar, and the remarks.
    private func read(_ text: String) throws -> (times: [String], remarks: [ImportRemark], refused: [RefusedObject]) {
        try read(octets: Array(text.utf8))
    }

    private func read(
        octets: [UInt8]
    ) throws -> (times: [String], remarks: [ImportRemark], refused: [RefusedObject]) {
        let report = try world.home.store(world.home.read(file: octets), in: "personal")
        let window = try #require(Instant(utcYear: 2026, month: 1, day: 1))..<#require(
            Instant(utcYear: 2029, month: 1, day: 1))
        var budget = WorkBudget.standard
        let lines = try world.objects().values.flatMap { object in
            try CalendarStream(object.octets).occurrenceLines(
                in: window, floating: world.home.floating, names: ["VEVENT", "VTODO"],
                database: world.home.zoneDatabase, budget: &budget)
        }
        let times = lines.map { $0.split(separator: "\t")[..<2].joined(separator: "/") }
        return (times.sorted(), report.mended.flatMap(\.remarks), report.refused)
    }

    @Test("an occurrence that Exchange names by a time in a series of days, or by a day in a series of times")
    func occurrenceIDs() throws {
        let days = file(
            event("a", "RRULE:FREQ=WEEKLY;COUNT=4", start: "DTSTART;VALUE=DATE:20270204"),
            event(
                "a", "RECURRENCE-ID;TZID=W. Europe Standard Time:20270218T000000",
                start: "DTSTART;VALUE=DATE:20270219"))
        let read = try read(days)
        #expect(read.times == [
            "20270204/20270205", "20270211/20270212", "20270219/20270220", "20270225/20270226",
        ])
        #expect(read.remarks == [.occurrenceAsSeries])
        #expect(try world.text("a").contains("RECURRENCE-ID;VALUE=DATE:20270218\r\n"))
    }

    @Test("an occurrence that is named by a day in a series of times")
    func occurrenceDays() throws {
        let times = file(
            event("a", "RRULE:FREQ=WEEKLY;COUNT=3", start: "DTSTART;TZID=Asia/Riyadh:20270204T090000"),
            event("a", "RECURRENCE-ID;VALUE=DATE:20270211", start: "DTSTART;TZID=Asia/Riyadh:20270212T090000"))
        let read = try read(times)
        #expect(read.times.map { $0.prefix(16) } == ["20270204T060000Z", "20270212T060000Z", "20270218T060000Z"])
        #expect(read.remarks == [.occurrenceAsSeries])
        #expect(try world.text("a").contains("RECURRENCE-ID;TZID=Asia/Riyadh:20270211T090000\r\n"))
    }

    @Test("an end that does not fit its start", arguments: [
        ("DTSTART:20270727T220000Z", "DTEND;VALUE=DATE:20270728", "20270727T220000Z/20270728T000000Z", .endAsStart),
        ("DTSTART:20270727T220000Z", "DTEND;VALUE=DATE:20270727", "20270727T220000Z/20270727T220000Z", .endLeftOut),
        ("DTSTART:20270727T220000Z", "DTEND:20270727T210000Z", "20270727T220000Z/20270727T220000Z", .endLeftOut),
        ("DTSTART:20270727T220000Z", "DTEND:later", "20270727T220000Z/20270727T220000Z", .endLeftOut),
        ("DTSTART;VALUE=DATE:20270727", "DTEND:20270729T090000Z", "20270727/20270729", .endAsStart),
        ("DTSTART;VALUE=DATE:20270114", "DTEND;VALUE=DATE:20270114", "20270114/20270115", nil),
    ] as [(String, String, String, ImportRemark?)])
    func ends(start: String, end: String, times: String, remark: ImportRemark?) throws {
        let read = try read(file(event("a", end, start: start)))
        #expect(read.refused == [])
        #expect(read.times == [times])
        #expect(read.remarks == (remark.map { [$0] } ?? []))
    }

    @Test("a field whose value means nothing is left out, and a line that is not a field", arguments: [
        ("GEO:0;", ImportRemark.fieldLeftOut("GEO")), ("CREATED:0000", .fieldLeftOut("CREATED")),
        ("SEQUENCE:1.0", .fieldLeftOut("SEQUENCE")), ("SEQUENCE:a", .fieldLeftOut("SEQUENCE")),
        ("PRIORITY:High", .fieldLeftOut("PRIORITY")), ("just words", .lineLeftOut),
    ])
    func fields(line: String, remark: ImportRemark) throws {
        let read = try read(file(event("a", line, "SUMMARY:Tea"), event("b")))
        #expect((read.refused, read.remarks) == ([], [remark]))
        #expect(read.times.count == 2)
        #expect(try !world.text("a").contains(line))
        #expect(try world.text("a").contains("SUMMARY:Tea"))
    }

    @Test("an unknown zone is that of the file, else that of the account, and the report says so", arguments: [
        ("X-WR-TIMEZONE:Europe/Stockholm\r\n", "20270426T120000Z", "Europe/Stockholm"),
        ("", "20270426T140000", "Asia/Riyadh"), ("X-WR-TIMEZONE:The Moon\r\n", "20270426T140000", "Asia/Riyadh"),
    ])
    func unknownZone(head: String, start: String, zone: String) throws {
        let text = file(event("a", start: "DTSTART;TZID=Customized Time Zone:20270426T140000"), head: head)
        let read = try read(text)
        #expect((read.refused, read.remarks) == ([], [.unknownZone("Customized Time Zone", readIn: zone)]))
        #expect(read.times.map { $0.prefix(while: { $0 != "/" }) } == [Substring(start)])
        #expect(try world.text("a").contains("DTSTART;TZID=Customized Time Zone:20270426T140000"))
    }

    @Test("the zone of a calendar comes before that of the account")
    func calendarZone() throws {
        let row = try #require(try world.home.calendar("personal"))
        try world.test.run("UPDATE calendar_collection SET time_zone_id = 'Europe/Oslo' WHERE id = \(row.id)")
        let read = try read(file(event("a", start: "DTSTART;TZID=The Moon:20270426T140000")))
        #expect(read.remarks == [.unknownZone("The Moon", readIn: "Europe/Oslo")])
    }

    @Test("zones that only the database has, by their short names", arguments: [
        ("EET", "070000"), ("CET", "080000"), ("MET", "080000"), ("WET", "090000"), ("EST", "150000"),
        ("MST", "170000"), ("HST", "200000"), ("EST5EDT", "140000"), ("CST6CDT", "150000"), ("PST8PDT", "170000"),
        ("\"(UTC+03:00) Kuwait, Riyadh\"", "070000"), ("\"(GMT+03:00) Kuwait, Riyadh\"", "070000"),
        ("\"(UTC+02:00) Cairo\"", "070000"), ("\"(UTC+00:00) Dublin, Edinburgh, Lisbon, London\"", "090000"),
        ("\"Pacific Time (US & Canada)\"", "170000"), ("+0300", "070000"), ("\"+03:00\"", "070000"),
    ])
    func zoneNames(zone: String, time: String) throws {
        let read = try read(file(event("a", start: "DTSTART;TZID=\(zone):20270715T100000")))
        #expect((read.refused, read.remarks) == ([], []))
        #expect(read.times == ["20270715T\(time)Z/20270715T\(time)Z"])
    }

    @Test("texts of vCalendar 1.0 are decoded")
    func quotedPrintable() throws {
        let lines = [
            "SUMMARY;ENCODING=QUOTED-PRINTABLE;CHARSET=UTF-8:Bioabfall =26 Gr=C3=BCngut",
            "DESCRIPTION;ENCODING=QUOTED-PRINTABLE:one=0D=0Atwo",
        ]
        #expect(try read(file(event("a", lines[0], lines[1]))).refused == [])
        #expect(try world.text("a").contains("SUMMARY:Bioabfall & Grüngut\r\n"))
        #expect(try world.text("a").contains("DESCRIPTION:one\\ntwo\r\n"))
    }

    @Test("a file in Latin 1 comes in, and the report says so")
    func latin1() throws {
        let octets = file(event("a", "SUMMARY:R#union")).utf8.map { $0 == UInt8(ascii: "#") ? 0xE9 : $0 }
        let read = try read(octets: octets)
        #expect((read.refused, read.remarks) == ([], [.oldCharacters]))
        #expect(try world.text("a").contains("SUMMARY:Réunion\r\n"))
    }

    @Test("fractions of a second are cut off, and a count of 0 does not repeat")
    func smallFaults() throws {
        let read = try read(file(
            event("a", start: "DTSTART:20270201T230000.000Z"),
            event("b", "RRULE:FREQ=DAILY;COUNT=0", start: "DTSTART:20270301T100000Z")))
        #expect((read.refused, read.remarks) == ([], []))
        #expect(read.times == ["20270201T230000Z/20270201T230000Z", "20270301T100000Z/20270301T100000Z"])
    }

    @Test("entries of one UID at different times are entries of their own, the same when the file comes again")
    func sharedUID() throws {
        let lessons = ["10", "11", "12"].map { event("lesson", start: "DTSTART:202705\($0)T080000Z") }
        let text = file(lessons.joined())
        let read = try read(text)
        #expect(read.times.map { $0.prefix(8) } == ["20270510", "20270511", "20270512"])
        #expect((read.refused, read.remarks) == ([], [.ownIdentifier, .ownIdentifier]))
        let again = try world.store(text)
        #expect((again.unchanged, again.stored, again.mended) == (3, 0, []))
        // The newer of two versions still counts.
        let moved = event("lesson", "SEQUENCE:1", start: "DTSTART:20270513T080000Z")
        #expect(try world.store(file(lessons[0], moved)).refused.map(\.reason) == [.repeated])
        #expect(try world.text("lesson").contains("20270513"))
    }

    @Test("an entry is named by its own day and hour")
    func origin() throws {
        let report = try world.store(file(
            event("a", "RRULE:FREQ=SOMETIMES", "SUMMARY:Tea", start: "DTSTART;TZID=Asia/Riyadh:20270426T140000"),
            event("b", start: "DTSTART:tomorrow")))
        #expect(report.refused.map(\.origin.start?.text) == ["20270426T140000", nil])
        #expect(report.refused.map(\.origin.summary) == ["Tea", nil])
    }

    @Test("what cannot be kept is refused", arguments: [
        "RRULE:COUNT=3", "RDATE:never", "EXDATE:never", "RECURRENCE-ID:once",
    ])
    func refused(line: String) throws {
        #expect(try read(file(event("a", line))).refused.count == 1)
    }

    /// Returns the steps that a file takes.
    private func steps(events: Int, zones: Int) -> Int {
        let all = (1...zones).map { zone in
            """
            BEGIN:VTIMEZONE\r\nTZID:Mine \(zone)\r\nBEGIN:STANDARD\r\nDTSTART:16010101T000000\r\nTZOFFSETFROM:+0200\r
            TZOFFSETTO:+0300\r\nRRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU\r\nEND:STANDARD\r\nEND:VTIMEZONE\r\n
            """
        }
        let objects = (1...events).map { number in
            event("e\(number)", start: "DTSTART;TZID=Mine \(1 + number % zones):20261123T090000")
        }
        return world.home.read(file: Array(file(all.joined() + objects.joined()).utf8)).steps
    }

    @Test("twice as many events, zones, or both, take twice the steps at most")
    func linear() {
        let one = steps(events: 100, zones: 10)
        #expect(one > 0)
        #expect(steps(events: 200, zones: 10) <= 2 * one)
        #expect(steps(events: 100, zones: 20) <= 2 * one)
        #expect(steps(events: 200, zones: 20) <= 2 * one)
    }

    @Test("a file cannot be blown up by the copies of its zones")
    func copies() {
        let zone = """
            BEGIN:VTIMEZONE\r\nTZID:Mine\r\nX-LONG:\(String(repeating: "x", count: 100_000))\r\nBEGIN:STANDARD\r
            DTSTART:19700101T000000\r\nTZOFFSETFROM:+0300\r\nTZOFFSETTO:+0300\r\nEND:STANDARD\r\nEND:VTIMEZONE\r\n
            """
        let events = (1...500).map { event("e\($0)", start: "DTSTART;TZID=Mine:20261123T090000") }.joined()
        let read = world.home.read(file: Array(file(zone, events).utf8))
        #expect(Set(read.refused.map(\.reason)) == [.tooMuchWork])
        #expect((50...150).contains(read.objects.count))
    }
}
