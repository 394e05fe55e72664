import HTTP
import Testing

@Suite("Request")
struct RequestTests {
    @Test("decodes its target once")
    func target() throws {
        let request = try Request(target: "/a%20b/%D8%B5?x=1&y=a+b%2B&x=%2541")
        #expect(request.path == "/a b/ص")
        #expect(request.query.all("x") == ["1", "%41"])
        #expect(request.query["y"] == "a b+")
    }

    @Test("refuses a path that nginx would read otherwise", arguments: [
        "", "a", "*", "http://host/a", "//", "//a", "/a//b", "/a/%2Fb", "/.", "/..", "/a/../b", "/a/.",
        "/%2e%2e/b", "/%2E/", "/a%00b", "/a%0Ab", "/a\u{7F}", "/%", "/%4", "/%zz", "/%ff", "/%C0%AF",
        "/%ED%A0%80", "/a#b",
    ])
    func refusedTargets(target: String) {
        #expect(throws: RequestError.self) { try Request(target: target) }
    }

    @Test("takes a path that only looks odd", arguments: [
        "/", "/a/", "/...", "/.a", "/a.", "/..a/b", "/a%2Fb", "/%25", "/~a/@b;c=1,2",
    ])
    func acceptedTargets(target: String) throws {
        #expect(try Request(target: target).path == percentDecoded(target))
    }
}
