import Jadwal
import Runtime
import Testing
import Web

/// The owner decides which requests wait for one another, before anybody has signed in.
@Suite("Requests that may take long")
struct DemandTests {
    private let router = Router(routes + calendarRoutes, otherwise: .machine)
    private let shares = CustomerShares()

    /// Returns the owner of a request, by default of a program with the cookie `a` and the password `b`.
    private func owner(
        _ method: String, _ target: String, depth: String? = nil, length: Int = 0, cookie: String? = "a",
        authorization: String? = "b"
    ) -> RequestOwner? {
        let values: [String: String?] = [
            "REQUEST_METHOD": method, "REQUEST_URI": target, "HTTP_DEPTH": depth, "CONTENT_LENGTH": "\(length)",
            "HTTP_COOKIE": cookie, "HTTP_AUTHORIZATION": authorization,
        ]
        return router.owner(shares) { values["\($0)"] ?? nil }
    }

    @Test("an upload or an export belongs to whoever sent its cookie", arguments: [
        "/calendars/import", "/calendars/export", "/calendars/personal/export", "/settings/whatsapp/upload",
        "/settings/export",
    ])
    func pages(target: String) {
        #expect(owner("POST", target) == .caller(shares.owner(of: "a")))
        #expect(owner("POST", target, cookie: "c") == .caller(shares.owner(of: "c")))
        #expect(owner("POST", target, cookie: nil) == nil)
        #expect(owner("GET", target) == nil)
    }

    @Test("a report, a list or a large change belongs to whoever sent its password", arguments: [
        ("REPORT", "0", 300), ("REPORT", nil, 300), ("PROPFIND", "1", 300), ("PROPFIND", "infinity", 0),
        ("PROPFIND", nil, 0), ("PUT", nil, 65_537), ("POST", nil, 65_537),
    ] as [(String, String?, Int)])
    func programs(method: String, depth: String?, length: Int) {
        for target in ["/dav/calendars/zaid/personal/", "/dav/"] {
            #expect(owner(method, target, depth: depth, length: length) == .caller(shares.owner(of: "b")))
        }
        #expect(owner(method, "/dav/calendars/zaid/", depth: depth, length: length, authorization: nil) == nil)
    }

    @Test("what is short at the address of a calendar program waits for nothing", arguments: [
        ("PROPFIND", "0", 300), ("PUT", nil, 65_536), ("POST", nil, 65_536), ("GET", nil, 0), ("DELETE", nil, 0),
        ("OPTIONS", nil, 0), ("PROPPATCH", nil, 300), ("MKCALENDAR", nil, 300), ("MOVE", nil, 0), ("COPY", nil, 0),
    ] as [(String, String?, Int)])
    func shortRequests(method: String, depth: String?, length: Int) {
        #expect(owner(method, "/dav/calendars/zaid/personal/", depth: depth, length: length) == nil)
    }

    @Test("a feed is its own owner, whoever asks and with whatever query")
    func feeds() {
        let feed = owner("GET", "/feeds/abc.ics")
        #expect(feed == .feed("/feeds/abc.ics"))
        #expect(owner("HEAD", "/feeds/abc.ics?x=1", cookie: nil, authorization: nil) == feed)
        #expect(owner("GET", "/feeds/other.ics") != feed)
    }

    @Test("a demanding route is one of those above; pages and prayer calendars are not")
    func table() {
        let demanding = (routes + calendarRoutes).filter { route in
            if case .little = route.demand { false } else { true }
        }
        #expect(Set(demanding.map(\.name)) == [
            "POST /calendars/import", "POST /calendars/export", "POST /calendars/{calendar}/export",
            "POST /settings/whatsapp/upload", "POST /settings/export", "GET /feeds/{feed}.ics",
            "PROPFIND /", "PROPFIND /principals", "PROPFIND /principals/", "PROPFIND /calendar/dav/{path...}",
            "PROPFIND /dav", "PROPFIND /dav/", "PROPFIND /dav/{path...}",
            "REPORT /dav", "REPORT /dav/", "REPORT /dav/{path...}", "PUT /dav", "PUT /dav/", "PUT /dav/{path...}",
            "POST /dav", "POST /dav/", "POST /dav/{path...}",
        ])
    }
}
