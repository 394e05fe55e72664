import HTTP
import Testing

@Suite("Path patterns")
struct PathPatternTests {
    @Test("match a path and give its parts by name", arguments: [
        ("/", "/", [:]), ("/login", "/login", [:]), ("/login/", "/login/", [:]),
        ("/prayer/{feed}", "/prayer/abc", ["feed": "abc"]),
        ("/prayer/{feed}/ics", "/prayer/a%20b/ics", ["feed": "a b"]), ("/{a}/c", "/a%2Fb/c", ["a": "a/b"]),
        ("/{a}", "/%252F", ["a": "%2F"]), ("/dav/{path...}", "/dav/a%2Fb/c", ["path": "a%2Fb/c"]),
        ("/prayer/{feed}.ics", "/prayer/abc.ics", ["feed": "abc"]),
        ("/prayer/{feed}.ics", "/prayer/.ics.ics", ["feed": ".ics"]),
        ("/prayer/{country}/{city}.ics", "/prayer/sa/riyadh.ics", ["country": "sa", "city": "riyadh"]),
        ("/{a}/{b}", "/1/2", ["a": "1", "b": "2"]), ("/{a}", "/{a}", ["a": "{a}"]),
        ("/dav/{path...}", "/dav/", ["path": ""]), ("/dav/{path...}", "/dav/a/b/", ["path": "a/b/"]),
        ("/{user}/dav/{path...}", "/u/dav/c/x.ics", ["user": "u", "path": "c/x.ics"]),
        ("/صلاة/{x}.è", percentEncodedPath("/صلاة/فجر.è"), ["x": "فجر"]),
    ] as [(String, String, [String: String])])
    func matching(pattern: String, path: String, parameters: [String: String]) {
        #expect(PathPattern(stringLiteral: pattern).match(path) == parameters)
    }

    @Test("do not match other paths", arguments: [
        ("/", "/a"), ("/login", "/"), ("/login", "/login/"), ("/login/", "/login"), ("/login", "/Login"),
        ("/login", "/login2"), ("/login", "/logi"), ("/login", ""), ("/login", "login"), ("/a", "/a/b"),
        ("/prayer/{feed}", "/prayer/"), ("/prayer/{feed}", "/prayer"), ("/prayer/{feed}", "/prayer/a/b"),
        ("/prayer/{feed}", "/prayer/a/"), ("/prayer/{feed}.ics", "/prayer/.ics"), ("/prayer/{feed}.ics", "/prayer/abc"),
        ("/prayer/{feed}.ics", "/prayer/abc.ICS"), ("/prayer/{feed}.ics", "/prayer/abc.ics/"),
        ("/prayer/{feed}.ics", "/prayer/abc.icsx"), ("/prayer/{feed}.ics", "/prayer/ics"), ("/dav/{path...}", "/dav"), ("/dav/{path...}", "/davx/"),
        // Two Unicode spellings of one letter make two paths, as in nginx.
        ("/caf\u{E9}", percentEncodedPath("/cafe\u{301}")),
    ])
    func others(pattern: String, path: String) {
        #expect(PathPattern(stringLiteral: pattern).match(path) == nil)
    }

    @Test("are literal if they match one path only", arguments: [
        ("/", "/"), ("/login/sent", "/login/sent"), ("/è", "/%C3%A8"), ("/prayer/{feed}", nil), ("/prayer/{feed}.ics", nil),
        ("/dav/{path...}", nil),
    ])
    func literal(pattern: String, literal: String?) {
        #expect(PathPattern(stringLiteral: pattern).literal == literal)
        #expect(PathPattern(stringLiteral: pattern).description == pattern)
    }
}
