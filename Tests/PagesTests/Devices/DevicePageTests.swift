import Accounts
import Crypto
import HTTP
@testable import Pages
import Postgres
import Runtime
import Storage
import Templates
import TestSupport
import Testing
import Web

@Suite("Devices")
struct DevicePageTests {
    let test: TestApp
    let browser: Browser

    init() throws {
        test = try TestApp.patient()
        browser = Browser(test)
        try browser.signIn()
    }

    /// Makes a password by hand on the page of a kind of device.
    private func make(_ label: String, _ kind: String = "another", by browser: Browser? = nil) throws -> Answer {
        let browser = browser ?? self.browser
        try browser.get("/settings/devices/connect/\(kind)")
        return try browser.post("/settings/devices/connect/\(kind)", ["label": label])
    }

    private func shownPassword(in answer: Answer) -> String? {
        answer.text.firstMatch(of: /<input id="password" value="([^"]+)"/).map { String($0.1) }
    }

    private func calls(_ password: String, as login: String = "zaid@example.org") throws -> Bool {
        try test.app.device(login: login, password: password, from: "198.51.100.20") != nil
    }

    /// Presses a device's button in the list.
    private func disconnect(_ label: String) throws -> Answer {
        let page = try browser.get("/settings/devices").text
        let item = try #require(page.split(separator: "<li>").first { $0.contains("<bdi>\(label)</bdi>") })
        let id = try #require(item.firstMatch(of: /name="id" value="(\d+)"/)).1
        return try browser.post("/settings/devices/disconnect", ["id": String(id)])
    }

    @Test("a new account has none, and the page says how to begin")
    func none() throws {
        let page = try browser.get("/settings/devices")
        #expect(page.shows("devices.none", test))
        #expect(page.contains("href=\"/settings/devices/connect\""))
    }

    @Test("a password made by hand is shown once, with server and user name, and works")
    func byHand() throws {
        let answer = try make("Laptop", "thunderbird")
        #expect(answer.status == 200)
        #expect(answer.header("Cache-Control") == "no-store")
        let password = try #require(shownPassword(in: answer))
        #expect(answer.contains("<input id=\"server\" value=\"https://jadwal.example.org/dav/\""))
        #expect(answer.contains("<input id=\"user\" value=\"zaid@example.org\""))
        #expect(try !browser.get("/settings/devices").contains(password))
        #expect(try !browser.get("/settings/devices/connect/thunderbird").contains(password))
        #expect(try calls(password))
    }

    @Test("the list says of each device when it last called, or that it never did")
    func lastUse() throws {
        let password = try #require(shownPassword(in: make("Laptop")))
        let before = try browser.get("/settings/devices")
        #expect(before.contains("It hasn’t synced yet."))
        #expect(before.contains("href=\"/settings/devices/connect\">Set it up again</a>"))
        #expect(!before.contains("Profile</span>"))
        #expect(try calls(password))
        let after = try browser.get("/settings/devices")
        #expect(after.contains("Last synced just now"))
        #expect(after.contains("198.51.100.0/24"))
        #expect(!after.contains("It hasn’t synced yet."))
    }

    @Test("disconnecting one ends its password at once and leaves the others alone")
    func disconnecting() throws {
        let laptop = try #require(shownPassword(in: make("Laptop")))
        let phone = try #require(shownPassword(in: make("Phone")))
        #expect(try calls(laptop) && calls(phone))
        #expect(try disconnect("Laptop").location == "/settings/devices?done=disconnected")
        #expect(try browser.get("/settings/devices?done=disconnected").shows("devices.disconnected", test))
        #expect(try !calls(laptop))
        #expect(try calls(phone))
        #expect(try !browser.get("/settings/devices").contains("Laptop"))
    }

    @Test("nobody disconnects another customer's device, or learns of it")
    func others() throws {
        let password = try #require(shownPassword(in: make("Laptop")))
        let id = try #require(try test.store.devicePasswords(of: browser.customer()).first).id
        let other = Browser(test)
        try other.signIn("sara@example.org")
        try other.get("/settings/devices")
        let answer = try other.post("/settings/devices/disconnect", ["id": "\(id)"])
        let unknown = try other.post("/settings/devices/disconnect", ["id": "999999999"])
        #expect(answer.status == unknown.status && answer.location == unknown.location)
        #expect(answer.location == "/settings/devices?done=gone", "nothing was disconnected, and nothing says so")
        let page = try other.get("/settings/devices?done=gone")
        #expect(page.shows("devices.gone", test) && !page.shows("devices.disconnected", test))
        #expect(try calls(password))
        #expect(try other.post("/settings/devices/disconnect", ["id": "x"]).status == 400)
    }

    @Test("a name that does not fit is refused under its field, and stays typed", arguments: [
        "", "   ", String(repeating: "x", count: 61), "a\u{202E}b",
    ])
    func wrongLabels(label: String) throws {
        let answer = try make(label, "android")
        #expect(answer.status == 422)
        #expect(answer.shows("problem.device.label", test))
        #expect(shownPassword(in: answer) == nil)
        #expect(try test.count("device_password") == 0)
    }

    @Test("names in any script and with any sign survive", arguments: ["هاتف نورة", "A & B <b>\"'</b>", "Büro 🖥"])
    func labels(label: String) throws {
        _ = try make(label)
        #expect(try browser.get("/settings/devices").contains("<bdi>\(htmlEscaped(label))</bdi>"))
    }

    @Test("each kind of device has its steps, in both languages", arguments: [
        "iphone", "mac", "android", "thunderbird", "another",
    ], Language.allCases)
    func kinds(kind: String, language: Language) throws {
        try browser.post("/settings/language", ["language": language.tag])
        let page = try browser.get("/settings/devices/connect/\(kind)")
        #expect(page.status == 200)
        let steps = test.app.shared.templates.catalogue.raw("connect.\(kind).step1", language)
        #expect(page.contains(try #require(steps)))
        #expect(page.shows("connect.easy", test, language) == ["iphone", "mac"].contains(kind))
    }

    @Test("an unknown kind of device has no page")
    func unknownKind() throws {
        #expect(try browser.get("/settings/devices/connect/toaster").status == 404)
        #expect(try browser.post("/settings/devices/connect/toaster", ["label": "x"]).status == 404)
        #expect(try test.count("device_password") == 0)
    }

    @Test("strangers are asked to sign in first", arguments: [
        "/settings/devices", "/settings/devices/connect", "/settings/devices/connect/mac",
    ])
    func strangers(path: String) throws {
        #expect(try Browser(test).get(path).location?.hasPrefix("/login?next=") == true)
    }
}
