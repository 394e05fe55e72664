import HTTP
import Testing

@Suite("Headers")
struct HeadersTests {
    @Test("names are compared without case, keep their order and can repeat")
    func names() {
        var headers: Headers = ["Accept": "a", "X-One": "1", "accept": "b"]
        #expect(headers["ACCEPT"] == "a")
        #expect(headers.values("Accept") == ["a", "b"])
        #expect(headers.contains("x-one") && !headers.contains("x-on") && !headers.contains("x-one2"))
        headers["ACCEPT"] = "c"
        #expect(headers.map { "\($0.name)=\($0.value)" } == ["X-One=1", "ACCEPT=c"])
        headers["x-one"] = nil
        #expect(headers.wire == Array("ACCEPT: c\r\n".utf8))
        headers["absent"] = nil
        #expect(headers == ["ACCEPT": "c"])
    }

    @Test("a value that would split a response is not stored", arguments: [
        "a\r\nSet-Cookie: b=1", "a\nb", "a\rb", "a\0b", "\u{7F}", "a\u{1}", "a\u{1B}[2J", "\r\u{301}\n",
    ])
    func splitting(value: String) {
        var headers: Headers = ["Location": "/kept"]
        let isAdded = headers.add("X", value)
        #expect(!isAdded)
        headers["Location"] = value
        #expect(headers == ["Location": "/kept"])
        #expect(["X": value] == Headers())
    }

    @Test("a name that is not a token is not stored", arguments: ["", "a b", "a:", "a\r\nb", "é", "a\0", "(a)"])
    func wrongNames(name: String) {
        var headers = Headers()
        let isAdded = headers.add(name, "1")
        #expect(!isAdded)
        headers[name] = "1"
        #expect(headers == Headers())
    }

    @Test("a value may have tabs and text outside ASCII")
    func otherValues() {
        let headers: Headers = ["X": "صلاة\tfajr", "Empty": ""]
        #expect(headers["x"] == "صلاة\tfajr")
        #expect(headers["empty"] == "")
    }

    @Test("a block of lines is read without the spaces around values")
    func blocks() throws {
        let block = "Accept:text/html\r\nX-A: \t b c \t\r\nEmpty:\r\nT: 10:30\r\n"
        #expect(try Headers(wire: Array(block.utf8)) == [
            "Accept": "text/html", "X-A": "b c", "Empty": "", "T": "10:30",
        ])
    }

    @Test("a block with a malformed line is refused", arguments: [
        "A", "A: b", "A: b\n", "A: b\r\n c\r\n", "A : b\r\n", ": b\r\n", "A\r\nB: c\r\n", "A: b\r\n\r\n", "A: \0\r\n",
        "A: b\rc\r\n",
    ])
    func wrongBlocks(block: String) {
        #expect(throws: RequestError.self) { try Headers(wire: Array(block.utf8)) }
    }

    @Test("invalid UTF-8 is kept, and reads as the replacement character")
    func opaque() throws {
        let block = Array("A: caf".utf8) + [0xE9, 13, 10]
        let headers = try Headers(wire: block)
        #expect(headers.wire == block)
        #expect(headers["A"] == "caf\u{FFFD}")
    }
}
