import HTTP
import Jadwal
import Pages
import Runtime
import Templates
import TestSupport
import Testing
import Web

@Suite("Headers of every page")
struct HeaderTests {
    let test: TestApp
    let visitor: Browser
    let customer: Browser

    init() throws {
        test = try TestApp.patient()
        visitor = Browser(test)
        customer = Browser(test)
        try customer.signIn()
    }

    /// The addresses that answer programs and scripts, not people.
    private static let forPrograms = [
        "/healthz", "/readyz", "/metrics", "/prayer/search", "/prayer/large", "/calendar/changes",
        "/manifest.webmanifest", "/unsubscribe", "/.well-known/jwks.json", "/.well-known/apple-app-site-association",
        "/position/osmand",
    ]

    /// Returns every page as the visitor and the customer see it, and the error pages.
    private func pages() throws -> [(path: String, browser: Browser, answer: Answer)] {
        let paths = routes.filter { $0.method == .get }.compactMap(\.pattern.literal)
            .filter { !Self.forPrograms.contains($0) }
        return try (paths + ["/nothing", "/magic-link?token=0b0ee1e4-0a6b-4c0e-8f57-4a1f5d0c7a91"]).flatMap { path in
            try [visitor, customer].map { (path, $0, try $0.get(path)) }
        }
    }

    @Test("nothing inline, nothing from other sites, no framing, no referrer, no guessed types")
    func security() throws {
        var count = 0
        for (path, _, answer) in try pages() where answer.location == nil {
            count += 1
            #expect(answer.header("Content-Security-Policy") == """
                default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; font-src 'self'; \
                connect-src 'self'; manifest-src 'self'; worker-src 'self'; form-action 'self'; base-uri 'none'; \
                frame-ancestors 'none'
                """, "\(path)")
            for (name, value) in [
                ("Content-Type", "text/html; charset=utf-8"), ("Referrer-Policy", "no-referrer"),
                ("Cross-Origin-Opener-Policy", "same-origin"), ("Cross-Origin-Embedder-Policy", "require-corp"),
                ("Cross-Origin-Resource-Policy", "same-origin"), ("Vary", "Accept-Language, Cookie"),
                ("Content-Language", "en"),
            ] {
                #expect(answer.header(name) == value, "\(name) of \(path)")
            }
            // The pages that find a place have a button that asks where the visitor is, and so has Today.
            let asks = ["/prayer", "/settings/prayer/place", "/today"].contains(path)
            let geolocation = asks ? "geolocation=(self)" : "geolocation=()"
            #expect(answer.header("Permissions-Policy")?.contains(geolocation) == true, "\(path)")
        }
        #expect(count > 15)
    }

    @Test("pages that are personal or have a form are stored by nobody; other pages are requested again each time")
    func caching() throws {
        for (path, browser, answer) in try pages() {
            let isPersonal = browser === customer || answer.csrf != nil || answer.status != 200
            #expect(answer.header("Cache-Control") == (isPersonal ? "no-store" : "private, no-cache"), "\(path)")
        }
        #expect(try visitor.get("/terms").header("Cache-Control") == "private, no-cache")
    }

    @Test("a visitor gets a cookie with the first form, and one only; pages without forms give none")
    func browserCookie() throws {
        let browser = Browser(test)
        for path in ["/", "/terms", "/privacy", "/nothing"] {
            #expect(try browser.get(path).header("Set-Cookie") == nil, "\(path)")
        }
        let cookie = try #require(try browser.get("/login").header("Set-Cookie"))
        #expect(cookie.wholeMatch(of: /__Host-browser=[\w-]{43}; Path=\/; Max-Age=86400; Secure; HttpOnly; SameSite=Lax/) != nil)
        #expect(try browser.get("/login").header("Set-Cookie") == nil)
    }

    @Test("HEAD says what GET says")
    func head() throws {
        try visitor.get("/login")
        for path in ["/", "/login", "/terms", "/nothing", "/healthz"] {
            let get = try visitor.get(path), head = try visitor.get(path, method: .head)
            #expect(get.response.status == head.response.status)
            #expect(get.response.headers == head.response.headers)
        }
    }
}

@Suite("Pages for monitoring")
struct HealthTests {
    let test: TestApp

    init() throws {
        test = try TestApp.patient()
    }

    @Test("the process says that it runs, with and without a database")
    func healthz() throws {
        #expect(try Browser(test).get("/healthz").text == "ok\n")
        let alone = try TestApp.withoutDatabase()
        #expect(Browser.router.answer(try Request(path: "/healthz"), alone).response.status == .ok)
        let here = try Request(path: "/readyz", remoteAddress: "127.0.0.1")
        #expect(Browser.router.answer(here, alone).response.status == .serviceUnavailable)
    }

    @Test("readiness names the migrations that are missing, to this machine only", arguments: [
        ("127.0.0.1", 503), ("::1", 503), ("203.0.113.7", 404), ("", 404), ("127.0.0.2", 404),
    ])
    func readyz(address: String, status: Int) throws {
        let answer = try Browser(test, address: address).get("/readyz")
        #expect(answer.status == status)
        #expect(answer.contains("0001_customer") == (status == 503))
    }

    @Test("the figures are for this machine only", arguments: [
        ("127.0.0.1", 200), ("::1", 200), ("203.0.113.7", 404), ("", 404), ("127.0.0.2", 404),
    ])
    func metrics(address: String, status: Int) throws {
        let answer = try Browser(test, address: address).get("/metrics")
        #expect(answer.status == status)
        #expect(answer.contains("jadwal_jobs_waiting 0") == (status == 200))
    }
}
