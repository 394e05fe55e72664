import Foundation
import HTTP
@testable import Pages
@testable import Places
import Postgres
@testable import PrayerFeeds
import PrayerTimes
@testable import Runtime
import Storage
@testable import Templates
import TestSupport
import Testing
@testable import Web

/// On 5 November 2016 in Makkah, for which there is a published table: Maghrib is at 17:43.
@Suite("The page of a mosque's timetable")
struct OwnTableTests {
    let test: TestApp
    let browser: Browser
    private let path = "/settings/prayer/table"

    init() throws {
        test = try .withCities()
        browser = Browser(test)
        try browser.signIn()
        try browser.get("/settings/prayer?city=104515")
        try browser.post("/settings/prayer", ["city": "104515"])
        try browser.get(path)
    }

    private let text = """
        Date,Fajr,Sunrise,Dhuhr,Asr,Maghrib,Isha
        2016-11-05,05:12,06:28,12:05,15:20,17:45,19:15
        2016-11-06,05:13,06:28,12:05,15:20,17:45,19:15
        """

    @Test("a customer without a place is asked for one first", arguments: [
        "/settings/prayer/table", "/settings/prayer/table/remove",
    ])
    func withoutPlace(path: String) throws {
        let browser = Browser(test, address: "203.0.113.9")
        try browser.signIn("amina@example.org")
        #expect(try browser.get(path).location?.hasPrefix("/settings/prayer") == true)
        try browser.get("/settings")
        #expect(try browser.post(path).location?.hasPrefix("/settings/prayer") == true)
        #expect(try test.count("mosque_table") == 0)
    }

    @Test("somebody who is signed out is asked to sign in")
    func signedOut() throws {
        let stranger = Browser(test, address: "203.0.113.9")
        for path in [path, "\(path)/remove"] { #expect(try stranger.get(path).location?.hasPrefix("/login") == true) }
        #expect(try stranger.post(path, ["text": text, "save": "yes"]).status != 200)
        #expect(try test.count("mosque_table") == 0)
    }

    @Test("pasted text is shown first, kept when the button is pressed, and used at once")
    func pasted() throws {
        #expect(try browser.get("/settings/prayer").shows("table.row.hint", test))
        let preview = try browser.post(path, ["text": text])
        #expect(preview.status == 200 && preview.shows("table.preview.title", test))
        #expect(preview.shows("table.preview.good", test) && preview.contains("2 days: 5 – 6 November 2016"))
        #expect(preview.contains("2016-11-06,05:13,06:28"), "the text goes along, for the next press")
        #expect(try test.count("mosque_table") == 0)
        #expect(try browser.post(path, ["text": text, "save": "yes"]).location == "\(path)?done=saved")
        let kept = try browser.get("\(path)?done=saved")
        #expect(kept.shows("table.saved", test) && kept.shows("table.now", test))
        #expect(kept.contains("2 days: 5 – 6 November 2016"))
        let page = try browser.get("/settings/prayer")
        #expect(page.times["Fajr"] == "5:12" && page.times["Maghrib"] == "17:45")
        #expect(page.contains("Times from your mosque’s timetable: Fajr, Sunrise, Dhuhr, Asr, Maghrib, Isha."))
        let feed = try #require(page.feedURL)
        let events = try browser.get(feed.replacing("https://jadwal.example.org", with: "")).text
        #expect(events.contains("DTSTART:20161105T021200Z"))
    }

    @Test("a file is read, also with a mark, and its text can be changed")
    func file() throws {
        let bytes = [0xEF, 0xBB, 0xBF] + Array(text.replacing("\n", with: "\r\n").utf8)
        let preview = try browser.upload(path, ["text": ""], file: bytes, named: "times.csv")
        #expect(preview.status == 200 && preview.shows("table.preview.good", test))
        #expect(preview.contains("2016-11-05,05:12"))
    }

    @Test("what is unusual is listed before anything is kept")
    func check() throws {
        let preview = try browser.post(path, ["text": """
            Date,Fajr,Sunrise,Dhuhr,Asr,Maghrib,Isha,Jumu'ah
            2016-11-05,05:12,06:28,12:05,15:20,17:58,19:15,
            2016-11-08,05:12,06:28,12:05,,17:45,19:15,
            """])
        #expect(preview.contains("1 time differs by more than 10 minutes."))
        #expect(preview.contains("5 November 2016, Maghrib: 17:58, calculated 17:43 (15 min later)"))
        #expect(preview.contains("2 days are missing.") && preview.contains("6 – 7 November 2016"))
        #expect(preview.contains("1 day does not have all six times."))
        #expect(preview.contains(htmlEscaped("These columns are not used: \u{2068}Jumu'ah\u{2069}.")))
        #expect(!preview.shows("table.preview.good", test))
    }

    @Test("the timetable of another place is noticed")
    func farAway() throws {
        let preview = try browser.post(path, ["text": "2016-11-05,05:50,07:10,11:40,14:10,16:20,18:00"])
        #expect(preview.contains("Most of its times are far from the calculated ones for \u{2068}Makkah\u{2069}."))
    }

    @Test("a wrong file changes nothing, and every wrong line is named with its cure", arguments: Language.allCases)
    func refused(language: Language) throws {
        try browser.post(path, ["text": text, "save": "yes"])
        let wrong = "Date,Fajr,Isha\n2016-11-05,5h10,19:15\n05/11/16,05:10,19:15\n2016-11-06,05:10,19:15"
        let answer = try browser.post("\(path)?lang=\(language.tag)", ["text": wrong, "save": "yes"])
        #expect(answer.status == 422)
        let format = test.app.formatter(language)
        for sentence in [
            format.sentence(TableProblem(2, .time("5h10", .fajr))),
            format.sentence(TableProblem(3, .shortYear("05/11/16"))),
        ] { #expect(answer.contains("<li>\(htmlEscaped(sentence))</li>"), "\(sentence)") }
        #expect(answer.contains("2016-11-05,5h10,19:15"), "the text stays, to be changed")
        #expect(try test.count("mosque_day") == 2)
    }

    @Test("files that are no text are refused in words", arguments: [
        ([0x50, 0x4B, 3, 4], "table.problem.spreadsheet"), (Array("%PDF-1.4".utf8), "table.problem.pdf"),
        ([0xC7, 0xE1, 0xDD, 0xCC, 0xD1], "table.problem.encoding"), ([1, 0, 0xFF], "table.problem.not-text"),
        ([], "table.problem.none"),
    ] as [([UInt8], String)])
    func unreadable(bytes: [UInt8], key: String) throws {
        let answer = try browser.upload(path, ["text": ""], file: bytes, named: "times.csv")
        #expect(answer.status == 422 && answer.shows(key, test))
    }

    @Test("markup in a cell is shown as text")
    func markup() throws {
        let answer = try browser.post(path, ["text": "Date,Fajr\n<script>alert(1)</script>,05:10"])
        #expect(answer.status == 422 && !answer.contains("<script>alert"))
        let preview = try browser.post(path, ["text": "Date,Fajr,<b>x</b>\n2016-11-05,05:10,</textarea><b>y</b>"])
        #expect(preview.status == 200 && !preview.contains("<b>"))
    }

    @Test("removing asks first, and then times are calculated again")
    func removed() throws {
        try browser.post(path, ["text": text, "save": "yes"])
        #expect(try browser.get("\(path)/remove").shows("table.remove.title", test))
        #expect(try browser.post("\(path)/remove").location == "\(path)?done=removed")
        #expect(try browser.get("\(path)?done=removed").shows("table.removed", test))
        #expect(try browser.get("/settings/prayer").times["Maghrib"] == "17:43")
        #expect(try browser.get("\(path)/remove").location == path, "there is nothing to remove")
        #expect(try browser.post("\(path)/remove").location == path)
    }

    @Test("another customer's timetable is not touched")
    func somebodyElse() throws {
        try browser.post(path, ["text": text, "save": "yes"])
        let other = Browser(test, address: "203.0.113.9")
        try other.signIn("amina@example.org")
        try other.get("/settings/prayer?city=104515")
        try other.post("/settings/prayer", ["city": "104515"])
        try other.get(path)
        #expect(try other.get("/settings/prayer").times["Maghrib"] == "17:43")
        #expect(try other.post("\(path)/remove").location == path)
        #expect(try test.count("mosque_table") == 1)
    }

    @Test("who saves again and again must wait, and finds the text as it was typed")
    func tooOften() throws {
        let test = try TestApp.withCities(settings: ["JADWAL_CHOICES_PER_CUSTOMER": "2"]), browser = Browser(test)
        try browser.signIn()
        try browser.get("/settings/prayer?city=104515")
        try browser.post("/settings/prayer", ["city": "104515"])
        try browser.get(path)
        #expect(try browser.post(path, ["text": text, "save": "yes"]).status == 303)
        let answer = try browser.post(path, ["text": text, "save": "yes"])
        #expect(answer.status == 429 && answer.header("Retry-After") != nil && answer.contains("2016-11-05,05:12"))
    }

    @Test("a timetable that is over, or of another place, says so")
    func unused() throws {
        try browser.post(path, ["text": "2016-11-01,05:12,06:28,12:05,15:20,17:45,19:15", "save": "yes"])
        #expect(try browser.get(path).shows("table.past", test))
        try browser.post("/settings/prayer", ["city": "2643743"])
        let page = try browser.get(path)
        #expect(page.shows("table.now.unused", test) && page.contains("It was made for \u{2068}Makkah\u{2069}"))
    }

    @Test("the export has it")
    func exported() throws {
        try browser.post(path, ["text": "Date,Fajr,Iqama\n2016-11-05,05:12,+15", "save": "yes"])
        try browser.get("/settings")
        let files = try unzipped(try browser.post("/settings/export").bytes)
        let file = try #require(files.first { $0.name == Array("jadwal/prayer-times.json".utf8) })
        let feeds = try JSONSerialization.jsonObject(with: Data(file.bytes)) as? [[String: Any]]
        let table = try #require(feeds?.first?["mosqueTimetable"] as? [String: Any])
        let day = try #require((table["days"] as? [[String: Any]])?.first)
        #expect(table["place"] as? String == "Makkah" && day["date"] as? String == "2016-11-05")
        #expect(day["times"] as? [String: String] == ["fajr": "05:12"])
        #expect(day["iqamaMinutes"] as? [String: Int] == ["fajr": 15])
    }
}
