@testable import Calendars
import CivilTime
import HTTP
import Runtime
import Storage
import TestSupport
import Testing

@Suite("Pages of tasks")
struct ToDoPageTests {
    let world: CalendarWorld
    var browser: Browser { world.browser }
    var test: TestApp { world.test }

    init() throws { world = try CalendarWorld() }

    private let uid = "0c9d1d1e-1111-4000-8000-000000000000"

    /// Makes a task by the form, and returns its address.
    private func make(_ title: String = "Water", day: String = "", time: String = "") throws -> String {
        try browser.get("/tasks/new")
        let answer = try browser.post("/tasks/new", ["uid": uid, "title": title, "day": day, "time": time])
        try #require(answer.location?.hasPrefix("/tasks?done=added") == true, "\(answer)")
        return "/tasks/\(try world.calendar("tasks").id)/\(uid).ics"
    }

    private func tag(_ page: String) throws -> String {
        let match = try #require(page.firstMatch(of: /name="tag" value="([^"]*)"/))
        return String(match.1).replacing("&quot;", with: "\"").replacing("&#34;", with: "\"")
    }

    @Test("a task is made, seen, done, and open again")
    func whole() throws {
        #expect(try browser.get("/tasks").shows("tasks.empty", test))
        let address = try make(day: "2030-11-25", time: "14:30")
        let list = try browser.get("/tasks")
        #expect(list.contains("<h2 id=\"later\">"))
        #expect(list.contains("14:30"))
        #expect(list.contains("action=\"\(address)/done\""))
        let done = try browser.post("\(address)/done", ["done": "yes", "next": "/tasks"])
        #expect(done.location?.hasPrefix("/tasks?done=task-done&undo=") == true)
        let after = try browser.get(try #require(done.location))
        #expect(after.contains("<h2 id=\"done\">"))
        #expect(after.shows("undo.task-done", test))
        #expect(after.contains("aria-pressed=\"true\""))
        try browser.post("\(address)/done", ["done": "no"])
        #expect(try browser.get("/tasks").contains("<h2 id=\"later\">"))
    }

    @Test("a tick returns to the page that showed it, and to no other site")
    func back() throws {
        let address = try make()
        let own = try browser.post("\(address)/done", ["done": "yes", "next": "/calendar/list?day=2026-11-25&done=x"])
        #expect(own.location?.hasPrefix("/calendar/list?day=2026-11-25&done=task-done&undo=") == true)
        let other = try browser.post("\(address)/done", ["done": "no", "next": "https://example.org/"])
        #expect(other.location?.hasPrefix("/tasks?done=task-open") == true)
    }

    @Test("a wrong value is refused beside its field, and the input stays", arguments: [
        ("", "", "", "tasks.problem.title"), ("Water", "2026-02-30", "", "tasks.problem.day"),
        ("Water", "tomorrow", "", "tasks.problem.day"), ("Water", "2026-11-25", "25:00", "tasks.problem.time"),
        ("Water", "", "14:30", "tasks.problem.time-alone"), ("a\u{202E}b", "", "", "tasks.problem.characters"),
    ])
    func wrong(title: String, day: String, time: String, problem: String) throws {
        let address = try make()
        let tag = try tag(browser.get(address).text)
        for (path, name, value) in [("/tasks/new", "uid", uid), (address, "tag", tag)] {
            try browser.get(path)
            let fields: KeyValuePairs = [name: value, "title": title, "day": day, "time": time, "note": "Kept"]
            let answer = try browser.post(path, fields)
            #expect(answer.status == 422)
            #expect(answer.shows(problem, test))
            #expect(answer.contains("Kept</textarea>"))
        }
        #expect(try world.home.toDos().undated.map(\.title) == ["Water"])
    }

    @Test("the list says that it has not all times of a task that repeats too often")
    func partial() throws {
        _ = try make()
        #expect(try !browser.get("/tasks").shows("tasks.partial", test))
        let text = CalendarWorld.event("often", "RRULE:FREQ=MINUTELY").replacing("VEVENT", with: "VTODO")
            .replacing("20261123T", with: "20200101T")
        _ = try world.home.put(Array(text.utf8), at: ObjectPlace("tasks", "often.ics"))
        let page = try browser.get("/tasks")
        #expect(page.status == 200 && page.shows("tasks.partial", test))
        #expect(page.contains("Water") && page.contains("Event often"))
    }

    @Test("a title of 10,000 characters is refused")
    func long() throws {
        try browser.get("/tasks/new")
        let answer = try browser.post("/tasks/new", ["uid": uid, "title": String(repeating: "ط", count: 10_000)])
        #expect(answer.status == 422)
        #expect(answer.contains("at most 500 characters"))
    }

    @Test("a form that is sent twice makes one task")
    func twice() throws {
        _ = try make()
        _ = try make()
        #expect(try world.home.toDos().undated.count == 1)
    }

    @Test("a form that a phone overtook shows both versions, and saves the second time")
    func overtaken() throws {
        let address = try make()
        let old = try tag(browser.get(address).text)
        let stored = try world.home.toDo(in: try world.calendar("tasks").id.description, "\(uid).ics")
        try world.home.edit(stored, to: ToDoDraft(title: "From the phone"), ifTag: stored.tag)
        let answer = try browser.post(address, ["tag": old, "title": "Mine"])
        #expect(answer.status == 409)
        #expect(answer.contains("From the phone"))
        #expect(answer.contains("value=\"Mine\""))
        let second = try browser.post(address, ["tag": try tag(answer.text), "title": "Mine"])
        #expect(second.location?.hasPrefix("/tasks?done=edited") == true)
        #expect(try world.home.toDos().undated.map(\.title) == ["Mine"])
    }

    @Test("somebody else's task is not found, and a button for a deleted one says that it is gone")
    func absent() throws {
        let address = try make()
        let stranger = Browser(test)
        try stranger.signIn("sara@example.org")
        try stranger.get("/tasks")
        #expect(try stranger.get(address).status == 404)
        for path in [address, "\(address)/done", "\(address)/delete"] {
            #expect(try stranger.post(path, ["done": "yes", "title": "x", "tag": ""]).status == 404, "\(path)")
        }
        #expect(try browser.post("\(address)/delete").location?.hasPrefix("/tasks?done=deleted&undo=") == true)
        #expect(try browser.get(address).status == 404)
        for button in ["done", "delete"] {
            let answer = try browser.post("\(address)/\(button)", ["done": "yes"])
            #expect(answer.location == "/tasks?done=missing", "\(answer)")
        }
        #expect(try browser.get("/tasks?done=missing").shows("undo.missing", test))
    }

    @Test("a task that was deleted meanwhile, alone or with its list, can be saved as a new one", arguments: [
        true, false,
    ])
    func gone(isAlone: Bool) throws {
        _ = try make()
        let home = try world.home
        var values = CalendarValues()
        (values.displayName, values.components) = ("Errands", ["VTODO"])
        try home.make(values, at: "errands")
        let list = try world.calendar("errands").id.description
        try home.addToDo(ToDoDraft(title: "Bread"), to: list, uid: "b")
        let address = "/tasks/\(list)/b.ics", tag = try tag(browser.get(address).text)
        if isAlone {
            try home.deleteObject(at: ObjectPlace("errands", "b.ics"))
        } else {
            try home.delete("errands")
        }
        let answer = try browser.post(address, ["tag": tag, "title": "Bread and salt", "list": list])
        #expect(answer.status == 409)
        #expect(answer.shows("tasks.gone", test) && answer.contains("value=\"Bread and salt\""))
        let uid = try #require(answer.text.firstMatch(of: /name="uid" value="([^"]*)"/)?.1)
        let saved = try browser.post("/tasks/new", ["uid": String(uid), "title": "Bread and salt"])
        #expect(saved.status == 303)
        #expect(try home.toDos().undated.map(\.title).contains("Bread and salt"))
    }

    @Test("a list that was deleted while the form was open is a problem at its field")
    func goneList() throws {
        var values = CalendarValues()
        (values.displayName, values.components) = ("Errands", ["VTODO"])
        try world.home.make(values, at: "errands")
        let list = try world.calendar("errands").id.description, address = try make()
        let tag = try tag(browser.get(address).text)
        try world.home.delete("errands")
        for (path, name, value) in [("/tasks/new", "uid", uid), (address, "tag", tag)] {
            let answer = try browser.post(path, [name: value, "title": "Kept", "list": list])
            #expect(answer.status == 422)
            #expect(answer.contains("id=\"list-problem\"") && answer.contains("value=\"Kept\""))
            #expect(answer.shows("tasks.problem.list", test))
        }
    }

    @Test("a task moves to another list by its form; sent twice it moves once, and one undo takes it back")
    func move() throws {
        var values = CalendarValues()
        (values.displayName, values.components) = ("Errands", ["VTODO"])
        try world.home.make(values, at: "errands")
        let list = try world.calendar("errands").id.description, address = try make()
        let page = try browser.get(address)
        #expect(page.contains("<option value=\"\(list)\">Errands</option>"))
        let fields: KeyValuePairs = ["tag": try tag(page.text), "title": "Water the plants", "list": list]
        let first = try browser.post(address, fields), second = try browser.post(address, fields)
        #expect(first.location?.hasPrefix("/tasks?done=edited&undo=") == true, "\(first)")
        #expect(second.location?.hasPrefix("/tasks?done=edited") == true, "\(second)")
        #expect(try world.home.toDos().undated.map(\.title) == ["Water the plants"])
        #expect(try world.home.object(at: ObjectPlace("errands", "\(uid).ics")) != nil)
        let token = try #require(first.location?.split(separator: "undo=").last)
        try browser.post("/calendar/undo", ["undo": String(token), "next": "/tasks"])
        #expect(try world.home.toDos().undated.map(\.title) == ["Water"])
        #expect(try world.home.object(at: ObjectPlace("errands", "\(uid).ics")) == nil)
        let moved = try browser.post(address, [
            "tag": try tag(browser.get(address).text), "title": "Water", "list": list,
        ])
        #expect(moved.location?.hasPrefix("/tasks?done=edited&undo=moved-") == true, "\(moved)")
    }

    @Test("pages have 200 open tasks and 100 that are done, and lead to the others")
    func pages() throws {
        let home = try world.home, list = try world.calendar("tasks").id.description
        let today = try home.toDos().today
        for number in 0..<203 {
            let draft = ToDoDraft(title: "Open \(number)", due: .day(today + number))
            try home.addToDo(draft, to: list, uid: "o\(number)")
        }
        for number in 0..<102 {
            try home.addToDo(ToDoDraft(title: "Done \(number)"), to: list, uid: "d\(number)")
            try home.tick(home.toDo(in: list, "d\(number).ics"), at: nil, isDone: true)
        }
        let first = try browser.get("/tasks")
        #expect(first.contains("Open 199<") && !first.contains("Open 200<"))
        #expect(first.contains("href=\"/tasks?open=200\"") && first.contains("href=\"/tasks?finished=0\""))
        let open = try browser.get("/tasks?open=200")
        #expect(open.contains("Open 202<") && !open.contains("Open 199<") && !open.contains("Done 1<"))
        #expect(!open.contains("href=\"/tasks?open="))
        let done = try browser.get("/tasks?finished=0"), older = try browser.get("/tasks?finished=100")
        #expect(done.contains("Done 101<") && !done.contains("Open 1<"))
        #expect(done.contains("href=\"/tasks?finished=100\""))
        #expect(older.contains("Done 0<") && older.contains("Done 1<") && !older.contains("Done 2<"))
    }

    @Test("a tick needs to say which, and an address of the form is a UID", arguments: ["", "maybe"])
    func forged(done: String) throws {
        let address = try make()
        #expect(try browser.post("\(address)/done", ["done": done]).status == 400)
        #expect(try browser.post("/tasks/new", ["uid": "../x\(done)", "title": "x"]).status == 400)
    }
}
