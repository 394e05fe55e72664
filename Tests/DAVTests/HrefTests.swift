import DAV
import Testing

@Suite("Paths of resources")
struct HrefTests {
    @Test("spellings of one path are equal", arguments: [
        ("/dav/lisa@example.com/a.ics", "/dav/lisa%40example.com/a.ics"),
        ("/dav/%7Elisa/", "/dav/~lisa"), ("/a%20b", "/a%20b/"), ("/a%c3%a9", "/a%C3%A9"), ("/a+b", "/a%2Bb"),
        ("/", "/"),
        ("/(a):b", "/%28a%29%3Ab"),
    ])
    func equal(one: String, other: String) throws {
        let one = try Href(path: one), other = try Href(path: other)
        #expect(one == other)
        #expect(one.hashValue == other.hashValue)
    }

    @Test("paths that differ in one octet are two resources", arguments: [
        ("/a/b", "/a%2Fb"), ("/a", "/A"), ("/%C3%A9", "/e%CC%81"), ("/a+b", "/a%20b"), ("/a/b", "/a"),
        // iOS makes calendars with upper-case names, and finds them under the same name only.
        ("/c/6F0A51C5-6A6E-4A5B-9C0D-1E2F3A4B5C6D/", "/c/6f0a51c5-6a6e-4a5b-9c0d-1e2f3a4b5c6d/"),
    ])
    func different(one: String, other: String) throws {
        #expect(try Href(path: one) != Href(path: other))
    }

    @Test("an encoded slash is a letter of its segment")
    func slash() throws {
        let href = try Href(path: "/dav/a%2Fb.ics")
        #expect(href.segments == ["dav", "a/b.ics"])
        #expect(href.text == "/dav/a%2Fb.ics")
    }

    @Test("a path is always written in the same encoding", arguments: [
        (["dav", "lisa@example.com", "a b.ics"], false, "/dav/lisa@example.com/a%20b.ics"),
        (["100%", "{x}", "é", "a+b", "c&d"], true, "/100%25/%7Bx%7D/%C3%A9/a%2Bb/c%26d/"),
        (["e;f", "日"], true, "/e%3Bf/%E6%97%A5/"),
        ([], false, "/"), (["(a)", "b:c", "~d_e-f.g"], false, "/(a)/b:c/~d_e-f.g"),
        (["<\"'>"], false, "/%3C%22%27%3E"),
    ])
    func text(segments: [String], isCollection: Bool, text: String) throws {
        #expect(Href(segments, isCollection: isCollection).text == text)
        #expect(try Href(path: text) == Href(segments, isCollection: isCollection))
    }

    @Test("a path that no resource can have is a bad request", arguments: [
        "", "a", "//", "/a//b", "/a/../b", "/./a", "/%2E%2E/a", "/%", "/%4", "/%zz", "/%00", "/a%0Ab", "/%FF", "/%C3",
    ])
    func malformed(path: String) {
        #expect(refusal { _ = try Href(path: path) } == "400")
    }

    @Test("a client writes a URI or a path", arguments: [
        ("/dav/a.ics", "/dav/a.ics", nil), ("https://jadwal.example/dav/a.ics", "/dav/a.ics", "jadwal.example"),
        ("http://JADWAL.example:80/dav", "/dav", "jadwal.example"), ("https://h:8443/a?x=1", "/a", "h:8443"),
        ("http://h:443/a", "/a", "h:443"), ("https://[::1]:443/a", "/a", "[::1]"), ("/a?x=1", "/a", nil),
    ])
    func clients(written: String, path: String, authority: String?) throws {
        let address = try ClientHref(written)
        #expect(address.href.text == path)
        #expect(address.authority == authority)
    }

    @Test("another address is a bad request", arguments: [
        "", "a.ics", "//host/a", "mailto:a@example.com", "https:///a", "https://user@host/a", "/a#b",
        "ftp://host/a", "https:/a",
    ])
    func notAnAddress(written: String) {
        #expect(refusal { _ = try ClientHref(written) } == "400")
    }

    @Test("a path knows its collection")
    func parents() throws {
        let home = try Href(path: "/dav/lisa/"), object = home.appending("work", isCollection: true).appending("1.ics")
        #expect(object.text == "/dav/lisa/work/1.ics")
        #expect(object.parent?.text == "/dav/lisa/work/")
        #expect(object.isInside(home))
        #expect(!home.isInside(home))
        #expect(try !Href(path: "/dav/lisab/x").isInside(home))
        #expect(try Href(path: "/").parent == nil)
    }
}
