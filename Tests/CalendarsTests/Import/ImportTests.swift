@testable import Calendars
import DAV
import ICalendar
import Storage
import TestSupport
import Testing

@Suite("Import of calendar files")
struct ImportTests {
    let world: ImportWorld

    init() throws { world = try ImportWorld() }

    @Test("parts with one UID become one object, whatever calendar of the file they are in")
    func grouping() throws {
        let series = event("a@x", "RRULE:FREQ=DAILY;COUNT=3", "SUMMARY:Daily")
        let change = event("a@x", "RECURRENCE-ID:20261124T090000Z", "SUMMARY:Later", start: "DTSTART:20261124T100000Z")
        let report = try world.store(file(series, event("b@x")) + file(change))
        #expect(report.stored == 2)
        #expect(report.refused == [])
        let text = try world.text("a@x")
        #expect(text.contains("SUMMARY:Daily"))
        #expect(text.contains("SUMMARY:Later"))
        #expect(try world.objects().count == 2)
    }

    @Test("a UID with escapes and the same one without them are one object")
    func escapedUID() throws {
        let change = event("a,b", "RECURRENCE-ID:20261124T090000Z", start: "DTSTART:20261124T100000Z")
        let text = file(event("a\\,b", "RRULE:FREQ=DAILY;COUNT=3"), change)
        let report = try world.store(text)
        #expect((report.stored, report.refused) == (1, []))
        #expect(try world.objects().keys.sorted() == ["a,b"])
        #expect(try world.store(text).unchanged == 1)
    }

    @Test("two UIDs of different octets are two objects, even if they look alike")
    func alikeUIDs() throws {
        let text = file(event("caf\u{E9}", "SUMMARY:One"), event("cafe\u{301}", "SUMMARY:Two"))
        let report = try world.store(text)
        #expect((report.stored, report.refused) == (2, []))
        let again = try world.store(text)
        #expect((again.unchanged, again.replaced) == (2, 0))
        #expect(try world.home.calendar("personal")?.objectCount == 2)
    }

    @Test("each object gets the time zones that it names, and no other")
    func zones() throws {
        func zone(_ name: String) -> String {
            """
            BEGIN:VTIMEZONE\r\nTZID:\(name)\r\nBEGIN:STANDARD\r\nDTSTART:19700101T000000\r\nTZOFFSETFROM:+0300\r
            TZOFFSETTO:+0300\r\nEND:STANDARD\r\nEND:VTIMEZONE\r\n
            """
        }
        let report = try world.store(file(
            zone("Riyadh"), zone("Other"), event("a", start: "DTSTART;TZID=Riyadh:20261123T090000"), event("b")))
        #expect(report.stored == 2)
        #expect(try world.text("a").contains("TZID:Riyadh"))
        #expect(try !world.text("a").contains("Other"))
        #expect(try !world.text("b").contains("VTIMEZONE"))
    }

    @Test("habits of programs come in, as standard texts", arguments: [
        // Google: METHOD, the name and the zone of the calendar.
        file(event("u", "SUMMARY:Tea"), head: "METHOD:PUBLISH\r\nX-WR-CALNAME:Zaid\r\nX-WR-TIMEZONE:Asia/Riyadh\r\n"),
        // Outlook: names of Windows for zones, without VTIMEZONE.
        file(event("u", "SUMMARY:Tea", start: "DTSTART;TZID=Arab Standard Time:20261123T120000")),
        // Lines that end in a line feed alone, a byte order mark, lower case.
        "\u{FEFF}" + file(event("u", "summary:Tea")).replacing("\r\n", with: "\n"),
        // No VCALENDAR around it.
        event("u", "SUMMARY:Tea"),
        // Control characters in a text.
        file(event("u", "SUMMARY:T\u{1}ea")),
    ])
    func habits(text: String) throws {
        let report = try world.store(text)
        #expect(report.stored == 1, "\(report.refused)")
        let stored = try world.text("u")
        #expect(stored.contains("SUMMARY:Tea\r\n"))
        #expect(!stored.contains("METHOD"))
        #expect(!stored.contains("X-WR-CALNAME"))
        #expect(stored.hasPrefix("BEGIN:VCALENDAR\r\nVERSION:2.0\r\n"))
    }

    @Test("floating times keep the zone that the file names for them")
    func floating() throws {
        let head = "X-WR-TIMEZONE:Europe/Oslo\r\n"
        _ = try world.store(file(event("a", start: "DTSTART:20261123T090000"), event("b"), head: head))
        #expect(try world.text("a").contains("X-WR-TIMEZONE:Europe/Oslo"))
        #expect(try !world.text("b").contains("X-WR-TIMEZONE"))
    }

    @Test("a component without UID gets one, the same when the file comes again")
    func withoutUID() throws {
        let text = file(event(nil, "SUMMARY:One"), event(nil, "SUMMARY:Two"))
        #expect(try world.store(text).stored == 2)
        let again = try world.store(text)
        #expect((again.stored, again.unchanged) == (0, 2))
        #expect(try world.objects().keys.allSatisfy { $0.utf8.count == 36 })
    }

    @Test("an object that cannot be stored is reported with its line, and spoils no other", arguments: [
        (event("bad", "RRULE:FREQ=SOMETIMES"), ObjectDefect.Precondition.validCalendarData),
        (event("bad", start: "DTSTART:tomorrow"), .validCalendarData),
        (event("bad", "RRULE:COUNT=3"), .validCalendarData),
        (event("bad", start: "DTSTART:10001231T000000Z"), .minDateTime),
        ("BEGIN:VEVENT\r\nUID:bad\r\nDTSTART:20261123T090000Z\r\n", .validCalendarData),
        ("BEGIN:VTODO\r\nUID:bad\r\nDTSTAMP:20261101T000000Z\r\nEND:VTODO\r\n", .supportedCalendarComponent),
        ("BEGIN:VFREEBUSY\r\nUID:bad\r\nDTSTAMP:20261101T000000Z\r\nEND:VFREEBUSY\r\n", .supportedCalendarComponent),
        (
            event("bad") + "BEGIN:VTODO\r\nUID:bad\r\nDTSTAMP:20261101T000000Z\r\nEND:VTODO\r\n",
            .validCalendarObjectResource
        ),
    ])
    func refused(component: String, rule: ObjectDefect.Precondition) throws {
        let report = try world.store(file(component, event("good")))
        #expect(report.stored == 1)
        let refused = try #require(report.refused.first)
        #expect(report.refused.count == 1)
        #expect(refused.origin.line == 4)
        guard case .defect(let defect) = refused.reason else {
            Issue.record("\(refused.reason)")
            return
        }
        #expect(defect.precondition == rule)
        #expect(try world.objects().keys.sorted() == ["good"])
    }

    @Test("of two versions in one file the newer one counts, whatever their order", arguments: [true, false])
    func repeated(isNewerFirst: Bool) throws {
        let versions = [event("a", "SEQUENCE:2", "SUMMARY:New"), event("a", "SEQUENCE:1", "SUMMARY:Old")]
        let text = isNewerFirst ? file(versions[0], versions[1]) : file(versions[1], versions[0])
        let report = try world.store(text)
        #expect(report.stored == 1)
        #expect(report.refused.map(\.reason) == [.repeated])
        #expect(try world.text("a").contains("SUMMARY:New"))
    }

    @Test("the same component twice is no problem")
    func twice() throws {
        let report = try world.store(file(event("a"), event("a")))
        #expect((report.stored, report.refused.count) == (1, 0))
    }

    @Test("a stored object is replaced by a newer one or one of the same age, never by an older one", arguments: [
        (["SEQUENCE:1", "LAST-MODIFIED:20260101T000000Z"], ["SEQUENCE:2"], true),
        (["SEQUENCE:2"], ["SEQUENCE:1", "LAST-MODIFIED:20270101T000000Z"], false),
        (["LAST-MODIFIED:20260102T000000Z"], ["LAST-MODIFIED:20260101T000000Z"], false),
        (["LAST-MODIFIED:20260101T000000Z"], ["LAST-MODIFIED:20260102T000000Z"], true),
        (["LAST-MODIFIED:20260101T000000Z"], ["SEQUENCE:0"], true),
    ])
    func versions(stored: [String], imported: [String], isReplaced: Bool) throws {
        func text(_ lines: [String], _ summary: String) -> String {
            file(event("a", (lines + ["SUMMARY:\(summary)"]).joined(separator: "\r\n")))
        }
        let place = ObjectPlace("personal", "mine.ics")
        _ = try world.home.put(Array(text(stored, "Mine").utf8), at: place)
        let report = try world.store(text(imported, "File"))
        #expect(report.replaced == (isReplaced ? 1 : 0))
        #expect(report.refused.map(\.reason) == (isReplaced ? [] : [.older]))
        let object = try #require(try world.objects()["a"])
        #expect(object.member.segment == "mine.ics", "its address stays")
        #expect(String(decoding: object.octets, as: UTF8.self).contains(isReplaced ? "SUMMARY:File" : "SUMMARY:Mine"))
    }

    @Test("limits of the calendar and of the account hold within a file")
    func limits() throws {
        let small = try ImportWorld(["JADWAL_OBJECTS_PER_CALENDAR": "3"])
        let report = try small.store(file(event("1"), event("2"), event("3"), event("4"), event("5")))
        #expect(report.stored == 3)
        #expect(report.refused.map(\.reason) == [.tooManyObjects(limit: 3), .tooManyObjects(limit: 3)])
        #expect(try small.store(file(event("2", "SUMMARY:New"))).replaced == 1, "a full calendar can be changed")
        #expect(try small.home.calendar("personal")?.objectCount == 3)
    }

    @Test("what is no calendar file has nothing in it", arguments: [
        "", "hello", "BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n", "\u{0}\u{0}PK",
    ])
    func empty(text: String) {
        #expect(world.home.read(file: Array(text.utf8)).isEmpty)
    }

    @Test("a file for a new calendar gives it name, colour and kinds; a file with nothing good makes none")
    func newCalendar() throws {
        let head = "X-WR-CALNAME:Trips\r\nX-APPLE-CALENDAR-COLOR:#ff2968ff\r\n"
        let read = world.home.read(file: Array(file(event("a"), head: head).utf8))
        let made = try #require(try world.home.storeInNewCalendar(read, name: "", otherName: "download"))
        #expect(made.calendar.displayName == "Trips")
        #expect(made.calendar.color == "#FF2968FF")
        #expect(made.calendar.components == ["VEVENT"])
        #expect(made.calendar.objectCount == 1)
        let bad = world.home.read(file: Array(file(event("a", "RRULE:x")).utf8))
        #expect(try world.home.storeInNewCalendar(bad, name: "Bad", otherName: "x") == nil)
        #expect(try world.home.list().calendars.count == 3)
    }

    @Test("a name is cut and cleaned to one that a form would take", arguments: [
        (String(repeating: "e\u{301}\u{302}", count: 100), String(repeating: "e\u{301}\u{302}", count: 33) + "e"),
        ("\u{202E}Trips\tand\u{7} more ", "Trips and more"),
        ("\u{2066}\u{2069}", "download"),
    ])
    func unfitName(name: String, stored: String) throws {
        let read = world.home.read(file: Array(file(event("a"), head: "X-WR-CALNAME:\(name)\r\n").utf8))
        let made = try #require(try world.home.storeInNewCalendar(read, name: nil, otherName: "download"))
        #expect(made.calendar.displayName.utf8.elementsEqual(stored.utf8))
    }

    @Test("a series with too many changed occurrences is refused as too large, and spoils no other")
    func manyOverrides() throws {
        func digits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let changes = (0..<20_000).map { number in
            let day = digits(1 + number / 1_440), hour = digits(number / 60 % 24), minute = digits(number % 60)
            let text = "202701\(day)T\(hour)\(minute)00Z"
            return event("many", "RECURRENCE-ID:\(text)", start: "DTSTART:\(text)")
        }
        let report = try world.store(file(event("many", "RRULE:FREQ=HOURLY"), changes.joined(), event("good")))
        #expect(report.stored == 1)
        #expect(report.refused.map(\.reason) == [.defect(.tooLarge)])
        #expect(try world.objects().keys.sorted() == ["good"])
    }

    @Test("a zone that only another calendar of the file has is found there")
    func zoneElsewhere() throws {
        let zone = """
            BEGIN:VTIMEZONE\r\nTZID:Mine\r\nBEGIN:STANDARD\r\nDTSTART:19700101T000000\r\nTZOFFSETFROM:+0300\r
            TZOFFSETTO:+0300\r\nEND:STANDARD\r\nEND:VTIMEZONE\r\n
            """
        let report = try world.store(file(zone) + file(event("a", start: "DTSTART;TZID=Mine:20261123T090000")))
        #expect((report.stored, report.refused) == (1, []))
        #expect(try world.text("a").contains("TZOFFSETTO:+0300"))
    }

    @Test("5,000 events come in, each a change of its own for programs that synchronize")
    func many() throws {
        let before = try #require(try world.home.calendar("personal"))
        let text = file((1...5_000).map { event("e\($0)", "SUMMARY:Number \($0)") }.joined())
        let report = try world.store(text)
        #expect((report.stored, report.refused.count) == (5_000, 0))
        let after = try #require(try world.home.calendar("personal"))
        #expect(after.objectCount == 5_000)
        #expect(after.counter == before.counter + 5_000)
        let found = try world.home.changes(of: "personal", since: before.syncToken.text, limit: nil, withOctets: false)
        let changes = try #require(found)
        #expect(Set(changes.changes.map(\.counter)).count == 5_000)
        #expect(try world.store(text).unchanged == 5_000)
        #expect(try world.home.calendar("personal")?.counter == after.counter, "what is there already changes nothing")
    }
}
