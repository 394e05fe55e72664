import Accounts
import CivilTime
import Crypto
import HTTP
import Jadwal
import Mail
import Pages
import PersonalAPI
import Planning
import Postgres
import Runtime
import Storage
import Templates
import TestSupport
import Testing
import Web

/// A program of a customer at `/api/v1`, and what it is answered.
struct Program {
    static let router = Router(routes, otherwise: .anyone)

    let test: TestApp
    let customer: Customer
    let token: String

    init(
        _ scopes: [TokenScope] = [.read, .write, .position], beside other: Program? = nil,
        _ settings: [String: String] = [:]
    ) throws {
        let settings = settings.merging(["JADWAL_DEFINITIONS": "\(Repository.root)/proto"]) { own, _ in own }
        test = try other?.test ?? .patient(settings)
        let address = try #require(EmailAddress(other == nil ? "zaid@example.org" : "amal@example.org"))
        let id = try test.store.customer(
            orInsert: NewCustomer(address: address, language: "en", timeZone: "Asia/Riyadh", firstDay: 7)
        ).id
        customer = try #require(try test.store.customer(id))
        token = try Self.makeToken(scopes, of: id, test)
    }

    /// Makes another token of a customer.
    static func makeToken(_ scopes: [TokenScope], of id: CustomerID, _ test: TestApp) throws -> String {
        let asker = Asker(
            request: "r-1", address: "203.0.113.7", device: "", language: .english, browser: [], knownBrowser: nil,
            signedIn: nil)
        guard case .made(_, let token) = try test.app.makeToken(
            label: "Travlendar+", scopes: scopes, of: id, asker)
        else { throw Refusal.notFound }
        return token
    }

    /// An answer, whose parts are found by their text.
    struct Answer {
        let status: Int, body: String, headers: Headers
        var etag: String { headers["ETag"] ?? "" }

        /// Returns the text of a member of the outermost object, or of one inside.
        func text(_ name: String) -> String? {
            guard let range = body.firstRange(of: "\"\(name)\":\"") else { return nil }
            return String(body[range.upperBound...].prefix { $0 != "\"" })
        }
    }

    func send(
        _ method: Method, _ path: String, _ body: String = "", ifMatch: String? = nil, key: String? = nil,
        headers more: Headers = [:]
    ) throws -> Answer {
        var headers: Headers = more
        if headers["Authorization"] == nil { headers["Authorization"] = "Bearer \(token)" }
        if !body.isEmpty, headers["Content-Type"] == nil { headers["Content-Type"] = "application/json" }
        if let ifMatch { headers["If-Match"] = ifMatch }
        if let key { headers["Idempotency-Key"] = key }
        let request = try Request(
            method: method, target: "/api/v1" + path, headers: headers, body: Array(body.utf8),
            remoteAddress: "203.0.113.7", id: "r-1")
        let response = Self.router.answer(request, test.app).response
        return Answer(
            status: response.status.rawValue, body: String(decoding: try response.collectBody(), as: UTF8.self),
            headers: response.headers)
    }

    /// Makes a calendar and returns its address.
    func makeCalendar() throws -> String {
        let answer = try send(.post, "/calendars", "{\"name\":\"Work\"}")
        return String(try #require(answer.headers["Location"]).dropFirst("/api/v1".count))
    }

    /// The day after tomorrow at an hour, as JSON.
    func moment(_ hour: Int, days: Int = 2) throws -> String {
        let day = try test.app.zone(of: customer).date(at: test.app.now()) + days
        return "\(day.iso8601)T\(hour < 10 ? "0" : "")\(hour):00:00+03:00"
    }
}

@Suite("Programs at /api/v1")
struct ResourceTests {
    private let program: Program

    init() throws {
        program = try Program()
    }

    @Test("a token can do what its scopes name, and nothing else", arguments: [
        (TokenScope.read, [200, 403, 403]), (.write, [403, 201, 403]), (.position, [403, 403, 200]),
    ])
    func scopes(scope: TokenScope, wanted: [Int]) throws {
        let program = try Program([scope])
        try program.test.app.planning(of: program.customer).agreeToPosition()
        let statuses = [
            try program.send(.get, "/calendars").status,
            try program.send(.post, "/calendars", "{\"name\":\"A\"}").status,
            try program.send(.put, "/position", "{\"lat\":24.7,\"lng\":46.7}").status,
        ]
        #expect(statuses == wanted)
    }

    @Test("a token that may only write is shown nothing that is stored, and registers no phone")
    func writeOnly() throws {
        let events = try program.makeCalendar() + "/events"
        let phone = "{\"token\":\"\(String(repeating: "ab", count: 32))\"}"
        let secret = try "{\"title\":\"Secret\",\"start_time\":\"\(program.moment(9))\"}"
        let made = try program.send(.post, events, secret)
        let event = String(try #require(made.headers["Location"]).dropFirst("/api/v1".count))
        let writer = try Program.makeToken([.write], of: program.customer.id, program.test)
        let headers: Headers = ["Authorization": "Bearer \(writer)"]
        let changed = try program.send(.patch, event, "{}", ifMatch: "*", headers: headers)
        #expect(changed.status == 204 && changed.body.isEmpty && changed.headers["Content-Type"] == nil)
        let clash = try program.send(
            .post, events, secret.replacing("Secret", with: "Spy"), headers: headers)
        #expect(clash.status == 201 && clash.body.isEmpty && clash.headers["Location"] != nil)
        #expect(try program.send(.post, "/push-devices", phone, headers: headers).status == 403)
        #expect(try program.send(.post, "/push-devices", phone).status == 201)
    }

    @Test("without a token, with a wrong one, with Basic and with a cookie nobody comes in", arguments: [
        ("Authorization", "Bearer jdp_wrong"), ("Authorization", "Basic YTpi"), ("Cookie", "__Host-session=abc"),
    ])
    func strangers(name: String, value: String) throws {
        var headers: Headers = ["Authorization": "none"]
        headers[name] = value
        let answer = try program.send(.get, "/calendars", headers: headers)
        #expect(answer.status == 401 && answer.text("code") == "token")
        #expect(answer.headers["Content-Type"] == "application/problem+json")
        #expect(answer.headers["WWW-Authenticate"] == "Bearer realm=\"Jadwal\"")
    }

    @Test("a change with half of it wrong changes nothing, and names every wrong field")
    func halfWrong() throws {
        let before = try program.send(.get, "/settings/travel")
        let answer = try program.send(
            .patch, "/settings/travel",
            "{\"eco_mode\":true,\"max_walking_distance\":\"far\",\"reserve_s\":61,\"car\":1}",
            ifMatch: before.etag)
        #expect(answer.status == 422)
        for field in ["max_walking_distance", "reserve_s", "car"] {
            #expect(answer.body.contains("\"field\":\"\(field)\""))
        }
        #expect(!answer.body.contains("eco_mode"))
        #expect(try program.send(.get, "/settings/travel").body == before.body)
    }

    @Test("a change needs the entity tag of what was read")
    func preconditions() throws {
        let calendar = try program.makeCalendar(), read = try program.send(.get, calendar)
        #expect(try program.send(.patch, calendar, "{\"name\":\"B\"}").status == 428)
        let changed = try program.send(.patch, calendar, "{\"name\":\"B\"}", ifMatch: read.etag)
        #expect(changed.status == 200 && changed.text("name") == "B" && changed.etag != read.etag)
        #expect(try program.send(.delete, calendar, ifMatch: read.etag).status == 412)
        #expect(try program.send(.get, calendar, headers: ["If-None-Match": changed.etag]).status == 304)
        #expect(try program.send(.delete, calendar, ifMatch: changed.etag).status == 204)
        #expect(try program.send(.get, calendar).status == 404)
    }

    @Test("a request that is sent twice with one key makes one event")
    func idempotency() throws {
        let events = try program.makeCalendar() + "/events"
        let body = try "{\"title\":\"Dentist\",\"start_time\":\"\(program.moment(10))\",\"duration_s\":1800}"
        let first = try program.send(.post, events, body, key: "a")
        let second = try program.send(.post, events, body, key: "a")
        #expect(first.status == 201 && second.status == 200)
        #expect(first.text("id") != nil && first.text("id") == second.text("id"))
        #expect(try program.send(.post, events, body, key: "b").text("id") != first.text("id"))
        #expect(try program.send(.post, events, body, key: "").status == 400)
    }

    @Test("an event is made, read, listed, changed and deleted")
    func event() throws {
        let events = try program.makeCalendar() + "/events"
        let made = try program.send(
            .put, events,
            "{\"title\":\"Lunch\",\"address\":\"Olaya\",\"lat\":24.69,\"lng\":46.68,"
                + "\"start_time\":\"\(program.moment(12))\",\"end_time\":\"\(program.moment(13))\"}")
        #expect(try made.status == 201 && made.text("start_time") == program.moment(12))
        #expect(made.body.contains("\"duration_s\":3600") && made.body.contains("\"lat\":24.69"))
        let event = String(try #require(made.headers["Location"]).dropFirst("/api/v1".count))
        #expect(try program.send(.get, events).text("title") == "Lunch")
        let moved = try program.send(
            .patch, event, "{\"start_time\":\"\(program.moment(14))\"}", ifMatch: made.etag)
        #expect(try moved.status == 200 && moved.text("end_time") == program.moment(15))
        #expect(try program.send(.patch, event, "{\"title\":\"X\"}", ifMatch: made.etag).status == 412)
        #expect(try program.send(.delete, event, ifMatch: moved.etag).status == 204)
        #expect(try !program.send(.get, events).body.contains("Lunch"))
    }

    @Test("a field of an event that is unknown, of a wrong type or impossible is named", arguments: [
        ("\"colour\":\"red\"", "colour"), ("\"notes\":7", "notes"), ("\"lat\":200,\"lng\":100", "lat"),
        ("\"lat\":0,\"lng\":0", "lat"), ("\"lat\":24", "lng"), ("\"repeat\":\"FREQ=NEVER\"", "repeat"),
        ("\"repeat\":[\"monday\"]", "repeat"), ("\"time_zone\":\"Mars/Base\"", "time_zone"),
        ("\"duration_s\":-1", "duration_s"), ("\"start_date\":\"2026-12-01\"", "start_time"),
        ("\"status\":\"CONFIRMED\"", "status"), ("\"url\":\"javascript:1\"", "url"),
    ])
    func wrongFields(part: String, field: String) throws {
        let events = try program.makeCalendar() + "/events"
        let answer = try program.send(
            .post, events, "{\"title\":\"A\",\"start_time\":\"\(program.moment(9))\",\(part)}")
        #expect(answer.status == 422 && answer.body.contains("\"field\":\"\(field)\""), "\(answer.body)")
        #expect(try program.send(.get, events).body.contains("\"events\":[]"))
    }

    @Test("an event at the time of another one is made, with a warning")
    func warnings() throws {
        let events = try program.makeCalendar() + "/events"
        let body = try "{\"title\":\"First\",\"start_time\":\"\(program.moment(9))\",\"duration_s\":3600}"
        _ = try program.send(.post, events, body)
        let second = try program.send(.post, events, body)
        #expect(second.status == 201 && second.body.contains("{\"code\":\"overlap\",\"with\":\"First\"}"), "\(second.body)")
    }

    @Test("one day of a series changes alone, and weekdays make a series")
    func series() throws {
        let events = try program.makeCalendar() + "/events"
        let all = "[\"mon\",\"tue\",\"wed\",\"thu\",\"fri\",\"sat\",\"sun\"]"
        let made = try program.send(
            .post, events, "{\"title\":\"Run\",\"start_time\":\"\(program.moment(6))\",\"repeat\":\(all)}")
        #expect(made.text("repeat")?.contains("FREQ=WEEKLY") == true)
        let event = String(try #require(made.headers["Location"]).dropFirst("/api/v1".count))
        let list = try program.send(.get, events + "?limit=2")
        #expect(list.headers["Link"]?.contains("limit=2&after=2>; rel=\"next\"") == true)
        let occurrence = try #require(list.text("occurrence"))
        let one = "\(event)?occurrence=\(occurrence)"
        #expect(try program.send(.patch, "\(event)?span=one", "{}", ifMatch: made.etag).status == 422)
        let changed = try program.send(.patch, one, "{\"title\":\"Swim\"}", ifMatch: made.etag)
        #expect(changed.status == 200 && changed.text("title") == "Swim")
        #expect(try program.send(.get, event).text("title") == "Run")
    }

    @Test("the day has its events, and is planned again")
    func schedule() throws {
        _ = try program.send(
            .post, try program.makeCalendar() + "/events",
            "{\"title\":\"Talk\",\"start_time\":\"\(program.moment(9))\"}")
        let day = try program.moment(9).prefix(10), shown = try program.send(.get, "/schedule?day=\(day)")
        #expect(shown.status == 200 && shown.text("title") == "Talk")
        let asked = try program.send(.post, "/schedule")
        #expect(asked.status == 202 && asked.text("state") == "planning")
        let job = String(try #require(asked.headers["Location"]).dropFirst("/api/v1".count))
        #expect(try program.send(.get, job).text("state") == "planning")
        try program.test.run("UPDATE job SET finished_at = now(), outcome = 'done' WHERE kind = 'planning.plan'")
        #expect(try program.send(.get, job).text("state") == "done")
        #expect(try program.send(.get, "/schedule/jobs/x").status == 404)
    }

    @Test("the ways to an event begin at home, or say why there are none")
    func ways() throws {
        let events = try program.makeCalendar() + "/events"
        let start = try program.moment(9)
        let made = try program.send(
            .post, events, "{\"title\":\"Talk\",\"lat\":24.75,\"lng\":46.7,\"start_time\":\"\(start)\"}")
        let path = String(try #require(made.text("ways")).dropFirst("/api/v1".count))
        #expect(try program.send(.get, path).text("state") == "no-origin")
        let planning = program.test.app.planning(of: program.customer)
        _ = try planning.save(PlaceValues(name: "Home", latitude: 24.7, longitude: 46.7))
        let known = try program.send(.get, path)
        #expect(known.text("state") == "known" && known.text("from") == "Home")
        #expect(known.body.contains("\"mode\":\"walk\"") && known.body.contains("\"is_chosen\":true"))
        #expect(try program.send(.get, "/ways?event=a").status == 422)
    }

    @Test("a day with many events asks engines about the most legs of a page")
    func mostLegs() throws {
        let program = try Program([.read, .write], ["JADWAL_TRAVEL_WALK": "osrm http://127.0.0.1:9"])
        _ = try program.test.app.planning(of: program.customer).save(
            PlaceValues(name: "Home", latitude: 24.7, longitude: 46.7))
        let events = try program.makeCalendar() + "/events", start = try program.moment(9)
        for number in 0..<42 {
            let point = "\"lat\":24.70\(3 + number % 7),\"lng\":46.70\(number / 7)"
            let event = "{\"title\":\"Talk\",\(point),\"start_time\":\"\(start)\"}"
            #expect(try program.send(.post, events, event).status == 201)
        }
        try program.test.run("DELETE FROM travel_wish")
        #expect(try program.send(.get, "/schedule?day=\(start.prefix(10))").status == 200)
        #expect(try program.test.count("travel_wish") == 40)
    }

    @Test("the position is sent, read and deleted, with consent only")
    func position() throws {
        let here = "{\"lat\":24.71364,\"lng\":46.67529}"
        #expect(try program.send(.put, "/position", here).text("code") == "off")
        try program.test.app.planning(of: program.customer).agreeToPosition()
        #expect(try program.send(.patch, "/position", here).text("result") == "stored")
        #expect(try program.send(.get, "/position").body.contains("\"lat\":24.714,"))
        #expect(try program.send(.put, "/position", "{\"lat\":24.7}").status == 422)
        #expect(try program.send(.delete, "/position").status == 204)
        #expect(try program.send(.get, "/position").status == 404)
    }

    @Test("nobody reaches what belongs to another customer")
    func others() throws {
        let calendar = try program.makeCalendar(), other = try Program(beside: program)
        #expect(try other.send(.get, calendar).status == 404)
        #expect(try other.send(.get, calendar + "/events").status == 404)
        #expect(try other.send(.delete, calendar, ifMatch: "*").status == 404)
        #expect(try program.send(.get, calendar).status == 200)
    }

    @Test("a body that is no object of JSON, or of another type, is refused", arguments: [
        ("[]", "application/json", 400), ("{", "application/json", 400),
        ("name=A", "application/x-www-form-urlencoded", 415),
        ("{\"name\":\"A\"}", "text/plain", 415), ("{}", "application/json", 422),
    ])
    func bodies(body: String, type: String, status: Int) throws {
        let answer = try program.send(.post, "/calendars", body, headers: ["Content-Type": type])
        #expect(answer.status == status)
    }

    @Test("the description has every path and method of the table, and no others")
    func description() throws {
        let answer = try program.send(.get, "/openapi.json", headers: ["Authorization": "none"])
        #expect(answer.status == 200)
        let described = try JSON.value(Description.self, from: answer.body).paths
        var wanted: [String: Set<String>] = [:]
        for route in routes where route.pattern.description.hasPrefix("/api/v1/") {
            let path = String(route.pattern.description.dropFirst("/api/v1".count))
            guard !["/openapi.json", "/{path...}", "/ingest/messages"].contains(path) else { continue }
            wanted[path, default: []].insert(route.method.rawValue.lowercased())
        }
        #expect(described.mapValues { Set($0.methods) } == wanted)
    }

    private struct Description: Decodable {
        let paths: [String: Item]

        struct Item: Decodable {
            let methods: [String]

            init(from decoder: any Decoder) throws {
                let members = try decoder.singleValueContainer().decode([String: Anything].self)
                methods = members.keys.filter { $0 != "parameters" }
            }
        }

        struct Anything: Decodable {
            init(from decoder: any Decoder) throws {}
        }
    }
}
