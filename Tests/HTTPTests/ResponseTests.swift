import HTTP
import Testing

@Suite("Responses")
struct ResponseTests {
    @Test("have a content type and a body")
    func kinds() throws {
        let page = Response.html("<p>ص</p>", status: .notFound)
        #expect(page.status == .notFound)
        #expect(page.headers == ["Content-Type": "text/html; charset=utf-8"])
        #expect(try page.collectBody() == Array("<p>ص</p>".utf8))
        #expect(Response.text("ok").headers["content-type"] == "text/plain; charset=utf-8")
        #expect(try Response.empty(.noContent).collectBody() == [])
    }

    @Test("the address of a redirect cannot add a header", arguments: [
        ("/settings", "/settings"), ("/login?next=%2Fa&x=1#top", "/login?next=%2Fa&x=1#top"),
        ("/a\r\nSet-Cookie: b=1", "/a%0D%0ASet-Cookie:%20b=1"), ("/صلاة", "/%D8%B5%D9%84%D8%A7%D8%A9"),
        ("/a\"<>\\", "/a%22%3C%3E%5C"), ("https://[::1]:8443/", "https://[::1]:8443/"),
    ])
    func redirects(location: String, written: String) {
        let response = Response.redirect(to: location)
        #expect(response.status == .seeOther)
        #expect(response.headers["Location"] == written)
    }

    @Test("a stream is collected in order")
    func stream() throws {
        let response = Response(body: .stream { writer in
            try writer.write([1, 2])
            try writer.write([])
            try writer.write([3])
        })
        #expect(try response.collectBody() == [1, 2, 3])
    }

    @Test("statuses have the reason phrases of the registry", arguments: [
        (Status.ok, "200 OK"), (.seeOther, "303 See Other"), (.payloadTooLarge, "413 Content Too Large"),
        (.unprocessableContent, "422 Unprocessable Content"),
        (.headersTooLarge, "431 Request Header Fields Too Large"), (Status(rawValue: 299), "299 Status 299"),
    ])
    func reasons(status: Status, text: String) {
        #expect(status.description == text)
    }
}
