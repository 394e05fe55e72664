import HTTP
import Postgres
import Runtime
import Scheduling
import Storage
import Templates
import TestSupport
import Testing

/// The moment is Monday 23 November 2026, 17:30 in Riyadh.
@Suite("The page of prayers in a customer's day")
struct PrayerDayTests {
    let test: TestApp
    let browser: Browser
    private let path = "/settings/prayer-day"

    init() throws {
        test = try .withCities("2026-11-23T14:30:00Z")
        browser = Browser(test)
        try browser.signIn()
        try browser.get(path)
    }

    private func habits() throws -> DayHabits { try test.store.dayHabits(of: browser.customer()) }

    private func fields(_ changes: KeyValuePairs<String, String> = [:]) -> [(String, String)] {
        var fields = [
            ("strictness", "congregation"), ("ramadan-hours", "yes"), ("quiet-hour", "yes"), ("busy", "yes"),
            ("suhoor-minutes", "40"), ("iftar-minutes", "45"), ("tarawih-minutes", "60"),
        ]
        for prayer in BlockPrayer.allCases {
            let rule = BlockRules.usual[prayer]
            fields += [
                ("before-\(prayer)", "\(rule.before)"), ("delay-\(prayer)", "\(rule.iqamahDelay)"),
                ("length-\(prayer)", "\(rule.length)"),
            ]
        }
        for (name, value) in changes { fields = fields.filter { $0.0 != name } + [(name, value)] }
        return fields
    }

    private func liveInRiyadh() throws {
        try browser.get("/settings/prayer?city=108410")
        try browser.post("/settings/prayer", ["city": "108410"])
    }

    @Test("shows the usual minutes; with a place also the times of today, and of the next Friday")
    func times() throws {
        let without = try browser.get(path)
        #expect(without.contains("name=\"delay-asr\" value=\"20\""))
        #expect(without.contains("name=\"length-jumuah\" value=\"45\""))
        #expect(without.contains("href=\"/settings/prayer/place\"") && !without.contains("<small>adhan"))
        try liveInRiyadh()
        let page = try browser.get(path)
        // Umm al-Qura's times of Riyadh, and 4.5's minutes around them.
        #expect(page.contains("adhan 4:53") && page.contains("4:53–5:30"))
        #expect(page.contains("14:39–15:16") && page.contains("Kept free on Monday"))
        #expect(page.contains("adhan 11:41, Friday") && page.contains("11:11–12:26"))
        // Four prayers of 37 minutes, and Maghrib with 27.
        #expect(page.contains("Today they take 2 h 55 min."))
        #expect(page.contains("Begins 8 February 2027 (1 Ramadan 1448)."))
    }

    @Test("stores what is chosen; a part of Ramadan without its box has no minutes")
    func stored() throws {
        let answer = try browser.post(path, fields: fields([
            "strictness": "personal", "delay-fajr": "٣٠", "length-jumuah": "60", "suhoor": "yes",
            "suhoor-minutes": "50", "quiet-hour": "", "busy": "",
        ]))
        #expect(answer.location == "/settings?saved=yes", "\(answer)")
        let habits = try habits()
        #expect(habits.prayers.strictness == .personal && habits.prayers.rules.fajr.iqamahDelay == 30)
        #expect(habits.prayers.rules.jumuah.length == 60 && habits.prayers.rules.asr == BlockRules.usual.asr)
        #expect(habits.prayers.ramadan == RamadanRules(suhoor: 50, iftar: 0, tarawih: 0, quietBeforeMaghrib: 0))
        #expect(habits.hasRamadanHours && !habits.showsPrayersBusy)
        #expect(try browser.get("/settings").shows("prayer-day.personal", test))
        let page = try browser.get(path)
        #expect(page.text.contains(/name="suhoor" value="yes" checked/))
        #expect(!page.text.contains(/name="iftar" value="yes" checked/))
    }

    @Test("a wrong number shows its problem at the field, stays there, and nothing is stored", arguments: [
        ("before-fajr", "x"), ("delay-isha", "-5"), ("length-asr", ""), ("length-jumuah", "241"),
        ("before-dhuhr", "5.5"), ("delay-maghrib", "99999999999999999999"),
    ])
    func wrong(field: String, value: String) throws {
        let answer = try browser.post(path, fields: fields([field: value]))
        #expect(answer.status == 422 && answer.contains("name=\"\(field)\" value=\"\(value)\""))
        #expect(answer.text.matches(of: /aria-invalid="true"/).count == 1)
        #expect(answer.contains("Please write a number from 0 to 240."))
        #expect(try habits() == DayHabits())
    }

    @Test("minutes of Ramadan are read only if their box is ticked")
    func ramadan() throws {
        #expect(try browser.post(path, fields: fields(["iftar-minutes": "x"])).status == 303)
        #expect(try browser.post(path, fields: fields(["iftar": "yes", "iftar-minutes": "x"])).status == 422)
    }

    @Test("a strictness that is not one of the two is refused", arguments: ["", "none"])
    func strictness(value: String) throws {
        #expect(try browser.post(path, fields: fields(["strictness": value])).status == 400)
    }

    @Test("a preview shows the new times and stores nothing")
    func preview() throws {
        try liveInRiyadh()
        try browser.get(path)
        let page = try browser.post(path, fields: fields(["do": "preview", "length-asr": "30"]))
        #expect(page.contains("14:39–15:34") && page.shows("habits.preview.note", test))
        #expect(try test.count("day_habit") == 0)
    }

    @Test("the iqamah of a mosque's timetable wins, and the page says so")
    func mosque() throws {
        try liveInRiyadh()
        try browser.get("/settings/prayer/table")
        let table = """
            Date,Fajr,Sunrise,Dhuhr,Asr,Asr Iqama,Maghrib,Isha
            2026-11-23,04:53,06:14,11:40,14:44,15:14,17:05,18:35
            """
        let answer = try browser.post("/settings/prayer/table", ["text": table, "save": "yes"])
        #expect(answer.status == 303, "\(answer)")
        let page = try browser.get(path)
        #expect(page.contains("iqama 15:14 by your mosque’s timetable") && page.contains("14:39–15:26"))
        let day = try browser.get("/calendar/day/2026-11-23")
        #expect(day.contains("<li class=\"band h14 m44 y42 q5\">"), "and in the calendar")
    }

    @Test("the calendar's bands follow the customer's minutes")
    func bands() throws {
        try liveInRiyadh()
        try browser.get(path)
        try browser.post(path, fields: fields(["before-asr": "10", "delay-asr": "0", "length-asr": "20"]))
        #expect(try browser.get("/calendar/day/2026-11-23").contains("<li class=\"band h14 m44 y20 q10\">"))
    }
}
