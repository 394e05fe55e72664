import Crypto
import Foundation
import HTTP
import Jadwal
import Mail
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

@Suite("Export")
struct ExportTests {
    let test: TestApp
    let browser: Browser

    init() throws {
        test = try TestApp.patient()
        browser = Browser(test)
        try browser.signIn()
        try browser.post("/settings", ["name": "زيد", "language": "en", "firstDay": "1"])
        try browser.post("/settings/time-zone", ["timeZone": "Europe/Oslo"])
        _ = try test.app.replacePrayerFeed(of: browser.customer(), by: .ourHouse)
    }

    private func files() throws -> [String: [UInt8]] {
        let answer = try browser.post("/settings/export")
        #expect(answer.header("Content-Type") == "application/zip")
        #expect(answer.header("Content-Disposition") == "attachment; filename=\"jadwal-export.zip\"")
        #expect(test.log.lines.contains { $0.hasPrefix("info data exported") })
        #expect(answer.header("Cache-Control") == "no-store")
        return Dictionary(uniqueKeysWithValues: try unzipped(answer.bytes).map {
            (String(decoding: $0.name, as: UTF8.self), $0.bytes)
        })
    }

    private func json(_ bytes: [UInt8]?) throws -> Any {
        try JSONSerialization.jsonObject(with: Data(#require(bytes)))
    }

    @Test("a zip of JSON, with a text that explains it, holds all that is kept")
    func whole() throws {
        let files = try files()
        #expect(files.keys.sorted() == [
            "jadwal/README.txt",
            "jadwal/account.json",
            "jadwal/agreements.json",
            "jadwal/answers.json",
            "jadwal/calendars.json",
            "jadwal/calendars/Personal.ics",
            "jadwal/calendars/Tasks.ics",
            "jadwal/chats.json",
            "jadwal/conflicts.json",
            "jadwal/devices.json",
            "jadwal/logins.json",
            "jadwal/mails.json",
            "jadwal/my-day.json",
            "jadwal/networks.json",
            "jadwal/notices.json",
            "jadwal/places.json",
            "jadwal/plan.json",
            "jadwal/position.json",
            "jadwal/prayer-times.json",
            "jadwal/programs.json",
            "jadwal/sessions.json",
            "jadwal/subscriptions.json",
            "jadwal/trash.ics",
            "jadwal/trash.json",
        ])
        let account = try #require(try json(files["jadwal/account.json"]) as? [String: Any])
        #expect(account["email"] as? String == "zaid@example.org")
        #expect(account["name"] as? String == "زيد")
        #expect(account["timeZone"] as? String == "Europe/Oslo")
        #expect(account["firstDayOfWeek"] as? Int == 1)
        #expect(account["id"] as? String == (try browser.customer().description))
        let sessions = try #require(try json(files["jadwal/sessions.json"]) as? [[String: Any]])
        #expect(sessions.map { $0["device"] as? String } == ["Firefox · Linux"])
        #expect(sessions.map { $0["network"] as? String } == ["203.0.113.0/24"])
        let mails = try #require(try json(files["jadwal/mails.json"]) as? [[String: Any]])
        #expect(mails.map { $0["kind"] as? String } == ["login.mail-magic-link", "login.mail-welcome"])
        #expect(mails.map { $0["outcome"] as? String } == ["done", "done"])
        let feed = try #require((try json(files["jadwal/prayer-times.json"]) as? [[String: Any]])?.first)
        #expect(feed["place"] as? String == "Our house")
        #expect(feed["latitude"] as? Double == 24.7001)
        #expect(feed["options"] as? String == "method=egyptian")
        #expect(feed["inCalendars"] as? Bool == true)
        let day = try #require(try json(files["jadwal/my-day.json"]) as? [String: Any])
        #expect(day["strictness"] as? String == "congregation" && day["quietFrom"] as? String == "23:00")
        #expect((day["prayers"] as? [[String: Any]])?.map { $0["untilIqamah"] as? Int } == [25, 20, 20, 10, 20, 0])
        let readme = String(decoding: try #require(files["jadwal/README.txt"]), as: UTF8.self)
        #expect(readme.hasPrefix("Your data from Jadwal\r\n"))
        #expect(!readme.contains("\\n"))
        #expect(!readme.contains("{{"))
    }

    @Test("a request to delete the account is in it until its link is used; the link is not")
    func deletionAsked() throws {
        let file = try String(decoding: #require(files()["jadwal/account.json"]), as: UTF8.self)
        #expect(!file.contains("\"deletionAsked\" : \"2"))
        let letter = try browser.askToDelete()
        let everything = try files()
        let account = try #require(try json(everything["jadwal/account.json"]) as? [String: Any])
        #expect((account["deletionAsked"] as? String)?.hasSuffix("Z") == true)
        let token = try letter.token
        #expect(!everything.values.contains { String(decoding: $0, as: UTF8.self).contains(token) })
    }

    @Test("nobody else's data is in it, and no secret")
    func own() throws {
        let sara = Browser(test)
        try sara.signIn("sara@example.org")
        let everything = try files().values.map { String(decoding: $0, as: UTF8.self) }.joined()
        #expect(!everything.contains("sara"))
        #expect(try !everything.contains(#require(browser.session)))
        #expect(!everything.contains("sha256"))
        let own = try #require(try test.store.prayerFeed(of: browser.customer()))
        #expect(try !everything.contains(#require(test.app.feedToken(own)).text))
    }

    @Test("every table about a customer is in a file, or on the list of exceptions, and goes with the account")
    func everyTable() throws {
        let about = try test.store.tablesOfCustomers()
        #expect(about.count > 10)
        let listed = exports.flatMap(\.tables) + notExported.map(\.table)
        #expect(listed.sorted() == about)
        #expect(notExported.allSatisfy { !$0.reason.isEmpty })
        #expect(try test.store.tablesOfCustomers(deleted: true) == about)
    }

    @Test("only a form with its token gets it")
    func formOnly() throws {
        #expect(try browser.get("/settings/export").status == 405)
        #expect(try browser.post("/settings/export", ["csrf": "x"]).status == 403)
    }
}

@Suite("Deleting the account")
struct DeleteTests {
    let test: TestApp
    let browser: Browser

    init() throws {
        test = try TestApp.patient()
        browser = Browser(test)
        try browser.signIn()
        try browser.get("/settings/delete")
    }

    private func confirm(_ letter: Letter, in browser: Browser? = nil) throws -> Answer {
        let browser = browser ?? self.browser
        try browser.get(letter.path)
        return try browser.post("/settings/delete/confirm", ["token": letter.token])
    }

    @Test("every part of the export is named on the page, also beside an error", arguments: Language.allCases)
    func page(language: Language) throws {
        try browser.post("/settings/language", ["language": language.tag])
        for page in [try browser.get("/settings/delete"), try browser.post("/settings/delete", ["typed": "x"])] {
            for file in exports where !file.tables.isEmpty {
                let part = try #require(file.part, "\(file.tables)")
                #expect(page.shows("delete.item.\(part.rawValue)", test, language), "\(file.tables)")
            }
        }
    }

    @Test("the chats, the other person in them, the inbox and the link to WhatsApp are named", arguments: [
        (Language.english, ["WhatsApp", "inbox", "other person", "sentences"]),
        (.arabic, ["واتساب", "«الوارد»", "الطرف الآخر", "الجمل"]),
    ])
    func chats(language: Language, words: [String]) throws {
        try browser.post("/settings/language", ["language": language.tag])
        let page = try browser.get("/settings/delete")
        for word in words { #expect(page.contains(word), "\(word)") }
        #expect(page.contains("href=\"/settings/copy\""), "the page with the download")
        #expect(try browser.get("/settings/copy").contains("action=\"/settings/export\""))
    }

    @Test("the address must be typed", arguments: ["", "sara@example.org", "zaid@example.orgg", "zaid", "yes"])
    func mismatch(typed: String) throws {
        test.mail.clear()
        let answer = try browser.post("/settings/delete", ["typed": typed])
        #expect(answer.status == 422)
        #expect(answer.shows("problem.address.mismatch", test))
        try test.work()
        #expect(test.mail.messages.isEmpty)
        #expect(try test.count("account_deletion") == 0)
        #expect(try browser.get("/settings").status == 200)
    }

    @Test("typing the address mails a link, in the account's language, and deletes nothing", arguments: Language.allCases)
    func mailed(language: Language) throws {
        try browser.post("/settings/language", ["language": language.tag])
        let letter = try browser.askToDelete()
        #expect(letter.message.to.wire == "zaid@example.org")
        #expect(letter.message.subject == test.app.text("mail.delete-confirm.subject", language))
        #expect(try letter.path == "/settings/delete/confirm?token=\(letter.token)")
        #expect(try browser.get("/settings").status == 200)
        let token = try letter.token
        #expect(try !test.database.dump().contains { $0.contains(token) }, "a digest only")
    }

    @Test("opening the link does not use it up; its page offers keeping the account first, then one button")
    func opened() throws {
        let letter = try browser.askToDelete()
        let before = try test.database.dump()
        for _ in 1...3 {
            let page = try browser.get(letter.path)
            #expect(page.status == 200 && page.header("X-Robots-Tag") == "noindex")
            let main = try #require(page.text.split(separator: "<main").last?.split(separator: "</main>").first)
            #expect(main.matches(of: /<button/).count == 1)
            let keep = try #require(main.firstRange(of: "href=\"/settings\"")), button = try #require(main.firstRange(of: "<button"))
            #expect(keep.lowerBound < button.lowerBound)
            try browser.get(letter.path, method: .head)
        }
        #expect(try test.database.dump() == before)
        #expect(try confirm(letter).status == 200)
    }

    @Test("a wrong, foreign, expired, replaced or missing link deletes nothing")
    func worthless() throws {
        let sara = Browser(test)
        try sara.signIn("sara@example.org")
        let theirs = try sara.askToDelete(typing: "sara@example.org"), replaced = try browser.askToDelete(), last = try browser.askToDelete()
        for token in ["", "x", "0b0ee1e4-0a6b-4c0e-8f57-4a1f5d0c7a91", try theirs.token, try replaced.token] {
            let answer = try browser.post("/settings/delete/confirm", ["token": token])
            #expect(answer.status == 404 && answer.shows("link.title", test))
        }
        #expect(try confirm(last, in: sara).status == 404)
        try test.run("UPDATE account_deletion SET expires_at = now()")
        #expect(try confirm(last).status == 404)
        #expect(try browser.get("/settings/delete/confirm").location == "/settings/delete")
        #expect(try browser.get("/settings").status == 200 && sara.get("/settings").status == 200)
        #expect(try test.count("customer") == 2)
    }

    @Test("signed out, the link asks to sign in and deletes nothing by itself")
    func signedOut() throws {
        let letter = try browser.askToDelete()
        let phone = Browser(test)
        #expect(try phone.get(letter.path).location == "/login?next=%2Fsettings%2Fdelete%2Fconfirm")
        try phone.get("/login")
        #expect(try phone.post("/settings/delete/confirm", ["token": letter.token]).status == 303)
        #expect(try test.count("customer") == 1)
    }

    @Test("a link that went to the old address does not work after a change of address")
    func addressChanged() throws {
        let letter = try browser.askToDelete()
        try browser.get("/settings/address")
        try browser.post("/settings/address", ["newEmail": "new@example.org"])
        try test.work()
        let change = try test.lastMail()
        try browser.get(change.path)
        #expect(try browser.post("/settings/address/confirm", ["token": change.token]).status == 303)
        #expect(try confirm(letter).status == 404)
        #expect(try test.count("customer") == 1)
    }

    @Test("these mails are limited like any other")
    func limited() throws {
        let test = try TestApp(settings: ["JADWAL_MAILS_PER_NETWORK": "1"])
        let browser = Browser(test)
        try browser.signIn()
        #expect(try browser.post("/settings/delete", ["typed": "zaid@example.org"]).status == 200)
        #expect(try browser.post("/settings/delete", ["typed": "zaid@example.org"]).status == 429)
    }

    @Test("everything is deleted at once: number and address are left only in the last mail's job")
    func gone() throws {
        // As much as an account can have: sessions, unused links, a request for another address.
        let phone = Browser(test)
        try phone.signIn()
        let underWay = try Browser(test).askForMail()
        try browser.get("/settings/address")
        try browser.post("/settings/address", ["newEmail": "new@example.org"])
        let feed = try #require(test.app.feedURL(try test.app.replacePrayerFeed(of: browser.customer(), by: .ourHouse)))
            .replacing(test.app.config.origin, with: "")
        #expect(try phone.get(feed).status == 200)
        let sara = Browser(test)
        try sara.signIn("sara@example.org")
        let id = try browser.customer().description
        let session = browser.session
        test.mail.clear()

        let letter = try browser.askToDelete(typing: " ZAID@example.org ")
        test.mail.clear()
        let answer = try confirm(letter)
        #expect(answer.status == 200)
        #expect(answer.contains(test.app.text("deleted.title", .english)))
        #expect(answer.header("Clear-Site-Data") == "\"cookies\", \"storage\"")
        #expect(browser.session == nil)

        let rows = try test.database.dump()
        #expect(!rows.contains { $0.contains(id) })
        #expect(!rows.contains { $0.contains("new@example.org") })
        #expect(!rows.contains { $0.contains("Our house") || $0.contains("24.7001") })
        #expect(try phone.get(feed).status == 410)
        let naming = rows.filter { $0.lowercased().contains("zaid") }
        #expect(naming.count == 1)
        #expect(naming.allSatisfy { $0.hasPrefix("job ") && $0.contains("settings.mail-account-deleted") })

        try test.work()
        #expect(test.mail.messages.map(\.to.wire) == ["zaid@example.org"])
        #expect(test.mail.messages.map(\.subject) == ["Your Jadwal account is deleted"])
        #expect(try !test.database.dump().contains { $0.lowercased().contains("zaid") }, "the job forgot it as well")

        for stale in [browser, phone] {
            stale.cookies["__Host-session"] = stale.session ?? session
            #expect(try stale.get("/settings").status == 303)
        }
        #expect(try Browser(test).open(underWay).status == 404)
        #expect(try sara.get("/settings").contains("sara@example.org"))
    }

    @Test("a person who comes back gets a new account")
    func backAgain() throws {
        try browser.post("/settings", ["name": "Zaid", "language": "ar", "firstDay": "1"])
        #expect(try confirm(browser.askToDelete()).status == 200)
        try test.work()
        test.mail.clear()
        try browser.signIn()
        #expect(try browser.get("/settings/name").contains("name=\"name\" value=\"\""))
        #expect(test.mail.messages.count == 2, "the link, and the welcome again")
    }
}

extension Browser {
    /// Types the address on the page that deletes the account, and returns the mail that came.
    fileprivate func askToDelete(typing address: String = "zaid@example.org") throws -> Letter {
        try get("/settings/delete")
        let answer = try post("/settings/delete", ["typed": address])
        try #require(answer.status == 200, "\(answer.status)")
        try test.work()
        return try test.lastMail()
    }
}

extension NewPrayerFeed {
    static let ourHouse = NewPrayerFeed(
        cityID: nil, placeName: "Our house", country: "SA", latitude: 24.7001, longitude: 46.6002,
        elevationMetres: 600, timeZone: "Asia/Riyadh", options: "method=egyptian")
}
