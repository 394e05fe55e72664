@testable import Calendars
import HTTP
import PrayerFeeds
import Runtime
import Storage
import Templates
import TestSupport
import Testing

@Suite("Pages of calendars")
struct CalendarPagesTests {
    let world: CalendarWorld
    var browser: Browser { world.browser }
    var test: TestApp { world.test }

    init() throws { world = try CalendarWorld() }

    @Test("a new customer sees a calendar for events and one for tasks, both empty")
    func first() throws {
        let page = try browser.get("/calendars")
        #expect(page.status == 200)
        for text in ["Personal", "Tasks", "No events yet", "No tasks yet", "New events go here"] {
            #expect(page.contains(text))
        }
        #expect(!page.contains("id=\"deleted\""))
    }

    @Test("the list counts what is in each calendar")
    func counts() throws {
        try world.put("a")
        #expect(try browser.get("/calendars").contains("1 event"))
        try world.put("b")
        #expect(try browser.get("/calendars").contains("2 events"))
    }

    @Test("a calendar is made with a name and one of twelve colours")
    func make() throws {
        #expect(try browser.get("/calendars/new").text.matches(of: /type="radio"/).count == 12)
        let calendar = try world.make("عائلة", color: "teal")
        #expect(calendar.color == "#187B78")
        #expect(calendar.components == ["VEVENT"])
        let page = try browser.get("/calendars?done=made")
        #expect(page.shows("calendars.made", test))
        #expect(page.contains("<li class=\"teal\">"))
    }

    @Test("a wrong name or colour is refused with an error, and the name stays in its field", arguments: [
        ("", "clay", "problem.calendar.name"), ("   ", "clay", "problem.calendar.name"),
        (String(repeating: "x", count: 101), "clay", "problem.name.tooLong"),
        ("a\u{202E}b", "clay", "problem.name.characters"),
        ("Family", "", "problem.color"), ("Family", "#FF0000", "problem.color"),
    ])
    func wrong(name: String, color: String, problem: String) throws {
        for path in ["/calendars/new", "/calendars/\(try world.calendar().id)"] {
            try browser.get(path)
            let answer = try browser.post(path, ["name": name, "color": color])
            #expect(answer.status == 422)
            #expect(answer.shows(problem, test))
        }
        #expect(try world.home.list().calendars.map(\.displayName) == ["Personal", "Tasks"])
    }

    @Test("the limit of calendars is a sentence")
    func limit() throws {
        let small = try CalendarWorld(["JADWAL_CALENDARS_PER_CUSTOMER": "2"])
        let answer = try small.browser.post("/calendars/new", ["name": "Third", "color": "clay"])
        #expect(answer.status == 422)
        #expect(answer.contains("You may have 2 calendars."))
    }

    @Test("name, colour and its part in busy times are changed")
    func change() throws {
        let id = try world.calendar().id
        let page = try browser.get("/calendars/\(id)")
        #expect(page.contains("name=\"color\" value=\"blue\" checked"))
        let saved = try browser.post("/calendars/\(id)", ["name": "Home", "color": "rose"])
        #expect(saved.location == "/calendars?done=saved")
        let calendar = try world.calendar()
        #expect(calendar.displayName == "Home")
        #expect(calendar.color == "#BD4A6A")
        #expect(calendar.isTransparent)
        #expect(try browser.post("/calendars/\(id)", ["name": "Home", "color": "rose", "busy": "yes"]).status == 303)
        #expect(try !world.calendar().isTransparent)
    }

    @Test("a colour that a phone chose stays until the customer chooses another than the one it is shown as")
    func colorOfPhone() throws {
        try world.home.change("personal") { calendar in
            calendar.color = "#1BADF8FF"
            calendar.colorName = "blue"
            return []
        }
        let id = try world.calendar().id
        let nearest = CalendarPalette.nearest(to: "#1BADF8FF").name
        #expect(try browser.get("/calendars").contains("<li class=\"\(nearest)\">"))
        _ = try browser.post("/calendars/\(id)", ["name": "Renamed", "color": nearest, "busy": "yes"])
        #expect(try world.calendar().color == "#1BADF8FF")
        #expect(try world.calendar().colorName == "blue")
        _ = try browser.post("/calendars/\(id)", ["name": "Renamed", "color": "palm", "busy": "yes"])
        #expect(try world.calendar().color == "#0C5D25")
        #expect(try world.calendar().colorName == nil)
    }

    @Test("a deleted calendar leaves the list, says until when it can come back, and comes back whole")
    func deleteAndUndo() throws {
        let calendar = try world.make("Old <project>")
        try world.put("a", in: calendar.segment)
        let question = try browser.get("/calendars/\(calendar.id)/delete")
        #expect(question.contains("1 event"))
        #expect(question.contains("Old &lt;project&gt;"))
        let answer = try browser.post("/calendars/\(calendar.id)/delete")
        #expect(answer.location == "/calendars?deleted=\(calendar.id)")
        let page = try browser.get("/calendars?deleted=\(calendar.id)")
        #expect(page.contains("role=\"status\""))
        #expect(page.contains("can come back until"))
        #expect(page.contains("id=\"deleted\""))
        #expect(try browser.get("/calendars/\(calendar.id)").status == 404)
        try browser.get("/calendars")
        let restored = try browser.post("/calendars/restore", ["id": calendar.id.description])
        #expect(restored.location == "/calendars?done=restored")
        #expect(try world.calendar(calendar.segment).objectCount == 1)
        #expect(try !browser.get("/calendars").contains("id=\"deleted\""))
        let again = try browser.post("/calendars/restore", ["id": calendar.id.description])
        #expect(again.location == "/calendars?done=gone")
    }

    @Test("a deleted calendar cannot come back beyond the limit of calendars")
    func restoreBeyondLimit() throws {
        let small = try CalendarWorld(["JADWAL_CALENDARS_PER_CUSTOMER": "3"])
        let calendar = try small.make("Old")
        try small.browser.get("/calendars")
        _ = try small.browser.post("/calendars/\(calendar.id)/delete")
        _ = try small.make("New")
        try small.browser.get("/calendars")
        let answer = try small.browser.post("/calendars/restore", ["id": calendar.id.description])
        #expect(answer.status == 409)
        #expect(answer.contains("You may have 3 calendars."))
    }

    @Test("the calendar for new events has no way to be deleted")
    func defaultStays() throws {
        let id = try world.calendar().id
        #expect(try !browser.get("/calendars").contains("/calendars/\(id)/delete"))
        #expect(try !browser.get("/calendars/\(id)").contains("/calendars/\(id)/delete"))
        #expect(try browser.get("/calendars/\(id)/delete").status == 404)
        try browser.get("/calendars")
        #expect(try browser.post("/calendars/\(id)/delete").status == 404)
        #expect(try world.calendar().deletedAt == nil)
    }

    @Test("somebody else's calendar is not found, whatever is asked of it")
    func others() throws {
        let sara = Browser(test)
        try sara.signIn("sara@example.org")
        try sara.get("/calendars")
        let mine = try world.make("Mine")
        for path in ["/calendars/\(mine.id)", "/calendars/\(mine.id)/delete"] {
            #expect(try sara.get(path).status == 404)
            try sara.get("/calendars")
            #expect(try sara.post(path, ["name": "Hers", "color": "clay"]).status == 404)
        }
        try sara.get("/calendars")
        #expect(try sara.post("/calendars/\(mine.id)/export").status == 404)
        try sara.get("/calendars/import")
        let event = Array(CalendarWorld.event("x").utf8)
        let upload = try sara.upload(
            "/calendars/import", ["calendar": mine.id.description], file: event, named: "a.ics")
        #expect(upload.status == 404)
        _ = try browser.get("/calendars")
        _ = try browser.post("/calendars/\(mine.id)/delete")
        try sara.get("/calendars")
        #expect(try sara.post("/calendars/restore", ["id": mine.id.description]).location == "/calendars?done=gone")
        #expect(try world.home.deleted().count == 1)
        for path in ["/calendars/0", "/calendars/x", "/calendars/personal"] {
            #expect(try browser.get(path).status == 404)
        }
    }

    @Test("a visitor who is signed out signs in first")
    func signedOut() throws {
        let visitor = Browser(test)
        #expect(try visitor.get("/calendars").location?.hasPrefix("/login?next=") == true)
    }

    @Test("prayer times are beside the calendars, to be read only")
    func prayer() throws {
        #expect(try !browser.get("/calendars").shows("calendars.prayer", test))
        _ = try test.app.replacePrayerFeed(of: browser.customer(), by: .ourHouse)
        let page = try browser.get("/calendars")
        #expect(page.shows("calendars.prayer", test))
        #expect(page.contains("Our house"))
        _ = try test.store.showPrayerCalendar(of: browser.customer(), false)
        #expect(try !browser.get("/calendars").shows("calendars.prayer", test), "the customer hid it")
    }

    @Test("in Arabic, everything is Arabic")
    func arabic() throws {
        _ = try browser.post("/settings/language", ["language": "ar", "next": "/calendars"])
        try world.put("a")
        let page = try browser.get("/calendars")
        #expect(page.contains("موعد واحد"))
        #expect(page.shows("calendars.mine", test, .arabic))
    }
}
