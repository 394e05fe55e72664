import CivilTime
import HTTP
import Postgres
import Runtime
import Scheduling
import Storage
import Templates
import TestSupport
import Testing

@Suite("The page of a customer's week")
struct MyWeekTests {
    let test: TestApp
    let browser: Browser
    private let path = "/settings/my-week"

    init() throws {
        test = try .withCities("2026-11-23T14:30:00Z")
        browser = Browser(test)
        try browser.signIn()
        try browser.get(path)
    }

    private func habits() throws -> DayHabits { try test.store.dayHabits(of: browser.customer()) }

    /// Returns the fields of the page for the usual week, with some in place of the usual values.
    private func fields(_ changes: KeyValuePairs<String, String> = [:]) -> [(String, String)] {
        var fields = [("quiet-from", "23:00"), ("quiet-until", "6:00"), ("way-reserve", "5")]
        for day in 1...7 {
            let isWorked = day == 7 || day < 5
            fields += [
                ("allowed-from-\(day)", "9:00"), ("allowed-until-\(day)", "22:00"),
                ("best-from-\(day)", isWorked ? "9:00" : ""), ("best-until-\(day)", isWorked ? "17:00" : ""),
            ]
        }
        for (name, value) in changes { fields = fields.filter { $0.0 != name } + [(name, value)] }
        return fields
    }

    @Test("shows the usual week of the country, beginning with the first day, each day with its line")
    func usual() throws {
        let page = try browser.get(path)
        #expect(page.text.matches(of: /<svg class="dl"/).count == 7)
        #expect(page.contains("name=\"allowed-from-5\" value=\"9:00\""))
        #expect(page.contains("name=\"best-from-7\" value=\"9:00\""))
        #expect(page.contains("name=\"best-from-5\" value=\"\""))
        let names = page.text.matches(of: /scope="row">([A-Z][a-z]+)</).map { String($0.1) }
        #expect(names.first == "Sunday" && names.count == 7)
        // 9:00 to 22:00 and 9:00 to 17:00 on a line that begins at 5:00; without a place no prayer is cut out.
        #expect(page.contains("<rect class=\"ok\" x=\"240\" y=\"0\" width=\"780\" height=\"20\"/>"))
        #expect(page.contains("<rect class=\"best\" x=\"240\" y=\"0\" width=\"480\" height=\"20\"/>"))
        #expect(!page.contains("<rect class=\"p\""))
    }

    @Test("cuts the prayers of the coming days out of the lines, by the customer's minutes")
    func prayers() throws {
        try browser.get("/settings/prayer?city=108410")
        try browser.post("/settings/prayer", ["city": "108410"])
        let page = try browser.get(path)
        // Fajr's end and the other four on each of seven days.
        #expect(page.text.matches(of: /<rect class="p"/).count == 35)
    }

    @Test("stores hours in either kind of digits and clock; empty fields are a day without hours")
    func stored() throws {
        let answer = try browser.post(path, fields: fields([
            "allowed-from-5": "", "allowed-until-5": "", "best-from-1": "٧:٠٠ ص", "best-until-1": "٣ م",
            "allowed-until-2": "0:00", "quiet-from": "22", "quiet-until": "5:30", "way-reserve": "١٠",
            "all-day": "yes",
        ]))
        #expect(answer.location == "/settings?saved=yes", "\(answer)")
        let habits = try habits(), week = try #require(habits.week)
        #expect(week.allowed[.friday] == [] && week.allowed[.tuesday] == [540..<1_440])
        #expect(week.preferred[.monday] == [420..<900] && week.preferred[.sunday] == [540..<1_020])
        #expect(habits.quietHours == QuietHours(from: 1_320, until: 330))
        #expect(habits.wayReserveMinutes == 10 && habits.countsAllDay)
        #expect(try browser.get("/settings").contains("Sunday to Thursday"))
        #expect(try browser.get(path).contains("name=\"allowed-until-2\" value=\"24:00\""))
        try browser.post(path, fields: fields(["quiet-from": "", "quiet-until": ""]))
        #expect(try self.habits().quietHours.isNone && self.habits().week == nil)
    }

    @Test("9 to 5 means the evening for those with a clock of 12 hours")
    func twelveHours() throws {
        try browser.get("/clock")
        try browser.post("/clock", ["clock": "12", "digits": "latin"])
        try browser.get(path)
        let answer = try browser.post(path, fields: fields(["best-from-1": "9", "best-until-1": "4"]))
        #expect(answer.location == "/settings?saved=yes", "\(answer)")
        #expect(try habits().week?.preferred[.monday] == [540..<960])
        #expect(try browser.get(path).contains("name=\"best-until-1\" value=\"4:00 PM\""))
    }

    @Test("a wrong value shows its problem at the field, stays there, and nothing is stored", arguments: [
        ("allowed-from-3", "25:00", "habits.problem.time"), ("best-until-1", "x", "habits.problem.time"),
        ("best-until-1", "", "habits.problem.half"), ("best-from-1", "18:00", "habits.problem.end"),
        ("quiet-until", "", "habits.problem.half"), ("quiet-from", "7 o'clock", "habits.problem.time"),
        ("way-reserve", "241", "habits.problem.minutes"), ("way-reserve", "-1", "habits.problem.minutes"),
        ("way-reserve", "", "habits.problem.minutes"), ("allowed-until-7", "<b>", "habits.problem.time"),
    ])
    func wrong(field: String, value: String, key: String) throws {
        let quiet = field == "quiet-from" ? value : "21:00"
        let answer = try browser.post(path, fields: fields(["quiet-from": quiet, field: value]))
        #expect(answer.status == 422)
        let problem = test.app.text(key, .english, ["least": "0", "most": "240"])
        #expect(answer.text.contains("<span>\(problem)</span>"), "\(answer)")
        #expect(answer.text.matches(of: /aria-invalid="true"/).count == 1)
        let shown = value.replacing("<", with: "&lt;").replacing(">", with: "&gt;").replacing("'", with: "&#39;")
        #expect(answer.contains("name=\"\(field)\" value=\"\(shown)\""))
        #expect(answer.contains("class=\"sum\"") && answer.shows("site.problem", test))
        #expect(try habits() == DayHabits())
    }

    @Test("a week to start from fills the hours in, and a preview shows the lines; neither stores anything")
    func preview() throws {
        let west = try browser.post(path, fields: fields(["do": "west", "quiet-from": "21:00"]))
        #expect(west.status == 200 && west.shows("habits.preview.note", test))
        #expect(west.contains("name=\"best-from-5\" value=\"9:00\""))
        #expect(west.contains("name=\"best-from-7\" value=\"\""))
        #expect(west.contains("name=\"quiet-from\" value=\"21:00\""), "the rest stays as typed")
        let preview = try browser.post(path, fields: fields(["do": "preview", "allowed-from-1": "6"]))
        #expect(preview.contains("<rect class=\"ok\" x=\"60\" y=\"0\" width=\"960\" height=\"20\"/>"))
        #expect(preview.contains("name=\"allowed-from-1\" value=\"6\""))
        #expect(try test.count("day_habit") == 0)
    }

    @Test("is for customers only, and each sees their own")
    func strangers() throws {
        try browser.post(path, fields: fields(["allowed-from-1": "6:00"]))
        let other = Browser(test, address: "203.0.113.9")
        #expect(try other.get(path).location?.hasPrefix("/login") == true)
        try other.signIn("sara@example.org")
        #expect(try other.get(path).contains("name=\"allowed-from-1\" value=\"9:00\""))
        #expect(try Browser(test, address: "203.0.113.8").post(path, fields: fields()).status != 200)
    }
}
