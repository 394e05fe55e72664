import HTTP
import Testing

@Suite("Urlencoded forms")
struct FormTests {
    @Test("are read as the URL standard reads them", arguments: [
        // The parser's cases in WHATWG URL §5.1 and the web platform's urlencoded-parser tests.
        ("", []), ("test", ["test", ""]), ("test=", ["test", ""]), ("=test", ["", "test"]),
        ("a=b&c=d", ["a", "b", "c", "d"]), ("a=b&", ["a", "b"]), ("&&a=b&&&c=d&", ["a", "b", "c", "d"]),
        ("a=b=c", ["a", "b=c"]), ("a&b", ["a", "", "b", ""]), ("+=+", [" ", " "]),
        ("a+b=c+d", ["a b", "c d"]), ("%61=%2b", ["a", "+"]), ("a=%26%3D", ["a", "&="]),
        ("test=%EF%BB%BF", ["test", "\u{FEFF}"]), ("a;b=1", ["a;b", "1"]),
        ("%C3%A9t%C3%A9=%F0%9F%95%8C", ["été", "🕌"]), ("a=%2525", ["a", "%25"]),
    ] as [(String, [String])])
    func standard(text: String, expected: [String]) throws {
        for form in [try Form(urlEncoded: Array(text.utf8)), try Form(query: text)] {
            #expect(form.fields.flatMap { [$0.name, $0.value] } == expected)
        }
    }

    @Test("are refused if they are malformed", arguments: [
        "%", "a=%", "a=%1", "a=%gg", "%zz=1", "a=%ff", "a=%C3", "a=%00", "%00=a", "a=%ED%A0%80", "a=% 1",
    ])
    func broken(text: String) {
        #expect(throws: RequestError.self) { try Form(urlEncoded: Array(text.utf8)) }
        #expect(throws: RequestError.self) { try Form(query: text) }
    }

    @Test("are refused if their bytes are not UTF-8")
    func rawBytes() {
        #expect(throws: RequestError.self) { try Form(urlEncoded: [0x61, 0x3D, 0xFF]) }
        #expect(throws: RequestError.self) { try Form(urlEncoded: [0x61, 0x3D, 0x00]) }
    }

    @Test("have at most a thousand fields")
    func fieldLimit() throws {
        let thousand = [String](repeating: "a=1", count: 1_000).joined(separator: "&")
        #expect(try Form(query: thousand).all("a").count == 1_000)
        for count in [1_001, 10_000] {
            let many = [String](repeating: "a=1", count: count).joined(separator: "&")
            let inBody = #expect(throws: RequestError.self) { try Form(urlEncoded: Array(many.utf8)) }
            #expect(inBody?.status == .payloadTooLarge)
            let inQuery = #expect(throws: RequestError.self) { try Form(query: many) }
            #expect(inQuery?.status == .targetTooLong)
        }
    }

    @Test("have names of at most 256 decoded bytes")
    func nameLimit() throws {
        let longest = String(repeating: "%61", count: 256)
        #expect(try Form(query: longest + "=1").fields.first?.name.utf8.count == 256)
        #expect(throws: RequestError.self) { try Form(query: longest + "a=1") }
    }

    @Test("are the same after writing and reading", arguments: [
        Form(), ["a": "b"], ["": ""], ["a b+c": "&=%?#", "صلاة": "🕌\n\r\t"], ["a": "1", "a": "2"],
    ] as [Form])
    func roundTrip(form: Form) throws {
        #expect(try Form(query: form.urlEncoded) == form)
    }
}
