import HTTP
import Testing

@Suite("Conditional and packed answers")
struct ConditionalTests {
    @Test("If-None-Match names tags", arguments: [
        ("\"a\"", ["\"a\""]), ("\"a\", \"b\"", ["\"a\"", "\"b\""]), ("\"a\",\"b\"", ["\"a\"", "\"b\""]),
        ("W/\"a\"", ["\"a\""]), (" W/\"a\" ,\t\"b\" ", ["\"a\"", "\"b\""]), ("\"\"", ["\"\""]),
        (",, \"a\",,\"b\",", ["\"a\"", "\"b\""]), ("\"a,b\"", ["\"a,b\""]), ("\"*\"", ["\"*\""]),
        // What breaks off takes only itself and the rest along.
        ("\"a\", b", ["\"a\""]), ("\"a\" \"b\"", []), ("\"a", []), ("a", []), ("", []), ("w/\"a\"", []),
        ("*, \"a\"", []), ("\"a b\"", []), ("\"a\u{7F}\"", []), ("\"ä\"", ["\"ä\""]),
    ])
    func tags(header: String, expected: [String]) {
        #expect(EntityTags(header) == .these(expected))
        for tag in expected { #expect(EntityTags(header).contain(tag)) }
        #expect(!EntityTags(header).contain("\"other\""))
    }

    @Test("a star stands for whatever there is", arguments: ["*", " * "])
    func star(header: String) {
        #expect(EntityTags(header) == .any)
        #expect(EntityTags(header).contain("\"other\""))
    }

    @Test("a thousand tags cost no more than a hundred")
    func many() {
        let header = (0..<1_000).map { "\"\($0)\"" }.joined(separator: ",")
        #expect(EntityTags(header).contain("\"99\""))
        #expect(!EntityTags(header).contain("\"100\""))
    }

    @Test("gzip is sent to those who want it", arguments: [
        ("gzip", true), ("gzip, deflate, br", true), ("br;q=1.0, gzip;q=0.8, *;q=0.1", true), ("GZIP", true),
        ("x-gzip", true), ("*", true), ("deflate, gzip;q=1.0, *;q=0.5", true), ("gzip;q=0.001", true),
        ("gzip;q=0", false), ("gzip; q=0.0", false), ("*;q=0", false), ("identity", false), ("", false),
        ("gzip;q=0.5, identity", false), ("identity;q=0.5, gzip;q=1.0", true), ("br", false), ("gzipx", false),
        ("gzip;q=x", false), ("gzip;q=2", false), ("gzip;q=-1", false), ("*, gzip;q=0", false),
    ])
    func encodings(header: String, isWanted: Bool) {
        #expect(AcceptEncoding(header).prefersGzip == isWanted)
    }

    @Test("and not to those who say nothing")
    func noHeader() { #expect(!AcceptEncoding(nil).prefersGzip) }
}
