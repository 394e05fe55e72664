import Calendars
import HTTP
import Runtime
import Storage
import Templates
import TestSupport
import Testing

@Suite("The list of calendars")
struct CalendarListTests {
    let world: CalendarWorld
    var browser: Browser { world.browser }
    var test: TestApp { world.test }

    init() throws { world = try CalendarWorld() }

    private func names() throws -> [String] { try world.home.list().calendars.map(\.displayName) }

    private func move(_ calendar: CalendarRow, _ direction: String) throws -> Answer {
        try browser.get("/calendars")
        return try browser.post("/calendars/order", ["id": calendar.id.description, "move": direction])
    }

    @Test("a calendar moves up and down, and programs see the order")
    func order() throws {
        let work = try world.make("Work")
        #expect(try names() == ["Personal", "Tasks", "Work"])
        #expect(try move(work, "up").location == "/calendars")
        #expect(try names() == ["Personal", "Work", "Tasks"])
        #expect(try move(work, "up").location == "/calendars")
        #expect(try names() == ["Work", "Personal", "Tasks"])
        #expect(try world.home.list().calendars.map(\.order) == [1, 2, 3])
        _ = try move(work, "up")
        #expect(try names() == ["Work", "Personal", "Tasks"], "the first one stays the first")
        _ = try move(work, "down")
        #expect(try names() == ["Personal", "Work", "Tasks"])
    }

    @Test("the first calendar has no way up, the last none down")
    func ends() throws {
        let page = try browser.get("/calendars").text
        #expect(page.matches(of: /name="move" value="up"/).count == 1)
        #expect(page.matches(of: /name="move" value="down"/).count == 1)
    }

    @Test("a wrong move, or somebody else's calendar, is refused")
    func wrong() throws {
        let personal = try world.calendar()
        #expect(try move(personal, "sideways").status == 400)
        let stranger = Browser(test)
        try stranger.signIn("hud@example.org")
        try stranger.get("/calendars")
        #expect(try stranger.post("/calendars/order", ["id": "\(personal.id)", "move": "down"]).status == 404)
        #expect(try stranger.post("/calendar/show", ["toggle": "\(personal.id)"]).status == 404)
        #expect(try world.calendar().isVisible)
    }

    @Test("a calendar is hidden in the views and shown again")
    func visibility() throws {
        let id = try world.calendar().id.description
        let answer = try browser.post("/calendar/show", ["toggle": id, "next": "/calendar/week/2026-11-23?a=b"])
        #expect(answer.location == "/calendar/week/2026-11-23?a=b")
        #expect(try !world.calendar().isVisible)
        #expect(try browser.get("/calendars").shows("calendars.show", test))
        try browser.post("/calendar/show", ["toggle": id])
        #expect(try world.calendar().isVisible)
    }

    @Test("prayer times and days are hidden and shown by one press", arguments: ["prayers", "days"])
    func builtIn(name: String) throws {
        let customer = try browser.customer()
        func isShown() throws -> Bool {
            let preferences = try test.store.calendarPreferences(of: customer)
            return name == "days" ? preferences.showsDays : preferences.showsPrayers
        }
        #expect(try isShown())
        try browser.post("/calendar/show", ["toggle": name])
        #expect(try !isShown())
        try browser.get("/calendars")
        try browser.post("/calendar/show", ["toggle": name])
        #expect(try isShown())
    }

    @Test("the way back leads to this site only")
    func next() throws {
        let answer = try browser.post("/calendar/show", ["toggle": "days", "next": "//example.org/x"])
        #expect(answer.location?.hasPrefix("//") == false)
    }

    @Test("a calendar keeps the reminders of its new events")
    func reminders() throws {
        let id = try world.calendar().id
        let fields: KeyValuePairs = [
            "name": "Home", "color": "blue", "busy": "yes", "reminder": "10", "reminder": "1440", "reminder": "77",
        ]
        try browser.get("/calendars/\(id)")
        #expect(try browser.post("/calendars/\(id)", fields).location == "/calendars?done=saved")
        #expect(try world.calendar().defaultReminders == [10, 1_440])
        let page = try browser.get("/calendars/\(id)")
        #expect(page.contains("name=\"reminder\" value=\"10\" checked"))
        #expect(page.contains("name=\"reminder\" value=\"5\">"))
    }

    @Test("more than five reminders are refused, and the choice stays")
    func tooManyReminders() throws {
        let id = try world.calendar().id
        try browser.get("/calendars/\(id)")
        let answer = try browser.post("/calendars/\(id)", [
            "name": "Home", "color": "blue", "reminder": "0", "reminder": "5", "reminder": "10", "reminder": "15",
            "reminder": "30", "reminder": "60",
        ])
        #expect(answer.status == 422)
        #expect(answer.shows("problem.reminders", test))
        #expect(answer.contains("name=\"reminder\" value=\"60\" checked"))
        #expect(try world.calendar().defaultReminders == [])
    }
}
