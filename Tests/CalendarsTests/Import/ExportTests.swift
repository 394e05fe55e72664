@testable import Calendars
import ICalendar
import Storage
import TestSupport
import Testing

@Suite("Export of calendars")
struct CalendarExportTests {
    let world: ImportWorld

    init() throws { world = try ImportWorld() }

    private func zone(_ name: String, _ offset: String) -> String {
        """
        BEGIN:VTIMEZONE\r\nTZID:\(name)\r\nBEGIN:STANDARD\r\nDTSTART:19700101T000000\r\nTZOFFSETFROM:\(offset)\r
        TZOFFSETTO:\(offset)\r\nEND:STANDARD\r\nEND:VTIMEZONE\r\n
        """
    }

    @Test("the file has every object as it is stored, component by component")
    func equal() throws {
        for number in 1...250 {
            _ = try world.store(file(event("e\(number)", "SUMMARY:صلاة \(number)", "X-OWN;A=\"b:c\":\(number)")))
        }
        let stream = try CalendarStream(Array(try world.export("personal").utf8), .strict)
        #expect(stream.components.count == 1)
        let exported = Set(stream.components[0].components)
        let stored = try world.objects().values.flatMap { try CalendarStream($0.octets).components[0].components }
        #expect(exported == Set(stored))
        #expect(exported.count == 250)
    }

    @Test("name and colour are in its head, in the words of programs old and new")
    func head() throws {
        try world.home.change("personal") { calendar in
            calendar.displayName = "Family, friends"
            calendar.color = "#903110FF"
            return []
        }
        let text = try world.export("personal")
        #expect(text.hasPrefix("BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Jadwal//"))
        for line in [
            "NAME:Family\\, friends", "X-WR-CALNAME:Family\\, friends", "COLOR:brown",
            "X-APPLE-CALENDAR-COLOR:#903110FF",
        ] {
            #expect(text.contains("\r\n\(line)\r\n"))
        }
        #expect(text.hasSuffix("END:VCALENDAR\r\n"))
    }

    @Test("a time zone is written once; two with one name and different rules stay two")
    func zones() throws {
        let a = event("a", start: "DTSTART;TZID=Mine:20261123T090000")
        let b = event("b", start: "DTSTART;TZID=Mine:20261124T090000")
        _ = try world.store(file(zone("Mine", "+0300"), a, b))
        _ = try world.store(file(zone("Mine", "+0500"), event("c", start: "DTSTART;TZID=Mine:20261123T090000")))
        let calendar = try CalendarStream(Array(try world.export("personal").utf8), .strict).components[0]
        let zones = calendar.components.filter { $0.name == "VTIMEZONE" }
        #expect(zones.count == 2)
        let offsets = Dictionary(uniqueKeysWithValues: zones.map {
            ($0.first("TZID")?.value, $0.components[0].first("TZOFFSETTO")?.value)
        })
        let found = calendar.components.filter { $0.name == "VEVENT" }.map {
            [$0.first("UID")?.value, offsets[$0.first("DTSTART")?.parameter("TZID")] ?? nil]
        }
        #expect(Set(found) == [["a", "+0300"], ["b", "+0300"], ["c", "+0500"]])
    }

    @Test("what was exported comes in again, whole and unchanged")
    func roundTrip() throws {
        _ = try world.store(file(
            event("a", "RRULE:FREQ=WEEKLY", start: "DTSTART;TZID=Asia/Riyadh:20261123T090000"),
            event(
                "a", "RECURRENCE-ID;TZID=Asia/Riyadh:20261130T090000",
                start: "DTSTART;TZID=Asia/Riyadh:20261130T100000"),
            event("b", start: "DTSTART;VALUE=DATE:20261123"), event("c", start: "DTSTART:20261123T090000"),
            head: "X-WR-TIMEZONE:Europe/Oslo\r\n"))
        let other = try ImportWorld()
        let report = try other.store(try world.export("personal"))
        #expect((report.stored, report.refused) == (3, []))
        for uid in ["a", "b", "c"] {
            let parts = try CalendarStream(Array(other.text(uid).utf8)).components[0].components
            #expect(try parts == CalendarStream(Array(world.text(uid).utf8)).components[0].components)
        }
        #expect(try other.text("c").contains("X-WR-TIMEZONE:Europe/Oslo"))
    }

    @Test("files have names without characters of paths, no two alike")
    func names() throws {
        for (segment, name) in [("x", "a/b"), ("y", "A\\B"), ("z", ""), ("w", "..")] {
            var values = CalendarValues()
            values.displayName = name
            try world.home.make(values, at: segment)
        }
        let names = try world.home.fileNames().map(\.name)
        #expect(names == ["Personal", "Tasks", "a b", "A B 2", "z", "w"])
    }
}
