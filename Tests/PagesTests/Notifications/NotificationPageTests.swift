import CivilTime
import Crypto
import HTTP
import Notifications
import Postgres
import Runtime
import Storage
import TestSupport
import Testing
import Web

@Suite("Pages of notifications")
struct NotificationPageTests {
    let test: TestApp
    let browser: Browser

    init() throws {
        test = try TestApp.patient()
        browser = Browser(test)
        try browser.signIn()
    }

    private func customer() throws -> Customer {
        let id: CustomerID? = try test.store.connection.value("SELECT id FROM customer ORDER BY created_at LIMIT 1")
        return try #require(try id.flatMap { try test.store.customer($0) })
    }

    private func note(_ title: String = "Lunch") throws -> NoticeID {
        try #require(try test.app.notify(
            customer().id, .eventFound, about: title, version: "1", NoticeContent(title: title), opens: "/today"))
    }

    /// The fields of a browser's registration.
    private func fields(_ endpoint: String = "https://fcm.googleapis.com/a") -> [String: String] {
        [
            "endpoint": endpoint, "p256dh": base64URL(P256Key.random().publicPoint),
            "auth": base64URL([UInt8](repeating: 1, count: 16)),
            "key": VAPIDKeys(test.app.secrets.vapid).publicKey,
        ]
    }

    private func register(_ fields: [String: String]) throws -> Answer {
        try browser.get("/settings/notifications")
        return try browser.post("/settings/devices/web-push", fields: fields.map { ($0.key, $0.value) })
    }

    @Test("the list shows every notice; opening one leads to its page and marks it read")
    func list() throws {
        #expect(try browser.get("/notifications").shows("notifications.none", test))
        let id = try note()
        #expect(try browser.get("/notifications").contains("New from a chat: \u{2068}Lunch\u{2069}"))
        #expect(try browser.get("/notifications").shows("notifications.new", test))
        #expect(try browser.get("/notifications/\(id)").header("Location") == "/today")
        #expect(try !browser.get("/notifications").shows("notifications.read-all", test))
    }

    @Test("whoever will be late finds a message to copy, in both languages")
    func late() throws {
        let start = test.app.now() + .seconds(3_600)
        var content = NoticeContent(title: "Dentist", place: "Clinic", start: start)
        content.leaving = LeavingContent(minutes: 33, isOnFoot: false, leave: start, lateMinutes: 13)
        let id = try #require(try test.app.notify(
            customer().id, .leaveLate, about: "leave a", version: "1", content, opens: "/notifications"))
        let answer = try browser.get("/notifications")
        #expect(answer.contains("13 min late: \u{2068}Dentist\u{2069}"))
        #expect(answer.contains("33 min by car · "))
        #expect(answer.contains("data-copy=\"message-\(id)-en\""))
        #expect(answer.contains("dir=\"rtl\" value=\"سأتأخر نحو ١٣ دقيقة، المعذرة.\""))
        #expect(try browser.get("/settings/notifications").contains("push.leave.late"))
    }

    @Test("another customer's notice is not found, nor is one that is not a number")
    func foreign() throws {
        let id = try note(), other = Browser(test)
        try other.signIn("sara@example.org")
        #expect(try other.get("/notifications/\(id)").status == 404)
        #expect(try other.get("/notifications/x").status == 404)
        #expect(try !other.get("/notifications").contains("Lunch"))
    }

    @Test("all are marked read with one button")
    func readAll() throws {
        _ = try note()
        try browser.get("/notifications")
        #expect(try browser.post("/notifications", [:]).header("Location") == "/notifications")
        #expect(try !browser.get("/notifications").shows("notifications.read-all", test))
    }

    @Test("kinds and prayers are saved as they were chosen")
    func settings() throws {
        try browser.get("/settings/notifications")
        let answer = try browser.post(
            "/settings/notifications",
            ["keepsPrayers": "yes", "mail.conflict": "yes"])
        #expect(answer.header("Location") == "/settings/notifications?done=saved")
        let choices = try test.app.notices(of: customer()).choices()
        #expect(choices[.conflict, .mail] && !choices[.conflict, .push] && !choices[.reminder, .push])
        #expect(choices.preferences == NotificationPreferences(
            keepsPrayers: true, hidesContent: false, takesMail: false))
    }

    @Test("a browser registers with its keys, and with a known push service only")
    func registers() throws {
        #expect(try register(fields()).header("Location") == "/settings/notifications?done=saved")
        #expect(try test.count("notification_device") == 1)
        #expect(try register(fields("https://evil.example/a")).status == 400)
        #expect(try register(fields("http://fcm.googleapis.com/a")).status == 400)
        #expect(try register(fields().merging(["p256dh": "AAAA"]) { $1 }).status == 400)
        #expect(try register(fields().merging(["auth": ""]) { $1 }).status == 400)
        #expect(try register(fields().merging(["key": "other"]) { $1 }).status == 400)
        #expect(try test.count("notification_device") == 1)
    }

    @Test("a device is tested and removed; another customer's is not")
    func devices() throws {
        _ = try register(fields())
        let id = try #require(try test.app.notices(of: customer()).devices().first?.id)
        let other = Browser(test)
        try other.signIn("sara@example.org")
        try other.get("/settings/notifications")
        for path in ["/settings/notifications/test", "/settings/notifications/remove"] {
            let answer = try other.post(path, ["device": "\(id)"])
            #expect(answer.header("Location") == "/settings/notifications?done=gone")
        }
        try browser.get("/settings/notifications")
        let tested = try browser.post("/settings/notifications/test", ["device": "\(id)"])
        #expect(tested.header("Location") == "/settings/notifications?done=tested")
        #expect(try test.count("delivery") == 1)
        let removed = try browser.post("/settings/notifications/remove", ["device": "\(id)"])
        #expect(removed.header("Location") == "/settings/notifications?done=removed")
        #expect(try test.count("notification_device") == 0)
    }

    @Test("nobody sees these pages without signing in")
    func signedOut() throws {
        let stranger = Browser(test)
        for path in ["/notifications", "/notifications/1", "/settings/notifications"] {
            #expect(try stranger.get(path).header("Location")?.hasPrefix("/login") == true)
        }
    }
}
