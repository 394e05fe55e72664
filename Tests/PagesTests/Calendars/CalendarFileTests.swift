import Archive
@testable import Calendars
import HTTP
import ICalendar
import Runtime
import Storage
import TestSupport
import Testing

@Suite("Files of calendars")
struct CalendarFileTests {
    let world: CalendarWorld
    var browser: Browser { world.browser }
    var test: TestApp { world.test }

    init() throws { world = try CalendarWorld() }

    private func upload(_ text: String, into calendar: String, name: String = "") throws -> Answer {
        try browser.get("/calendars/import")
        return try browser.upload(
            "/calendars/import", ["calendar": calendar, "name": name], file: Array(text.utf8), named: "Summer trip.ics")
    }

    @Test("a file is imported into a chosen calendar, with a report of what did not come in")
    func importInto() throws {
        let id = try world.calendar().id.description
        let text = CalendarWorld.event("a") + CalendarWorld.event("b", "RRULE:FREQ=SOMETIMES")
        let answer = try upload(text, into: id)
        #expect(answer.status == 200)
        #expect(answer.contains("1 entry is new."))
        #expect(answer.contains("1 entry could not come in."))
        #expect(answer.contains("Event b"))
        #expect(answer.shows("import.reason.rule", test))
        #expect(answer.contains("23 November 2026, 12:00"))
        #expect(try world.calendar().objectCount == 1)
        #expect(try upload(text, into: id).contains("1 entry was there already."))
    }

    @Test("the report says what came in with a change, and names it by day and hour")
    func importMended() throws {
        let text = CalendarWorld.event("a", "DTEND:20261123T080000Z\r\nPRIORITY:High")
            + CalendarWorld.event("b").replacing("DTSTART:20261123T090000Z", with: "DTSTART;TZID=The Moon:20261124T110000")
        let answer = try upload(text, into: world.calendar().id.description)
        for words in [
            "2 entries are new.", "2 entries came in with a change.", "Event a", "23 November 2026, 12:00",
            "Its field PRIORITY meant nothing and was left out.", "Event b", "24 November 2026, 11:00",
            "Its time zone “\u{2068}The Moon\u{2069}” is not known; read in \u{2068}",
        ] { #expect(answer.contains(words), "\(words)") }
        #expect(answer.shows("import.remark.end", test))
        #expect(!answer.contains("(Line"))
    }

    @Test("a file makes a new calendar, named by the customer or by the file")
    func importNew() throws {
        #expect(try upload(CalendarWorld.event("a"), into: "new").contains("Summer trip"))
        #expect(try upload(CalendarWorld.event("a"), into: "new", name: "Mine").status == 200)
        #expect(try world.home.list().calendars.map(\.displayName).suffix(2) == ["Summer trip", "Mine"])
    }

    @Test("nothing good in a file makes no calendar, and the page says why")
    func importNothing() throws {
        let answer = try upload(CalendarWorld.event("a", "RRULE:FREQ=SOMETIMES"), into: "new")
        #expect(answer.shows("imported.nothing", test))
        #expect(try world.home.list().calendars.count == 2)
    }

    @Test("a file that is not a calendar's is refused with a sentence", arguments: [
        ("", "problem.import.none"), ("hello", "problem.import.empty"),
        ("BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n", "problem.import.empty"),
    ])
    func wrongFile(text: String, problem: String) throws {
        let answer = try upload(text, into: world.calendar().id.description)
        #expect(answer.status == 422)
        #expect(answer.shows(problem, test))
    }

    @Test("the calendar that a link names is chosen in the form")
    func chosen() throws {
        let id = try world.calendar("tasks").id
        #expect(try browser.get("/calendars/import?calendar=\(id)").contains("<option value=\"\(id)\" selected>"))
    }

    private func zip(_ files: KeyValuePairs<String, String>) throws -> [UInt8] {
        let archive = Pieces()
        let writer = try ZipWriter { archive.bytes += $0 }
        for (name, text) in files { try writer.add(name: name, bytes: Array(text.utf8), modified: 0) }
        try writer.finish()
        return archive.bytes
    }

    private final class Pieces { var bytes: [UInt8] = [] }

    private func upload(zip: [UInt8], into calendar: String) throws -> Answer {
        try browser.get("/calendars/import")
        return try browser.upload("/calendars/import", ["calendar": calendar, "name": ""], file: zip, named: "all.zip")
    }

    @Test("each file of Google's archive becomes a calendar of its own, named by the file")
    func archive() throws {
        let named = CalendarWorld.event("b").replacing("VERSION:2.0", with: "VERSION:2.0\r\nX-WR-CALNAME:عائلة")
        let answer = try upload(zip: zip([
            "zaid@example.org.ics": CalendarWorld.event("a"), "family.ics": named, "read me.html": "hello",
            "empty.ics": "hello", "__MACOSX/family.ics": named,
        ]), into: "new")
        #expect(answer.status == 200)
        #expect(answer.shows("imported.several", test))
        #expect(answer.contains("2 entries are new."))
        let calendars = try world.home.list().calendars.suffix(2)
        #expect(calendars.map(\.displayName) == ["zaid@example.org", "عائلة"])
        #expect(calendars.map(\.objectCount) == [1, 1])
    }

    @Test("an archive goes into a chosen calendar")
    func archiveInto() throws {
        let archive = try zip(["a.ics": CalendarWorld.event("a"), "b.ics": CalendarWorld.event("b")])
        #expect(try upload(zip: archive, into: world.calendar().id.description).contains("2 entries are new."))
        #expect(try world.calendar().objectCount == 2)
    }

    @Test("an archive that is damaged, unpacks to far too much or holds no calendar is refused with a sentence")
    func wrongArchives() throws {
        let good = try zip(["a.ics": CalendarWorld.event("a")])
        let bomb = try zip(["a.ics": String(repeating: "A", count: 12 << 20)])
        let many = try zip(["a.txt": "x"])
        for (archive, problem) in [
            (Array(good.prefix(good.count / 2)), "problem.import.zip"), (bomb, "problem.import.large-zip"),
            (many, "problem.import.empty"),
        ] {
            let answer = try upload(zip: archive, into: "new")
            #expect(answer.status == 422)
            #expect(answer.shows(problem, test))
        }
        #expect(try world.home.list().calendars.count == 2)
    }

    @Test("an archive with more calendars than a customer may have says how far it came")
    func archiveBeyondTheLimit() throws {
        let small = try CalendarWorld(["JADWAL_CALENDARS_PER_CUSTOMER": "3"])
        let archive = try zip(["a.ics": CalendarWorld.event("a"), "b.ics": CalendarWorld.event("b")])
        try small.browser.get("/calendars/import")
        let answer = try small.browser.upload(
            "/calendars/import", ["calendar": "new", "name": ""], file: archive, named: "all.zip")
        #expect(answer.status == 200)
        #expect(answer.shows("imported.rest", small.test))
        #expect(try small.home.list().calendars.map(\.displayName).suffix(1) == ["a"])
    }

    @Test("a file beyond the limit is refused, one below is not too large")
    func large() throws {
        let id = try world.calendar().id.description
        let text = "BEGIN:VCALENDAR\r\n" + String(repeating: "X-A:b\r\n", count: 1_600_000) + "END:VCALENDAR\r\n"
        #expect(try upload(text, into: id).status == 413)
        #expect(try upload(String(text.prefix(2 << 20)), into: id).status == 422)
    }

    @Test("a title that is HTML is shown as text")
    func hostile() throws {
        let text = CalendarWorld.event("a", "RRULE:x").replacing("Event a", with: "<script>alert(1)</script>")
        let answer = try upload(text, into: world.calendar().id.description)
        #expect(answer.contains("&lt;script&gt;"))
        #expect(!answer.contains("<script>alert"))
    }

    @Test("a calendar is exported as one file with what calendar programs get")
    func export() throws {
        for uid in ["a", "b", "c"] { try world.put(uid) }
        try browser.get("/calendars")
        let answer = try browser.post("/calendars/\(world.calendar().id)/export")
        #expect(answer.header("Content-Type") == "text/calendar; charset=utf-8")
        #expect(answer.header("Content-Disposition") == "attachment; filename=\"Personal.ics\"")
        #expect(answer.header("Cache-Control") == "no-store")
        let exported = try CalendarStream(answer.bytes, .strict).components[0].components
        let stored = try ["a", "b", "c"].compactMap {
            try world.home.object(at: ObjectPlace("personal", "\($0).ics"))
        }
        #expect(try exported == stored.map { try CalendarStream($0.octets).components[0].components[0] })
    }

    @Test("a name outside ASCII is the file's name too")
    func arabicName() throws {
        let calendar = try world.make("عائلة")
        try browser.get("/calendars")
        let disposition = try browser.post("/calendars/\(calendar.id)/export").header("Content-Disposition")
        #expect(disposition == "attachment; filename=\"_____.ics\"; filename*=UTF-8''\(percentEncoded("عائلة")).ics")
    }

    @Test("all calendars are one archive, a file for each, equal to the single exports")
    func exportAll() throws {
        try world.put("a")
        let work = try world.make("Work")
        try world.put("b", in: work.segment)
        try browser.get("/calendars")
        let files = try unzipped(browser.post("/calendars/export").bytes)
        #expect(files.map { String(decoding: $0.name, as: UTF8.self) } == [
            "jadwal/Personal.ics", "jadwal/Tasks.ics", "jadwal/Work.ics",
        ])
        try browser.get("/calendars")
        #expect(try files[2].bytes == browser.post("/calendars/\(work.id)/export").bytes)
    }

    @Test("the copy of the account's data has every calendar, also a deleted one, and their settings")
    func accountExport() throws {
        try world.put("a")
        let old = try world.make("Old")
        try world.put("b", in: old.segment)
        try browser.get("/calendars")
        let exported = try browser.post("/calendars/\(world.calendar().id)/export").bytes
        try browser.get("/calendars")
        _ = try browser.post("/calendars/\(old.id)/delete")
        try browser.get("/settings")
        let files = Dictionary(uniqueKeysWithValues: try unzipped(browser.post("/settings/export").bytes).map {
            (String(decoding: $0.name, as: UTF8.self), $0.bytes)
        })
        #expect(files["jadwal/calendars/Personal.ics"] == exported)
        #expect(String(decoding: try #require(files["jadwal/calendars/Old.ics"]), as: UTF8.self).contains("Event b"))
        let settings = String(decoding: try #require(files["jadwal/calendars.json"]), as: UTF8.self)
        #expect(settings.contains("\"name\" : \"Personal\""))
        #expect(settings.contains("\"color\" : \"#2552AA\""))
        #expect(settings.contains("calendars\\/Old.ics") || settings.contains("calendars/Old.ics"))
    }
}
