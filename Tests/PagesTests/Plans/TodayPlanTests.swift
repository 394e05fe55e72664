import Archive
@testable import Calendars
import CivilTime
import HTTP
@testable import Pages
@testable import Planning
import PrayerTimes
import Runtime
import Scheduling
import Storage
import Templates
import TestSupport
import Testing

/// The page as people see it: tasks by the form, a plan as the worker makes it, and the buttons.
@Suite("The planned day")
struct TodayPlanTests {
    let world: CalendarWorld
    var browser: Browser { world.browser }
    var test: TestApp { world.test }

    init() throws {
        world = try CalendarWorld(app: .withCities("2026-11-23T05:00:00Z"))
        try browser.get("/settings/prayer?city=108410")
        try browser.post("/settings/prayer", ["city": "108410"])
    }

    private func customer() throws -> Customer { try #require(try test.store.customer(browser.customer())) }

    private func make(_ title: String, _ number: Int, _ fields: KeyValuePairs<String, String>) throws {
        try browser.get("/tasks/new")
        let uid = "0c9d1d1e-3333-4000-8000-00000000000\(number)"
        let all = [("uid", uid), ("title", title)] + fields.map { ($0.key, $0.value) }
        let answer = try browser.post("/tasks/new", fields: all)
        try #require(answer.location?.hasPrefix("/tasks?done=added") == true, "\(answer)")
    }

    private func plan() throws {
        try test.app.planning(of: customer()).planDays()
    }

    private func item(_ page: String, _ title: String) throws -> String {
        let part = try #require(page.split(separator: "<bdi>\(title)</bdi>", maxSplits: 1).last)
        return String(try #require(part.firstMatch(of: /name="item" value="([^"]*)"/)).1)
    }

    @Test("without a task has nothing of a plan")
    func noTask() throws {
        let page = try browser.get("/today")
        #expect(!page.contains("class=\"sums\"") && !page.contains("/today/plan"))
    }

    @Test("shows planned tasks with their buttons, and what is done leaves the plan")
    func buttons() throws {
        try make("Report", 1, ["takes": "60", "often": "once"])
        try plan()
        let page = try browser.get("/today")
        #expect(page.contains("1 task today") && page.contains("class=\"e task"))
        #expect(page.shows("plan.do.pin", test) && page.shows("plan.do.not-today", test))
        let item = try item(page.text, "Report")
        try browser.post("/today/plan", ["item": item, "do": "pin"])
        let pinned = try browser.get("/today")
        #expect(pinned.shows("plan.pinned", test) && pinned.shows("plan.do.unpin", test))
        let done = try browser.post("/today/plan", ["item": item, "do": "done"])
        #expect(done.location?.hasPrefix("/today?done=task-done") == true)
        #expect(try !browser.get("/today").contains("class=\"e task"))
        let again = try browser.post("/today/plan", ["item": item, "do": "done"])
        #expect(again.location?.hasPrefix("/today?done=missing") == true, "pressed twice")
    }

    @Test("a task that does not fit has its reason and ways out")
    func leftOut() throws {
        try make("Paint the house", 1, ["takes": "300", "often": "once", "after": "asr", "before": "maghrib"])
        try plan()
        let page = try browser.get("/today")
        #expect(page.contains("id=\"left\"") && page.shows("plan.left.title", test))
        #expect(page.contains("Paint the house"))
    }

    @Test("a planned task says how much room it has", arguments: [
        // Between Asr and Maghrib, some 105 minutes are free.
        ("90", "tight", "لا يكاد يتسع"), ("60", "some", "يتسع قليلًا"), ("20", "loose", "وقته مرن"),
    ])
    func room(takes: String, name: String, arabic: String) throws {
        try make("Report", 1, ["takes": takes, "often": "once", "after": "asr", "before": "maghrib"])
        try plan()
        let page = try browser.get("/today")
        #expect(page.contains("<span class=\"fit \(name)\">"))
        #expect(page.shows("plan.room.\(name)", test))
        try browser.get("/settings/language")
        try browser.post("/settings", ["language": "ar"])
        #expect(try browser.get("/today").contains(arabic))
    }

    @Test("after midnight the plan-day goes on until its owner wakes")
    func night() throws {
        try make("Stars", 1, ["takes": "30", "often": "day", "from": "01:00", "until": "03:30"])
        try plan()
        // It is 0:10 in Riyadh on Tuesday, then 4:10.
        test.advance(seconds: 16 * 3_600 + 600)
        let page = try browser.get("/today").text
        #expect(page.contains("<h1>Monday 23 November</h1>") && page.contains("1 task today"))
        let planned = page.matches(of: /class="e task[^>]*>\s*<time datetime="([0-9:]+)"/).map { String($0.1) }
        #expect(planned == ["01:00"], "with buttons, once")
        test.advance(seconds: 4 * 3_600)
        #expect(try browser.get("/today").contains("<h1>Tuesday 24 November</h1>"))
    }

    @Test("a task without a title has words in every row")
    func untitled() throws {
        try make("Walk", 1, ["takes": "30", "often": "day"])
        try make("Run", 2, ["takes": "40", "often": "once"])
        let uids = (1...2).map { "0c9d1d1e-3333-4000-8000-00000000000\($0)" }
        for uid in uids {
            let place = ObjectPlace("tasks", "\(uid).ics"), object = try #require(try world.home.object(at: place))
            let text = String(decoding: object.octets, as: UTF8.self)
            let plain = text.replacing(/SUMMARY:[A-Za-z]+\r\n/, with: "")
            try #require(plain != text)
            _ = try world.home.put(Array(plain.utf8), at: place)
        }
        try plan()
        // The next morning asks about both, and the week counts the walk.
        test.advance(seconds: 86_400)
        try plan()
        let page = try browser.get("/today").text
        #expect(page.contains("class=\"notice missed\"") && page.contains("class=\"tally\""))
        #expect(page.matches(of: /<bdi>Task without a title<\/bdi>/).count >= 4)
        #expect(!page.contains("<bdi></bdi>"))
    }

    @Test("facts that a program dropped are said to be back, on that day only")
    func restored() throws {
        try make("Report", 1, ["takes": "60", "often": "once"])
        try plan()
        let uid = "0c9d1d1e-3333-4000-8000-000000000001"
        let text = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//phone//EN\r\nBEGIN:VTODO\r\nUID:\(uid)\r\n"
            + "DTSTAMP:20261123T050000Z\r\nSUMMARY:Report\r\nEND:VTODO\r\nEND:VCALENDAR\r\n"
        _ = try world.home.put(Array(text.utf8), at: ObjectPlace("tasks", "\(uid).ics"))
        try plan()
        let address = try "/tasks/\(world.calendar("tasks").id)/\(uid).ics"
        #expect(try browser.get(address).shows("tasks.restored", test))
        test.advance(seconds: 86_400)
        #expect(try !browser.get(address).shows("tasks.restored", test))
    }

    @Test("more that is due than fits is said on the day and on the task's page", arguments: ["en", "ar"])
    func deadlines(language: String) throws {
        // Today and tomorrow have 80 % of 9:00 to 22:00 each, which is 1248 minutes.
        try make("Report", 1, ["takes": "700", "often": "once", "day": "2026-11-24"])
        let address = try "/tasks/\(world.calendar("tasks").id)/0c9d1d1e-3333-4000-8000-000000000001.ics"
        #expect(try !browser.get(address).contains("class=\"notice warn\""), "alone it fits")
        try make("Essay", 2, ["takes": "700", "often": "once", "day": "2026-11-24"])
        try plan()
        try browser.get("/settings/language")
        try browser.post("/settings", ["language": language])
        let words = language == "en" ? ["2 h 32 min are missing", "24 November"] : ["ينقص قدر ساعتين و", "نوفمبر"]
        for address in ["/today", address] {
            let page = try browser.get(address).text.replacing("\u{A0}", with: " ")
            #expect(page.contains("class=\"notice warn\"") && page.contains("Essay"))
            for word in words { #expect(page.contains(word), "\(address)") }
        }
    }

    @Test("a wrong answer is refused", arguments: ["", "x", "2026-11-23", "2026-11-23 0 a", "2026-11-23 1000 a"])
    func wrong(item: String) throws {
        try browser.get("/today")
        #expect(try browser.post("/today/plan", ["item": item, "do": "done"]).status == 400)
    }

    @Test("the name of a planned time is read as it was written", arguments: ["a", "with a space", "ü@x.org"])
    func names(uid: String) throws {
        let day = try #require(LocalDate(year: 2026, month: 11, day: 23))
        let key = PlanItemKey(task: uid, day: day, part: 2)
        #expect(PlanItemFields(text: PlanItemFields(key).text)?.key == key)
    }

    @Test("is small enough", arguments: ["en", "ar"])
    func size(language: String) throws {
        for number in 1...9 {
            try make("Task \(number)", number, ["takes": "30", "often": "week", "times": "3"])
        }
        try plan()
        try browser.get("/settings/language")
        try browser.post("/settings", ["language": language])
        let page = try browser.get("/today").text
        #expect(try gzipped(Array(page.utf8)).count < 22_000)
        #expect(page.contains("class=\"tally\""))
    }
}
