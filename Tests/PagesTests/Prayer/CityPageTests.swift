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
        #expect(page.contains("Umm al-Qura (Saudi Arabia)") && page.contains("21.427° N, 39.8287° E"))
        #expect(page.contains("Riyadh, UTC+3") && page.contains("sun 18.5° below the horizon"))
        #expect(page.contains("90 min after Maghrib"))
        #expect(page.monthRow("Sat 5").dropFirst() == ["6:26", "12:05", "15:19", "17:43", "19:13"])
    }

    @Test("the page answers when the next prayer is and in how long, by the place's clock", arguments: [
        ("2016-11-05T09:00:30Z", "Dhuhr", "12:05", "in 5 min", "It is 12:00 in Makkah."),
        ("2016-11-05T12:19:30Z", "Maghrib", "17:43", "in 2 h 24 min", "It is 15:19 in Makkah."),
        ("2016-11-05T14:42:30Z", "Maghrib", "17:43", "in 1 min", "It is 17:42 in Makkah."),
    ])
    func glance(moment: String, prayer: String, time: String, left: String, clock: String) throws {
        try test.setClock(moment)
        let page = try browser.get("/prayer/sa/makkah")
        #expect(page.contains("<b>\(prayer)</b>") && page.contains("\(time)</time>"))
        #expect(page.contains("datetime=\"2016-11-05T\(time)+03:00\""))
        #expect(page.contains("<p class=\"left\">\(left)</p>") && page.contains(clock))
    }

    @Test("with a clock of 12 hours the large time has its half of the day, and the table needs none")
    func halves() throws {
        browser.cookies["__Host-clock"] = "12."
        let page = try browser.get("/prayer/sa/makkah?lang=en")
        #expect(page.contains("12:05 <small>PM</small></time>") && page.times["Asr"] == "3:19 PM")
        #expect(page.monthRow("Sat 5").dropFirst() == ["6:26", "12:05", "3:19", "5:43", "7:13"])
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
        #expect(!page.contains("class=\"whole\""), "no week of another month is this week")
        #expect(page.header("X-Robots-Tag") == "noindex")
    }

    @Test("in Arabic: names, digits, direction")
    func arabic() throws {
        browser.acceptLanguage = "ar"
        browser.cookies["__Host-clock"] = "24."
        let page = try browser.get("/prayer/sa/makkah")
        #expect(page.contains("<h1><span class=\"hidden\">مواقيت الصلاة في </span>مكة المكرمة</h1>"))
        #expect(page.contains("<p class=\"left\">بعد ٥ دقائق</p>"))
        #expect(page.contains("الساعة الآن ١٢:٠٠ في مكة المكرمة."))
        #expect(page.times["العصر"] == "١٥:١٩" && page.times["العشاء"] == "١٩:١٣" && page.times["الشروق"] == "٦:٢٦")
        #expect(page.next == "الظهر")
        #expect(page.contains("السبت ٥ نوفمبر ٢٠١٦") && page.contains("٥ صفر ١٤٣٨"))
        #expect(page.monthRow("سبت ٥").last == "١٩:١٣")
    }

    @Test("after Isha the next prayer is tomorrow's Fajr, and after midnight today's", arguments: [
        ("2016-11-05T16:20:00Z", "Fajr tomorrow", "2016-11-06"), ("2016-11-05T21:10:00Z", "Fajr", "2016-11-06"),
        ("2016-11-05T14:44:00Z", "Isha", "2016-11-05"), ("2016-11-05T02:30:00Z", "Dhuhr", "2016-11-05"),
    ])
    func next(moment: String, marked: String, date: String) throws {
        try test.setClock(moment)
        let page = try browser.get("/prayer/sa/makkah")
        #expect(page.next == marked && page.contains("<b>\(marked)</b>"))
        #expect(page.contains("<time class=\"at\" datetime=\"\(date)T"))
    }

    @Test("the week shows the days of the neighbouring month, which the whole month leaves out")
    func weekOfTwoMonths() throws {
        try test.setClock("2016-11-30T09:00:00Z") // a Wednesday; Saudi weeks begin on Sunday
        let page = try browser.get("/prayer/sa/makkah")
        let near = page.text.matches(of: /class="[^"]*near"><th scope="row"><time datetime="([^"]*)"/)
        #expect(near.map { String($0.1) } == ["2016-12-01", "2016-12-02", "2016-12-03"])
        #expect(page.text.matches(of: /class="[^"]*far[^"]*"><th scope="row">/).count == 26)
    }

    @Test("the ways to subscribe come in the order of the device", arguments: [
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1", "Add to iPhone", false),
        ("Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.0 Safari/605.1.15", "Add to Mac", true),
        ("Mozilla/5.0 (Linux; Android 15) Chrome/130.0 Mobile Safari/537.36", "Add to Google Calendar", false),
        ("Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/130.0 Safari/537.36", "Add to Google Calendar", true),
    ])
    func devices(agent: String, first: String, hasCode: Bool) throws {
        browser.userAgent = agent
        let page = try browser.get("/prayer/sa/makkah")
        let primary = page.text.matches(of: /btn primary wide"[^>]*>.*?<span>([^<]*)<\/span>/).map { String($0.1) }
        // Google takes no reminders; Apple's calendar has one link for each.
        #expect(primary == [String](repeating: first, count: first.contains("Google") ? 1 : 4))
        #expect(page.contains("<svg class=\"qr\"") == hasCode)
        #expect(page.contains("ICSx⁵; install it first") == agent.contains("Android"))
    }

    @Test("the reminder is part of the links; the one on time is chosen beforehand, and another one from the options")
    func reminders() throws {
        let page = try browser.get("/prayer/sa/makkah")
        let feed = "https://jadwal.example.org/prayer/sa/makkah.ics?"
        let urls = page.text.matches(of: /id="feed-\d"[^>]*value="([^"]*)"/)
        #expect(urls.map { String($0.1).replacing("&amp;", with: "&") } == [feed + "names=en"] + [0, 10, 15].map { feed + "names=en&alarm=\($0)" })
        #expect(page.contains("class=\"k1\" type=\"radio\" name=\"alarm\" value=\"1\" checked>"))
        let chosen = try browser.get("/prayer/sa/makkah?alarm=20")
        #expect(chosen.contains("value=\"4\" checked><span>20 min</span>"))
        #expect(try !browser.get("/prayer/sa/makkah?alarm=10").contains("value=\"4\""))
    }

    @Test("programs that have a link subscribe with one press, for others there is an address to copy")
    func subscribing() throws {
        let page = try browser.get("/prayer/sa/makkah?school=hanafi")
        #expect(page.feedURL == "https://jadwal.example.org/prayer/sa/makkah.ics?school=hanafi&names=en")
        #expect(page.contains("href=\"webcal://jadwal.example.org/prayer/sa/makkah.ics?school=hanafi&amp;names=en\""))
        let google = "webcal%3A%2F%2Fjadwal.example.org%2Fprayer%2Fsa%2Fmakkah.ics%3Fschool%3Dhanafi%26names%3Den"
        #expect(page.contains("href=\"https://calendar.google.com/calendar/r?cid=\(google)\""))
        let encoded = "?url=https%3A%2F%2Fjadwal.example.org%2Fprayer%2Fsa%2Fmakkah.ics%3Fschool%3Dhanafi%26names%3Den&amp;name=Prayer%20times%20in%20Makkah"
        #expect(page.contains("href=\"https://outlook.live.com/calendar/0/addfromweb\(encoded)\""))
        #expect(page.contains("href=\"https://outlook.office.com/calendar/0/addfromweb\(encoded)\""))
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
            entries=isha&names=&length=&hijri=yes&high_latitude=&polar=nearest-latitude&shafaq=general&lang=en
            """)
        #expect(form.location == "/prayer/sa/makkah?school=hanafi&adjust=fajr:2&lang=en")
        let page = try browser.get("/prayer/sa/makkah?school=hanafi&adjust=fajr:2")
        #expect(page.status == 200)
        let fajr = try #require(usual["Fajr"]?.suffix(2)), later = try #require(page.times["Fajr"]?.suffix(2))
        #expect(Int(later) == Int(fajr).map { $0 + 2 } && page.times["Dhuhr"] == usual["Dhuhr"])
        #expect(try #require(page.times["Asr"]) > "15:50", "an hour or so after the standard school's")
        #expect(page.contains("Your adjustments are included: Fajr +2."))
        #expect(page.contains("name=\"school\" value=\"hanafi\" checked"))
        #expect(page.contains("Fajr \(page.times["Fajr"] ?? "") instead of \(usual["Fajr"] ?? ""), Asr"))
        #expect(page.contains("\(page.times["Asr"] ?? "") instead of 15:19"))
        #expect(page.feedURL == "https://jadwal.example.org/prayer/sa/makkah.ics?school=hanafi&adjust=fajr:2&names=en")
        let kept = try browser.get("/prayer/sa/makkah?names=both&length=20").query(ofForm: "/prayer/sa/makkah")
        #expect(try browser.get("/prayer/sa/makkah?\(kept)&school=hanafi").location
            == "/prayer/sa/makkah?school=hanafi&names=both&length=20", "other options stay")
    }

    @Test("all options are a page of their own: its choices lead back, its errors stay beside their fields")
    func allOptions() throws {
        let path = "/prayer/sa/makkah/options"
        let untouched = try browser.get(path).query(ofForm: path)
        #expect(try browser.get("\(path)?\(untouched)").location == "/prayer/sa/makkah")
        let chosen = try browser.get(path + "?school=hanafi&names=both")
        #expect(chosen.contains("<option value=\"hanafi\" selected>"))
        #expect(chosen.contains("<option value=\"both\" selected>"))
        #expect(chosen.header("X-Robots-Tag") == "noindex")
        #expect(try browser.get(path + "?apply=yes&school=hanafi&length=20&lang=ar").location
            == "/prayer/sa/makkah?school=hanafi&length=20&lang=ar")
        let wrong = try browser.get(path + "?apply=yes&adjust.isha=99&adjust.fajr=2&polar=nearest-latitude&shafaq=general")
        #expect(wrong.status == 422 && wrong.contains("<a href=\"#adjust-isha\">"))
        #expect(wrong.contains("name=\"adjust.isha\" value=\"99\" placeholder=\"0\" aria-invalid=\"true\">"))
        #expect(!wrong.contains("name=\"adjust.fajr\" value=\"2\" placeholder=\"0\" aria-invalid"))
        #expect(!wrong.contains("<details class=\"fold\" open>"), "no group without an error unfolds")
        #expect(try browser.get("/prayer/sa/atlantis/options").status == 404)
        #expect(try browser.get("/prayer/SA/makkah/options").location == path)
    }

    @Test("a feed has the names of the page's language unless another is chosen; an address without a language has both")
    func names() throws {
        let feed = "https://jadwal.example.org/prayer/sa/makkah.ics"
        #expect(try browser.get("/prayer/sa/makkah?lang=ar").feedURL == feed + "?names=ar")
        #expect(try browser.get("/prayer/sa/makkah?names=en&lang=ar").feedURL == feed + "?names=en")
        let both = try browser.get("/prayer/sa/makkah?names=both&lang=en")
        #expect(both.feedURL == feed)
        #expect(try both.query(ofForm: "/prayer/sa/makkah").contains("names=both"), "a form that nobody touched keeps it")
        #expect(try browser.get("/prayer/sa/makkah?lang=en").feedURL == feed + "?names=en")
    }

    @Test("a wrong option shows an error under its field, and its text stays there to be corrected", arguments: [
        ("method=makkah", "method", "umm-al-qura", true), ("isha_angle=17", "isha_angle", "method=custom", false),
        ("adjust.fajr=99", "adjust", "-60 to 60", true),
        ("method=custom&fajr_angle=40&isha_angle=17", "fajr_angle", "at most 30", false),
        ("length=x", "length", "1 to 240", false), ("school=maliki", "school", "standard, hanafi", true),
        ("school=standard&school=hanafi", "school", "more than once", true),
    ])
    func wrongOptions(query: String, field: String, message: String, isInPlace: Bool) throws {
        let page = try browser.get("/prayer/sa/makkah?" + query)
        let all = try browser.get("/prayer/sa/makkah/options?" + query)
        #expect(page.status == 422 && all.status == 422)
        for page in isInPlace ? [page, all] : [all] {
            let problem = page.text.firstMatch(of: try Regex("id=\"\(field)-problem\">.*?<span>([^<]*)</span>"))
            #expect(problem.map { "\($0[1].substring ?? "")" }?.contains(message) == true, "\(page)")
        }
        #expect(page.contains("<details class=\"rule\" id=\"rule\" open>") == isInPlace)
        let link = try #require(page.text.firstMatch(of: /<a href="([^"#]*)#([^"]*)">/))
        #expect(link.1.isEmpty == isInPlace && link.2.hasPrefix(field))
        #expect(isInPlace || link.1.hasPrefix("/prayer/sa/makkah/options?"))
        #expect(page.times["Dhuhr"] == "12:05", "the usual times meanwhile")
        #expect(page.feedURL == "https://jadwal.example.org/prayer/sa/makkah.ics?names=en")
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
        #expect(page.feedURL == "https://jadwal.example.org/prayer/sa/makkah.ics?school=hanafi&names=en")
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
        #expect(page.text.matches(of: /(?:prev|next) nofollow" href="[^"]*#month"/).count == links)
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
        #expect(page.contains("In Ramadan this method sets Isha 120 minutes after Maghrib (90 otherwise)."))
        #expect(try !browser.get("/prayer/sa/makkah?method=karachi").contains("In Ramadan this method"))
    }

    @Test("if a rule had to set a time, the page names it", arguments: [
        ("/prayer/gb/london?method=muslim-world-league", "2016-06-21T09:00:00Z", "Today Fajr and Isha follow “One seventh of the night”."),
        ("/prayer/no/tromso", "2016-06-21T09:00:00Z", "nearest latitude where each has"),
        ("/prayer/no/tromso?polar=unresolved", "2016-12-21T09:00:00Z", "The sun doesn’t rise here today"),
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
        #expect(page.status == 200 && !page.contains("Nights here don’t"))
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
