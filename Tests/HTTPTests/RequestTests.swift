import HTTP
import Testing

@Suite("Request")
struct RequestTests {
    @Test("has one spelling of each path, and a slash in a segment stays a letter", arguments: [
        ("/", "/"), ("/a%20b", "/a%20b"), ("/a b", "/a%20b"), ("/%d8%b5", "/%D8%B5"), ("/ص", "/%D8%B5"), ("/%2541", "/%2541"),
        ("/a+b", "/a+b"), ("/%61%2fb", "/a%2Fb"), ("/%61/b%40c", "/a/b@c"), ("/a?", "/a"),
        ("/a?b?c=/", "/a"),
    ])
    func target(target: String, path: String) throws {
        #expect(try Request(target: target).path == path)
    }

    @Test("reads the query after the first question mark")
    func query() throws {
        let request = try Request(target: "/a?x=1&y=a+b%2B&x=%2541&z&q=?")
        #expect(request.query.all("x") == ["1", "%41"])
        #expect(request.query["y"] == "a b+")
        #expect(request.query.first("z") == "")
        #expect(request.query["q"] == "?")
        #expect(request.query.first("absent") == nil && request.query["absent"] == "")
    }

    /// nginx compares its rules with a normalized path, so only such paths are accepted.
    @Test("refuses a path that nginx would change", arguments: [
        "", "a", "*", "http://host/a", "/.", "/..", "/a/../b",
        "/a/.", "/a/./b", "/%2e%2e/b", "/%2E/", "/.%2e", "/a%00b", "/a%0Ab", "/a%0D%0ASet-Cookie:x",
        "/a\u{7F}", "/a\tb", "/%", "/%4", "/%zz", "/%+1", "/%ff", "/%C0%AF", "/%E2%82", "/%ED%A0%80",
        "/a#b", "/a?b#c",
    ])
    func refusedTargets(target: String) {
        let error = #expect(throws: RequestError.self) { try Request(target: target) }
        #expect(error?.status == .badRequest)
    }

    @Test("nothing has an address with an empty segment", arguments: ["//", "//a", "/a//b", "/a//", "/a/%2Fb"])
    func emptySegments(target: String) {
        let error = #expect(throws: RequestError.self) { try Request(target: target) }
        #expect(error?.status == .notFound)
    }

    @Test("accepts an unusual path that nginx would not change", arguments: [
        "/a/", "/...", "/.a", "/a.", "/..a/b", "/a../b", "/%25", "/~a/@b;c=1,2", "/\\..\\", "/a%2Fb",
    ])
    func acceptedTargets(target: String) throws {
        #expect(percentDecoded(try Request(target: target).path) == percentDecoded(target))
    }

    @Test("refuses a decoded path that breaks the same rules", arguments: ["a", "//", "/a/../b", "/\0"])
    func refusedPaths(path: String) {
        #expect(throws: RequestError.self) { try Request(path: path) }
    }

    @Test("an address longer than a header line leads to status 414")
    func tooLong() throws {
        let longest = "/" + String(repeating: "a", count: 16_383)
        #expect(try Request(target: longest).path == longest)
        let error = #expect(throws: RequestError.self) { try Request(target: longest + "a") }
        #expect(error?.status == .targetTooLong)
    }

    @Test("reads a form by its content type", arguments: [
        ("application/x-www-form-urlencoded", "a@b"),
        ("Application/X-WWW-Form-URLEncoded; charset=UTF-8", "a@b"),
        ("application/json", ""), ("text/plain", ""),
    ])
    func forms(contentType: String, email: String) throws {
        let request = try Request(
            method: .post, path: "/login", headers: ["content-type": contentType],
            body: Array("email=a%40b".utf8))
        #expect(request.form["email"] == email)
        #expect(request.body.count == 11)
    }

    @Test("reads a multipart form, its boundary quoted or not", arguments: ["xyz", "\"xyz\""])
    func multipart(boundary: String) throws {
        let body = "--xyz\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n--xyz--\r\n"
        let request = try Request(
            method: .post, path: "/",
            headers: ["Content-Type": "multipart/form-data; boundary=\(boundary)"], body: Array(body.utf8))
        #expect(request.form["a"] == "1")
    }

    @Test("a body that does not fit its content type is malformed", arguments: [
        ("application/x-www-form-urlencoded", "a=%"), ("multipart/form-data", "a"),
        ("multipart/form-data; boundary=", "a"), ("multipart/form-data; boundary=x", "a=1"),
    ])
    func wrongForms(contentType: String, body: String) {
        let error = #expect(throws: RequestError.self) {
            try Request(
                method: .post, path: "/", headers: ["Content-Type": contentType], body: Array(body.utf8))
        }
        #expect(error?.status == .badRequest)
    }

    @Test("an error never quotes the request")
    func silentErrors() {
        for target in ["/secret%", "/secret/../", "secret", "/secret?secret=%zz&secret=%00"] {
            let error = #expect(throws: RequestError.self) { try Request(target: target) }
            #expect(error?.message.contains("secret") == false)
        }
    }
}
