import Crypto
import HTTP
import Mail
@testable import Pages
@testable import Places
import Postgres
@testable import Runtime
import Storage
import Synchronization
@testable import Templates
import TestSupport
import Testing
@testable import Web

@Suite("The router")
struct RouterTests {
    private static let router = Router([
        .get("/", .anyone) { _, _ in .text("home") },
        .get("/form", .anyone) { _, _ in .text("form") },
        .post("/form", .anyone) { _, _ in .text("posted") },
        .get("/own", .customer) { _ in .text("own") },
        .post("/own", .customer) { _ in .text("own posted") },
        Route(.delete, "/form", .anyone) { _, _ in .text("deleted") },
        .get("/mail/{id}", .anyone) { visit, _ in .text(visit.request.parameter("id")) },
        .get("/machine", .machine) { _, _ in .text("machine") },
        .get("/refused", .anyone) { _, _ in throw Refusal.tooManyRequests(seconds: 90) },
        .get("/fault", .anyone) { _, _ in throw Fault() },
        .get("/database", .anyone) { _, app in .text("\(try app.store.waitingJobs())") },
        .get("/machine-fault", .machine) { _, _ in throw Fault() },
    ], otherwise: .anyone)

    private struct Fault: Error, CustomStringConvertible { let description = "it broke" }

    private let log = CapturedLog()
    private let app: App

    init() throws {
        app = try TestApp.withoutDatabase(log: log)
    }

    private func ask(_ method: Method, _ target: String, _ headers: Headers = [:], body: String = "") throws -> Response {
        var headers = headers
        if !body.isEmpty { headers["Content-Type"] = "application/x-www-form-urlencoded" }
        let request = try Request(method: method, target: target, headers: headers, body: Array(body.utf8), id: "r1")
        return Self.router.answer(request, app).response
    }

    private func text(_ response: Response) throws -> String {
        String(decoding: try response.collectBody(), as: UTF8.self)
    }

    @Test("an address is answered by its route, HEAD as GET", arguments: [
        (Method.get, "/", "home", "GET /"), (.head, "/", "home", "GET /"), (.get, "/form?x=1", "form", "GET /form"),
        (.get, "/mail/abc", "abc", "GET /mail/{id}"), (.get, "/mail/a%20b", "a b", "GET /mail/{id}"),
        (.get, "/mail/a%2Fb", "a/b", "GET /mail/{id}"), (.get, "/%66orm", "form", "GET /form"),
        (.get, "/machine", "machine", "GET /machine"),
    ])
    func found(method: Method, target: String, expected: String, route: String) throws {
        let answer = Self.router.answer(try Request(method: method, target: target), app)
        #expect(answer.response.status == .ok)
        #expect(answer.route == route)
        #expect(try text(answer.response) == expected)
    }

    @Test("a route's own limit decides which body is too long, and its rule who reads it")
    func bodies() throws {
        let router = Router([
            Route(.put, "/small", .machine) { request, _ in .text("\(request.body.count)") }.body(.whole(limit: 10)),
            Route(.put, "/large", .machine) { request, _ in .text("\(request.stream?.length ?? 0)") }
                .body(.stream(limit: 20)),
        ], otherwise: .machine)
        func put(_ path: String, _ length: Int) throws -> Response {
            var request = try Request(method: .put, path: path)
            request.stream = BodyInMemory(Array(repeating: 65, count: length))
            return router.answer(request, app).response
        }
        #expect(try text(put("/small", 10)) == "10")
        #expect(try put("/small", 11).status == .payloadTooLarge)
        #expect(try text(put("/large", 20)) == "20")
        #expect(try put("/large", 21).status == .payloadTooLarge)
        #expect(try put("/none", 21).status == .notFound)
    }

    @Test("an unknown address shows a page that says so",
        arguments: ["/nothing", "/form/", "/Form", "/mail/", "/mail/a/b"])
    func notFound(target: String) throws {
        for method in [Method.get, .post, .head, .put] {
            let response = try ask(method, target)
            #expect(response.status == .notFound)
            #expect(response.headers["Cache-Control"] == "no-store")
        }
        #expect(try text(ask(.get, target)).contains("Page not found"))
    }

    @Test("a method that an address does not have gets the list of its methods", arguments: [
        (Method.put, "/form", "GET, HEAD, POST, DELETE"), (.post, "/", "GET, HEAD"), (.delete, "/mail/1", "GET, HEAD"),
        (.options, "/machine", "GET, HEAD"), (Method(rawValue: "get"), "/", "GET, HEAD"),
    ])
    func otherMethod(method: Method, target: String, allow: String) throws {
        let response = try ask(method, target)
        #expect(response.status == .methodNotAllowed)
        #expect(response.headers["Allow"] == allow)
    }

    @Test("a customer's page asks others to sign in first and leads back to it")
    func signInFirst() throws {
        let page = try ask(.get, "/own?secret=1")
        #expect(page.status == .seeOther)
        #expect(page.headers["Location"] == "/login?next=%2Fown")
    }

    /// A browser's cookie, and a token of a form that was shown to it.
    private func browser() -> (cookie: String, csrf: String) {
        let token = Token.random()
        return ("__Host-browser=\(token.text)", FormToken(cookie: token, keys: app.secrets.forms).masked())
    }

    @Test("a form from a page of this site is accepted, one from another site is not", arguments: [
        // Sec-Fetch-Site, Origin, taken
        ("same-origin", nil, true), ("same-origin", "https://jadwal.example.org", true),
        (nil, "https://jadwal.example.org", true), (nil, nil, true),
        ("cross-site", nil, false), ("same-site", nil, false), ("none", nil, false), ("Same-Origin", nil, false),
        ("cross-site", "https://jadwal.example.org", false), (nil, "https://evil.example.org", false),
        (nil, "null", false), (nil, "http://jadwal.example.org", false),
        (nil, "https://jadwal.example.org:8443", false),
        (nil, "", false), (nil, "https://jadwal.example.org.evil.example", false),
    ] as [(String?, String?, Bool)])
    func origin(site: String?, origin: String?, isTaken: Bool) throws {
        let browser = browser()
        var headers: Headers = ["Cookie": browser.cookie]
        if let site { headers["Sec-Fetch-Site"] = site }
        if let origin { headers["Origin"] = origin }
        let response = try ask(.post, "/form", headers, body: "csrf=\(browser.csrf)")
        #expect(response.status == (isTaken ? .ok : .forbidden))
        #expect(try text(response).contains("posted") == isTaken)
    }

    @Test("a form without its token, or with another browser's, is refused")
    func token() throws {
        let mine = browser(), other = browser()
        for (cookie, body) in [
            (mine.cookie, ""), (mine.cookie, "csrf="), (mine.cookie, "csrf=\(other.csrf)"), ("", "csrf=\(mine.csrf)"),
            ("__Host-browser=x", "csrf=\(mine.csrf)"),
            ("browser=" + mine.cookie.dropFirst("__Host-browser=".count), "csrf=\(mine.csrf)"),
        ] {
            let response = try ask(.post, "/form", ["Cookie": cookie, "Sec-Fetch-Site": "same-origin"], body: body)
            #expect(response.status == .forbidden)
        }
        // Every method that may change something needs it.
        #expect(try ask(.delete, "/form", ["Cookie": mine.cookie]).status == .forbidden)
        #expect(try text(ask(.delete, "/form", ["Cookie": mine.cookie], body: "csrf=\(mine.csrf)")) == "deleted")
        // In the query it would be in logs, so it is not looked for there.
        #expect(try ask(.post, "/form?csrf=\(mine.csrf)", ["Cookie": mine.cookie]).status == .forbidden)
        #expect(try ask(.post, "/own", ["Cookie": mine.cookie], body: "csrf=\(mine.csrf)").headers["Location"]
            == "/login?next=%2F")
    }

    @Test("a refused form is one line in the log, which holds nothing that was sent")
    func refusedForm() throws {
        let mine = browser()
        let request = try Request(
            method: .post, target: "/form?secret=1",
            headers: [
                "Cookie": mine.cookie, "Content-Type": "application/x-www-form-urlencoded",
                "Origin": "https://evil.example",
            ],
            body: Array("csrf=\(mine.csrf)&email=zaid@example.org".utf8), remoteAddress: "203.0.113.7", id: "r1")
        #expect(Self.router.answer(request, app).response.status == .forbidden)
        #expect(log.lines == ["warning form refused network=203.0.113.0/24 request=r1 route=POST /form"])
        _ = try ask(.post, "/form", ["Cookie": mine.cookie], body: "csrf=\(mine.csrf)")
        #expect(log.lines.count == 1, "a form that is taken is no event")
    }

    @Test("every refusal is a page in both languages; only a fault shows its status and a number to quote", arguments: [
        (Refusal.badRequest, 400), (.forgedForm, 403), (.notFound, 404), (.methodNotAllowed(allow: "GET"), 405),
        (.payloadTooLarge, 413), (.unsupportedMediaType, 415), (.tooManyRequests(seconds: 30), 429),
        (.headersTooLarge, 431), (.unavailable(seconds: 2), 503), (nil, 500),
    ] as [(Refusal?, Int)])
    func refusals(refusal: Refusal?, status: Int) throws {
        for language in Language.allCases {
            let request = try Request(target: "/?lang=\(language.tag)", id: "r-4711")
            let response = app.page(refusal, Visit(request) { _, _ in nil })
            #expect(response.status.rawValue == status)
            #expect(response.headers["Content-Language"] == language.tag)
            let page = try text(response)
            #expect(page.contains("<html lang=\"\(language.tag)\" dir=\"\(language.direction)\""))
            #expect(page.contains(">\(language.number(status))</p>") == (status >= 500))
            #expect(page.contains("r-4711") == (status >= 500))
            #expect(page.contains(app.text("error.home", language)))
        }
        #expect(app.plain(refusal).status.rawValue == status)
    }

    @Test("a refusal says what to do by its headers too")
    func facts() throws {
        let response = try ask(.get, "/refused")
        #expect(response.status == .tooManyRequests)
        #expect(response.headers["Retry-After"] == "90")
        #expect(try text(response).contains("2 minutes"))
    }

    @Test("a fault shows an apology; the log has its reason once, with the request's number")
    func fault() throws {
        let response = try ask(.get, "/fault")
        #expect(response.status == .internalServerError)
        #expect(try !text(response).contains("it broke"))
        #expect(log.lines == ["error fault reason=it broke request=r1"])
        #expect(try ask(.get, "/machine-fault").status == .internalServerError)
    }

    @Test("while the database is unreachable, pages that need it say so and the others work")
    func noDatabase() throws {
        for _ in 1...3 {
            let response = try ask(.get, "/database")
            #expect(response.status == .serviceUnavailable)
            #expect(response.headers["Retry-After"] == "2")
        }
        #expect(try ask(.get, "/").status == .ok)
        let cookie = "__Host-session=\(Token.random().text)"
        #expect(try ask(.get, "/", ["Cookie": cookie]).status == .serviceUnavailable)
        #expect(log.lines.filter { $0.contains("database unreachable") }.count < 4, "not a line a request")
    }

    @Test("requests that could not be read get a page that says so", arguments: [
        (400, 400), (404, 404), (413, 413), (414, 400), (415, 415), (431, 431),
    ])
    func unreadable(status: Int, expected: Int) {
        let error = RequestError(status: Status(rawValue: status), message: "x")
        let answer = Self.router.answer(error, id: "r-1", app)
        #expect(answer.status.rawValue == expected)
        #expect(answer.headers["Content-Type"] == "text/html; charset=utf-8")
        #expect(answer.headers["Set-Cookie"] == nil)
        let plain = Self.router.answer(error, id: "r-1", method: "PROPFIND", app)
        #expect(plain.status.rawValue == expected)
        #expect(plain.headers["Content-Type"] == "text/plain; charset=utf-8")
    }
}

@Suite("Sessions at the router")
struct RouterSessionTests {
    let test: TestApp
    let session = Token.random()

    private static let router = Router([
        .get("/own", .customer) { visit in .text(visit.customer.email) },
        .post("/own", .customer) { _ in .text("posted") },
        .get("/leave", .customer, { visit in
            var response = visit.redirect("/")
            response.forgetEverything()
            return response
        }),
        .get("/late", .customer, { visit in
            // As if the account were deleted by another request while this one is under way.
            try visit.store.transaction { _ = try visit.store.delete(visit.customer.id) }
            try visit.store.insertAddressChange(
                of: visit.customer.id, to: #require(.init("new@example.org")), lifetimeMinutes: 15)
            return .text("")
        }),
    ], otherwise: .anyone)

    init() throws {
        test = try TestApp()
        let customer = try test.store.customer(
            orInsert: .init(address: #require(.init("zaid@example.org")), language: "en", timeZone: "UTC", firstDay: 1)).id
        try test.store.insertSession(
            of: customer, tokenDigest: session.digest, device: "Firefox · Linux", network: "203.0.113.0/24")
    }

    private func ask(_ target: String, cookie: String) throws -> Response {
        let request = try Request(target: target, headers: ["Cookie": cookie], remoteAddress: "2001:db8::1")
        return Self.router.answer(request, test.app).response
    }

    private func sessionCookies(_ response: Response) -> [String] {
        response.headers.values("Set-Cookie").filter { $0.hasPrefix("__Host-session=") }
    }

    private func setBack(minutes: Int) throws {
        try test.store.connection.execute("""
            UPDATE session SET last_seen_at = now() - \(minutes) * interval '1 minute', expires_at = now() + interval '1 day'
            """)
    }

    @Test("a refused form of somebody signed in names the customer")
    func refusedForm() throws {
        let request = try Request(
            method: .post, target: "/own",
            headers: ["Cookie": "__Host-session=\(session.text)", "Sec-Fetch-Site": "cross-site"],
            remoteAddress: "2001:db8::1", id: "r2")
        #expect(Self.router.answer(request, test.app).response.status == .forbidden)
        let customer: String? = try test.store.connection.value("SELECT id::text FROM customer")
        #expect(test.log.lines == [
            "warning form refused customer_id=\(try #require(customer)) network=2001:db8::/48 request=r2 route=POST /own",
        ])
    }

    @Test("a database without room, or that is being stopped, is unavailable and no fault", arguments: [
        // PostgreSQL manual, appendix A
        ("53000", 503), ("53100", 503), ("53200", 503), ("53300", 503), ("53400", 503), ("57P01", 503),
        ("57P03", 503), ("57P05", 503),
        ("57000", 500), ("54000", 500), ("P0001", 500), ("23514", 500),
    ])
    func databaseState(state: String, status: Int) throws {
        let router = Router([
            .get("/", .anyone, { visit, app in
                let state = visit.request.query["state"]
                try app.store.connection.script("DO $$ BEGIN RAISE EXCEPTION 'no' USING ERRCODE = '\(state)'; END $$")
                return .text("done")
            }),
        ], otherwise: .anyone)
        let response = router.answer(try Request(target: "/?state=\(state)"), test.app).response
        #expect(response.status.rawValue == status)
        #expect(response.headers["Retry-After"] == (status == 503 ? "2" : nil))
        #expect(test.log.text.contains(status == 503 ? "error database in the way" : "error fault"))
    }

    @Test("a session's cookie opens its customer's pages; a broken one does not")
    func opens() throws {
        let response = try ask("/own", cookie: "__Host-session=\(session.text)")
        #expect(try response.collectBody() == Array("zaid@example.org".utf8))
        #expect(sessionCookies(response).isEmpty, "nothing is written at every request")
        for cookie in ["__Host-session=\(Token.random().text)", "__Host-session=x", "session=\(session.text)", ""] {
            #expect(try ask("/own", cookie: cookie).headers["Location"] == "/login?next=%2Fown")
        }
    }

    @Test("a customer whose account was deleted meanwhile is signed out, without a fault")
    func deletedMeanwhile() throws {
        let response = try ask("/late", cookie: "__Host-session=\(session.text)")
        #expect(response.status == .seeOther)
        #expect(response.headers["Location"] == "/login?next=%2F")
        #expect(!test.log.lines.contains { $0.contains("fault") })
    }

    @Test("a session not seen for five minutes is written down again, and its cookie is renewed")
    func touched() throws {
        try setBack(minutes: 6)
        let response = try ask("/own", cookie: "__Host-session=\(session.text)")
        #expect(sessionCookies(response) == [
            "__Host-session=\(session.text); Path=/; Max-Age=2592000; Secure; HttpOnly; SameSite=Lax",
        ])
        let found = try #require(try test.store.signedIn(tokenDigest: session.digest))
        #expect(!found.isStale)
        #expect(try test.store.sessions(of: found.customer.id).first?.network == "2001:db8::/48")
        let days: Int? = try test.store.connection.value("SELECT extract(day FROM expires_at - now())::integer FROM session")
        #expect(days == 29)
    }

    @Test("an answer that deletes the cookie does not also renew it")
    func takenAway() throws {
        try setBack(minutes: 6)
        let cookies = sessionCookies(try ask("/leave", cookie: "__Host-session=\(session.text)"))
        #expect(cookies == ["__Host-session=; Path=/; Max-Age=0; Secure; HttpOnly; SameSite=Lax"])
    }
}

private final class BodyInMemory: RequestBody {
    let length: Int
    private let rest: Mutex<[UInt8]>

    init(_ bytes: [UInt8]) {
        length = bytes.count
        rest = Mutex(bytes)
    }

    func read(_ count: Int) -> [UInt8] {
        rest.withLock { rest in
            defer { rest.removeFirst(min(count, rest.count)) }
            return Array(rest.prefix(count))
        }
    }
}
