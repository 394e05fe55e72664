import Accounts
import Crypto
import HTTP
import Mail
import Postgres
import PrayerFeeds
import Runtime
import Storage
import TestSupport
import Testing

@Suite("What a phone needs")
struct PhoneTests {
    private let account = "calendar.v1.CalendarService/GetCalDavAccount"
    private let prayers = "calendar.v1.CalendarService/SchedulePrayerTimes"
    private let add = "profile.v1.ProfileService/AddDevice"
    private let device = String(repeating: "ab12", count: 16)

    @Test("the CalDAV account is the same at every call, and opens the calendars")
    func calDAV() throws {
        let test = try TestApp.patient(), phone = try Phone.signedIn(test)
        let reply = try phone.call(account), password = try reply.text("password")
        #expect(try reply.text("username") == "zaid@example.org")
        #expect(try phone.call(account).text("password") == password)
        let found = try test.app.device(login: "zaid@example.org", password: password, from: "203.0.113.1")
        #expect(found?.customer.email == "zaid@example.org")
        // It is one of the devices, and its use changes nothing.
        #expect(try phone.call(account).text("password") == password)
        #expect(try test.count("device_password WHERE origin = 'app'") == 1)
    }

    @Test("a revoked password is replaced by another one")
    func revoked() throws {
        let test = try TestApp.patient(), phone = try Phone.signedIn(test)
        let password = try phone.call(account).text("password")
        try test.run("DELETE FROM device_password")
        let next = try phone.call(account).text("password")
        #expect(next != password)
        #expect(try test.app.device(login: "zaid@example.org", password: password, from: "203.0.113.1") == nil)
    }

    @Test("the password stays the same when the key is replaced, and is another one when the old key is gone")
    func rotated() throws {
        let test = try TestApp.patient(), phone = try Phone.signedIn(test)
        let password = try phone.call(account).text("password")
        let old = test.app.secrets.devices.current, new = [UInt8](repeating: 99, count: 32)
        phone.app = try test.anotherApp(devices: KeyRing(new, previous: [old]))
        #expect(try phone.call(account).text("password") == password)
        _ = try phone.app.device(login: "zaid@example.org", password: password, from: "203.0.113.1")
        #expect(try phone.call(account).text("password") == password)
        phone.app = try test.anotherApp(devices: KeyRing(new))
        let next = try phone.call(account).text("password")
        #expect(next != password)
        #expect(try phone.app.device(login: "zaid@example.org", password: next, from: "203.0.113.1") != nil)
    }

    @Test("a magic token downloads the profile of the calendars")
    func profile() throws {
        let test = try TestApp.patient(), phone = try Phone.signedIn(test)
        let token = try phone.call("auth.v1.AuthService/GenerateMagicToken", #"{"type":"MAGIC_TOKEN_TYPE_CALDAV"}"#)
            .text("magicToken")
        phone.token = nil
        let reply = try phone.send(.get, "/httpj/mobile-config/caldav?s=\(token)", [:], [])
        #expect(reply.status == 200 && reply.headers["Content-Type"] == "application/x-apple-aspen-config")
        // The app knows its account by this word.
        #expect(reply.body.contains("Jadwal"))
    }

    @Test("prayer times: one address, without signs that mean something in a query, and not twice on the phone")
    func prayerTimes() throws {
        let test = try TestApp.patient(), phone = try Phone.signedIn(test)
        try test.run("""
            INSERT INTO city (id, country, slug, name, admin1, latitude_deg, longitude_deg, time_zone, population)
            VALUES (1, 'SA', 'riyadh', 'Riyadh', '10', 24.7, 46.7, 'Asia/Riyadh', 7000000),
                   (2, 'SA', 'jeddah', 'Jeddah', '14', 21.5, 39.2, 'Asia/Riyadh', 4000000)
            """)
        let address = try phone.call(prayers).text("icalUrl")
        #expect(address.wholeMatch(of: /https:\/\/jadwal\.example\.org\/prayer\/[A-Za-z0-9_-]{43}\.ics/) != nil)
        #expect(try phone.call(prayers).text("icalUrl") == address)
        let zaid = try #require(EmailAddress("zaid@example.org"))
        let customer = try #require(try test.store.customerID(withAddress: zaid))
        let feed = try #require(try test.store.prayerFeed(of: customer))
        #expect(feed.cityID == 1 && !feed.isInCalendars)
        _ = try test.app.showPrayerCalendar(of: customer, true)
        #expect(try phone.call(prayers).status == 200)
        #expect(try test.store.prayerFeed(of: customer)?.isInCalendars == false)
        let reply = try phone.send(.get, "/httpj/mobile-config/webcal?url=\(address)", [:], [])
        #expect(reply.status == 200 && reply.headers["Content-Type"] == "application/x-apple-aspen-config")
        #expect(reply.body.contains(address))
    }

    @Test("a profile is made for our own feeds only", arguments: [
        "https://jadwal.example.org/prayer/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA.ics",
        "https://evil.example/prayer/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA.ics", "//jadwal.example.org/x",
        "javascript:alert(1)", "https://jadwal.example.org/prayer/sa/riyadh.ics", "",
    ])
    func foreignFeed(address: String) throws {
        let reply = try Phone(.patient()).send(.get, "/httpj/mobile-config/webcal?url=\(address)", [:], [])
        #expect(reply.status == 404)
    }

    @Test("without a city of the customer's zone the app learns what to do")
    func noCity() throws {
        let reply = try Phone.signedIn(.patient()).call(prayers)
        #expect(reply.status == 400 && reply.code == "failed_precondition")
    }

    @Test("a phone is registered once, belongs to who registered it last, and goes with the session")
    func devices() throws {
        let test = try TestApp.patient(), phone = try Phone.signedIn(test)
        let body = #"{"deviceToken":"\#(device.uppercased())"}"#
        for _ in 1...2 { #expect(try phone.call(add, body).body == "{}") }
        #expect(try test.count("notification_device") == 1)
        let other = try Phone.signedIn(test, "sara@example.org")
        #expect(try other.call(add, body).status == 200)
        let hers: SQL = "notification_device d JOIN customer c ON c.id = d.customer_id AND c.email LIKE 'sara%'"
        #expect(try test.count(hers) == 1)
        #expect(try test.count("notification_device") == 1)
        #expect(try other.call("jadwal.v1.SessionsService/SignOut").status == 200)
        #expect(try test.count("notification_device") == 0)
    }

    @Test("texts that are no token of a phone are refused", arguments: [
        "", "abc", "zz12zz12zz12zz12", "ab12 b12ab12ab12",
    ])
    func wrongDevices(token: String) throws {
        let reply = try Phone.signedIn(.patient()).call(add, #"{"deviceToken":"\#(token)"}"#)
        #expect(reply.code == "invalid_argument")
    }

    @Test("WhatsApp: without a link it is not found, ending nothing succeeds, and a number is needed")
    func whatsApp() throws {
        let phone = try Phone.signedIn(.patient()), service = "whatsapp.v1.WhatsappService"
        let none = try phone.call("\(service)/GetWhatsappAccount")
        #expect(none.status == 404 && none.code == "not_found" && none.json["message"] as? String == "")
        #expect(try phone.call("\(service)/DisconnectWhatsappAccount").body == "{}")
        #expect(try phone.call("\(service)/ConnectWhatsappAccount", #"{"mobile":"12"}"#).code == "invalid_argument")
        let noBridge = try phone.call("\(service)/ConnectWhatsappAccount", #"{"mobile":"966501234567"}"#)
        #expect(noBridge.code == "unimplemented")
    }

    @Test("WhatsApp is linked only after the customer agreed")
    func consent() throws {
        let phone = try Phone.signedIn(.patient(["JADWAL_WASAPP_URL": "http://127.0.0.1:9"]))
        let reply = try phone.call("whatsapp.v1.WhatsappService/ConnectWhatsappAccount", #"{"mobile":"966501234567"}"#)
        #expect(reply.status == 400 && reply.code == "failed_precondition")
    }

    @Test("the apps that open links are named for Apple, if there are any")
    func association() throws {
        let none = try Phone(.patient()).send(.get, "/.well-known/apple-app-site-association", [:], [])
        #expect(none.status == 404)
        let phone = Phone(try .patient(["JADWAL_APP_IDS": "JL46C549NC.app.jadwal.mishkat"]))
        let reply = try phone.send(.get, "/.well-known/apple-app-site-association", [:], [])
        #expect(reply.headers["Content-Type"] == "application/json")
        #expect(reply.body == """
            {"applinks":{"details":[{"appIDs":["JL46C549NC.app.jadwal.mishkat"],"components":[{"/":"/magic-link"}]}]}}
            """)
    }
}
