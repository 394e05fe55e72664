import HTTP
@testable import Pages
@testable import Places
@testable import PrayerFeeds
@testable import Runtime
@testable import Templates
import TestSupport
import Testing
@testable import Web

@Suite("The page of a city")
struct CityPageTests {
    let test: TestApp
    let browser: Browser

    init() throws {
        test = try .withCities()
        browser = Browser(test)
    }

    @Test("a stranger sees the minutes that Makkah's calendar printed for 5 November 2016, and what comes next")
    func published() throws {
        let page = try browser.get("/prayer/sa/makkah")
        #expect(page.status == 200)
        // ummulqura.org.sa, 5/2/1438. Its Fajr, 5:09, is one of the third that no rounding reproduces.
        #expect(page.times.filter { $0.key != "Fajr" } == [
            "Sunrise": "6:26", "Dhuhr": "12:05", "Asr": "15:19", "Maghrib": "17:43", "Isha": "19:13",
        ])
        #expect(["5:08", "5:09", "5:10"].contains(page.times["Fajr"]))
        #expect(page.next == "Dhuhr", "it is noon, five minutes before")
        #expect(page.contains("Saturday 5 November 2016") && page.contains("5 Safar 1438 AH"))
        #expect(page.contains("Umm al-Qura, Makkah") && page.contains("21.427° N, 39.8287° E") && page.contains("Asia/Riyadh"))
        #expect(page.monthRow("Sat 5").dropFirst() == ["6:26", "12:05", "15:19", "17:43", "19:13"])
    }

    @Test("another month of the same calendar, and the way to its neighbours")
    func month() throws {
        let page = try browser.get("/prayer/sa/makkah?month=2016-12")
        #expect(page.contains("December 2016"))
        // 5/3/1438; of these three the calendar's every minute is reproduced.
        let row = page.monthRow("Sun 4")
        #expect(row.count == 6 && row.dropFirst().prefix(3) == ["6:44", "12:12", "15:17"])
        #expect(page.contains("href=\"/prayer/sa/makkah?month=2016-11#month\""))
        #expect(page.contains("href=\"/prayer/sa/makkah?month=2017-01#month\""))
        #expect(page.text.matches(of: /<th scope="row">/).count == 31)
        #expect(page.header("X-Robots-Tag") == "noindex")
    }

    @Test("in Arabic: names, digits, direction")
    func arabic() throws {
        browser.acceptLanguage = "ar"
        let page = try browser.get("/prayer/sa/makkah")
        #expect(page.contains("<h1>مواقيت الصلاة في مكة المكرمة</h1>"))
        #expect(page.times["العصر"] == "١٥:١٩" && page.times["العشاء"] == "١٩:١٣" && page.times["الشروق"] == "٦:٢٦")
        #expect(page.next == "الظهر")
        #expect(page.contains("السبت ٥ نوفمبر ٢٠١٦") && page.contains("٥ صفر ١٤٣٨"))
        #expect(page.monthRow("سبت ٥").last == "١٩:١٣")
    }

    @Test("after Isha the next prayer is tomorrow's Fajr, and after midnight today's", arguments: [
        ("2016-11-05T16:20:00Z", nil as String?, true), ("2016-11-05T21:10:00Z", "Fajr", false),
        ("2016-11-05T14:44:00Z", "Isha", false), ("2016-11-05T02:30:00Z", "Dhuhr", false),
    ])
    func next(moment: String, marked: String?, isTomorrow: Bool) throws {
        try test.setClock(moment)
        let page = try browser.get("/prayer/sa/makkah")
        #expect(page.next == marked)
        #expect(page.contains("Next: Fajr at 5:") == isTomorrow)
    }

    @Test("programs that have a link subscribe with one press, for others there is an address to copy")
    func subscribing() throws {
        let page = try browser.get("/prayer/sa/makkah?school=hanafi")
        #expect(page.feedURL == "https://jadwal.example.org/prayer/sa/makkah.ics?school=hanafi")
        #expect(page.contains("href=\"webcal://jadwal.example.org/prayer/sa/makkah.ics?school=hanafi\""))
        #expect(page.contains("href=\"https://calendar.google.com/calendar/r/settings/addbyurl\""))
        let encoded = "?url=https%3A%2F%2Fjadwal.example.org%2Fprayer%2Fsa%2Fmakkah.ics%3Fschool%3Dhanafi&amp;name=Prayer%20times%20in%20Makkah"
        #expect(page.contains("href=\"https://outlook.live.com/calendar/0/addfromweb\(encoded)\""))
        #expect(page.contains("href=\"https://outlook.office.com/calendar/0/addfromweb\(encoded)\""))
        #expect(page.contains("<svg class=\"qr\""))
        let path = try #require(page.feedURL).replacing("https://jadwal.example.org", with: "")
        #expect(try browser.get(path).text.hasPrefix("BEGIN:VCALENDAR"))
    }

    @Test("search engines and previews of the link get a description, under one address")
    func description() throws {
        for query in ["", "?school=hanafi", "?month=2016-12"] {
            let page = try browser.get("/prayer/sa/makkah" + query)
            #expect(page.contains("<link rel=\"canonical\" href=\"https://jadwal.example.org/prayer/sa/makkah\">"))
            #expect(page.contains("<title>Prayer times in Makkah, Saudi Arabia · Jadwal</title>"))
            #expect(page.contains("<meta property=\"og:description\" content=\"Today in Makkah: Fajr 5:0"))
            #expect((page.header("X-Robots-Tag") == nil) == query.isEmpty)
        }
    }

    @Test("options change the times and the feed alike; a form's address becomes the canonical one")
    func options() throws {
        let usual = try browser.get("/prayer/sa/makkah").times
        let untouched = try browser.get("/prayer/sa/makkah?" + browser.get("/prayer/sa/makkah").query(ofForm: "/prayer/sa/makkah"))
        #expect(untouched.location == "/prayer/sa/makkah", "a form that nobody touched asks for nothing")
        let form = try browser.get("""
            /prayer/sa/makkah?method=&school=hanafi&adjust.fajr=%D9%A2&entries=fajr&entries=dhuhr&entries=asr&entries=maghrib&\
            entries=isha&names=both&length=&hijri=yes&high_latitude=&polar=nearest-latitude&shafaq=general&lang=en
            """)
        #expect(form.location == "/prayer/sa/makkah?school=hanafi&adjust=fajr:2&lang=en")
        let page = try browser.get("/prayer/sa/makkah?school=hanafi&adjust=fajr:2")
        #expect(page.status == 200)
        let fajr = try #require(usual["Fajr"]?.suffix(2)), later = try #require(page.times["Fajr"]?.suffix(2))
        #expect(Int(later) == Int(fajr).map { $0 + 2 } && page.times["Dhuhr"] == usual["Dhuhr"])
        #expect(try #require(page.times["Asr"]) > "15:50", "an hour or so after the standard school's")
        #expect(page.contains("Your own minutes are added: Fajr +2."))
        #expect(page.contains("<option value=\"hanafi\" selected>"))
        #expect(page.feedURL == "https://jadwal.example.org/prayer/sa/makkah.ics?school=hanafi&adjust=fajr:2")
    }

    @Test("a wrong option shows an error under its field, and its text stays there to be corrected", arguments: [
        ("method=makkah", "method", "umm-al-qura"), ("isha_angle=17", "isha_angle", "method=custom"),
        ("adjust.fajr=99", "adjust", "-60 to 60"), ("method=custom&fajr_angle=40&isha_angle=17", "fajr_angle", "at most 30"),
        ("length=x", "length", "1 to 240"), ("school=maliki", "school", "standard, hanafi"),
        ("school=standard&school=hanafi", "school", "more than once"),
    ])
    func wrongOptions(query: String, field: String, message: String) throws {
        let page = try browser.get("/prayer/sa/makkah?" + query)
        #expect(page.status == 422)
        let problem = page.text.firstMatch(of: try Regex("id=\"\(field)-problem\">.*?<span>([^<]*)</span>"))
        #expect(problem.map { "\($0[1].substring ?? "")" }?.contains(message) == true, "\(page)")
        #expect(page.times["Dhuhr"] == "12:05", "the usual times meanwhile")
        #expect(page.feedURL == "https://jadwal.example.org/prayer/sa/makkah.ics")
    }

    @Test("options that are wrong and long are an error under their field, and the code holds the city's address")
    func longOptions() throws {
        let code = try browser.get("/prayer/sa/makkah").qrPath
        for query in ["alarm=" + String(repeating: "x", count: 3_000), "school=maliki&length=" + String(repeating: "9", count: 12_000)] {
            let page = try browser.get("/prayer/sa/makkah?" + query)
            #expect(page.status == 422 && page.qrPath == code)
        }
        #expect(try browser.get("/prayer/sa/makkah?school=hanafi").qrPath != code, "right ones are in it")
        #expect(!test.log.text.contains("fault"))
    }

    @Test("no value of any parameter is a fault or markup")
    func hostile() throws {
        for name in FeedOptions.parameterNames + ["adjust.fajr", "month", "lang"] {
            for value in HostileInputTests.values where percentEncoded(value).utf8.count < 16_000 {
                let page = try browser.get("/prayer/sa/makkah?\(name)=\(percentEncoded(value))")
                #expect([200, 303, 422].contains(page.status), "\(name)=\(value)")
                #expect(!page.contains("<script>alert") && !page.text.utf8.contains("\"\u{301} onfocus".utf8))
            }
        }
        #expect(!test.log.text.contains("fault"))
    }

    @Test("parameters that other sites add to a link change nothing")
    func foreignParameters() throws {
        let page = try browser.get("/prayer/sa/makkah?utm_source=x&fbclid=y&school=hanafi")
        #expect(page.status == 200)
        #expect(page.feedURL == "https://jadwal.example.org/prayer/sa/makkah.ics?school=hanafi")
    }

    @Test("a month that cannot be shown is an error that says so", arguments: ["2201-01", "1899-12", "2016-13", "x", "2016-1", "2016-11-05"])
    func wrongMonth(month: String) throws {
        let page = try browser.get("/prayer/sa/makkah?month=" + month)
        #expect(page.status == 422)
        #expect(page.shows("problem.month", test) && page.contains("November 2016"))
    }

    @Test("the first and the last month have one neighbour", arguments: [
        ("1900-01", "1900-02", 1), ("2200-12", "2200-11", 1), ("2200-11", "2200-12", 2),
    ])
    func outerMonths(month: String, neighbour: String, links: Int) throws {
        let page = try browser.get("/prayer/sa/makkah?month=" + month)
        #expect(page.status == 200 && page.contains("?month=\(neighbour)#month"))
        #expect(page.text.matches(of: /#month"/).count == links)
    }

    @Test("an address with capital letters leads to the right one; one of no city is a search", arguments: [
        ("/prayer/SA/Makkah", 303), ("/prayer/sa/atlantis", 404), ("/prayer/xx/makkah", 404), ("/prayer/sa/%25", 404),
        ("/prayer/sa/%F0%9F%95%8B", 404), ("/prayer/saudi/makkah", 404),
    ])
    func otherAddresses(path: String, status: Int) throws {
        let answer = try browser.get(path)
        #expect(answer.status == status)
        if status == 303 { #expect(answer.location == "/prayer/sa/makkah") } else { #expect(answer.contains("name=\"q\"")) }
    }

    @Test("in Ramadan the page says why Isha is later")
    func ramadan() throws {
        try test.setClock("2016-06-15T09:00:00Z") // 10 Ramadan 1437
        let page = try browser.get("/prayer/sa/makkah")
        #expect(page.contains("It is Ramadan: Isha comes 120 minutes after Maghrib by this method, and 90 minutes"))
        #expect(try !browser.get("/prayer/sa/makkah?method=karachi").contains("It is Ramadan"))
    }

    @Test("if a rule had to set a time, the page names it", arguments: [
        ("/prayer/gb/london?method=muslim-world-league", "2016-06-21T09:00:00Z", "Today Fajr and Isha follow the rule for high latitudes: one seventh of the night."),
        ("/prayer/no/tromso", "2016-06-21T09:00:00Z", "nearest latitude at which it does"),
        ("/prayer/no/tromso?polar=unresolved", "2016-12-21T09:00:00Z", "The sun does not rise here today"),
        ("/prayer/gb/london?method=muslim-world-league&high_latitude=none", "2016-06-21T09:00:00Z", "has no time of its own"),
    ])
    func rules(path: String, moment: String, words: String) throws {
        try test.setClock(moment)
        let page = try browser.get(path)
        #expect(page.status == 200 && page.contains(words))
    }

    @Test("no rule is named if none had to set a time, or if the minutes are the method itself", arguments: [
        ("/prayer/gb/london", "2026-11-22T09:00:00Z"), ("/prayer/gb/london", "2026-06-21T09:00:00Z"),
        ("/prayer/gb/london?method=muslim-world-league", "2026-11-22T09:00:00Z"),
    ])
    func noRule(path: String, moment: String) throws {
        try test.setClock(moment)
        let page = try browser.get(path)
        #expect(page.status == 200 && !page.contains("follow the rule") && !page.contains("follows the rule"))
    }

    @Test("the day is the place's own, where the date line is near")
    func dateLine() throws {
        try test.setClock("2016-11-05T11:00:00Z") // 01:00 on the 6th in Kiritimati
        #expect(try browser.get("/prayer/ki/tabwakea").contains("Sunday 6 November 2016"))
    }

    @Test("a customer copies city and options into their own feed")
    func own() throws {
        try browser.signIn()
        let page = try browser.get("/prayer/sa/makkah?school=hanafi")
        let link = try #require(page.text.firstMatch(of: /href="(\/settings\/prayer\?[^"]*)"/)).1
        let url = String(link).replacing("&amp;", with: "&")
        let own = try browser.get(url)
        #expect(own.status == 200 && own.contains("Makkah") && own.contains("<option value=\"hanafi\" selected>"))
    }
}
