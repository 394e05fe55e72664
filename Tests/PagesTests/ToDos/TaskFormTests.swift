@testable import Calendars
import CivilTime
import HTTP
import PrayerTimes
import Runtime
import Scheduling
import Storage
import TestSupport
import Testing

@Suite("The form of a flexible task")
struct TaskFormTests {
    let world: CalendarWorld
    var browser: Browser { world.browser }
    var test: TestApp { world.test }
    private let uid = "0c9d1d1e-2222-4000-8000-000000000000"

    init() throws {
        world = try CalendarWorld()
        try browser.get("/tasks/new")
    }

    private func facts() throws -> TaskFacts? {
        let list = try world.calendar("tasks").id
        return try world.home.toDo(in: "\(list)", "\(uid).ics").facts
    }

    private func fields(_ changes: KeyValuePairs<String, String> = [:]) -> [(String, String)] {
        var fields = [
            ("uid", uid), ("title", "Gym"), ("takes", "1:00"), ("often", "week"), ("times", "3"), ("rest", "1"),
        ]
        for (name, value) in changes { fields = fields.filter { $0.0 != name } + [(name, value)] }
        return fields
    }

    @Test("one line fills it, and says what was understood")
    func line() throws {
        let page = try browser.get("/tasks/new?q=gym+1+hour+three+times+a+week+after+Asr")
        #expect(page.contains("name=\"title\" value=\"gym\"") && page.contains("name=\"takes\" value=\"60\""))
        #expect(page.contains("name=\"often\" value=\"week\" checked"))
        #expect(page.contains("<option value=\"asr\" selected>"))
        #expect(page.contains("3 times a week") && page.contains("after Asr"))
    }

    @Test("stores the facts of a task, and shows them again")
    func stored() throws {
        let changes: KeyValuePairs = ["after": "asr", "until": "22:00"]
        let days = ["1", "3", "6"].map { ("weekday", $0) }
        try browser.post("/tasks/new", fields: fields(changes) + days)
        let facts = try #require(try facts())
        #expect(facts.minutes == 60 && facts.repetition == .weekly(times: 3, restDays: 1))
        #expect(facts.windows == [PlanWindow(toClock: 1_320, after: .asr)])
        #expect(facts.weekdays == [.monday, .wednesday, .saturday])
        let page = try browser.get("/tasks/\(try world.calendar("tasks").id)/\(uid).ics")
        #expect(page.contains("value=\"22:00\"") && page.contains("<option value=\"asr\" selected>"))
    }

    @Test("without a length it is a plain task")
    func plain() throws {
        try browser.post("/tasks/new", fields: fields(["takes": ""]))
        #expect(try facts() == nil)
    }

    @Test("a wrong value has a sentence at its field, and nothing is stored", arguments: [
        ("takes", "0", "takes-problem"), ("takes", "1441", "takes-problem"), ("takes", "soon", "takes-problem"),
        ("times", "7", "often-problem"), ("until", "25:00", "window-problem"), ("paused", "soon", "paused-problem"),
        ("often", "pieces", "pieces-problem"), ("day", "2020-01-01", "due-problem"),
    ])
    func wrong(name: String, value: String, id: String) throws {
        let answer = try browser.post("/tasks/new", fields: fields([name: value]))
        #expect(answer.status == 422 && answer.contains("id=\"\(id)\""), "\(name) \(value)")
        #expect(try browser.get("/tasks").shows("tasks.empty", test))
    }

    @Test("a window that is shorter than the length is refused")
    func window() throws {
        let answer = try browser.post("/tasks/new", fields: fields(["from": "16:00", "until": "16:30"]))
        #expect(answer.status == 422 && answer.contains("30 min"))
    }

    @Test("shows where the task would go, and stores nothing")
    func preview() throws {
        let answer = try browser.post("/tasks/new", fields: fields(["do": "preview"]))
        #expect(answer.status == 200 && answer.shows("tasks.preview", test))
        #expect(answer.text.matches(of: /<li><b>/).count >= 3)
        #expect(try browser.get("/tasks").shows("tasks.empty", test))
    }

    @Test("made a plain task, it stays one")
    func madePlain() throws {
        try browser.post("/tasks/new", fields: fields())
        let address = "/tasks/\(try world.calendar("tasks").id)/\(uid).ics"
        let page = try browser.get(address).text
        let tag = try #require(page.firstMatch(of: /name="tag" value="([^"]*)"/)).1.replacing("&quot;", with: "\"")
            .replacing("&#34;", with: "\"")
        try browser.post(address, ["tag": String(tag), "title": "Gym", "takes": ""])
        #expect(try facts() == nil)
    }

    @Test("a fixed routine rests until a day, goes on, and tasks may be planned over it")
    func series() throws {
        try world.store("walk", "DTSTART;TZID=Asia/Riyadh:20261101T230000", "RRULE:FREQ=DAILY", title: "Walk")
        let address = "/routines/\(try world.calendar().id)/walk.ics"
        func text() throws -> String {
            let object = try #require(try world.home.object(at: ObjectPlace("personal", "walk.ics")))
            return String(decoding: object.octets, as: UTF8.self).replacing("\r\n ", with: "")
        }
        #expect(try browser.get("/routines").contains("action=\"\(address)\""))
        #expect(try browser.post(address, ["do": "pause", "until": "2020-01-01"]).status == 422)
        try browser.post(address, ["do": "pause", "until": "2026-12-01"])
        let lines = try text().matches(of: /EXDATE;TZID=Asia\/Riyadh:([0-9T,]+)/)
        let excluded = lines.flatMap { $0.1.split(separator: ",") }
        #expect(excluded.contains("20261124T230000") && excluded.last == "20261130T230000")
        #expect(try browser.get("/routines").shows("routines.go-on", test))
        try browser.post(address, ["do": "go-on"])
        #expect(try !text().contains("EXDATE") && !text().contains("X-JADWAL-PAUSED"))
        try browser.post(address, ["do": "over"])
        #expect(try text().contains("TRANSP:TRANSPARENT"))
        #expect(try browser.get("/routines").shows("routines.is-over", test))
        try browser.post(address, ["do": "not-over"])
        #expect(try text().contains("TRANSP:OPAQUE"))
        #expect(try browser.post("/routines/999/walk.ics", ["do": "over"]).status == 404)
    }

    @Test("a routine is one press, and pauses until a day")
    func routine() throws {
        try browser.get("/routines")
        let added = try browser.post("/routines", ["routine": "gym", "uid": uid])
        #expect(added.location?.hasPrefix("/routines?done=added") == true)
        #expect(try facts()?.repetition == .weekly(times: 3, restDays: 0))
        let page = try browser.get("/routines")
        #expect(page.contains("3 times a week") && page.shows("routines.flexible", test))
        let address = "/routines/\(try world.calendar("tasks").id)/\(uid).ics"
        #expect(try browser.post(address, ["do": "pause", "until": "2020-01-01"]).status == 422)
        try browser.post(address, ["do": "pause", "until": "2030-01-01"])
        #expect(try facts()?.pausedUntil == LocalDate(year: 2030, month: 1, day: 1))
        try browser.post(address, ["do": "go-on"])
        #expect(try facts()?.pausedUntil == nil)
    }
}
