import Accounts
import CalDAV
import HTTP
import Jadwal
import Mail
import Postgres
import Runtime
import Storage
import Templates
import TestSupport
import Testing
import Web
import XML

/// A calendar program without sockets. It signs in with a device's password.
final class Client {
    static let router = Router(routes + calendarRoutes, otherwise: .device)

    let test: TestApp
    let customer: CustomerID
    let password: String
    /// The user name that it sends.
    var login: String

    /// The path of the home, `/dav/calendars/ID/`.
    var home: String { "/dav/calendars/\(customer)/" }
    var principal: String { "/dav/principals/\(customer)/" }
    /// The path of the first calendar for events.
    var personal: String { home + "personal/" }
    var tasks: String { home + "tasks/" }

    /// Makes a customer with a password and the first calendars.
    init(_ test: TestApp, email: String = "zaid@example.org") throws {
        self.test = test
        let address = try #require(EmailAddress(email))
        customer = try test.store.customer(
            orInsert: NewCustomer(address: address, language: "en", timeZone: "Asia/Riyadh", firstDay: 7)
        ).id
        login = customer.description
        let nobody = Asker(
            request: "", address: "203.0.113.7", device: "", language: .english, browser: [], knownBrowser: nil,
            signedIn: nil)
        guard case .made(_, let text) = try test.app.makeDevicePassword(label: "Phone", of: customer, nobody)
        else { throw NoPassword() }
        password = text
        #expect(try send(.propfind, home, ["Depth": "1"]).status == 207)
    }

    convenience init(settings: [String: String] = [:]) throws {
        try self.init(TestApp.patient(settings))
    }

    struct NoPassword: Error {}

    /// Sends a request, signed in.
    ///
    /// - Parameter path: as the request line has it.
    @discardableResult
    func send(_ method: HTTP.Method, _ path: String, _ headers: Headers = [:], _ body: String = "") throws -> Answer {
        try send(method, path, headers, octets: Array(body.utf8))
    }

    func send(_ method: HTTP.Method, _ path: String, _ headers: Headers = [:], octets: [UInt8]) throws -> Answer {
        var headers = headers
        headers["Authorization"] = Self.basic(login, password)
        return try Self.send(method, path, headers, octets, to: test.app)
    }

    /// Sends a request as it is, without signing in.
    static func send(
        _ method: HTTP.Method, _ path: String, _ headers: Headers = [:], _ octets: [UInt8] = [], to app: App
    ) throws -> Answer {
        let request = try Request(
            method: method, target: path, headers: headers, body: octets, remoteAddress: "203.0.113.7")
        let response = router.answer(request, app).response
        return Answer(response, try response.collectBody())
    }

    static func basic(_ login: String, _ password: String) -> String {
        "Basic " + base64(Array("\(login):\(password)".utf8))
    }

    private static func base64(_ octets: [UInt8]) -> String {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
        var text: [UInt8] = []
        for start in stride(from: 0, to: octets.count, by: 3) {
            let group = octets[start..<min(start + 3, octets.count)]
            var bits = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
            var digits: [UInt8] = []
            for _ in 0..<4 {
                digits.insert(alphabet[bits & 63], at: 0)
                bits >>= 6
            }
            text += digits.prefix(group.count + 1) + Array(repeating: UInt8(ascii: "="), count: 3 - group.count)
        }
        return String(decoding: text, as: UTF8.self)
    }
}

extension Client {
    /// Stores an object.
    @discardableResult
    func put(_ path: String, _ text: String, _ headers: Headers = [:]) throws -> Answer {
        var headers = headers
        if !headers.contains("Content-Type") { headers["Content-Type"] = "text/calendar; charset=utf-8" }
        return try send(.put, path, headers, text)
    }

    /// Stores events of the first calendar under `UID.ics`, each with its content.
    func put(events: KeyValuePairs<String, String>) throws {
        for (uid, content) in events { #expect(try put(personal + uid + ".ics", event(uid, content)).status == 201) }
    }

    /// Asks for properties, as in `<d:getetag/>`.
    func properties(_ path: String, _ names: String, depth: String = "0", _ headers: Headers = [:]) throws -> Answer {
        var headers = headers
        headers["Depth"] = depth
        return try send(.propfind, path, headers, body("d:propfind", "<d:prop>\(names)</d:prop>"))
    }

    /// Sets and removes properties; the instructions as in `<d:set>…</d:set>`.
    func patch(_ path: String, _ instructions: String) throws -> Answer {
        try send(.proppatch, path, [:], body("d:propertyupdate", instructions))
    }

    func report(_ path: String, _ name: String, _ content: String, _ headers: Headers = [:]) throws -> Answer {
        try send(.report, path, headers, body(name, content))
    }

    /// Returns the names of the objects of the first calendar that pass a filter of VEVENT components.
    func found(_ filter: String, in calendar: String? = nil, kind: String = "VEVENT") throws -> Set<String> {
        let answer = try query(
            calendar ?? personal, vCalendar("<c:comp-filter name=\"\(kind)\">\(filter)</c:comp-filter>"))
        try #require(answer.status == 207, "\(answer.text)")
        return answer.names
    }

    func query(_ calendar: String, _ filter: String, _ properties: String = "<d:getetag/>", _ more: String = "") throws
        -> Answer
    {
        try report(
            calendar, "c:calendar-query", "<d:prop>\(properties)</d:prop><c:filter>\(filter)</c:filter>\(more)",
            ["Depth": "1"])
    }

    func sync(_ calendar: String, _ token: String, limit: Int? = nil, _ properties: String = "<d:getetag/>") throws
        -> Answer
    {
        let limit = limit.map { "<d:limit><d:nresults>\($0)</d:nresults></d:limit>" } ?? ""
        return try report(
            calendar, "d:sync-collection",
            """
            <d:sync-token>\(token)</d:sync-token><d:sync-level>1</d:sync-level>\(limit)<d:prop>\(properties)</d:prop>
            """)
    }

    /// The token of a calendar now.
    func token(_ calendar: String? = nil) throws -> String {
        try #require(try properties(calendar ?? personal, "<d:sync-token/>").only?.ok["d:sync-token"]?.text)
    }

    /// Makes a calendar in the home and returns its path.
    @discardableResult
    func make(_ name: String, _ properties: String = "") throws -> String {
        let set = properties.isEmpty ? "" : body("c:mkcalendar", "<d:set><d:prop>\(properties)</d:prop></d:set>")
        let answer = try send(.mkcalendar, home + name + "/", [:], set)
        try #require(answer.status == 201, "\(answer.text)")
        return home + name + "/"
    }
}

/// Returns a body with a root that declares the usual prefixes.
func body(_ root: String, _ content: String) -> String {
    """
    <?xml version="1.0" encoding="utf-8"?>
    <\(root) xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav" xmlns:cs="http://calendarserver.org/ns/" \
    xmlns:a="http://apple.com/ns/ical/">\(content)</\(root)>
    """
}

/// Returns a filter of VCALENDAR with another one inside.
func vCalendar(_ filter: String) -> String { "<c:comp-filter name=\"VCALENDAR\">\(filter)</c:comp-filter>" }
