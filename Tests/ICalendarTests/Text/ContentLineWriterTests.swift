import ICalendar
import Testing

@Suite("Writing content lines")
struct ContentLineWriterTests {
    private func written(_ name: String, text: String) -> String {
        var writer = ContentLineWriter()
        writer.text(name, text)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    @Test("a line of 75 octets is not folded, one of 76 is")
    func limit() {
        let value = String(repeating: "x", count: 67)
        #expect(written("SUMMARY", text: value) == "SUMMARY:\(value)\r\n")
        #expect(written("SUMMARY", text: value + "y") == "SUMMARY:\(value)\r\n y\r\n")
    }

    @Test("no character is split by a fold", arguments: 0..<8)
    func characters(shift: Int) {
        let value = String(repeating: "x", count: shift) + String(repeating: "صلاة 🕌", count: 40)
        let lines = written("SUMMARY", text: value).split(separator: "\r\n", omittingEmptySubsequences: false)
        #expect(lines.allSatisfy { $0.utf8.count <= 75 })
        #expect(lines.dropFirst().dropLast().allSatisfy { $0.hasPrefix(" ") })
        #expect(!lines.contains { $0.contains("\u{FFFD}") })
        // RFC 5545 §3.1: unfolding removes the line break and the one space.
        let unfolded = lines.dropLast().enumerated().map { $0.offset == 0 ? $0.element : $0.element.dropFirst() }
        #expect(unfolded.joined() == "SUMMARY:" + value)
    }

    @Test("TEXT is escaped", arguments: [
        ("a,b;c\\d", "a\\,b\\;c\\\\d"), ("one\ntwo", "one\\ntwo"), ("one\r\ntwo", "one\\ntwo"), ("plain: \"text\"", "plain: \"text\""),
    ])
    func escapes(text: String, expected: String) {
        #expect(escapedText(text) == expected)
    }
}
