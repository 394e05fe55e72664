import Crypto
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

@Suite("Profiles for phones")
struct ProfileTests {
    let test: TestApp
    let browser: Browser
    /// A browser that is not signed in, like Safari's helper.
    let phone: Browser

    init() throws {
        test = try TestApp.patient()
        browser = Browser(test)
        phone = Browser(test, address: "198.51.100.20")
        try browser.signIn()
    }

    @discardableResult
    private func aFeed(_ place: String = "Riyadh", of customer: CustomerID? = nil) throws -> PrayerFeed {
        try test.app.replacePrayerFeed(of: customer ?? browser.customer(), by: NewPrayerFeed(
            cityID: nil, placeName: place, country: "SA", latitude: 24.7, longitude: 46.7, elevationMetres: nil,
            timeZone: "Asia/Riyadh", options: ""))
    }

    /// Presses the button, and returns the address of the profile.
    private func path(_ browser: Browser? = nil) throws -> String {
        let answer = try (browser ?? self.browser).post("/profiles")
        let location = try #require(answer.location)
        #expect(location.hasPrefix("/settings/prayer/iphone?token="))
        return "/profiles/prayer.mobileconfig?token=\(location.dropFirst("/settings/prayer/iphone?token=".count))"
    }

    @Test("a press of the button leads to the steps, and the address there to the profile")
    func download() throws {
        let feed = try aFeed()
        let answer = try phone.get(path())
        #expect(answer.status == 200)
        let headers = answer.response.headers
        #expect(headers["Content-Type"] == "application/x-apple-aspen-config")
        #expect(headers["Content-Disposition"] == "attachment; filename=\"jadwal.mobileconfig\"")
        #expect(headers["Cache-Control"] == "no-store")
        let profile = try ParsedProfile(answer.bytes)
        #expect(profile.payloads.map { $0["SubCalAccountHostName"]?.text } == [test.app.feedURL(feed)])
        #expect(try #require(test.app.feedURL(feed)).hasPrefix("https://jadwal.example.org/prayer/"))
        #expect(test.log.lines.contains { $0.contains("profile fetched") && $0.contains("fetch=1") && $0.contains("signed=false") })
    }

    // github.com/apple/device-management: TopLevel.yaml, CommonPayloadKeys.yaml,
    // com.apple.subscribedcalendar.account.yaml.
    @Test("it has Apple's keys with Apple's types, and no others")
    func keys() throws {
        try aFeed()
        let profile = try ParsedProfile(phone.get(path()).bytes)
        let common = [
            "PayloadDescription": "str", "PayloadDisplayName": "str", "PayloadIdentifier": "str", "PayloadOrganization": "str",
            "PayloadType": "str", "PayloadUUID": "str", "PayloadVersion": "int",
        ]
        #expect(profile.top.mapValues(\.type) == common.merging(["PayloadContent": "list", "TargetDeviceType": "int"]) { $1 })
        #expect(profile.top["PayloadType"]?.text == "Configuration")
        #expect(profile.top["PayloadVersion"]?.text == "1")
        #expect(profile.top["TargetDeviceType"]?.text == "1")
        let payload = try #require(profile.payloads.first)
        #expect(payload.mapValues(\.type) == common.merging([
            "SubCalAccountDescription": "str", "SubCalAccountHostName": "str", "SubCalAccountUseSSL": "bool",
        ]) { $1 })
        #expect(payload["PayloadType"]?.text == "com.apple.subscribedcalendar.account")
        #expect(payload["SubCalAccountUseSSL"]?.text == "True")
        #expect(payload["PayloadVersion"]?.text == "1")
        for keys in [profile.top, payload] {
            #expect(keys["PayloadUUID"]?.text.wholeMatch(of: /[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/) != nil)
            #expect(keys["PayloadIdentifier"]?.text.hasPrefix("org.example.jadwal.profile.") == true)
        }
        #expect(profile.top["PayloadUUID"] != payload["PayloadUUID"])
        #expect(profile.top["PayloadIdentifier"] != payload["PayloadIdentifier"])
    }

    @Test("it is the same each time for one feed, and different for another customer")
    func identity() throws {
        func identity(_ browser: Browser) throws -> [[String?]] {
            let profile = try ParsedProfile(phone.get(path(browser)).bytes)
            return ([profile.top] + profile.payloads).map { [$0["PayloadIdentifier"]?.text, $0["PayloadUUID"]?.text] }
        }
        try aFeed()
        let first = try identity(browser)
        try aFeed("Jeddah")
        try browser.post("/settings/language", ["language": "ar"])
        #expect(try identity(browser) == first, "another place and language update what is there")
        _ = try test.app.renewPrayerFeed(of: browser.customer())
        #expect(try identity(browser) == first, "and so does another address")

        let other = Browser(test)
        try other.signIn("sara@example.org")
        try aFeed(of: other.customer())
        let second = try identity(other)
        #expect(Set(second.joined()).isDisjoint(with: first.joined()))
    }

    @Test("five fetches within the time bring the same bytes, a sixth finds nothing; previews are not counted")
    func fetches() throws {
        try aFeed()
        let path = try path()
        var bodies: Set<[UInt8]> = []
        for _ in 1...5 {
            for _ in 1...3 {
                let head = try phone.get(path, method: .head)
                #expect(head.status == 200)
                bodies.insert(head.bytes)
            }
            bodies.insert(try phone.get(path).bytes)
        }
        #expect(bodies.count == 1)
        let late = try phone.get(path)
        #expect(late.status == 404)
        #expect(late.shows("profile.gone.title", test))
        #expect(try phone.get(path, method: .head).status == 404)
        #expect(try phone.get(self.path()).status == 200, "another press, another address")
    }

    @Test("the older address of the profile works too")
    func olderAddress() throws {
        try aFeed()
        let path = try path()
        let query = path.drop { $0 != "?" }
        #expect(try phone.get("/httpj/mobile-config/webcal\(query)").bytes == phone.get(path).bytes)
    }

    @Test("nobody chooses what is subscribed to", arguments: [
        "", "?", "?url=https://evil.example/feed.ics", "?token=TOKEN&url=https://evil.example/feed.ics",
        "?url=webcal://evil.example&token=TOKEN", "?token=TOKEN&token=TOKEN", "?token=TOKEN&SubCalAccountHostName=x", "?Token=TOKEN",
    ])
    func otherParameters(query: String) throws {
        try aFeed()
        let token = try String(path().split(separator: "=")[1])
        for path in ["/profiles/prayer.mobileconfig", "/httpj/mobile-config/webcal"] {
            let answer = try phone.get(path + query.replacing("TOKEN", with: token))
            // An address alone may be one of a customer's feed. This one is not.
            #expect(answer.status == (query == "?url=https://evil.example/feed.ics" ? 404 : 400))
            #expect(answer.response.headers["Content-Type"] == "text/html; charset=utf-8")
        }
    }

    @Test("a text that is no token finds nothing", arguments: [
        "", "x", "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", "%F0%9F%95%8C", String(repeating: "A", count: 5_000),
    ])
    func wrongTokens(token: String) throws {
        let answer = try phone.get("/profiles/prayer.mobileconfig?token=\(token)")
        #expect(answer.status == 404)
        #expect(answer.shows("profile.gone.title", test))
    }

    @Test("signing out everywhere ends the profiles that could still be fetched")
    func signedOutEverywhere() throws {
        try aFeed()
        let address = try path()
        try browser.get("/settings")
        try browser.post("/settings/sessions/end-all")
        #expect(try phone.get(address).status == 404)
        #expect(try test.count("profile_grant") == 0)
    }

    @Test("an address ends with its time, the feed's address, the feed and the account")
    func worthless() throws {
        try aFeed()
        let expired = try path()
        try test.run("UPDATE profile_grant SET expires_at = now()")
        #expect(try phone.get(expired).status == 404)

        let renewed = try path()
        _ = try test.app.renewPrayerFeed(of: browser.customer())
        #expect(try phone.get(renewed).status == 404)

        let deleted = try path()
        try test.store.deletePrayerFeed(of: browser.customer())
        #expect(try phone.get(deleted).status == 404)

        try aFeed()
        let orphan = try path()
        try test.run("DELETE FROM customer")
        #expect(try phone.get(orphan).status == 404)
    }

    @Test("only a customer with a feed gets one")
    func strangers() throws {
        #expect(try browser.post("/profiles").location == "/settings/prayer")
        #expect(try test.count("profile_grant") == 0)
        try phone.get("/login")
        #expect(try phone.post("/profiles").location?.hasPrefix("/login") == true)
        #expect(try browser.post("/profiles", ["csrf": "wrong"]).status == 403)
        #expect(try test.count("profile_grant") == 0)
    }

    @Test("Arabic, quotes and angle brackets arrive as they are", arguments: [
        "مكة المكرمة", "A & B <b>\"'</b> ]]>", "Zürich 🕌", "الـرّيَاض",
    ])
    func names(place: String) throws {
        try aFeed(place)
        try browser.post("/settings/language", ["language": "ar"])
        let profile = try ParsedProfile(phone.get(path()).bytes)
        #expect(profile.top["PayloadDisplayName"]?.text == "جدول · \(place)")
        #expect(profile.payloads.first?["SubCalAccountDescription"]?.text == "مواقيت الصلاة – \(place)")
    }

    @Test("neither its token nor the feed's address is in the database or in the log")
    func secrecy() throws {
        let feed = try aFeed()
        let path = try path()
        try phone.get(path)
        let secrets = try [#require(path.split(separator: "=").last), #require(test.app.feedToken(feed)).text[...]].map(String.init)
        let kept = try test.database.dump().joined(separator: "\n") + test.log.text
        #expect(kept.contains("profile_grant"))
        for secret in secrets {
            #expect(!kept.contains(secret))
            #expect(!kept.contains(try hex(#require(base64URLDecoded(secret)))))
        }
    }
}
