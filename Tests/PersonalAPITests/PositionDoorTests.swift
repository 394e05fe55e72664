import Accounts
import CivilTime
import Crypto
import HTTP
import Jadwal
import Mail
import Pages
import Planning
import Runtime
import Storage
import Templates
import TestSupport
import Testing
import Web

/// A customer with a token, and the programs that send a position with it.
private struct Phone {
    static let router = Router(routes, otherwise: .anyone)

    let test: TestApp
    let customer: Customer
    let token: String
    let tokenID: PersonalTokenID

    var planning: PlanningHome { test.app.planning(of: customer) }
    var bearer: Headers { ["Authorization": "Bearer \(token)"] }
    var asker: Asker {
        Asker(
            request: "r-1", address: "203.0.113.7", device: "", language: .english, browser: [], knownBrowser: nil,
            signedIn: nil)
    }

    init(isOn: Bool = true) throws {
        test = try TestApp.patient()
        let address = try #require(EmailAddress("zaid@example.org"))
        let id = try test.store.customer(
            orInsert: NewCustomer(address: address, language: "en", timeZone: "Asia/Riyadh", firstDay: 7)
        ).id
        customer = try #require(try test.store.customer(id))
        let asker = Asker(
            request: "r-1", address: "203.0.113.7", device: "", language: .english, browser: [], knownBrowser: nil,
            signedIn: nil)
        guard case .made(let tokenID, let token) = try test.app.makeToken(
            label: "Phone", scopes: [.position], of: id, asker)
        else { throw Refusal.notFound }
        self.token = token
        self.tokenID = tokenID
        if isOn { try planning.agreeToPosition() }
    }

    func send(
        _ target: String, _ body: String = "", _ headers: Headers, method: Method = .post
    ) throws -> (status: Int, text: String, headers: Headers) {
        let request = try Request(
            method: method, target: target, headers: headers, body: Array(body.utf8), remoteAddress: "203.0.113.7",
            id: "r-1")
        let response = Self.router.answer(request, test.app).response
        return (
            response.status.rawValue, String(decoding: try response.collectBody(), as: UTF8.self), response.headers
        )
    }

    /// The point that is stored, as text; nil without one.
    func point() throws -> String? {
        try planning.position().position.map { "\($0.latitude) \($0.longitude)" }
    }

    /// The seconds since 1970, some seconds from now.
    func seconds(_ offset: Int64 = 0) -> Int64 { test.app.now().secondsSince1970 + offset }
}

@Suite("The plain door of positions")
struct PlainDoorTests {
    private let phone: Phone

    init() throws {
        phone = try Phone()
    }

    @Test("takes JSON and forms, numbers and texts", arguments: [
        ("{\"lat\":24.71364,\"lon\":46.67529}", "application/json"),
        ("{\"lat\":\"24.71364\",\"lon\":\"46.67529\",\"accuracy\":\"20\"}", "application/json"),
        ("{\"latitude\":\"٢٤٫٧١٣٦\",\"longitude\":\"٤٦٫٦٧٥٣\"}", "application/json"),
        ("lat=24.71364&lon=46.67529&accuracy=12.5", "application/x-www-form-urlencoded"),
    ])
    func shapes(body: String, type: String) throws {
        var headers = phone.bearer
        headers["Content-Type"] = type
        let answer = try phone.send("/position", body, headers)
        #expect(answer.status == 200 && answer.text == "{\"result\":\"stored\"}\n", "\(answer.text)")
        #expect(try phone.point() == "24.714 46.675")
    }

    @Test("names the reason of a refusal", arguments: [
        ("{\"lat\":0,\"lon\":0}", 422, "zero"), ("{\"lat\":200,\"lon\":100}", 422, "range"),
        ("{\"lat\":100,\"lon\":24.7}", 422, "swapped"),
        ("{\"lat\":24.7,\"lon\":46.7,\"accuracy\":5000}", 422, "inaccurate"),
        ("{\"lat\":24.7,\"lon\":46.7,\"timestamp\":4102444800}", 422, "future"),
        ("{\"lat\":24.7,\"lon\":46.7,\"timestamp\":\"2026-11-20T12:00:00Z\"}", 422, "old"),
        ("{\"lat\":24.7}", 400, "unreadable"), ("", 400, "unreadable"), ("[1,2]", 400, "unreadable"),
        ("{\"lat\":24.7,\"lon\":46.7,\"timestamp\":\"soon\"}", 400, "unreadable"),
    ])
    func refused(body: String, status: Int, code: String) throws {
        let answer = try phone.send("/position", body, phone.bearer)
        #expect(answer.status == status && answer.text.contains("\"code\":\"\(code)\""), "\(answer.text)")
        #expect(answer.headers["Content-Type"] == "application/problem+json")
        #expect(try phone.point() == nil)
    }

    @Test("wants a token that exists, and believes no cookie")
    func signIn() throws {
        let body = "{\"lat\":24.7,\"lon\":46.7}"
        let wrong: [Headers] = [
            [:], ["Cookie": "__Host-session=\(phone.token)"], ["Authorization": "Bearer wrong"],
        ]
        for headers in wrong {
            let answer = try phone.send("/position", body, headers)
            #expect(answer.status == 401 && answer.headers["WWW-Authenticate"]?.contains("Basic") == true)
        }
        // The address of the other door takes the token in the query; this one does not.
        #expect(try phone.send("/position?id=\(phone.token)", body, [:]).status == 401)
        #expect(try phone.point() == nil)
        _ = try phone.test.app.revokeToken(phone.tokenID, of: phone.customer.id, phone.asker)
        #expect(try phone.send("/position", body, phone.bearer).status == 401)
    }

    @Test("is closed without consent")
    func off() throws {
        try phone.planning.withdrawPositionConsent()
        let answer = try phone.send("/position", "{\"lat\":24.7,\"lon\":46.7}", phone.bearer)
        #expect(answer.status == 403 && answer.text.contains("\"code\":\"off\""))
    }

    @Test("a token of another customer sets that customer's position only")
    func others() throws {
        let other = try Phone()
        #expect(try other.send("/position", "{\"lat\":24.7,\"lon\":46.7}", other.bearer).status == 200)
        #expect(try phone.point() == nil)
        #expect(try other.point() == "24.7 46.7")
    }

    @Test("a token opens nothing else", arguments: ["/settings", "/today", "/dav/", "/calendars"])
    func nothingElse(path: String) throws {
        let answer = try phone.send(path, "", phone.bearer, method: .get)
        #expect(answer.status != 200, "\(path)")
    }

    @Test("no log has a position or the token")
    func logs() throws {
        _ = try phone.send("/position/owntracks", "{\"_type\":\"location\",\"lat\":0,\"lon\":0}", phone.bearer)
        _ = try phone.send("/position", "{\"lat\":24.713,\"lon\":46.675}", phone.bearer)
        let log = phone.test.log.text
        #expect(log.contains("position refused") && !log.contains("24.713") && !log.contains(phone.token))
    }
}

@Suite("The doors of programs that send positions")
struct ProgramDoorTests {
    private let phone: Phone

    init() throws {
        phone = try Phone()
    }

    private func ownTracks(_ body: String) throws -> (status: Int, text: String, headers: Headers) {
        let basic = base64(Array("zaid:\(phone.token)".utf8))
        return try phone.send(
            "/position/owntracks", body, ["Authorization": "Basic \(basic)", "Content-Type": "application/json"])
    }

    @Test("OwnTracks signs in by Basic, and hears an empty list of commands")
    func location() throws {
        let answer = try ownTracks("""
            {"_type":"location","lat":24.71364,"lon":46.67529,"tst":\(phone.seconds(-30)),"acc":14,"batt":80,"tid":"zb"}
            """)
        #expect(answer.status == 200 && answer.text == "[]\n")
        #expect(answer.headers["Content-Type"] == "application/json")
        #expect(try phone.point() == "24.714 46.675")
    }

    @Test("OwnTracks gets an empty list for what is no location, and for what is never stored", arguments: [
        "", "{\"_type\":\"lwt\",\"tst\":1}", "{\"_type\":\"waypoints\",\"waypoints\":[]}", "{\"_type\":\"status\"}",
        "{\"_type\":\"location\",\"lat\":0,\"lon\":0}",
        "{\"_type\":\"location\",\"lat\":24.7,\"lon\":46.7,\"acc\":5000}",
        "{\"_type\":\"location\",\"lat\":24.7,\"lon\":46.7,\"tst\":1700000000}",
        "{\"_type\":\"location\",\"lat\":24.7,\"lon\":46.7,\"tst\":4102444800}",
    ])
    func dropped(body: String) throws {
        let answer = try ownTracks(body)
        #expect(answer.status == 200 && answer.text == "[]\n")
        #expect(try phone.point() == nil)
    }

    @Test("OwnTracks is answered clearly if its message cannot be read", arguments: [
        ("{\"_type\":\"encrypted\",\"data\":\"x\"}", 422), ("{\"lat\":1,\"lon\":2}", 400), ("{", 400),
        ("{\"_type\":\"location\"}", 400),
    ])
    func unreadable(body: String, status: Int) throws {
        #expect(try ownTracks(body).status == status)
        #expect(try phone.point() == nil)
    }

    @Test("Overland sends a batch, longitude first, of which the newest point is stored")
    func overland() throws {
        func feature(_ longitude: Double, _ latitude: Double, _ time: String) -> String {
            """
            {"type":"Feature","geometry":{"type":"Point","coordinates":[\(longitude),\(latitude)]},
            "properties":{"timestamp":"\(time)","horizontal_accuracy":12,"motion":["walking"]}}
            """
        }
        let trip = "{\"type\":\"Feature\",\"properties\":{\"type\":\"trip\"}}"
        let features = [
            feature(46.9, 24.9, "2026-11-23T14:20:00Z"), trip, feature(46.67529, 24.71364, "2026-11-23T14:29:00Z"),
            feature(46.8, 24.8, "2026-11-23T14:25:00Z"),
        ]
        let answer = try phone.send(
            "/position/overland", "{\"locations\":[\(features.joined(separator: ","))]}", phone.bearer)
        #expect(answer.status == 200 && answer.text == "{\"result\":\"ok\"}\n")
        #expect(try phone.point() == "24.714 46.675")
    }

    @Test("Overland may send an empty batch, and hears that another shape cannot be read", arguments: [
        ("{\"locations\":[]}", 200), ("{}", 400), ("", 400),
    ])
    func overlandShapes(body: String, status: Int) throws {
        #expect(try phone.send("/position/overland", body, phone.bearer).status == status)
        #expect(try phone.point() == nil)
    }

    @Test("OsmAnd has the token and milliseconds in the address, Traccar Client seconds in a POST", arguments: [
        (Method.get, 1_000), (.post, 1),
    ] as [(Method, Int64)])
    func osmAnd(method: Method, factor: Int64) throws {
        let time = phone.seconds(-60) * factor
        let target = "/position/osmand?id=\(phone.token)&lat=24.71364&lon=46.67529&timestamp=\(time)&accuracy=9.0"
        #expect(try phone.send(target, "", [:], method: method).status == 200)
        #expect(try phone.point() == "24.714 46.675")
        let position = try #require(try phone.planning.position().position)
        #expect(position.measuredAt.secondsSince1970 == phone.seconds(-60))
    }

    @Test("Traccar Client from version 9 on sends JSON, with the token as the device's name")
    func traccar() throws {
        let body = """
            {"location":{"timestamp":"2026-11-23T14:29:30.000Z","coords":{"latitude":24.71364,"longitude":46.67529,
            "accuracy":5,"speed":0,"heading":0,"altitude":600},"is_moving":false,"event":"motionchange"},
            "device_id":"\(phone.token)"}
            """
        #expect(try phone.send("/position/osmand", body, ["Content-Type": "application/json"]).status == 200)
        #expect(try phone.point() == "24.714 46.675")
    }

    @Test("without a position or a token an address is refused", arguments: [
        ("lat=24.7", 400), ("lat=x&lon=46.7", 400), ("lat=24.7&lon=46.7&timestamp=soon", 400),
    ])
    func osmAndUnreadable(query: String, status: Int) throws {
        #expect(try phone.send("/position/osmand?id=\(phone.token)&\(query)", "", [:], method: .get).status == status)
        #expect(try phone.send("/position/osmand?id=wrong&lat=24.7&lon=46.7", "", [:], method: .get).status == 401)
        #expect(try phone.point() == nil)
    }
}
