import Testing
@testable import OutsideCalendars

/// Returns a calendar with these components.
func calendar(_ components: String..., head: String = "") -> [UInt8] {
    Array(("BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//School//EN\r\n" + head + components.joined()
        + "END:VCALENDAR\r\n").utf8)
}

/// Returns an event of an hour.
func event(_ uid: String?, _ day: String, _ title: String, stamp: String = "20261101T080000Z",
    more: String = "") -> String {
    "BEGIN:VEVENT\r\n" + (uid.map { "UID:\($0)\r\n" } ?? "") + "DTSTAMP:\(stamp)\r\nDTSTART:\(day)T090000Z\r\n"
        + "DTEND:\(day)T100000Z\r\nSUMMARY:\(title)\r\n\(more)END:VEVENT\r\n"
}

@Suite("Answers of calendars of others")
struct AnswerTests {
    private func read(_ octets: [UInt8], host: String = "school.example") throws -> OutsideAnswer {
        try OutsideAnswer(octets, host: host)
    }

    @Test("case 19: new stamps alone change nothing")
    func stamps() throws {
        let one = try read(calendar(event("a", "20261201", "Sport")))
        let more = "CREATED:20200101T000000Z\r\nLAST-MODIFIED:20261128T000000Z\r\nSEQUENCE:7\r\n"
        let other = try read(calendar(
            event("a", "20261201", "Sport", stamp: "20261128T210000Z", more: more), head: "X-WR-CALDESC:now\r\n"))
        #expect(one.digest == other.digest)
    }

    @Test("case 20: the order of lines and components changes nothing")
    func order() throws {
        let one = try read(calendar(event("a", "20261201", "Sport", more: "LOCATION:Hall\r\n"),
            event("b", "20261202", "Art")))
        let turned = "BEGIN:VEVENT\r\nSUMMARY:Sport\r\nLOCATION:Ha\r\n ll\r\nDTEND:20261201T100000Z\r\n"
            + "DTSTART:20261201T090000Z\r\nUID:a\r\nEND:VEVENT\r\n"
        let other = try read(calendar(event("b", "20261202", "Art"), turned))
        #expect(one.digest == other.digest)
    }

    @Test("case 21: one title changes one entry")
    func oneTitle() throws {
        let one = try read(calendar(event("a", "20261201", "Sport"), event("b", "20261202", "Art")))
        let other = try read(calendar(event("a", "20261201", "Sport"), event("b", "20261202", "Music")))
        #expect(one.digest != other.digest)
        #expect(zip(one.entries, other.entries).map { $0.digest == $1.digest } == [true, false])
        #expect(one.entries.map(\.uid) == other.entries.map(\.uid))
    }

    @Test("a changed time zone changes the entries")
    func zones() throws {
        let zone = "BEGIN:VTIMEZONE\r\nTZID:A\r\nBEGIN:STANDARD\r\n"
            + "DTSTART:19700101T000000\r\nTZOFFSETFROM:+0100\r\n"
            + "TZOFFSETTO:+0100\r\nEND:STANDARD\r\nEND:VTIMEZONE\r\n"
        let one = try read(calendar(zone, event("a", "20261201", "Sport")))
        let other = try read(calendar(zone.replacing("+0100", with: "+0200"), event("a", "20261201", "Sport")))
        #expect(one.entries[0].digest != other.entries[0].digest)
    }

    @Test("cases 26 and 28: a web page, another text and half a calendar are errors", arguments: [
        ("<!DOCTYPE html><title>Sign in</title>", FetchProblem.webPage), ("\r\n  <html>", .webPage),
        ("{\"error\": 1}", .notACalendar), ("", .notACalendar),
        ("BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VEVENT\r\nUID:a\r\n", .cutOff),
        ("BEGIN:VCALENDAR\r\nVERSION:2.0\r\nEND:VCALENDAR\r\n<html>error</html>", .cutOff),
    ])
    func broken(text: String, problem: FetchProblem) {
        #expect(throws: problem) { _ = try read(Array(text.utf8)) }
    }

    @Test("case 29: a mark, blank lines, lone line feeds and several calendars are read")
    func lenient() throws {
        let text = calendar(event("a", "20261201", "Sport")), mark: [UInt8] = [0xEF, 0xBB, 0xBF, 0x0D, 0x0A]
        let both = try read(mark + text + calendar(event("b", "20261202", "Art")) + [0x0A, 0x00])
        #expect(both.entries.map(\.uid) == ["a", "b"])
        #expect(try read(text.filter { $0 != 0x0D }).digest == read(text).digest)
    }

    @Test("case 30: an entry without an identifier keeps the one that it gets")
    func noUID() throws {
        let one = try read(calendar(event(nil, "20261201", "Sport"), event(nil, "20261201", "Sport"),
            event(nil, "20261202", "Art")))
        let other = try read(calendar(
            event(nil, "20261202", "Art", stamp: "20261128T000000Z"), event(nil, "20261201", "Sport"),
            event(nil, "20261201", "Sport")))
        #expect(Set(one.entries.map(\.uid)).count == 3)
        #expect(Set(one.entries.map(\.uid)) == Set(other.entries.map(\.uid)))
    }

    @Test("case 30: entries with one identifier and different times are both kept, versions of one are one")
    func doubleUID() throws {
        let apart = try read(calendar(event("a", "20261201", "Sport"), event("a", "20261208", "Sport")))
        #expect(apart.entries.count == 2)
        #expect(apart.entries[0].uid == "a")
        let text = String(decoding: apart.file(of: [apart.entries[1]]), as: UTF8.self)
        #expect(text.contains("UID:\(apart.entries[1].uid)\r\n") && !text.contains("UID:a\r\n"))
        let same = try read(calendar(event("a", "20261201", "Sport"), event("a", "20261201", "Sports")))
        #expect(same.entries.count == 1)
        let series = try read(calendar(
            event("a", "20261201", "Sport", more: "RRULE:FREQ=DAILY;COUNT=3\r\n"),
            event("a", "20261202", "Late", more: "RECURRENCE-ID:20261202T090000Z\r\n")))
        #expect(series.entries.map(\.uid) == ["a"])
        #expect(series.entries[0].lastDay == nil)
    }

    @Test("case 32: Airbnb's days without a guest are hidden")
    func airbnb() throws {
        let text = calendar(event("a", "20261201", "Airbnb (Not available)"), event("b", "20261202", "Reserved"))
        #expect(try read(text, host: "www.airbnb.com").entries.map(\.uid) == ["b"])
        #expect(try read(text, host: "notairbnb.example").entries.count == 2)
    }

    @Test("case 33: of too many entries, those nearest to today are kept, and all series")
    func tooMany() throws {
        var answer = try read(calendar(
            event("far", "20191201", "Old"), event("near", "20261201", "Soon"), event("later", "20270301", "Later"),
            event("series", "20100101", "Weekly", more: "RRULE:FREQ=WEEKLY\r\n")))
        answer.limit(to: 2, around: 20_261_128)
        #expect(Set(answer.entries.map(\.uid)) == ["series", "near"])
        #expect(answer.leftOutCount == 2)
    }

    @Test("name and interval are read as feeds write them", arguments: [
        ("X-WR-CALNAME:School\r\nX-PUBLISHED-TTL:PT1M\r\n", 60),
        ("REFRESH-INTERVAL;VALUE=DURATION:P30D\r\n", 2_592_000),
        ("REFRESH-INTERVAL:VALUE=DURATION:PT1H\r\n", 3_600),
    ])
    func hints(head: String, seconds: Int) throws {
        let answer = try read(calendar(event("a", "20261201", "Sport"), head: head))
        #expect(answer.refreshSeconds == seconds)
        #expect(answer.name == (head.contains("School") ? "School" : nil))
    }
}
