@testable import Calendars
import HTTP
import Runtime
import Storage
import Templates
import TestSupport
import Testing

@Suite("New events")
struct NewEventTests {
    let world: CalendarWorld
    var browser: Browser { world.browser }
    var test: TestApp { world.test }

    init() throws { world = try CalendarWorld() }

    /// Opens the form, fills it, and sends it.
    private func send(_ changes: KeyValuePairs<String, String>, at address: String = "/events/new") throws -> Answer {
        try browser.send(FormOnPage(browser.get(address)), changes)
    }

    private var texts: [String] {
        get throws {
            let calendars = try world.home.list().calendars
            return try calendars.flatMap { calendar in
                try (world.home.members(of: calendar.segment)?.members ?? []).compactMap {
                    try world.home.object(at: ObjectPlace(calendar.segment, $0.segment))
                }
            }.map { String(decoding: $0.octets, as: UTF8.self) }
        }
    }

    private static let coffee: KeyValuePairs = [
        "title": "Coffee with Sara", "start-day": "2026-11-25", "start-time": "15:00", "end-day": "2026-11-25",
        "end-time": "16:00",
    ]

    @Test("an event of the form is stored, and its page is shown")
    func make() throws {
        let answer = try send(Self.coffee)
        let address = try #require(answer.location, "\(answer)")
        #expect(address.hasPrefix("/events/\(try world.calendar().id)/"))
        let text = try #require(texts.first)
        #expect(text.contains("SUMMARY:Coffee with Sara\r\n"))
        #expect(text.contains("DTSTART;TZID=Asia/Riyadh:20261125T150000") || text.contains("DTSTART:20261125T"))
        let page = try browser.get(address)
        #expect(page.contains("Coffee with Sara"))
        #expect(page.shows("undo.added", test))
    }

    @Test("an end that its start was moved past goes along, and the page says so", arguments: [
        // The form comes with 9:00 to 10:00.
        (["start-time": "16:00"], "20261220T160000", "20261220T170000"),
        (["start-day": "2026-12-21"], "20261221T090000", "20261221T100000"),
        (["start-time": "23:30"], "20261220T233000", "20261221T003000"),
    ])
    func movedEnd(changes: [String: String], start: String, end: String) throws {
        var form = try #require(FormOnPage(browser.get("/events/new?day=2026-12-20")))
        #expect(form["end-time"] == "10:00")
        form["title"] = "Coffee"
        for (name, value) in changes { form[name] = value }
        form.add("do", "preview")
        let preview = try browser.post(form.action, fields: form.fields)
        #expect(preview.status == 200 && preview.shows("event.end.moved", test))
        let answer = try browser.post(form.action, fields: form.fields.filter { $0.0 != "do" })
        let page = try browser.get(try #require(answer.location, "\(answer)"))
        #expect(page.shows("event.end.moved", test) && page.shows("undo.added", test))
        let text = try #require(texts.first)
        #expect(text.contains("DTSTART;TZID=Asia/Riyadh:\(start)") && text.contains("DTEND;TZID=Asia/Riyadh:\(end)"))
    }

    @Test("an end that was typed, or is not before its start, stays as it is", arguments: [
        (["start-time": "16:00", "end-time": "15:00"], 422), (["end-time": "08:00"], 422),
        (["start-time": "09:30"], 303), (["start-time": "07:00"], 303),
    ])
    func typedEnd(changes: [String: String], status: Int) throws {
        var form = try #require(FormOnPage(browser.get("/events/new?day=2026-12-20")))
        form["title"] = "Coffee"
        for (name, value) in changes { form[name] = value }
        let answer = try browser.post(form.action, fields: form.fields)
        #expect(answer.status == status && !answer.shows("event.end.moved", test))
        if status == 303 { #expect(try texts.joined().contains("20261220T100000")) }
    }

    @Test("the last of several days goes along with the first")
    func movedDays() throws {
        var form = try #require(FormOnPage(browser.get("/events/new?day=2026-12-20")))
        (form["title"], form["when"], form["from"], form["to"]) = ("Trip", "day", "2026-12-20", "2026-12-22")
        let answer = try browser.post(form.action, fields: form.fields)
        let page = try #require(answer.location?.split(separator: "?").first)
        var edit = try #require(FormOnPage(browser.get("\(page)/edit")))
        edit["from"] = "2026-12-30"
        let moved = try browser.post(edit.action, fields: edit.fields)
        #expect(try browser.get(moved.location ?? "").shows("event.end.moved", test))
        #expect(try texts.joined().contains("DTSTART;VALUE=DATE:20261230"))
        #expect(try texts.joined().contains("DTEND;VALUE=DATE:20270102"), "three days, and the day after them")
    }

    @Test("the line has the focus while nothing is filled in, and the search too")
    func focus() throws {
        #expect(try browser.get("/events/new").text.contains(/<input id="line"[^>]* autofocus>/))
        #expect(try !browser.get("/events/new?q=Coffee+tomorrow").text.contains(/<input id="line"[^>]* autofocus>/))
        let refused = try send(["title": ""])
        #expect(refused.status == 422 && !refused.text.contains(/<input id="line"[^>]* autofocus>/))
        #expect(try browser.get("/calendar/search").text.contains(/<input id="q"[^>]* autofocus/))
        #expect(try !browser.get("/calendar/search?q=x").text.contains(/<input id="q"[^>]* autofocus/))
    }

    @Test("a form that is sent twice makes one event")
    func twice() throws {
        let form = try FormOnPage(browser.get("/events/new"))
        let first = try browser.send(form, Self.coffee), second = try browser.send(form, Self.coffee)
        #expect(first.status == 303)
        func page(_ answer: Answer) -> Substring? { answer.location?.split(separator: "?").first }
        #expect(page(second) == page(first) && page(first) != nil)
        #expect(try texts.count == 1)
    }

    @Test("the same form sent again with other values loses neither version")
    func again() throws {
        let form = try FormOnPage(browser.get("/events/new"))
        _ = try browser.send(form, Self.coffee)
        let answer = try browser.send(form, [
            "title": "Tea with Sara", "start-day": "2026-11-25", "start-time": "15:00", "end-day": "2026-11-25",
            "end-time": "16:00",
        ])
        #expect(answer.status == 409)
        #expect(answer.contains("Tea with Sara") && answer.contains("Coffee with Sara"))
        #expect(try texts.count == 1)
    }

    @Test("Save and add another shows a new form in the same calendar")
    func another() throws {
        let clay = try world.make("Work")
        let first = try FormOnPage(browser.get("/events/new"))
        var form = try #require(first)
        for (name, value) in Self.coffee { form[name] = value }
        form["calendar"] = clay.id.description
        form.add("do", "another")
        let answer = try browser.post(form.action, fields: form.fields)
        let next = try browser.get(try #require(answer.location, "\(answer)"))
        #expect(next.shows("undo.another", test))
        let second = try #require(FormOnPage(next))
        #expect(second["calendar"] == clay.id.description)
        #expect(second["title"] == "" && second["uid"] != form["uid"])
        let token = try #require(next.text.firstMatch(of: /name="undo" value="([^"]*)"/)?.1)
        let undone = try browser.post("/calendar/undo", [
            "undo": String(token), "next": "/events/new?calendar=\(clay.id)",
        ])
        #expect(undone.location == "/events/new?calendar=\(clay.id)&done=undone")
        #expect(try world.calendar(clay.segment).objectCount == 0)
        #expect(try #require(FormOnPage(browser.get("/events/new")))["calendar"] == clay.id.description)
    }

    @Test("a moment is stored without an end, and the views show it", arguments: [
        ("lasts", "0"), ("end-time", "15:00"),
    ])
    func moment(field: String, value: String) throws {
        var form = try #require(FormOnPage(browser.get("/events/new")))
        for (name, value) in Self.coffee { form[name] = value }
        form[field] = value
        let answer = try browser.post(form.action, fields: form.fields)
        #expect(answer.status == 303, "\(answer)")
        #expect(try #require(texts.first).contains("DTSTART") && !texts.joined().contains("DTEND"))
        for view in ["2026-11", "week/2026-11-25", "day/2026-11-25", "list/2026-11-25"] {
            #expect(try browser.get("/calendar/\(view)").contains("Coffee with Sara"), "\(view)")
        }
        #expect(try browser.get("/calendar/week/2026-11-25").text.contains(/class="b [a-z ]*h15 y25/))
    }

    @Test("a place that is longer than it may be is refused, and is still in its field")
    func longPlace() throws {
        let place = String(repeating: "x", count: EventLimits.place + 1)
        let answer = try send(["title": "Coffee", "place": place])
        #expect(answer.status == 422)
        #expect(answer.contains("id=\"place-problem\""))
        #expect(try #require(FormOnPage(answer))["place"] == place)
    }

    @Test("a wrong form is shown again with its values, a summary, and the problem at each field")
    func wrong() throws {
        let answer = try send([
            "title": "", "place": "Panda <b>", "start-day": "2026-11-25", "start-time": "15:00",
            "end-day": "2026-11-25",
            "end-time": "14:00", "note": "Bring water.\n\nMore", "link": "javascript:alert(1)",
        ])
        #expect(answer.status == 422)
        for (field, key) in [
            ("title", "event.problem.title"), ("end-time", "event.problem.end"), ("link", "event.problem.link"),
        ] {
            #expect(answer.contains("<a href=\"#\(field)\">"))
            #expect(answer.contains("aria-describedby=\"\(field)-problem\""))
            #expect(answer.shows(key, test))
        }
        let form = try #require(FormOnPage(answer))
        #expect(form["place"] == "Panda <b>" && form["note"] == "Bring water.\r\n\r\nMore")
        #expect(form["end-time"] == "14:00" && form["link"] == "javascript:alert(1)")
        #expect(try texts.isEmpty)
    }

    @Test("the button at a wrong end puts in a right one, and saves nothing")
    func fix() throws {
        let wrong = try send([
            "title": "Coffee", "start-day": "2026-11-25", "start-time": "15:00", "end-day": "2026-11-25",
            "end-time": "14:00",
        ])
        let fix = try #require(wrong.text.firstMatch(of: /name="fix" value="([^"]*)"/)?.1)
        var form = try #require(FormOnPage(wrong))
        form.add("fix", String(fix))
        let fixed = try browser.post(form.action, fields: form.fields)
        #expect(fixed.status == 200)
        #expect(try #require(FormOnPage(fixed))["end-time"] == "16:00")
        #expect(!fixed.contains("aria-invalid"))
        #expect(try texts.isEmpty)
        #expect(try browser.send(FormOnPage(fixed)).status == 303)
    }

    @Test("a preview shows the event in its day and what is in its way, and saves nothing")
    func preview() throws {
        try world.put("a")
        var form = try #require(FormOnPage(browser.get("/events/new")))
        for (name, value) in [
            ("title", "Lunch"), ("start-day", "2026-11-23"), ("start-time", "12:00"), ("end-day", "2026-11-23"),
            ("end-time", "13:00"), ("do", "preview"),
        ] { form[name] = value }
        let clear = try browser.post(form.action, fields: form.fields)
        #expect(clear.status == 200)
        #expect(clear.contains("class=\"e draft blue\"") && clear.contains("Lunch"))
        #expect(clear.shows("event.free", test))
        _ = try world.home.put(
            Array(CalendarWorld.event("b", "DTEND:20261123T103000Z").utf8), at: ObjectPlace("personal", "b.ics"))
        form["start-time"] = "13:00"
        form["end-time"] = "14:00"
        let clash = try browser.post(form.action, fields: form.fields)
        #expect(clash.contains("At the same time: \u{2068}Event b\u{2069}"))
        #expect(!clash.shows("event.free", test))
        #expect(try texts.count == 2)
    }

    @Test("reminders are added and removed without saving")
    func reminders() throws {
        var form = try #require(FormOnPage(browser.get("/events/new")))
        form["reminder-count"] = "٣"
        form["reminder-unit"] = "hours"
        form.add("do", "remind")
        let added = try browser.post(form.action, fields: form.fields)
        #expect(added.status == 200)
        #expect(!added.contains("aria-invalid"), "an empty title is no problem yet")
        var second = try #require(FormOnPage(added))
        #expect(second.all("reminder") == ["before:180"])
        #expect(second["reminder-count"] == "")
        second.add("drop", "before:180")
        #expect(try #require(FormOnPage(browser.post(second.action, fields: second.fields))).all("reminder").isEmpty)
        #expect(try texts.isEmpty)
    }

    @Test("a calendar that was deleted meanwhile is a problem at its field, and everything typed stays")
    func deletedCalendar() throws {
        let work = try world.make("Work")
        var form = try #require(FormOnPage(browser.get("/events/new?calendar=\(work.id)")))
        #expect(form["calendar"] == work.id.description)
        form["title"] = "Coffee"
        try world.home.delete(work.segment)
        let answer = try browser.post(form.action, fields: form.fields)
        #expect(answer.status == 422)
        #expect(answer.shows("event.problem.calendar", test))
        #expect(try #require(FormOnPage(answer))["title"] == "Coffee")
    }

    @Test("the calendar of somebody else is not there")
    func foreignCalendar() throws {
        let other = Browser(test)
        try other.signIn("sara@example.org")
        try other.get("/calendars")
        let sara = try #require(try test.store.customer(other.customer()))
        let theirs = try #require(try test.app.calendars(of: sara).calendar("personal")).id.description
        #expect(try send(["title": "Coffee", "calendar": theirs]).status == 422)
    }

    @Test("day and time of an address are in the form")
    func address() throws {
        let form = try #require(FormOnPage(browser.get("/events/new?day=2026-11-25&at=15:00")))
        #expect(form["start-day"] == "2026-11-25" && form["start-time"] == "15:00" && form["end-time"] == "16:00")
        #expect(try browser.get("/events/new?day=2026-13-45&at=x").status == 200)
    }

    @Test("one line fills the form, and says what was understood")
    func line() throws {
        let answer = try browser.get("/events/new?q=\(percentEncoded("Coffee with Sara tomorrow at 15:30 at Panda"))")
        let form = try #require(FormOnPage(answer))
        #expect(form["title"].contains("Coffee with Sara"))
        #expect(form["start-time"] == "15:30")
        #expect(form["place"] == "Panda")
        #expect(answer.contains("Understood: \u{2068}Coffee with Sara\u{2069} · "))
        #expect(answer.contains(" · \u{2068}Panda\u{2069}<"))
        let arabic = try #require(FormOnPage(browser.get(
            "/events/new?q=\(percentEncoded("غداء مع سارة بكرة الساعة ٢"))")))
        #expect(arabic["start-time"] == "14:00")
        #expect(try browser.get("/events/new?q=%20%20").status == 200)
    }

    @Test("a rule shows its first days in a preview", arguments: [
        ("daily", "25 November"), ("hijri-month", "25 November"),
    ])
    func dates(choice: String, day: String) throws {
        var form = try #require(FormOnPage(browser.get("/events/new?day=2026-11-25&at=15:00")))
        form["title"] = "Walk"
        form["repeat"] = choice
        form.add("do", "preview")
        let answer = try browser.post(form.action, fields: form.fields)
        #expect(answer.status == 200)
        if choice == "daily" { #expect(answer.contains("The first five:") && answer.contains(day)) }
    }

    @Test("fifty calendars are in the form")
    func manyCalendars() throws {
        let large = try CalendarWorld(["JADWAL_CALENDARS_PER_CUSTOMER": "60"])
        for number in 0..<50 {
            var values = CalendarValues()
            values.displayName = "Calendar \(number)"
            values.components = ["VEVENT"]
            try large.home.make(values, at: "c\(number)")
        }
        let page = try large.browser.get("/events/new")
        #expect(page.contains("Calendar 49"))
        let form = try #require(FormOnPage(page))
        #expect(try large.browser.send(form, ["title": "Coffee"]).status == 303)
    }

    @Test("the form is complete in Arabic")
    func arabic() throws {
        try browser.post("/settings/language", ["language": "ar", "next": "/events/new"])
        let page = try browser.get("/events/new")
        #expect(page.contains("dir=\"rtl\""))
        #expect(page.shows("event.new", test, .arabic))
        let answer = try browser.send(FormOnPage(page), [
            "title": "غداء", "start-day": "٢٠٢٦-١١-٢٥", "start-time": "١٤:٠٠",
            "end-day": "٢٠٢٦-١١-٢٥", "end-time": "١٥:٠٠",
        ])
        #expect(answer.status == 303)
        #expect(try browser.get(try #require(answer.location)).contains("١٤:٠٠–١٥:٠٠"))
    }
}
