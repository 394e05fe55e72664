import HTTP
import Mail
import Pages
import Places
import Postgres
import Runtime
import Storage
import Templates
import TestSupport
import Testing
import Web

@Suite("Settings")
struct SettingsTests {
    let test: TestApp
    let browser: Browser

    init() throws {
        test = try TestApp.patient()
        browser = Browser(test)
        try browser.signIn()
    }

    private func save(name: String = "Zaid", language: String = "en", day: String = "1") throws -> Answer {
        try browser.post("/settings", ["name": name, "language": language, "firstDay": day])
    }

    private func customer() throws -> Customer {
        try #require(try test.store.customer(browser.customer()))
    }

    @Test("saved settings are stored, and the page says so")
    func save() throws {
        #expect(try save(name: "  زيد 👨‍👩‍👧 O'Neil  ", day: "7").location == "/settings?saved=yes")
        let saved = try customer()
        #expect(saved.name == "زيد 👨‍👩‍👧 O'Neil")
        #expect(saved.firstDay == 7)
        #expect(saved.timeZone == "Asia/Riyadh", "which has a page of its own")
        let page = try browser.get("/settings?saved=yes")
        #expect(page.shows("settings.saved", test))
        #expect(page.contains("<bdi>زيد 👨‍👩‍👧 O&#39;Neil</bdi>") && page.contains("<bdi>Sunday</bdi>"))
        #expect(try browser.get("/settings/name").contains("value=\"زيد 👨‍👩‍👧 O&#39;Neil\""))
        #expect(try browser.get("/settings/week").contains("name=\"firstDay\" value=\"7\" checked"))
    }

    @Test("every row of the list says its present value and leads to a page that answers, with a way back")
    func rows() throws {
        let list = try browser.get("/settings")
        let rows = list.text.matches(of: /<li><a href="([^"]+)"[^>]*>.*?<b>([^<]+)<\/b><small><bdi>([^<]+)<\/bdi>/)
        #expect(rows.count == 22)
        #expect(rows.map { "\($0.2): \($0.3)" }.prefix(4) == [
            "Language: English", "Clock and digits: 15:05", "Time zone: Riyadh", "First day of the week: Sunday",
        ])
        for row in rows {
            let answer = try browser.get(String(row.1))
            #expect(answer.status == 200 || answer.location == "/settings/prayer/place", "\(row.1)")
            guard answer.status == 200, row.1 != "/calendars" else { continue }
            #expect(answer.text.contains(/<a [^>]*href="\/settings"[^>]*>(?!<svg class="i")/), "\(row.1)")
        }
    }

    @Test("a page of the settings changes its own setting and no other", arguments: [
        ("name", "Sara"), ("language", "ar"), ("firstDay", "3"),
    ])
    func oneThing(field: String, value: String) throws {
        _ = try save(name: "Zaid", day: "6")
        #expect(try browser.post("/settings", fields: [(field, value)]).location == "/settings?saved=yes")
        let customer = try customer()
        #expect(customer.name == (field == "name" ? value : "Zaid"))
        #expect(customer.language == (field == "language" ? value : "en"))
        #expect(customer.firstDay == (field == "firstDay" ? 3 : 6))
    }

    @Test("the sections of the settings lead to each other, and the present one is marked", arguments: [
        ("/calendars", "/calendars"), ("/settings/prayer/place", "/settings/prayer"),
        ("/settings/devices", "/settings/devices"), ("/settings/devices/connect/mac", "/settings/devices"),
    ])
    func sections(path: String, section: String) throws {
        let page = try browser.get(path)
        let links = page.text.matches(of: /<a href="([^"]+)"( aria-current="page")?>/)
            .filter { ($0.1.hasPrefix("/settings") || $0.1 == "/calendars") && !$0.1.contains("connect") }
        #expect(links.first { $0.1 == "/settings" }?.2 != nil, "the tab")
        for other in ["/settings", "/settings/devices", "/settings/prayer"] {
            #expect(links.map { String($0.1) }.contains(other))
        }
        #expect(links.dropFirst().filter { $0.2 != nil }.map { String($0.1) } == [section])
    }

    @Test("the time zone is chosen on its own page, older names understood")
    func timeZone() throws {
        #expect(try browser.get("/settings/time-zone").contains("<option value=\"Asia/Riyadh\" selected>"))
        #expect(try browser.post("/settings/time-zone", ["timeZone": "America/Buenos_Aires"]).location == "/settings?saved=yes")
        #expect(try customer().timeZone == "America/Argentina/Buenos_Aires")
        #expect(try browser.get("/settings").contains("<bdi>Buenos Aires</bdi>"))
        #expect(try customer().language == "en", "nothing else changed")
    }

    @Test("a zone that is not on the list is refused with an error", arguments: ["", "Mars/Base", "../../etc/passwd", "asia/riyadh"])
    func wrongZone(name: String) throws {
        try browser.get("/settings/time-zone")
        let answer = try browser.post("/settings/time-zone", ["timeZone": name])
        #expect(answer.status == 422)
        #expect(answer.shows("problem.zone", test))
        #expect(try customer().timeZone == "Asia/Riyadh")
    }

    @Test("changing the language changes the page, from the next one on")
    func language() throws {
        _ = try save(language: "ar")
        let page = try browser.get("/settings")
        #expect(page.contains("<html lang=\"ar\" dir=\"rtl\" data-clock=\"24\""))
        #expect(page.header("Content-Language") == "ar")
    }

    @Test("a wrong name shows an error beside the field, and all input stays", arguments: [
        (String(repeating: "x", count: 101), "problem.name.tooLong"),
        (String(repeating: "x", count: 100_000), "problem.name.tooLong"),
        // A hundred letters to a person, and seven hundred characters to the database.
        (String(repeating: "👨‍👩‍👧‍👦", count: 100), "problem.name.tooLong"),
        ("Zaid\r\nBcc: x", "problem.name.characters"), ("Zaid\u{7}", "problem.name.characters"),
        ("Zaid\u{2028}x", "problem.name.characters"), ("a\u{202E}b", "problem.name.characters"),
    ])
    func wrongName(name: String, key: String) throws {
        let answer = try save(name: name, day: "6")
        #expect(answer.status == 422)
        #expect(answer.shows(key, test))
        #expect(answer.contains("value=\"\(name)\""))
        #expect(try customer().name == "")
    }

    @Test("a name may be as long as it says, and empty", arguments: ["", "   ", String(repeating: "ع", count: 100)])
    func goodName(name: String) throws {
        #expect(try save(name: name).status == 303)
    }

    @Test("a choice that no list offers is refused and nothing is saved", arguments: [
        ("fr", "1", "problem.language"), ("", "1", "problem.language"), ("EN", "1", "problem.language"),
        ("ar", "0", "problem.first-day"), ("ar", "8", "problem.first-day"), ("ar", "", "problem.first-day"),
        ("ar", "Monday", "problem.first-day"), ("ar", "99999999999999999999", "problem.first-day"),
    ])
    func wrongChoice(language: String, day: String, key: String) throws {
        let answer = try save(name: "new", language: language, day: day)
        #expect(answer.status == 422)
        #expect(answer.shows(key, test))
        #expect(try customer().name == "")
        #expect(try customer().language == "en")
    }

    @Test("a customer can neither see nor change another's settings")
    func others() throws {
        let other = Browser(test)
        try other.signIn("sara@example.org")
        _ = try save(name: "Zaid")
        let page = try other.get("/settings")
        #expect(!page.contains("Zaid"))
        #expect(!page.contains("zaid@example.org"))
    }

    @Test("the language is the account's; signed out, what was chosen on this browser, then its wish")
    func languageOrder() throws {
        func language(_ browser: Browser, _ target: String = "/terms") throws -> String? {
            try browser.get(target).header("Content-Language")
        }
        let visitor = Browser(test)
        visitor.acceptLanguage = "fr"
        #expect(try language(visitor) == "en", "a language that Jadwal does not have: English")
        visitor.acceptLanguage = "ar"
        #expect(try language(visitor) == "ar")
        #expect(try language(visitor, "/terms?lang=en") == "en")
        #expect(visitor.cookies["__Host-language"] == "en")
        #expect(try language(visitor) == "en", "chosen here before")
        #expect(try language(visitor, "/terms?lang=xx") == "en")

        browser.acceptLanguage = "ar"
        browser.cookies["__Host-language"] = "ar"
        #expect(try language(browser) == "en", "the account's")
        browser.cookies["__Host-language"] = "<script>"
        #expect(try language(browser) == "en")
    }

    @Test("signed out, the header offers the same page in the other language, with its parameters")
    func otherLanguage() throws {
        #expect(try Browser(test).get("/login?next=/settings&x=%22%3E").contains("href=\"/login?lang=ar&amp;next=%2Fsettings&amp;x=%22%3E\""))
    }

    @Test("signed in, the header's switch changes the account's language and comes back to the page")
    func languageSwitch() throws {
        let page = try browser.get("/prayer?q=%22x%22&lang=en")
        #expect(!page.contains("?lang=ar"))
        #expect(page.contains("name=\"next\" value=\"/prayer?q=%22x%22\""))
        let answer = try browser.post("/settings/language", ["language": "ar", "next": "/prayer?q=%22x%22"])
        #expect(answer.status == 303 && answer.location == "/prayer?q=%22x%22")
        #expect(try customer().language == "ar")
        let settings = try browser.get("/settings/language")
        #expect(settings.header("Content-Language") == "ar")
        #expect(settings.contains("name=\"language\" value=\"ar\" checked"), "the setting says what the page shows")

        _ = try browser.post("/settings", ["name": "Zaid", "language": "ar", "firstDay": "1"])
        #expect(try browser.get("/settings").header("Content-Language") == "ar", "saving something else leaves it")
        test.mail.clear()
        try browser.post("/settings/address", ["newEmail": "new@example.org"])
        try test.work()
        #expect(try test.lastMail().message.subject == test.app.text("mail.address-confirm.subject", .arabic))
    }

    @Test("a link changes no account's language, and no form of one's own leads away from here", arguments: [
        ("//evil.example/x", "/settings"), ("https://evil.example/", "/settings"), ("/\\evil.example", "/%5Cevil.example"),
        ("/a\r\nSet-Cookie: x=1", "/settings"), ("javascript:alert(1)", "/settings"), ("", "/settings"),
        ("/" + String(repeating: "a", count: 3_000), "/settings"), ("/prayer/sa/riyadh?x=%0d%0aa", "/prayer/sa/riyadh?x=%0D%0Aa"),
    ])
    func switchLeadsNowhereElse(next: String, location: String) throws {
        try browser.get("/settings?lang=ar")
        #expect(try customer().language == "en")
        #expect(browser.cookies["__Host-language"] == nil)
        try browser.get("/settings")
        #expect(try browser.post("/settings/language", ["language": "ar", "next": next]).location == location)
        #expect(try browser.post("/settings/language", ["language": "fr", "next": "/"]).status == 400)
        #expect(try customer().language == "ar")
    }
}

@Suite("Sessions in the settings")
struct SessionListTests {
    let test: TestApp
    let browser: Browser
    let phone: Browser

    init() throws {
        test = try TestApp.patient()
        browser = Browser(test)
        phone = Browser(test, address: "2001:db8:1::5")
        phone.userAgent = "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1"
        try phone.signIn()
        try browser.signIn()
    }

    private func number(_ browser: Browser) throws -> String {
        try #require(try browser.signedIn()).sessionID.description
    }

    @Test("the page lists them: browser, when, where, and which is this one")
    func list() throws {
        let page = try browser.get("/settings/sessions")
        #expect(page.contains("Firefox · Linux"))
        #expect(page.contains("Safari · iPhone"))
        #expect(page.contains("203.0.113.0/24"))
        #expect(page.contains("2001:db8:1::/48"))
        #expect(!page.contains("203.0.113.7"), "no whole address is kept")
        #expect(page.contains("just now"))
        #expect(page.text.matches(of: /class="here"/).count == 1)
        #expect(page.shows("settings.sessions.end-all", test))
        #expect(try !page.contains(#require(browser.session)))
    }

    @Test("another session can be ended from here, and the page says so")
    func endOther() throws {
        let answer = try browser.post("/settings/sessions/end", ["id": number(phone)])
        #expect(answer.location == "/settings/sessions?ended=yes")
        #expect(try browser.get("/settings/sessions?ended=yes").shows("settings.session-ended", test))
        #expect(try phone.get("/settings").status == 303)
        #expect(try browser.get("/settings").status == 200)
    }

    @Test("ending this session signs out")
    func endThis() throws {
        let answer = try browser.post("/settings/sessions/end", ["id": number(browser)])
        #expect(answer.location == "/?lang=en")
        #expect(browser.session == nil)
        #expect(try test.count("session") == 1)
    }

    @Test("another customer's session is not ended, and nothing reveals that it exists")
    func notOwn() throws {
        let sara = Browser(test)
        try sara.signIn("sara@example.org")
        let theirs = try browser.post("/settings/sessions/end", ["id": number(sara)])
        let none = try browser.post("/settings/sessions/end", ["id": "999999999"])
        #expect(theirs.location == none.location)
        #expect(theirs.status == none.status)
        #expect(try sara.get("/settings").status == 200)
    }

    @Test("an id that is no number is refused", arguments: ["", "x", "1 OR 1=1", "99999999999999999999", "1.0"])
    func noNumber(id: String) throws {
        #expect(try browser.post("/settings/sessions/end", ["id": id]).status == 400)
        #expect(try test.count("session") == 2)
    }

    @Test("signing out everywhere ends all sessions, and the links that are not used yet")
    func endAll() throws {
        let letter = try Browser(test).askForMail()
        let sara = Browser(test)
        try sara.signIn("sara@example.org")
        #expect(try browser.post("/settings/sessions/end-all").location == "/?lang=en")
        #expect(try browser.get("/settings").status == 303)
        #expect(try phone.get("/settings").status == 303)
        #expect(try Browser(test).open(letter).status == 410)
        #expect(try sara.get("/settings").status == 200)
        #expect(test.log.lines.contains { $0.hasPrefix("info all sessions ended") })
    }

    @Test("a customer who ended every session can ask for a mail at once, even if strangers used up the limit")
    func backIn() throws {
        let test = try TestApp(), browser = Browser(test)
        try browser.signIn()
        for number in 1...5 {
            let stranger = Browser(test, address: "198.51.100.\(number)")
            try stranger.get("/login")
            try stranger.post("/login", ["email": "zaid@example.org"])
        }
        try test.work()
        try browser.get("/settings")
        try browser.post("/settings/sessions/end-all")
        test.mail.clear()
        #expect(try Browser(test, address: "192.0.2.77").askForMail().message.to.wire == "zaid@example.org")
    }
}
