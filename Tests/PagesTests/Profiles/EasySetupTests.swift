import Accounts
import Crypto
import HTTP
@testable import Pages
import Postgres
@testable import PrayerFeeds
@testable import Runtime
import Storage
import Templates
import TestSupport
import Testing
import Web

@Suite("Easy Setup")
struct EasySetupTests {
    let test: TestApp
    let browser: Browser
    /// A browser that is not signed in, like Safari's helper.
    let phone: Browser

    init() throws {
        test = try TestApp.patient()
        browser = Browser(test)
        phone = Browser(test, address: "198.51.100.20")
        phone.userAgent = Self.safari
        try browser.signIn()
    }

    private static let iPhone = """
        Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)
        """
    private static let safari = "\(iPhone) Version/18.1 Mobile/15E148 Safari/604.1"

    /// Gives the customer a feed whose times are no calendar of the account.
    private func aFeed(_ place: String = "Riyadh") throws -> PrayerFeed {
        let feed = try test.app.replacePrayerFeed(of: browser.customer(), by: NewPrayerFeed(
            cityID: nil, placeName: place, country: "SA", latitude: 24.7, longitude: 46.7, elevationMetres: nil,
            timeZone: "Asia/Riyadh", options: ""))
        _ = try test.store.showPrayerCalendar(of: browser.customer(), false)
        return feed
    }

    /// Presses Easy Setup, and returns the token.
    private func begin(_ system: String = "ios", prayer: Bool = false, by browser: Browser? = nil) throws -> String {
        let browser = browser ?? self.browser
        try browser.get("/settings/devices/connect")
        let answer = try browser.post("/settings/devices/setup", ["system": system, "prayer": prayer ? "yes" : ""])
        let location = try #require(answer.location)
        try #require(location.hasPrefix("/settings/devices/setup?token="))
        let token = String(location.dropFirst("/settings/devices/setup?token=".count))
        #expect(token.wholeMatch(of: /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/) != nil)
        return token
    }

    private func fetch(_ token: String, method: Method = .get) throws -> Answer {
        try phone.get("/profiles/caldav.mobileconfig?token=\(token)", method: method)
    }

    @discardableResult
    private func setup(_ token: String, by browser: Browser? = nil) throws -> Answer {
        try (browser ?? self.browser).get("/settings/devices/setup?token=\(token)")
    }

    private func calls(_ profile: ParsedProfile) throws -> Bool {
        let account = try #require(profile.payloads.first)
        return try test.app.device(
            login: #require(account["CalDAVUsername"]).text, password: #require(account["CalDAVPassword"]).text,
            from: "198.51.100.20") != nil
    }

    @Test("leads to a profile with the calendars and a password that works, and says so after the device's first call")
    func wholeRoad() throws {
        let token = try begin()
        let waiting = try setup(token, by: phone)
        #expect(waiting.shows("setup.waiting", test))
        #expect(waiting.header("Refresh") == "5")
        #expect(waiting.header("Cache-Control") == "no-store")
        #expect(waiting.header("X-Robots-Tag") == "noindex")
        #expect(waiting.contains("href=\"/profiles/caldav.mobileconfig?token=\(token)\""))

        let answer = try fetch(token)
        #expect(answer.status == 200)
        #expect(answer.header("Content-Type") == "application/x-apple-aspen-config")
        #expect(answer.header("Content-Disposition") == "attachment; filename=\"jadwal.mobileconfig\"")
        let profile = try ParsedProfile(answer.bytes)
        #expect(profile.payloads.map { $0["PayloadType"]?.text } == ["com.apple.caldav.account"])
        #expect(try profile.payloads.first?["CalDAVUsername"]?.text == "\(browser.customer())")
        #expect(try setup(token).shows("setup.waiting", test), "the device has not called yet")
        let list = try browser.get("/settings/devices")
        #expect(list.contains("<bdi>iPhone</bdi>") && list.shows("devices.profile", test))

        #expect(try calls(profile))
        for one in [browser, phone] {
            let done = try setup(token, by: one)
            #expect(done.shows("setup.connected.title", test))
            #expect(done.header("Refresh") == nil)
        }
    }

    @Test("five fetches bring the same bytes, a sixth finds nothing; HEAD is free and makes no password")
    func fetches() throws {
        let token = try begin()
        var lengths: Set<String?> = []
        for _ in 1...7 {
            let head = try fetch(token, method: .head)
            #expect(head.status == 200)
            lengths.insert("\(head.bytes.count)")
        }
        #expect(try test.count("device_password") == 0)
        var bodies: Set<[UInt8]> = []
        for _ in 1...5 { bodies.insert(try fetch(token).bytes) }
        #expect(bodies.count == 1)
        #expect(lengths == ["\(bodies.first?.count ?? 0)"])
        #expect(try test.count("device_password") == 1)
        let late = try fetch(token)
        #expect(late.status == 404)
        #expect(late.shows("profile.gone.calendars", test))
        #expect(try fetch(token, method: .head).status == 404)
    }

    @Test("another press brings another password, and another customer another profile")
    func others() throws {
        func account(_ token: String) throws -> ParsedProfile.Keys {
            try #require(ParsedProfile(fetch(token).bytes).payloads.first)
        }
        let first = try account(begin()), second = try account(begin())
        #expect(first["CalDAVPassword"] != second["CalDAVPassword"])
        #expect(first["PayloadUUID"] == second["PayloadUUID"], "so that the account is updated and not added")
        let other = Browser(test)
        try other.signIn("sara@example.org")
        let third = try account(begin(by: other))
        for key in ["CalDAVPassword", "CalDAVUsername", "PayloadUUID", "PayloadIdentifier"] {
            #expect(third[key] != first[key])
        }
    }

    @Test("the address of the original app works too")
    func olderAddress() throws {
        let token = try begin()
        #expect(try phone.get("/httpj/mobile-config/caldav?s=\(token)").bytes == fetch(token).bytes)
    }

    @Test("the address ends after a quarter of an hour; after the first fetch it has ten minutes")
    func expiry() throws {
        let late = try begin()
        try test.run("UPDATE device_setup SET expires_at = now()")
        #expect(try fetch(late).status == 404)
        let token = try begin()
        let minutes: SQL = """
            SELECT round(extract(epoch FROM expires_at - now()) / 60)::bigint
              FROM device_setup ORDER BY created_at DESC LIMIT 1
            """
        #expect(try test.store.connection.value(minutes) == Int64(15))
        #expect(try fetch(token).status == 200)
        #expect(try test.store.connection.value(minutes) == Int64(10))
        try test.run("UPDATE device_setup SET expires_at = now()")
        #expect(try fetch(token).status == 404)
    }

    @Test("a profile that nobody fetched ends as cancelled")
    func neverFetched() throws {
        let token = try begin()
        try test.run("UPDATE device_setup SET expires_at = now()")
        let page = try setup(token)
        #expect(page.shows("setup.cancelled.title", test))
        #expect(page.header("Refresh") == nil)
    }

    @Test("a person who cancels reads that, and the profile's password is gone")
    func cancelled() throws {
        let token = try begin()
        let profile = try ParsedProfile(fetch(token).bytes)
        try setup(token, by: phone)
        let answer = try phone.post("/settings/devices/setup/cancel", ["token": token])
        #expect(answer.location == "/settings/devices/setup?token=\(token)")
        #expect(try setup(token).shows("setup.cancelled.title", test))
        #expect(try !calls(profile))
        #expect(try fetch(token).status == 404)
        #expect(try test.count("device_password") == 0)
    }

    @Test("cancelling comes too late once the device has called")
    func cancelledLate() throws {
        let token = try begin()
        let profile = try ParsedProfile(fetch(token).bytes)
        try setup(token)
        #expect(try calls(profile))
        try browser.post("/settings/devices/setup/cancel", ["token": token])
        #expect(try setup(token).shows("setup.connected.title", test))
        #expect(try calls(profile))
    }

    @Test("a profile whose password was not used in time failed, and the page says whom to ask")
    func failed() throws {
        let token = try begin()
        let profile = try ParsedProfile(fetch(token).bytes)
        try test.run("UPDATE device_password SET expires_unused_at = now()")
        let page = try setup(token)
        #expect(page.shows("setup.failed.title", test))
        #expect(page.contains("help@jadwal.example.org"))
        #expect(try !calls(profile))
    }

    @Test("the prayer feed comes along only by choice, and never to a Mac", arguments: [
        ("ios", true, 2), ("ios", false, 1), ("macos", true, 1),
    ])
    func prayerTimes(system: String, prayer: Bool, payloads: Int) throws {
        let feed = try aFeed()
        #expect(try browser.get("/settings/devices/connect").contains("name=\"prayer\""))
        #expect(try !browser.get("/settings/devices/connect/mac").contains("name=\"prayer\""))
        let profile = try ParsedProfile(fetch(begin(system, prayer: prayer)).bytes)
        #expect(profile.payloads.count == payloads)
        #expect(profile.payloads.first?["PayloadType"]?.text == "com.apple.caldav.account")
        let address = test.app.feedURL(feed)
        let subscribed = profile.payloads.dropFirst().map { $0["SubCalAccountHostName"]?.text }
        #expect(subscribed == (payloads == 2 ? [address] : []))
    }

    @Test("has the identifiers of the prayer profile, so that the last one installed replaces the others")
    func oneProfile() throws {
        _ = try aFeed()
        try browser.get("/settings/prayer")
        let steps = try #require(try browser.post("/profiles").location)
        let token = try #require(steps.split(separator: "=").last)
        let prayer = try ParsedProfile(phone.get("/profiles/prayer.mobileconfig?token=\(token)").bytes)
        let both = try ParsedProfile(fetch(begin(prayer: true)).bytes), alone = try ParsedProfile(fetch(begin()).bytes)
        for key in ["PayloadIdentifier", "PayloadUUID"] {
            #expect(both.top[key] == prayer.top[key] && alone.top[key] == prayer.top[key])
            #expect(both.payloads.last?[key] == prayer.payloads.first?[key])
            #expect(both.payloads.first?[key] == alone.payloads.first?[key])
        }
    }

    @Test("the prayer feed stays out while the account has its times as a calendar, so no phone shows them twice")
    func prayerCalendar() throws {
        _ = try aFeed()
        _ = try test.store.showPrayerCalendar(of: browser.customer(), true)
        #expect(try !browser.get("/settings/devices/connect").contains("name=\"prayer\""))
        #expect(try ParsedProfile(fetch(begin(prayer: true)).bytes).payloads.count == 1)
    }

    @Test("without a feed nobody is asked about prayer times")
    func noFeed() throws {
        #expect(try !browser.get("/settings/devices/connect").contains("name=\"prayer\""))
        #expect(try ParsedProfile(fetch(begin(prayer: true)).bytes).payloads.count == 1)
    }

    @Test("is worth nothing after its feed is gone")
    func feedGone() throws {
        _ = try aFeed()
        let token = try begin(prayer: true)
        try test.store.deletePrayerFeed(of: browser.customer())
        #expect(try fetch(token).status == 404)
    }

    @Test("Arabic, quotes and angle brackets arrive as they are", arguments: [
        "مكة المكرمة", "A & B <b>\"'</b> ]]>", "Zürich 🕌",
    ])
    func names(place: String) throws {
        _ = try aFeed(place)
        try browser.post("/settings/language", ["language": "ar"])
        let profile = try ParsedProfile(fetch(begin(prayer: true)).bytes)
        #expect(profile.top["PayloadDisplayName"]?.text == "جدول · Jadwal · \(place)")
        #expect(profile.payloads.first?["CalDAVAccountDescription"]?.text == "جدول · Jadwal")
    }

    @Test("a computer shows a code to scan, a phone a button, and a browser that is not Safari says so", arguments: [
        ("Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0", true, false),
        (safari, false, false),
        ("\(iPhone) FxiOS/133.0 Mobile/15E148 Safari/605.1.15", false, true),
        ("\(iPhone) CriOS/131.0 Mobile/15E148 Safari/604.1", false, true),
        ("\(iPhone) Mobile/15E148 Instagram 300.0", false, true),
    ])
    func browsers(userAgent: String, hasCode: Bool, asksForSafari: Bool) throws {
        let token = try begin()
        phone.userAgent = userAgent
        let page = try setup(token, by: phone)
        #expect(page.contains("class=\"qr\"") == hasCode)
        #expect(page.shows("setup.download", test) == !hasCode)
        let address = "https://jadwal.example.org/settings/devices/setup?token=\(token)"
        #expect(page.contains("<input id=\"address\" value=\"\(address)\"") == asksForSafari)
    }

    @Test("a text that is no token finds nothing", arguments: [
        "", "x", "00000000-0000-4000-8000-000000000000", "%F0%9F%95%8C",
    ])
    func wrongTokens(token: String) throws {
        #expect(try fetch(token).status == 404)
        #expect(try setup(token).status == 404)
    }

    @Test("nobody chooses anything else in a profile", arguments: [
        "", "?token=TOKEN&url=https://evil.example", "?token=TOKEN&s=TOKEN", "?Token=TOKEN",
        "?token=TOKEN&CalDAVHostName=evil.example",
    ])
    func otherParameters(query: String) throws {
        let query = try query.replacing("TOKEN", with: begin())
        for path in ["/profiles/caldav.mobileconfig", "/httpj/mobile-config/caldav"] {
            #expect(try phone.get(path + query).status == 400)
        }
        #expect(try test.count("device_password") == 0)
    }

    @Test("signing out everywhere, disconnecting a device and deleting the account end the addresses")
    func ended() throws {
        let first = try begin()
        try browser.post("/settings/sessions/end-all")
        #expect(try fetch(first).status == 404)
        try browser.signIn()
        let second = try begin(), third = try begin()
        #expect(try fetch(second).status == 200)
        let id = try #require(try test.store.devicePasswords(of: browser.customer()).first).id
        try browser.get("/settings/devices")
        try browser.post("/settings/devices/disconnect", ["id": "\(id)"])
        #expect(try fetch(second).status == 404 && fetch(third).status == 404)
        let fourth = try begin()
        try test.run("DELETE FROM customer")
        #expect(try fetch(fourth).status == 404)
    }

    @Test("neither its token nor its password is in the database or in the log")
    func secrecy() throws {
        let token = try begin()
        let profile = try ParsedProfile(fetch(token).bytes)
        let password = try #require(profile.payloads.first?["CalDAVPassword"]).text
        let kept = try test.database.dump().joined(separator: "\n") + test.log.text
        #expect(kept.contains("device_setup"))
        for secret in [token, token.replacing("-", with: ""), password, password.replacing("-", with: "")] {
            #expect(!kept.contains(secret))
        }
        #expect(test.log.lines.contains { $0.contains("profile fetched") && $0.contains("fetch=1") })
    }
}
