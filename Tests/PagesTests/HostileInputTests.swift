import HTTP
import Jadwal
import Mail
import Pages
import Places
import Postgres
import PrayerFeeds
import Storage
import TestSupport
import Testing
import Web

@Suite("Hostile input")
struct HostileInputTests {
    let test: TestApp
    let browser: Browser

    init() throws {
        test = try TestApp.patient(["JADWAL_ENVIRONMENT": "development"])
        browser = Browser(test)
        try browser.signIn()
        _ = try browser.askForMail()
    }

    /// Every form, with fields that alone are accepted or refused with an error.
    static let forms: [(path: String, fields: [String])] = [
        ("/login", ["email", "zone", "next", "lang"]), ("/login/code", ["code"]), ("/login/resend", ["x"]),
        ("/magic-link", ["token", "next", "switch"]),
        ("/first/language", ["language", "next", "do"]), ("/first/city", ["q", "city", "next", "do"]),
        ("/first/clock", ["clock", "digits", "next"]), ("/first/phone", ["next"]),
        ("/settings", ["name", "language", "firstDay"]), ("/settings/time-zone", ["timeZone"]),
        ("/settings/sessions/end", ["id"]),
        ("/settings/address", ["newEmail"]), ("/settings/address/confirm", ["token"]), ("/settings/delete", ["typed"]),
        ("/settings/delete/confirm", ["token"]), ("/settings/language", ["language", "next"]),
        ("/settings/devices/connect/android", ["label"]), ("/settings/devices/disconnect", ["id"]),
        ("/calendar/undo", ["undo", "next"]), ("/calendar/trash/restore", ["id"]),
        ("/calendar/trash/delete", ["id", "newest"]),
        ("/settings/devices/setup", ["system", "prayer"]), ("/settings/devices/setup/cancel", ["token"]),
        ("/events/new", [
            "title", "when", "start-day", "start-time", "start-zone", "end-day", "lasts", "prayer", "minutes", "repeat",
            "rule",
            "until", "count", "calendar", "map", "link", "reminder", "reminder-count", "color", "category", "note", "uid",
            "fix",
            "drop", "do",
        ]),
        ("/settings/notifications", ["keepsPrayers"]), ("/settings/notifications/test", ["device"]),
        ("/settings/notifications/remove", ["device"]), ("/notifications", ["x"]),
        ("/settings/devices/web-push", ["endpoint", "p256dh", "auth", "key"]),
        ("/inbox", ["id", "answer"]), ("/settings/whatsapp/consent", ["agree"]),
        ("/settings/whatsapp/connect", ["number"]), ("/settings/whatsapp/chats", ["id", "to"]),
        ("/settings/whatsapp/choices", ["mails"]), ("/settings/whatsapp/upload", ["data", "own"]),
        ("/settings/prayer", ["city", "latitude", "timeZone", "placeName", "method", "adjust.fajr", "entries", "preview"]),
    ]

    static let values = [
        "\r\nSet-Cookie: __Host-session=evil", "a\r\n\r\n<html>", "a@example.org\r\nBcc: b@example.org",
        "'; DROP TABLE customer; --", "\\", "$1", "%00", "%0d%0a", "{{csrf}}{{{name}}}", "[[site.name]]",
        "\"><script>alert(1)</script>", "\"\u{301} onfocus=alert(1) autofocus x=\"", "\u{FEFF}\u{202E}\u{2028}\u{85}",
        "../../../../etc/passwd", "//evil.example", "\u{10FFFF}", "-1", "9223372036854775808", "NaN",
        String(repeating: "x", count: 100_000), String(repeating: "ﷺ", count: 33_000), String(repeating: "@", count: 100_000),
        String(repeating: "a\u{301}", count: 30_000),
    ]

    @Test("no value in any field of any form is a fault, splits an answer, or becomes markup", arguments: forms.map(\.path))
    func everyField(path: String) throws {
        let fields = try #require(Self.forms.first { $0.path == path }).fields
        for field in fields {
            for value in Self.values {
                try browser.get("/login/sent")
                if browser.session == nil { try browser.signIn() }
                try browser.get("/settings")
                let answer = try browser.post(path, [field: value])
                let what = "\(field)=\(value.prefix(40))"
                #expect(answer.status < 500, "\(what)")
                #expect(answer.location?.hasPrefix("/") != false && answer.location?.hasPrefix("//") != true, "\(what)")
                #expect(!answer.response.headers.contains { $0.value.contains("evil") }, "\(what)")
                #expect(!answer.contains("<script>alert"), "\(what)")
                #expect(!answer.text.utf8.contains("\"\u{301} onfocus".utf8), "\(what)")
                #expect(!answer.contains("[[site.name]]") || value == "[[site.name]]", "\(what)")
            }
        }
        #expect(!test.log.text.contains("fault"))
        #expect(try test.count("customer") >= 1, "the tables are there")
    }

    @Test("no query of any page is a fault or markup")
    func everyQuery() throws {
        for path in routes.filter({ $0.method == .get }).map(\.pattern.description) {
            for name in ["lang", "next", "token", "again", "saved", "ended", "after", "done", "undo", "x"] {
                for value in Self.values where value.utf8.count < 1_000 {
                    let answer = try browser.get("\(path)?\(name)=\(percentEncoded(value))")
                    #expect(answer.status < 500 || path == "/readyz")
                    #expect(!answer.contains("<script>alert"))
                    #expect(!answer.text.utf8.contains("\"\u{301} onfocus".utf8))
                }
            }
        }
        #expect(!test.log.text.contains("fault"))
    }

    @Test("a NUL, broken UTF-8 or a broken percent-encoding is a bad request before any handler sees it", arguments: [
        "email=%00", "email=a%00b@example.org", "email=%ff", "email=%c3%28", "email=%", "email=%zz", "%00=x",
    ])
    func unreadable(body: String) {
        #expect(throws: RequestError.self) {
            try Request(
                method: .post, target: "/login", headers: ["Content-Type": "application/x-www-form-urlencoded"],
                body: Array(body.utf8))
        }
    }

    @Test("ten thousand fields are too many")
    func manyFields() {
        let body = (0..<10_000).map { "f\($0)=x" }.joined(separator: "&")
        let error = #expect(throws: RequestError.self) {
            try Request(
                method: .post, target: "/login", headers: ["Content-Type": "application/x-www-form-urlencoded"],
                body: Array(body.utf8))
        }
        #expect(error?.status == .payloadTooLarge)
    }

    @Test("the first of several fields of one name counts, so no filter can be passed by a second")
    func twice() throws {
        try browser.get("/login")
        let answer = try browser.post("/login", ["email": "one@example.org", "email": "two@example.org"])
        #expect(answer.status == 303)
        try test.work()
        #expect(test.mail.messages.last?.to.wire == "one@example.org")
    }

    @Test("a form of another kind is not read", arguments: ["application/json", "text/plain", ""])
    func otherKind(type: String) throws {
        let request = try Request(
            method: .post, target: "/login", headers: ["Content-Type": type, "Sec-Fetch-Site": "same-origin"],
            body: Array("{\"email\":\"zaid@example.org\"}".utf8))
        #expect(Browser.router.answer(request, test.app).response.status == .forbidden)
    }

    @Test("cookies of any shape are no fault", arguments: [
        "__Host-session=", "__Host-session=\"", "=;=;=", "__Host-session=\u{1}", "__Host-browser=x; __Host-browser=y",
        "__Host-language=fr; __Host-session=' OR 1=1", String(repeating: "a=b; ", count: 3_000),
    ])
    func cookies(cookie: String) throws {
        let request = try Request(target: "/settings", headers: ["Cookie": cookie])
        #expect(Browser.router.answer(request, test.app).response.status == .seeOther)
    }

    @Test("no name in the development mailbox leads out of it", arguments: [
        "x", "a.json", "...", "forms.key", "%5C..%5Cforms",
    ])
    func mailboxNames(name: String) throws {
        let data = try TemporaryDirectory()
        try data.makeFolders(["mail", "secrets"])
        let test = try TestApp(settings: ["JADWAL_ENVIRONMENT": "development", "JADWAL_DATA": data.path])
        #expect(try Browser(test).get("/dev/mailbox/\(name)").status == 404)
        #expect(try Browser(test).get("/dev/mailbox/\(name)/html").status == 404)
    }

    @Test("in production there is no mailbox page")
    func noMailbox() throws {
        let router = Router(routes, otherwise: .anyone)
        let response = router.answer(try Request(path: "/dev/mailbox"), test.app).response
        #expect(response.status == .notFound)
    }
}

extension Collection where Element: Equatable {
    fileprivate func contains(_ part: some Collection<Element>) -> Bool {
        firstRange(of: Array(part)) != nil
    }
}
