import Accounts
import CivilTime
import HTTP
import Mail
@testable import Pages
@testable import Places
import Postgres
@testable import PrayerFeeds
@testable import Runtime
import Scheduling
import Storage
@testable import Templates
import TestSupport
import Testing
@testable import Web

@Suite("The first minutes")
struct FirstTests {
    let test: TestApp
    let browser: Browser
    /// GeoNames' numbers.
    let makkah = 104515, london = 2643743, riyadh = 108410
    private let looked = "/prayer/sa/makkah?school=hanafi"

    init() throws {
        test = try .withCities()
        browser = Browser(test)
    }

    private var next: String { "next=\(percentEncoded(looked))" }

    /// Looks at Makkah, signs up from there, and returns the mail.
    private func askFromCity() throws -> Letter {
        let city = try browser.get(looked)
        #expect(city.contains("href=\"/login?\(next)\""))
        let home = try browser.get("/?\(next)")
        #expect(home.contains("href=\"/login?\(next)\""), "the home page carries it too")
        let form = try browser.get("/login?\(next)")
        #expect(form.contains("name=\"next\" value=\"\(looked)\""))
        let sent = try browser.post("/login", ["email": "zaid@example.org", "next": looked])
        #expect(sent.location == "/login/sent")
        try #expect(browser.get("/login/sent").contains("href=\"/login?\(next)\""), "also for another address")
        try test.work()
        return try test.mail.lastWithLink()
    }

    private func customer() throws -> Customer { try #require(try test.store.customer(browser.customer())) }

    private func feed() throws -> PrayerFeed? { try test.store.prayerFeed(of: browser.customer()) }

    @Test("the city looked at before signing up becomes the prayer calendar, in the account's language")
    func wholeWay() throws {
        let letter = try askFromCity()
        #expect(try browser.open(letter).location == "/first?\(next)")
        #expect(try browser.get("/first?\(next)").location == "/first/language?\(next)")
        let language = try browser.get("/first/language?\(next)")
        #expect(language.text.contains(/name="language" value="en" checked/))
        let arabic = try browser.post("/first/language", ["language": "ar", "next": looked])
        #expect(arabic.location == "/first/city?\(next)")
        #expect(browser.cookies["__Host-language"] == "ar")

        let city = try browser.get("/first/city?\(next)")
        #expect(city.header("Content-Language") == "ar" && city.shows("first.city.looked", test, .arabic))
        #expect(city.contains("name=\"city\" value=\"\(makkah)\" checked"))
        #expect(city.header("Permissions-Policy")?.contains("geolocation=(self)") == true)
        #expect(city.contains("href=\"/first/language?\(next)\""), "the way back")
        let kept = try browser.post("/first/city", ["city": "\(makkah)", "q": "", "next": looked])
        #expect(kept.location == "/first/clock?\(next)")
        let feed = try #require(try feed())
        #expect(feed.cityID == Int64(makkah) && feed.options == "school=hanafi&names=ar")

        #expect(try browser.get("/first/clock?\(next)").text.contains(/name="clock" value="24" checked/))
        let clock = try browser.post("/first/clock", ["clock": "12", "digits": "arabic", "next": looked])
        #expect(clock.location == "/first/week?\(next)")
        #expect(try customer().clock == nil && customer().digits == nil, "what is usual stays without a choice")
        #expect(try browser.get("/first/week?\(next)").text.contains(/name="firstDay" value="7" checked/))
        #expect(try browser.get("/first/week?\(next)").text.contains(/name="days" value="12347" checked/))
        let week = try browser.post("/first/week", ["firstDay": "6", "days": "12345", "next": looked])
        #expect(week.location == "/first/routines?\(next)")
        #expect(try customer().firstDay == 6)
        #expect(try browser.get("/first/routines?\(next)").text.contains(/name="start" value="240" checked/))
        let answer: KeyValuePairs = ["start": "300", "meals": "lunch", "sport": "3", "next": looked]
        #expect(try browser.post("/first/routines", answer).location == "/first/day?\(next)")
        #expect(try browser.post("/first/routines", answer).location == "/first/day?\(next)", "sent twice")
        #expect(try test.store.planningChoices(of: browser.customer()).dayStart == 300)
        #expect(try test.store.tasks(of: browser.customer()).count == 2, "lunch and sport, once each")
        let day = try browser.get("/first/day?\(next)")
        #expect(day.text.contains(/name="strictness" value="congregation" checked/))
        #expect(day.text.contains(/name="quiet" value="1380-360" checked/))
        let last = try browser.post("/first/day", ["strictness": "personal", "quiet": "0-0", "next": looked])
        let habits = try test.store.dayHabits(of: browser.customer())
        #expect(habits.week?.preferred[.friday] == [540..<1_020] && habits.week?.preferred[.sunday] == [])
        #expect(habits.prayers.strictness == .personal && habits.quietHours.isNone)
        let token = try #require(last.location?.firstMatch(of: /^\/first\/phone\?token=([0-9a-f-]{36})&next=/)).1

        let phone = try browser.get(last.location ?? "")
        #expect(phone.contains("<svg class=\"qr\"") && phone.contains("href=\"/calendar\""))
        #expect(phone.header("Refresh") == "10" && phone.header("Cache-Control") == "no-store")
        let scanned = try Browser(test).get("/settings/devices/setup?token=\(token)")
        #expect(scanned.status == 200, "the page behind the code")
    }

    @Test("a mail opened in another browser, and the code, carry the city too", arguments: ["link", "code"])
    func carried(by: String) throws {
        let letter = try askFromCity()
        if by == "code" {
            try browser.get("/login/sent")
            #expect(try browser.post("/login/code", ["code": letter.code]).location == "/first?\(next)")
        } else {
            let phone = Browser(test)
            #expect(try phone.open(letter).location == "/first?\(next)")
            #expect(try phone.get("/first/city?\(next)").contains("value=\"\(makkah)\" checked"))
        }
    }

    @Test("a link that expired leads to a new one that carries the city")
    func expired() throws {
        let letter = try askFromCity()
        try test.store.connection.execute("UPDATE magic_link SET expires_at = now() - interval '1 minute'")
        #expect(try browser.open(letter).contains("name=\"next\" value=\"\(looked)\""))
    }

    @Test("a returning customer never sees the questions, and comes back to the city")
    func returning() throws {
        try browser.signIn()
        browser.cookies["__Host-session"] = nil
        test.advance(seconds: 60)
        #expect(try browser.open(browser.askForMail()).location == "/calendar")
        browser.cookies["__Host-session"] = nil
        test.advance(seconds: 60)
        #expect(try browser.open(askFromCity()).location == looked)
        #expect(try browser.get(looked).contains("/settings/prayer?school=hanafi&amp;city=\(makkah)"))
    }

    @Test("every question can be skipped, and all at once; only the city looked at before signing up is kept")
    func skipping() throws {
        try browser.signIn()
        let before = try customer()
        for (index, question) in Question.all.enumerated() {
            let page = try browser.get("/first/\(question.name)?\(next)")
            #expect(page.status == 200)
            #expect(page.shows("first.skip-all", test) && page.contains("name=\"do\" value=\"skip\""))
            #expect(try browser.post("/first/\(question.name)", ["do": "skip"]).status == 303)
            #expect(try feed() == nil || index > 1)
            let answer = try browser.post("/first/\(question.name)", ["do": "skip", "next": looked])
            let following = index + 1 < Question.all.count ? Question.all[index + 1].name : "phone?token"
            #expect(answer.location?.hasPrefix("/first/\(following)") == true)
            #expect(answer.location?.contains(next) == true)
            let all = try browser.post("/first/\(question.name)", ["do": "skip-all"])
            #expect(all.location?.hasPrefix("/first/phone?token=") == true)
        }
        let after = try customer()
        #expect(after.language == before.language && after.firstDay == before.firstDay && after.clock == before.clock)
        #expect(try feed()?.cityID == Int64(makkah))
    }

    @Test("a page for customers that was asked for is where the first minutes end", arguments: [
        ("/settings/devices", "/settings/devices"), ("/prayer/sa/makkah", "/calendar"),
        ("//evil.example", "/calendar"),
        ("/logout", "/calendar"), ("", "/calendar"),
    ])
    func end(next: String, end: String) throws {
        try browser.signIn()
        let page = try browser.get("/first/phone?next=\(percentEncoded(next))")
        #expect(page.contains("href=\"\(end)\">\(test.app.text("first.phone.end", .english))"))
    }

    @Test("an answer that is not one of the choices is refused", arguments: [
        ("language", "language", "fr"), ("language", "language", ""), ("week", "firstDay", "8"),
        ("week", "firstDay", "x"),
        ("clock", "clock", "13"), ("day", "strictness", "sometimes"), ("day", "quiet", "1-2"),
    ])
    func wrongChoice(question: String, field: String, value: String) throws {
        try browser.signIn()
        try browser.get("/first/\(question)")
        #expect(try browser.post("/first/\(question)", fields: [(field, value), ("digits", "latin")]).status == 400)
        #expect(try customer().language == "en" && customer().firstDay == 7)
        #expect(try test.count("day_habit") == 0)
    }

    @Test("own hours of the settings are among the choices, and stay with the same answer")
    func ownHabits() throws {
        try browser.signIn()
        var own = DayHabits()
        own.quietHours = QuietHours(from: 1_290, until: 270)
        own.week = WeekHabits(allowed: .usual, preferred: WeekHours { $0 == .friday ? [600..<660] : [] })
        try test.store.replace(own, of: browser.customer())
        #expect(try browser.get("/first/day").text.contains(/name="quiet" value="1290-270" checked/))
        try browser.post("/first/day", ["strictness": "congregation", "quiet": "1290-270"])
        #expect(try browser.get("/first/week").text.contains(/name="days" value="5" checked/))
        try browser.post("/first/week", ["firstDay": "7", "days": "5"])
        #expect(try test.store.dayHabits(of: browser.customer()) == own)
        #expect(try browser.post("/first/week", ["firstDay": "7", "days": "89"]).status == 400)
    }

    @Test("there are no questions for strangers, and no others than those of the table")
    func strangers() throws {
        #expect(try browser.get("/first/city").location == "/login?next=%2Ffirst%2Fcity")
        try browser.signIn()
        #expect(try browser.get("/first/age").status == 404)
        #expect(try browser.post("/first/age").status == 404)
    }

    @Test("a city is searched: one hit is stored, several are offered, and none says what to do")
    func search() throws {
        try browser.signIn()
        try browser.get("/first/city")
        let none = try browser.post("/first/city", ["q": "zzzzqq"])
        #expect(none.status == 422 && none.shows("first.city.missing", test) && none.contains("value=\"zzzzqq\""))
        let nothing = try browser.post("/first/city", ["q": " "])
        #expect(nothing.status == 422 && nothing.shows("first.city.none", test))
        let several = try browser.post("/first/city", ["q": "ma"])
        #expect(several.status == 422 && several.shows("first.city.which", test))
        #expect(several.contains("name=\"city\" value=\"\(makkah)\""))
        #expect(several.contains("name=\"q\" type=\"search\" value=\"\""))
        #expect(try feed() == nil)
        #expect(try browser.post("/first/city", ["q": "Makkah"]).location == "/first/clock")
        #expect(try feed()?.cityID == Int64(makkah) && feed()?.options == "names=en")
        let other = try browser.post("/first/city", ["city": "\(london)", "q": ""])
        #expect(other.location == "/first/clock")
        #expect(try feed()?.cityID == Int64(london))
        for wrong in ["0", "-1", "x", "99999999999999999999"] {
            #expect(try browser.post("/first/city", ["city": wrong]).status == 422)
        }
    }

    @Test("without a script the search leads on: the largest city of the name is chosen, and the search stays")
    func searchWithoutScript() throws {
        let small = NewCity(
            id: 1, country: "EG", name: "Riyadh", nameArabic: "الرياض", latitude: 31, longitude: 31,
            timeZone: "Africa/Cairo", population: 900_000)
        let source = (name: "test", sha256: [UInt8](repeating: 3, count: 32))
        try test.store.replace([.makkah, .riyadh, .london, small], source: source)
        try browser.signIn()
        try browser.get("/first/city")
        let several = try browser.post("/first/city", ["q": "الرياض", "asked": ""])
        #expect(several.status == 422 && several.contains("name=\"city\" value=\"\(riyadh)\" checked"))
        #expect(several.contains("name=\"asked\" value=\"الرياض\""))
        let kept = try browser.post("/first/city", ["city": "\(riyadh)", "q": "", "asked": "الرياض"])
        #expect(kept.location == "/first/clock")
        #expect(try feed()?.cityID == Int64(riyadh))

        let beginnings = try browser.post("/first/city", ["q": "riy", "asked": ""])
        #expect(!beginnings.text.contains(/name="city" value="\d+" checked/), "no city has that name")
        let again = try browser.post("/first/city", ["q": "", "asked": "riy"])
        #expect(again.status == 422 && again.shows("first.city.which", test))
        #expect(again.contains("name=\"city\" value=\"\(riyadh)\""), "the search is not lost")
    }

    @Test("a position means the city nearby; one far from every city means none")
    func position() throws {
        try browser.signIn()
        let near = try browser.get("/first/city?latitude=51.51&longitude=-0.2&here=yes")
        #expect(near.contains("value=\"\(london)\" checked") && near.shows("first.city.nearest", test))
        let far = try browser.get("/first/city?latitude=0&longitude=0&here=yes")
        #expect(!far.text.contains(/name="city" value="\d+" checked/))
    }

    @Test("without a script the account takes the zone of its city instead of the operator's")
    func zoneOfCity() throws {
        try browser.signIn()
        #expect(try customer().timeZone == "Asia/Riyadh")
        try browser.get("/first/city")
        try browser.post("/first/city", ["city": "\(london)"])
        #expect(try customer().timeZone == "Europe/London" && customer().firstDay == 1)
        try browser.post("/first/city", ["city": "\(makkah)"])
        #expect(try customer().timeZone == "Europe/London", "only the operator's zone is replaced")
    }

    @Test("on an iPhone there is a button and three lines, on Android no code, and over time a new one")
    func devices() throws {
        try browser.signIn()
        try browser.get("/first/city")
        let address = try #require(try browser.post("/first/day", ["do": "skip"]).location)
        let iPhone = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)"
        browser.userAgent = "\(iPhone) Version/18.1 Mobile/15E148 Safari/604.1"
        let safari = try browser.get(address)
        #expect(safari.contains("href=\"/profiles/caldav.mobileconfig?token=") && !safari.contains("class=\"qr\""))
        #expect(safari.text.matches(of: /<li><p>/).count == 3 && safari.contains("8 minutes"))
        browser.userAgent = "\(iPhone) CriOS/130.0 Mobile/15E148 Safari/604.1"
        #expect(try browser.get(address).contains("href=\"https://jadwal.example.org/settings/devices/setup?token="))

        browser.userAgent = "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/130.0 Safari/537.36"
        #expect(try browser.post("/first/day", ["do": "skip"]).location == "/first/phone")
        let android = try browser.get("/first/phone")
        #expect(android.contains("/settings/devices/connect/android") && !android.contains("class=\"qr\""))
        #expect(android.header("Refresh") == nil)

        browser.userAgent = "Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0"
        let over = try browser.get("/first/phone?token=00000000-0000-4000-8000-000000000000")
        #expect(over.shows("first.phone.again", test) && !over.contains("class=\"qr\""))
        #expect(try browser.post("/first/phone").location?.hasPrefix("/first/phone?token=") == true)
    }

    @Test("another customer's set-up is not shown")
    func othersToken() throws {
        try browser.signIn()
        try browser.get("/first/city")
        let address = try #require(try browser.post("/first/day", ["do": "skip"]).location)
        let sara = Browser(test)
        try sara.signIn("sara@example.org")
        #expect(try !sara.get(address).contains("class=\"qr\""))
        #expect(try browser.get(address).contains("class=\"qr\""))
    }
}
