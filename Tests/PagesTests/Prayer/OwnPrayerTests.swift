import HTTP
@testable import Pages
@testable import Places
import Postgres
@testable import PrayerFeeds
@testable import Runtime
import Storage
@testable import Templates
import TestSupport
import Testing
@testable import Web

@Suite("A customer's prayer times")
struct OwnPrayerTests {
    let test: TestApp
    let browser: Browser
    /// GeoNames' numbers.
    let makkah = "104515", london = "2643743"

    init() throws {
        test = try .withCities()
        browser = Browser(test)
        try browser.signIn()
    }

    /// Confirms a city, as a customer does on the page.
    @discardableResult
    private func save(_ fields: KeyValuePairs<String, String>) throws -> Answer {
        try browser.get("/settings/prayer?city=\(makkah)")
        return try browser.post("/settings/prayer", fields)
    }

    @Test("the first time they are asked where they are, and nothing is kept before they say so")
    func firstTime() throws {
        #expect(try browser.get("/settings").shows("own.summary.none", test))
        #expect(try browser.get("/settings/prayer").location == "/settings/prayer/place")
        let found = try browser.get("/settings/prayer/place?q=makk")
        #expect(found.contains("<a href=\"/settings/prayer?city=\(makkah)\">"))
        let page = try browser.get("/settings/prayer?city=\(makkah)")
        #expect(page.shows("own.confirm", test) && page.times["Maghrib"] == "17:43" && page.feedURL == nil)
        #expect(try test.count("prayer_feed") == 0)
        let saved = try browser.post("/settings/prayer", ["city": makkah])
        #expect(saved.location == "/settings/prayer?done=saved")
        let kept = try browser.get("/settings/prayer?done=saved")
        #expect(kept.shows("own.saved.first", test))
        #expect(!kept.shows("own.confirm", test) && kept.shows("own.status.new", test))
        #expect(try browser.get("/settings").contains("Makkah · Umm al-Qura (Saudi Arabia)"))
        let feed = try #require(kept.feedURL)
        #expect(feed.wholeMatch(of: /https:\/\/jadwal\.example\.org\/prayer\/[\w-]{43}\.ics/) != nil)
        #expect(kept.contains("href=\"\(feed.replacing("https:", with: "webcal:"))\""))
        #expect(try browser.get(path(feed)).text.contains("BEGIN:VEVENT"))
    }

    private func path(_ url: String) -> String { url.replacing("https://jadwal.example.org", with: "") }

    @Test("a customer who saves again and again must wait, and finds everything as it was typed")
    func tooManyChoices() throws {
        let test = try TestApp.withCities(settings: ["JADWAL_CHOICES_PER_CUSTOMER": "2"]), browser = Browser(test)
        try browser.signIn()
        try browser.get("/settings/prayer?city=\(makkah)")
        for minute in 1...2 { #expect(try browser.post("/settings/prayer", ["city": makkah, "alarm": "\(minute)"]).status == 303) }
        let refused = try browser.post("/settings/prayer", ["city": makkah, "method": "karachi", "alarm": "3"])
        #expect(refused.status == 429)
        #expect(refused.header("Retry-After") != nil)
        let told = test.log.lines.filter { $0.hasPrefix("warning feed limit ") }
        #expect(told.count == 1 && told.allSatisfy { $0.contains("request=") && $0.contains("retry_seconds=") })
        #expect(refused.contains("<option value=\"karachi\" selected>"))
        #expect(try test.count("prayer_feed WHERE options = 'names=en&alarm=2'") == 1)
    }

    @Test("the page says if an address can no longer be shown, and offers a new one")
    func lostAddress() throws {
        try save(["city": makkah])
        try test.run("UPDATE prayer_feed SET nonce = decode(repeat('ab', 16), 'hex')")
        let page = try browser.get("/settings/prayer")
        #expect(page.status == 200)
        #expect(page.shows("own.address.lost", test) && page.feedURL == nil)
        #expect(page.contains("/settings/prayer/renew"))
        #expect(try browser.post("/profiles").location == "/settings/prayer", "no profile holds it either")
    }

    @Test("a preview follows the options and keeps nothing; saving does")
    func preview() throws {
        try save(["city": makkah])
        let usual = try browser.get("/settings/prayer")
        let preview = try browser.post("/settings/prayer", ["city": makkah, "method": "karachi", "adjust.dhuhr": "3", "preview": "yes"])
        #expect(preview.status == 200 && preview.shows("own.unsaved", test))
        #expect(preview.times["Dhuhr"] != usual.times["Dhuhr"]
            && preview.contains("Your adjustments are included: Dhuhr +3."))
        #expect(preview.contains("<option value=\"karachi\" selected>"))
        #expect(preview.feedURL == nil, "a button would subscribe to what is stored")
        #expect(preview.contains("<del><span class=\"hidden\">before: </span>\(usual.times["Dhuhr"] ?? "")</del>"))
        #expect(!preview.contains("</span>\(usual.times["Sunrise"] ?? "")</del>"), "what stays is not struck")
        #expect(preview.contains("form=\"own\">Save</button>"))
        #expect(preview.contains("href=\"/settings/prayer\">Discard</a>"))
        #expect(!usual.contains("<del>"))
        #expect(try browser.get("/settings/prayer").times == usual.times)
        #expect(try browser.post("/settings/prayer", ["city": makkah, "method": "karachi", "adjust.dhuhr": "3"]).status == 303)
        let saved = try browser.get("/settings/prayer")
        #expect(saved.times == preview.times && !saved.shows("own.unsaved", test))
        #expect(saved.feedURL == usual.feedURL, "the address stays")
    }

    @Test("an error is named at the top with a link to its field, and only its group unfolds")
    func problems() throws {
        let page = try browser.post("/settings/prayer", ["city": makkah, "iqama.isha": "900"])
        #expect(page.status == 422 && page.contains("<a href=\"#iqama-isha\">"))
        #expect(page.text.matches(of: /<details class="fold" open>/).count == 1)
    }

    @Test("every option of the form is kept and shown again")
    func everyOption() throws {
        try save([
            "city": makkah, "method": "custom", "fajr_angle": "18.5", "isha_angle": "17", "rounding": "up", "school": "hanafi",
            "adjust.fajr": "-2", "adjust.isha": "5", "entries": "fajr", "entries": "isha", "entries": "last-third",
            "names": "ar", "length": "20", "length.fajr": "30", "alarm": "10", "busy": "yes", "hijri": "no",
            "iqama.fajr": "25", "iqama.isha": "10", "jumuah": "60", "ramadan": "iftar", "ramadan": "tarawih", "eid": "yes",
            "high_latitude": "twilight-angle", "polar": "nearest-day", "shafaq": "general", "elevation": "yes", "days": "90",
        ])
        let kept = try #require(try test.store.prayerFeed(of: try browser.customer())).options
        #expect(kept == """
            method=custom&fajr_angle=18.5&isha_angle=17&rounding=up&school=hanafi&high_latitude=twilight-angle&polar=nearest-day&\
            adjust=fajr:-2,isha:5&elevation=yes&entries=fajr,isha,last-third&names=ar&length=20,fajr:30&iqama=fajr:25,isha:10&\
            busy=yes&alarm=10&hijri=no&ramadan=iftar,tarawih&jumuah=60&eid=yes&days=90
            """)
        let page = try browser.get("/settings/prayer")
        // The page's own form, sent as it is, keeps the same.
        let sent = ChosenOptions(try Request(target: "/?" + page.query(ofForm: "/settings/prayer")).query, .english)
        #expect(sent.problems == [] && sent.options.query == kept)
    }

    @Test("a first feed has the names of the account's language; a feed from before keeps both")
    func names() throws {
        func options() throws -> String? { try test.store.prayerFeed(of: try browser.customer())?.options }
        try save(["city": makkah])
        #expect(try options() == "names=en")
        try save(["city": makkah, "names": "both"])
        #expect(try options() == "")
        let form = try browser.get("/settings/prayer").query(ofForm: "/settings/prayer")
        #expect(form.contains("names=both"))
        let moved = try browser.get("/settings/prayer?city=\(london)").query(ofForm: "/settings/prayer")
        #expect(moved.contains("names=both") && moved.contains("city=\(london)"), "also at another place")
    }

    @Test("a wrong option changes nothing that is stored, and shows an error at its field", arguments: [
        (["method": "nobody"], "method-problem"), (["alarm": "-1"], "alarm-problem"), (["isha_minutes": "90"], "isha_minutes-problem"),
        (["jumuah": "5"], "jumuah-problem"), (["days": "367"], "days-problem"), (["iqama.fajr": "x"], "iqama-problem"),
    ] as [(KeyValuePairs<String, String>, String)])
    func wrongOptions(fields: KeyValuePairs<String, String>, problem: String) throws {
        try save(["city": makkah])
        let before = try test.store.prayerFeed(of: try browser.customer())?.options
        let field = try #require(fields.first)
        let answer = try browser.post("/settings/prayer", ["city": makkah, field.key: field.value])
        #expect(answer.status == 422 && answer.contains("id=\"\(problem)\"") && answer.shows("problem.options", test))
        #expect(try test.store.prayerFeed(of: try browser.customer())?.options == before)
    }

    @Test("an impossible place is asked for again", arguments: ["city=1", "city=x", "latitude=90&longitude=0", "latitude=1", ""])
    func wrongPlace(query: String) throws {
        #expect(try browser.get("/settings/prayer?" + query).location == "/settings/prayer/place")
        #expect(try save([:]).location == "/settings/prayer/place")
        #expect(try test.count("prayer_feed") == 0)
    }

    @Test("a customer's point has a name and a zone; both can be changed")
    func point() throws {
        #expect(try browser.get("/settings/prayer/place?latitude=21.4&longitude=39.8").location == "/settings/prayer?latitude=21.4&longitude=39.8")
        #expect(try browser.get("/settings/prayer/place?latitude=x&longitude=39.8").status == 422)
        let page = try browser.get("/settings/prayer?latitude=21.4&longitude=39.8")
        #expect(page.contains("value=\"Makkah\"") && page.contains("<option value=\"Asia/Riyadh\" selected>"))
        let point: KeyValuePairs = [
            "latitude": "21.4", "longitude": "39.8", "placeName": " بيت العائلة ", "timeZone": "Asia/Dubai",
        ]
        #expect(try browser.post("/settings/prayer", point).status == 303)
        let feed = try #require(try test.store.prayerFeed(of: try browser.customer()))
        #expect(feed.placeName == "بيت العائلة" && feed.timeZone == "Asia/Dubai" && feed.cityID == nil && feed.country == "SA")
        #expect(feed.latitude == 21.4 && feed.longitude == 39.8)
        #expect(try browser.get("/settings/prayer").contains("بيت العائلة"))
    }

    @Test("a place's name is refused if it is empty, too long, or turns the text around", arguments: [
        "", " ", String(repeating: "a", count: 101), "a\u{202E}b",
    ])
    func wrongName(name: String) throws {
        let answer = try save(["latitude": "21.4", "longitude": "39.8", "placeName": name, "timeZone": "Asia/Riyadh"])
        #expect(answer.status == 422 && answer.shows("problem.place.name", test))
        #expect(try test.count("prayer_feed") == 0)
    }

    @Test("the page says that a calendar has fetched the feed for the first time")
    func setUp() throws {
        try save(["city": makkah])
        try test.run("UPDATE prayer_feed SET first_fetched_at = '2016-11-04T22:00:00Z'")
        #expect(try browser.get("/settings/prayer").contains("In your calendar since Saturday 5 November 2016."))
    }

    @Test("a new address ends the old one, and pressing twice ends two")
    func renew() throws {
        try save(["city": makkah])
        let first = try #require(try browser.get("/settings/prayer").feedURL)
        #expect(try browser.post("/settings/prayer/renew").location == "/settings/prayer?done=renewed")
        let second = try #require(try browser.get("/settings/prayer?done=renewed").feedURL)
        #expect(try browser.post("/settings/prayer/renew").status == 303)
        let third = try #require(try browser.get("/settings/prayer").feedURL)
        #expect(Set([first, second, third]).count == 3)
        for (url, status) in [(first, 404), (second, 404), (third, 200)] { #expect(try browser.get(path(url)).status == status) }
    }

    @Test("the question names the connected devices that show the times, if there are any",
        arguments: ["renew", "delete"])
    func devicesConcerned(action: String) throws {
        try save(["city": makkah])
        let key = "own.\(action).devices"
        #expect(try !browser.get("/settings/prayer/\(action)").shows(key, test))
        _ = try test.store.insert(NewDevicePassword(
            customerID: browser.customer(), label: "Zaid’s <iPhone>", digest: [UInt8](repeating: 1, count: 32),
            origin: .byHand, unusedMinutes: nil))
        let page = try browser.get("/settings/prayer/\(action)")
        #expect(page.shows(key, test) && page.contains("<li><bdi>Zaid’s &lt;iPhone&gt;</bdi></li>"))
        try browser.post("/settings/prayer/calendars", ["inCalendars": ""])
        #expect(try !browser.get("/settings/prayer/\(action)").shows(key, test), "hidden, no device shows them")
    }

    @Test("the calendar app comes first, the profile second")
    func waysInOrder() throws {
        try save(["city": makkah])
        let page = try browser.get("/settings/prayer")
        let webcal = try #require(page.text.firstRange(of: "class=\"btn soft wide\" href=\"webcal://"))
        let profile = try #require(page.text.firstRange(of: "action=\"/profiles\""))
        #expect(webcal.lowerBound < profile.lowerBound)
    }

    @Test("one press on renewing or removing only asks, and keeping comes first", arguments: Language.allCases, ["renew", "delete"])
    func asksFirst(language: Language, action: String) throws {
        #expect(try browser.get("/settings/prayer/\(action)").location == "/settings/prayer", "nothing to ask about")
        try save(["city": makkah])
        try browser.post("/settings/language", ["language": language.tag])
        let before = try test.database.dump()
        let own = try browser.get("/settings/prayer")
        #expect(own.contains("<a class=\"btn \(action == "renew" ? "quiet" : "danger") small\" href=\"/settings/prayer/\(action)\">"))
        #expect(!own.contains("action=\"/settings/prayer/\(action)\""))
        let page = try browser.get("/settings/prayer/\(action)")
        #expect(page.status == 200 && page.contains(language == .arabic ? "مكة المكرمة" : "Makkah"))
        let keep = try #require(page.text.firstRange(of: "href=\"/settings/prayer\">" + test.app.text("own.\(action).keep", language)))
        let form = try #require(page.text.firstRange(of: "<form class=\"card stack tight\" method=\"post\" action=\"/settings/prayer/\(action)\">"))
        let button = try #require(page.text.firstRange(of: "<button class=\"btn danger wide\">"))
        #expect(form.lowerBound < keep.lowerBound && keep.lowerBound < button.lowerBound)
        #expect(try test.database.dump() == before)
        #expect(try browser.get("/settings/prayer").feedURL == own.feedURL)
    }

    @Test("the switch hides the times on connected devices and shows them again; a new choice leaves it as it is")
    func inCalendars() throws {
        try save(["city": makkah])
        func isTicked() throws -> Bool {
            try browser.get("/settings/prayer").query(ofForm: "/settings/prayer/calendars").contains("inCalendars=yes")
        }
        #expect(try isTicked(), "on from the start")
        #expect(try browser.post("/settings/prayer/calendars").location == "/settings/prayer?done=hidden")
        #expect(try browser.get("/settings/prayer?done=hidden").shows("own.calendars.hidden", test))
        #expect(try !isTicked())
        #expect(try test.app.prayerCalendar(of: browser.customer()) == nil)
        try browser.post("/settings/prayer", ["city": london])
        #expect(try !isTicked())
        let shown = try browser.post("/settings/prayer/calendars", ["inCalendars": "yes"])
        #expect(shown.location == "/settings/prayer?done=shown")
        #expect(try browser.get("/settings/prayer?done=shown").shows("own.calendars.shown", test))
        #expect(try isTicked())
        #expect(try test.app.prayerCalendar(of: browser.customer())?.displayName == "Prayer times – London")
    }

    @Test("without prayer times there is no switch")
    func noSwitch() throws {
        #expect(try !browser.get("/settings/prayer?city=\(makkah)").contains("/settings/prayer/calendars"))
        #expect(try browser.post("/settings/prayer/calendars", ["inCalendars": "yes"]).location == "/settings/prayer")
    }

    @Test("removing the feed forgets it; twice is no error")
    func remove() throws {
        try save(["city": makkah])
        let url = try #require(try browser.get("/settings/prayer").feedURL)
        #expect(try browser.post("/settings/prayer/delete").location == "/settings?prayer=removed")
        #expect(try browser.get("/settings?prayer=removed").shows("own.deleted", test))
        #expect(try browser.get(path(url)).status == 404)
        #expect(try browser.post("/settings/prayer/delete").status == 303)
        #expect(try browser.post("/settings/prayer/renew").location == "/settings/prayer")
    }

    @Test("each customer has a feed of their own")
    func others() throws {
        try save(["city": makkah])
        let own = try browser.get("/settings/prayer")
        let other = Browser(test)
        try other.signIn("sara@example.org")
        #expect(try other.get("/settings/prayer").location == "/settings/prayer/place")
        try other.get("/settings/prayer?city=\(london)")
        try other.post("/settings/prayer", ["city": london])
        let theirs = try other.get("/settings/prayer")
        #expect(theirs.feedURL != own.feedURL && theirs.contains(">Today in London</h2>"))
        try other.post("/settings/prayer/delete")
        #expect(try browser.get("/settings/prayer").feedURL == own.feedURL)
    }

    @Test("signed out, each page asks to sign in and leads back", arguments: ["/settings/prayer", "/settings/prayer/place"])
    func signedOut(path: String) throws {
        #expect(try Browser(test).get(path).location == "/login?next=\(percentEncoded(path))")
    }

    @Test("if its city is deleted, the feed keeps its point")
    func cityGone() throws {
        try save(["city": makkah])
        try test.run("DELETE FROM city_name WHERE city_id = 104515")
        try test.run("DELETE FROM city WHERE id = 104515")
        let page = try browser.get("/settings/prayer")
        #expect(page.status == 200 && page.contains("Makkah"))
        #expect(page.times["Dhuhr"] == "12:05")
    }
}
