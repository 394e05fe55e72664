import Crypto
import FeatureKit
import Foundation
import HTTP
@testable import Jadwal
import Mail
import Postgres
import Storage
import Testing
import TestSupport

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
        return Dictionary(uniqueKeysWithValues: try unzipped(answer.bytes).map { (String(decoding: $0.name, as: UTF8.self), $0.bytes) })
    }

    private func json(_ bytes: [UInt8]?) throws -> Any {
        try JSONSerialization.jsonObject(with: Data(#require(bytes)))
    }

    @Test("a zip of JSON, with a text that explains it, holds all that is kept")
    func whole() throws {
        let files = try files()
        #expect(files.keys.sorted() == ["jadwal/README.txt", "jadwal/account.json", "jadwal/mails.json", "jadwal/prayer-times.json", "jadwal/sessions.json"])
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
        let readme = String(decoding: try #require(files["jadwal/README.txt"]), as: UTF8.self)
        #expect(readme.hasPrefix("Your data from Jadwal\r\n"))
        #expect(!readme.contains("\\n"))
        #expect(!readme.contains("{{"))
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

    @Test("only a form of one's own gets it")
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

    @Test("the address must be typed", arguments: ["", "sara@example.org", "zaid@example.orgg", "zaid", "yes"])
    func mismatch(typed: String) throws {
        let answer = try browser.post("/settings/delete", ["typed": typed])
        #expect(answer.status == 422)
        #expect(answer.shows("problem.address.mismatch", test))
        #expect(try browser.get("/settings").status == 200)
    }

    @Test("everything goes at once: neither number nor address is left anywhere but in the last mail's job")
    func gone() throws {
        // As much as an account can have: sessions, links under way, a wish for another address.
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

        try browser.get("/settings/delete")
        let answer = try browser.post("/settings/delete", ["typed": " ZAID@example.org "])
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

    @Test("whoever comes back begins afresh")
    func backAgain() throws {
        try browser.post("/settings", ["name": "Zaid", "language": "ar", "firstDay": "1"])
        try browser.get("/settings/delete")
        try browser.post("/settings/delete", ["typed": "zaid@example.org"])
        try test.work()
        test.mail.clear()
        try browser.signIn()
        #expect(try browser.get("/settings").contains("name=\"name\" value=\"\""))
        #expect(test.mail.messages.count == 2, "the link, and the welcome again")
    }
}

extension NewPrayerFeed {
    fileprivate static let ourHouse = NewPrayerFeed(
        cityID: nil, placeName: "Our house", country: "SA", latitude: 24.7001, longitude: 46.6002,
        elevationMetres: 600, timeZone: "Asia/Riyadh", options: "method=egyptian")
}
