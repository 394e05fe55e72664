import HTTP
import Testing

@Suite("Conditional and compressed responses")
struct ConditionalTests {
    @Test("If-None-Match names tags", arguments: [
        ("\"a\"", ["\"a\""]), ("\"a\", \"b\"", ["\"a\"", "\"b\""]), ("\"a\",\"b\"", ["\"a\"", "\"b\""]),
        ("W/\"a\"", ["\"a\""]), (" W/\"a\" ,\t\"b\" ", ["\"a\"", "\"b\""]), ("\"\"", ["\"\""]),
        (",, \"a\",,\"b\",", ["\"a\"", "\"b\""]), ("\"a,b\"", ["\"a,b\""]), ("\"*\"", ["\"*\""]),
        // A tag that is cut short is dropped, and so are those after it.
        ("\"a\", b", ["\"a\""]), ("\"a\" \"b\"", []), ("\"a", []), ("a", []), ("", []), ("w/\"a\"", []),
        ("*, \"a\"", []), ("\"a b\"", []), ("\"a\u{7F}\"", []), ("\"ä\"", ["\"ä\""]),
    ])
    func tags(header: String, expected: [String]) {
        #expect(EntityTags(header) == .these(expected))
        for tag in expected { #expect(EntityTags(header).contain(tag)) }
        #expect(!EntityTags(header).contain("\"other\""))
    }

    @Test("If-Match leaves out weak tags, which match nothing", arguments: [
        ("\"a\"", ["\"a\""]), ("W/\"a\"", []), ("W/\"a\", \"b\", W/\"c\",\"d\"", ["\"b\"", "\"d\""]),
    ])
    func strong(header: String, expected: [String]) {
        #expect(EntityTags(header, .strong) == .these(expected))
        #expect(EntityTags("*", .strong) == .any)
    }

    @Test("a star matches every tag", arguments: ["*", " * "])
    func star(header: String) {
        #expect(EntityTags(header) == .any)
        #expect(EntityTags(header).contain("\"other\""))
    }

    @Test("at most a hundred tags are read")
    func many() {
        let header = (0..<1_000).map { "\"\($0)\"" }.joined(separator: ",")
        #expect(EntityTags(header).contain("\"99\""))
        #expect(!EntityTags(header).contain("\"100\""))
    }

    @Test("gzip is sent to clients that prefer it", arguments: [
        ("gzip", true), ("gzip, deflate, br", true), ("br;q=1.0, gzip;q=0.8, *;q=0.1", true), ("GZIP", true),
        ("x-gzip", true), ("*", true), ("deflate, gzip;q=1.0, *;q=0.5", true), ("gzip;q=0.001", true),
        ("gzip;q=0", false), ("gzip; q=0.0", false), ("*;q=0", false), ("identity", false), ("", false),
        ("gzip;q=0.5, identity", false), ("identity;q=0.5, gzip;q=1.0", true), ("br", false), ("gzipx", false),
        ("gzip;q=x", false), ("gzip;q=2", false), ("gzip;q=-1", false), ("*, gzip;q=0", false),
    ])
    func encodings(header: String, isWanted: Bool) {
        #expect(AcceptEncoding(header).prefersGzip == isWanted)
    }

    @Test("gzip is not sent to clients that send no header")
    func noHeader() { #expect(!AcceptEncoding(nil).prefersGzip) }
}
