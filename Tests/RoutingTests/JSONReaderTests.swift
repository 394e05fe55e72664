import Testing
@testable import Routing

@Suite("JSON of engines")
struct JSONReaderTests {
    private func read(_ text: String) -> Result<JSONTree, RoutingError> {
        do throws(RoutingError) {
            return .success(try JSONReader.read(Array(text.utf8)))
        } catch { return .failure(error) }
    }

    @Test("values of every type are read", arguments: [
        (#"{"a": 1.5, "b":[true,false,null, "x"]}"#, ["a": 1.5, "b": [true, false, .null, "x"]]),
        (#"[-2e3 ]"#, [-2000]),
        (#"["\u00e9\n\ud83d\ude00\/"]"#, ["é\n😀/"]),
        (#"["\ud83d"]"#, ["\u{FFFD}"]),
        (#"{"a":1,"a":2}"#, ["a": 1]),
        (" {} ", [:]),
    ] as [(String, JSONTree)])
    func values(text: String, tree: JSONTree) { #expect(read(text) == .success(tree)) }

    @Test("every shorter part of an answer is cut short")
    func cut() {
        let whole = #"{"a":[1,2.5,"x\u00e9",true,null],"b":{"c":"d"}}"#
        for count in 1..<whole.utf8.count {
            #expect(read(String(decoding: whole.utf8.prefix(count), as: UTF8.self)) == .failure(.cutShort), "\(count)")
        }
    }

    @Test("what is not JSON is refused", arguments: [
        "", "   ", "<!DOCTYPE html><html>", "Bad Gateway", "12", "null", "[1,]", "{\"a\"}", "[1] x", "[tru]",
        "[01x]", "[1e999]", "[\"\u{1}\"]", "[\"\\x\"]", "[\"\\u00g0\"]", "[NaN]",
    ])
    func refused(text: String) { #expect(read(text) == .failure(.notJSON)) }

    @Test("bytes that are no UTF-8 are refused")
    func bytes() {
        #expect(throws: RoutingError.notJSON) { try JSONReader.read([0x5B, 0x22, 0xC3, 0x22, 0x5D]) }
    }

    @Test("deep and long answers are refused")
    func limits() {
        #expect(read(String(repeating: "[", count: 1_000_000)) == .failure(.tooLarge))
        let many = "[" + String(repeating: "0,", count: JSONReader.mostValues) + "0]"
        #expect(read(many) == .failure(.tooLarge))
    }

    @Test("what is written is read again")
    func written() {
        let tree: JSONTree = ["a\"\\\n": [1, 2.5, -0.000_01, true, .null], "é": ["x": "😀"]]
        #expect(read(tree.json) == .success(tree))
    }
}
