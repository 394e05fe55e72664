import CivilTime
import Foundation
import Postgres
import Storage
import TestSupport
import Testing

@testable import Calendars

/// A clash in the inbox and on its page. The moment is Monday 23 November 2026, 17:30 in Riyadh.
@Suite("The pages of conflicts")
struct ConflictPageTests {
    let timeline: TimelineWorld
    var browser: Browser { timeline.browser }
    var test: TestApp { timeline.test }

    init() throws {
        timeline = try TimelineWorld()
        try timeline.put("Lunch", "20261125T130000", "20261125T140000")
        try timeline.put("Dentist", "20261125T133000", "20261125T143000")
        try timeline.compare()
    }

    private func states() throws -> [String] {
        try test.store.conflicts(of: browser.customer(), ConflictState.allCases).map {
            "\($0.state.rawValue) \($0.facts.uid)"
        }
    }

    private func page() throws -> String {
        "/conflicts/\(try #require(try test.store.conflicts(of: browser.customer(), ConflictState.allCases).first).id)"
    }

    private func start(_ name: String) throws -> String? {
        let event = try timeline.world.home.event(at: ObjectPlace("personal", "\(name).ics"))
        guard case .timed(let start, _, _, _) = event?.draft.time else { return nil }
        return "\(start.date.iso8601) \(start.hour):\(start.minute)"
    }

    /// Sends the form of the page with an answer.
    private func answer(
        _ choice: String, day: String = "", time: String = "", seen: String = ""
    ) throws -> Answer {
        try browser.get(page())
        return try browser.post(page(), ["do": choice, "day": day, "time": time, "seen": seen])
    }

    @Test("the inbox lists a clash with the best time as one button, and counts it in the header")
    func inbox() throws {
        let answer = try browser.get("/inbox")
        #expect(answer.text.contains("At the same time: ") && answer.text.contains("value=\"move 2026-11-25T"))
        #expect(answer.text.contains("<svg class=\"dl\""))
        #expect(try browser.get("/today").text.contains(#"<b class="count">1"#))
    }

    @Test("the page has both events, three better times, an own time and a message")
    func shows() throws {
        let answer = try browser.get(page())
        #expect(answer.status == 200)
        #expect(answer.text.matches(of: #/name="do" id="s\d" value="move /#).count == 3)
        for part in ["value=\"own\"", "value=\"keep\"", "value=\"cancel\"", "value=\"other ", "id=\"message\""] {
            #expect(answer.text.contains(part), "\(part)")
        }
    }

    @Test("the timeline draws the day with each offered time, and the list says the same")
    func timelineOfDay() throws {
        let text = try browser.get(page()).text
        let ids = text.matches(of: #/id="s([0-9])" value="(?:move|other) /#).map { String($0.1) }
        #expect(ids == ["1", "2", "3", "4"])
        for id in ids {
            let ghost = "class=\"b ghost g\(id) "
            #expect(text.components(separatedBy: ghost).count == 2, "\(id)")
        }
        let drawn = try #require(
            text.firstMatch(of: /<div class="week one[^>]*aria-hidden="true">(?s:.*?)<\/div>\n<p/)?.0)
        #expect(drawn.matches(of: /was-here/).count == 1 && drawn.matches(of: /was-other/).count == 1)
        #expect(!drawn.contains("<a "), "nothing in it has the focus")
        let listed = text.matches(of: /<li class="in-the-way"><span>([^<]+)<\/span> <b>/).map { String($0.1) }
        #expect(listed == ["13:00–14:00", "13:30–14:30"])
        // A time on another day brings the column of that day.
        for day in text.matches(of: /value="move (2026-[0-9-]+)T/).map({ String($0.1) }) where day != "2026-11-25" {
            #expect(drawn.contains("class=\"col other o"), "\(day)")
        }
    }

    @Test("a better time moves the event; undo brings it back, and the clash waits again")
    func move() throws {
        let offered = try #require(try browser.get(page()).text.firstMatch(of: /value="(move [^"]+)"/)).1
        let before = try start("Dentist")
        let answer = try self.answer(String(offered))
        #expect(answer.status == 303)
        #expect(try states() == ["moved Dentist"])
        #expect(try start("Dentist") != before)
        try timeline.compare()
        #expect(try states() == ["moved Dentist"], "the new time is free")
        let shown = try browser.get(try #require(answer.header("Location")))
        #expect(shown.text.contains("name=\"undo\""))
        let token = try #require(shown.text.firstMatch(of: /name="undo" value="([^"]+)"/)).1
        #expect(try browser.post("/calendar/undo", ["undo": String(token), "next": "/inbox"]).status == 303)
        #expect(try start("Dentist") == before)
        try timeline.compare()
        #expect(try states() == ["open Dentist"])
    }

    @Test("the other event moves instead")
    func other() throws {
        let offered = try #require(try browser.get(page()).text.firstMatch(of: /value="(other [^"]+)"/)).1
        #expect(try answer(String(offered)).status == 303)
        #expect(try states() == ["other-moved Dentist"])
        #expect(try start("Dentist") == "2026-11-25 13:30" && start("Lunch") != "2026-11-25 13:0")
    }

    @Test("both stay, and that can be taken back")
    func keep() throws {
        #expect(try answer("keep").status == 303)
        #expect(try states() == ["kept Dentist"])
        #expect(try browser.get(page()).text.contains("You keep both"))
        #expect(try browser.post(page(), ["do": "reopen"]).status == 303)
        #expect(try states() == ["open Dentist"])
    }

    @Test("the event is taken out of the calendar")
    func cancel() throws {
        #expect(try answer("cancel").status == 303)
        #expect(try states() == ["cancelled Dentist"])
        #expect(try test.count("calendar_object") == 1)
    }

    @Test("an own time is taken at once if it is free; else the page warns first", arguments: [
        ("2026-11-25", "15:00", [303]), ("2026-11-25", "13:15", [422, 303]),
    ])
    func own(day: String, time: String, statuses: [Int]) throws {
        var seen = ""
        for status in statuses {
            let answer = try answer("own", day: day, time: time, seen: seen)
            #expect(answer.status == status)
            seen = answer.text.firstMatch(of: /name="seen" value="([^"]*)"/).map { String($0.1) } ?? ""
        }
        #expect(try states() == ["moved Dentist"])
    }

    @Test("a wrong own time changes nothing and keeps what was typed", arguments: [
        ("2026-11-22", "15:00", "This time is over"), ("2026-11-31", "15:00", "Give a day and a time"),
        ("2026-11-25", "25:00", "Give a day and a time"), ("", "", "Give a day and a time"),
    ])
    func wrong(day: String, time: String, sentence: String) throws {
        let answer = try answer("own", day: day, time: time)
        #expect(answer.status == 422 && answer.text.contains(sentence))
        #expect(answer.text.contains("name=\"day\" aria-label=\"Day\" value=\"\(day)\""))
        #expect(try states() == ["open Dentist"])
    }

    @Test("a form without a choice asks for one")
    func nothing() throws {
        #expect(try answer("nonsense").text.contains("Choose what should happen"))
    }

    @Test("an answer in a second tab changes nothing and says so")
    func twice() throws {
        #expect(try answer("keep").status == 303)
        let second = try answer("cancel")
        #expect(second.header("Location")?.contains("clash=answered") == true)
        #expect(try browser.get(try #require(second.header("Location"))).text.contains("answered already"))
        #expect(try states() == ["kept Dentist"])
    }

    @Test("a time that was taken meanwhile changes nothing, and the page has fresh ones")
    func taken() throws {
        let offered = String(try #require(try browser.get(page()).text.firstMatch(of: /value="(move [^"]+)"/)).1)
        let clock = offered.split(separator: " ")[1].filter { $0 != "-" && $0 != ":" }
        try timeline.put("Taken", "\(clock)00", "\(clock.prefix(9))235900")
        let answer = try answer(offered)
        #expect(answer.status == 422 && answer.text.contains("fresh suggestions"))
        #expect(try states() == ["open Dentist"])
    }

    @Test("an event that was deleted meanwhile is not moved")
    func deleted() throws {
        let path = try page()
        try timeline.world.home.deleteObject(at: ObjectPlace("personal", "Dentist.ics"))
        let answer = try browser.post(path, ["do": "cancel"])
        #expect(answer.header("Location")?.contains("clash=gone") == true)
        #expect(try browser.get(path).text.contains("has just gone"))
    }

    @Test("that of somebody else, and one that does not exist, are not found")
    func foreign() throws {
        let path = try page(), sara = Browser(test)
        try sara.signIn("sara@example.org")
        #expect(try sara.get(path).status == 404)
        #expect(try browser.get("/conflicts/0").status == 404 && browser.get("/conflicts/x").status == 404)
    }
}
