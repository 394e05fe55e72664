import Accounts
import HTTP
import Planning
import Runtime
import Storage
import TestSupport
import Testing

@Suite("Pages of programs and the position")
struct ProgramTests {
    let test: TestApp
    let browser: Browser

    init() throws {
        test = try .withCities("2026-11-23T14:30:00Z")
        browser = Browser(test)
        try browser.signIn()
        try browser.get("/settings/position")
    }

    private func stored() throws -> StoredPosition? { try test.store.position(of: browser.customer()) }

    private func here(_ latitude: String, _ longitude: String, _ accuracy: String = "20") throws -> Answer {
        try browser.post(
            "/today/position", ["latitude": latitude, "longitude": longitude, "accuracy": accuracy])
    }

    @Test("the button of Today is there after consent only, hidden without script, and stores the position")
    func button() throws {
        #expect(try !browser.get("/today").contains("data-here"))
        #expect(try here("24.714", "46.675").location == "/today?position=off")
        #expect(try browser.post("/settings/position", ["do": "on"]).location == "/settings/position?done=on")
        let page = try browser.get("/today")
        #expect(page.contains("data-here") && page.contains("type=\"button\" data-locate"))
        #expect(page.header("Permissions-Policy")?.contains("geolocation=(self)") == true)
        #expect(try here("24.71364", "46.67529").location == "/today")
        #expect(try stored()?.latitude == 24.714)
        #expect(try browser.get("/settings/position").contains("24.714"))
    }

    @Test("a position that cannot be has a sentence on Today", arguments: [
        ("0", "0", "20", "zero"), ("200", "100", "20", "range"), ("24.7", "46.7", "5000", "inaccurate"),
        ("139.69", "35.68", "20", "swapped"),
    ])
    func wrong(latitude: String, longitude: String, accuracy: String, problem: String) throws {
        try browser.post("/settings/position", ["do": "on"])
        let answer = try here(latitude, longitude, accuracy)
        #expect(answer.location == "/today?position=\(problem)")
        #expect(try browser.get("/today?position=\(problem)").shows("position.problem.\(problem)", test))
        #expect(try stored() == nil)
    }

    @Test("a form without numbers is refused", arguments: ["", "north"])
    func unreadable(latitude: String) throws {
        try browser.post("/settings/position", ["do": "on"])
        #expect(try here(latitude, "46.7").status == 400)
    }

    @Test("the position is gone at once by a press, and with the consent")
    func gone() throws {
        try browser.post("/settings/position", ["do": "on"])
        _ = try here("24.7", "46.7")
        try browser.post("/settings/position/forget")
        #expect(try stored() == nil)
        test.advance(seconds: 5)
        _ = try here("24.7", "46.7")
        #expect(try stored() != nil)
        #expect(try browser.post("/settings/position", ["do": "off"]).location == "/settings/position?done=off")
        #expect(try stored() == nil)
        #expect(try browser.post("/settings/position", ["do": "sideways"]).status == 400)
    }

    @Test("each program has its steps in both languages, and a token that is shown once", arguments: [
        "iphone", "owntracks", "overland", "osmand", "traccar", "another",
    ])
    func connect(program: String) throws {
        let path = "/settings/position/\(program)"
        #expect(try browser.get(path).location == "/settings/position")
        try browser.post("/settings/position", ["do": "on"])
        #expect(try browser.get(path).shows("position.\(program).step1", test))
        let made = try browser.post(path, ["label": "My phone"])
        let match = try #require(made.text.firstMatch(of: /value="(jdp_[A-Za-z0-9_-]{43})"/))
        #expect(made.status == 200 && made.contains("/position"))
        #expect(try test.app.program(token: String(match.1), from: "203.0.113.7")?.scopes == [.position])
        #expect(try !browser.get(path).contains(String(match.1)))
        let list = try browser.get("/settings/programs")
        #expect(list.contains("My phone") && !list.contains(String(match.1)))
    }

    @Test("OsmAnd's address has the token inside")
    func osmAnd() throws {
        try browser.post("/settings/position", ["do": "on"])
        let made = try browser.post("/settings/position/osmand", ["label": "OsmAnd"])
        #expect(made.text.contains(/position\/osmand\?id=jdp_[A-Za-z0-9_-]{43}&amp;lat=\{0\}&amp;lon=\{1\}/))
    }

    @Test("an unknown program and an unfit name are refused")
    func unknown() throws {
        try browser.post("/settings/position", ["do": "on"])
        #expect(try browser.get("/settings/position/pigeon").status == 404)
        let answer = try browser.post("/settings/position/another", ["label": " "])
        #expect(answer.status == 422 && answer.shows("problem.device.label", test))
    }

    @Test("a token is revoked by one press, and not by another customer")
    func revoke() throws {
        try browser.post("/settings/position", ["do": "on"])
        try browser.post("/settings/position/another", ["label": "Script"])
        let token = try #require(try test.app.tokens(of: browser.customer()).first)
        let other = Browser(test)
        try other.signIn("omar@example.org")
        try other.get("/settings/programs")
        let missed = try other.post("/settings/programs/revoke", ["id": "\(token.id)"])
        #expect(missed.location == "/settings/programs?done=gone")
        #expect(try test.app.tokens(of: browser.customer()).count == 1)
        let answer = try browser.post("/settings/programs/revoke", ["id": "\(token.id)"])
        #expect(answer.location == "/settings/programs?done=revoked")
        #expect(try test.app.tokens(of: browser.customer()).isEmpty)
    }
}
