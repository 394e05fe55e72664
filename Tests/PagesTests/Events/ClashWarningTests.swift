import Postgres
import Storage
import TestSupport
import Testing

@testable import Calendars

/// The event form warns of a clash, and never refuses. The moment is Monday 23 November 2026, 17:30 in Riyadh.
@Suite("The warning of the event form")
struct ClashWarningTests {
    let timeline: TimelineWorld
    var browser: Browser { timeline.browser }
    var test: TestApp { timeline.test }

    init() throws {
        timeline = try TimelineWorld()
        try timeline.put("Lunch", "20261125T130000", "20261125T140000")
    }

    /// Sends a form for a new event on Wednesday, with other values in some of its fields.
    private func send(_ changes: [String: String], to form: FormOnPage? = nil) throws -> Answer {
        let shown = try browser.get("/events/new?day=2026-11-25&at=13:30")
        var form = try form ?? #require(FormOnPage(shown))
        if form["title"].isEmpty { form["title"] = "Dentist" }
        for (name, value) in changes { form[name] = value }
        return try browser.send(form)
    }

    private func conflicts() throws -> [String] {
        try test.store.conflicts(of: browser.customer(), ConflictState.allCases).map {
            "\($0.state.rawValue): \($0.facts.clashes.joined(separator: ", "))"
        }
    }

    private func events() throws -> Int { try test.count("calendar_object") }

    @Test("a clash shows the form again with its sentence and three better times, and saves nothing")
    func warns() throws {
        let page = try send([:])
        #expect(page.status == 200, "\(page)")
        #expect(page.text.contains("At the same time: ") && page.text.contains("13:00–14:00"), "\(page)")
        #expect(page.text.matches(of: /type="radio" name="better"/).count == 3)
        #expect(page.text.contains("aria-describedby=\"warn\"") && page.text.contains("aria-labelledby=\"warn\""))
        #expect(try events() == 1)
    }

    @Test("what is in nobody's way is saved at once")
    func free() throws {
        for changes in [["start-time": "14:00", "end-time": "15:00"], ["busy": "free"], ["status": "CANCELLED"]] {
            let answer = try send(changes)
            #expect(answer.status == 303, "\(changes) \(answer)")
        }
    }

    @Test("a series is warned of the clashes of all its events, with the day of the first and their number")
    func series() throws {
        try timeline.put("Review", "20261209T134500", "20261209T144500")
        let weekly = ["start-day": "2026-11-18", "end-day": "2026-11-18", "repeat": "weekly"]
        #expect(try send(weekly.merging(["start-time": "17:00", "end-time": "18:00"]) { $1 }).status == 303)
        let form = try #require(FormOnPage(send(weekly)))
        let page = try send(weekly)
        #expect(page.text.contains("For the first time on Wednesday 25 November"), "\(page)")
        #expect(page.text.contains("It clashes 2 times in the next 12 months."), "\(page)")
        // The best time of the series is on the day of its first event.
        #expect(!page.text.matches(of: /name="better" value="2026-11-18T/).isEmpty, "\(page)")
        #expect(try browser.send(form).status == 303)
        #expect(try conflicts() == ["kept: overlap Lunch, overlap Review"])
    }

    @Test("the question which events of a series change is asked again with what the later ones clash with")
    func laterOfSeries() throws {
        try timeline.put("Review", "20261209T131500", "20261209T134500")
        try timeline.put("Standup", "20261118T110000", "20261118T113000", "RRULE:FREQ=WEEKLY;COUNT=6")
        let page = "/events/\(try timeline.world.calendar().id)/Standup.ics/edit?on=20261202T080000Z"
        let question = try browser.send(
            FormOnPage(browser.get(page)), ["start-time": "13:00", "end-time": "13:30"])
        #expect(question.text.contains("name=\"which\"") && !question.text.contains("At the same time"), "\(question)")
        let warned = try browser.send(FormOnPage(question), ["which": "following"])
        #expect(warned.text.contains("For the first time on Wednesday 9 December · At the same time: "), "\(warned)")
        #expect(!warned.text.contains("in the next 12 months"), "one of them clashes")
        #expect(warned.text.contains("value=\"following\" checked"))
        #expect(try events() == 3)
        #expect(try browser.send(FormOnPage(warned)).status == 303)
        #expect(try events() == 4)
        #expect(try conflicts() == ["kept: overlap Review"])
    }

    @Test("one event of a series that is free is changed without a warning of the others")
    func oneOfSeries() throws {
        try timeline.put("Review", "20261209T131500", "20261209T134500")
        try timeline.put("Standup", "20261118T110000", "20261118T113000", "RRULE:FREQ=WEEKLY;COUNT=6")
        let page = "/events/\(try timeline.world.calendar().id)/Standup.ics/edit?on=20261202T080000Z"
        let question = try browser.send(
            FormOnPage(browser.get(page)), ["start-time": "13:00", "end-time": "13:30"])
        #expect(try browser.send(FormOnPage(question), ["which": "one"]).status == 303)
    }

    @Test("the second press saves, and the clash is kept at once and stays so")
    func keeps() throws {
        let form = try #require(FormOnPage(send([:])))
        #expect(try browser.send(form).status == 303)
        let kept = ["kept: overlap Lunch"]
        #expect(try conflicts() == kept)
        try timeline.compare()
        #expect(try conflicts() == kept)
    }

    @Test("another time than the one of the warning is compared again")
    func changed() throws {
        var form = try #require(FormOnPage(send([:])))
        (form["start-time"], form["end-time"]) = ("13:45", "14:45")
        let page = try browser.send(form)
        #expect(page.status == 200 && page.text.contains("name=\"clash\""), "\(page)")
        #expect(try events() == 1)
    }

    @Test("a better time is put in and saved; without a choice the form asks again")
    func better() throws {
        let page = try send([:])
        var form = try #require(FormOnPage(page))
        form["do"] = "better"
        #expect(try browser.send(form).status == 200)
        let first = String(try #require(page.text.firstMatch(of: /name="better" value="([^"]+)"/)?.1))
        form["better"] = first
        #expect(try browser.send(form).status == 303)
        try timeline.compare()
        #expect(try conflicts() == [] && events() == 2)
    }

    @Test("an edit that moves an event onto another one warns, and one of its title does not")
    func edit() throws {
        try timeline.put("Dentist", "20261125T153000", "20261125T163000")
        let address = "/events/\(try timeline.world.calendar().id)/Dentist.ics/edit"
        var form = try #require(FormOnPage(browser.get(address)))
        (form["start-time"], form["end-time"]) = ("13:30", "14:30")
        form = try #require(FormOnPage(browser.send(form)))
        #expect(!form["clash"].isEmpty)
        #expect(try browser.send(form).status == 303)
        try timeline.compare()
        #expect(try conflicts() == ["kept: overlap Lunch"])
        form = try #require(FormOnPage(browser.get(address)))
        form["title"] = "Dentist, Olaya"
        #expect(try browser.send(form).status == 303)
    }

    @Test("the same title at the same time in another calendar is named as a double, and is no conflict")
    func double() throws {
        let work = try timeline.world.make("Work")
        let page = try send([
            "title": "Lunch", "start-time": "13:00", "end-time": "14:00", "calendar": work.id.description,
        ])
        #expect(page.text.contains("The same event is in another calendar"), "\(page)")
        let form = try #require(FormOnPage(page))
        #expect(try browser.send(form).status == 303)
        #expect(try conflicts() == [])
    }

    @Test("the warning speaks Arabic")
    func arabic() throws {
        try test.run("UPDATE customer SET language = 'ar'")
        try browser.get("/settings")
        let page = try send([:])
        #expect(page.text.contains("في الوقت نفسه: ") && page.text.contains("أوقات أنسب"), "\(page)")
    }
}
