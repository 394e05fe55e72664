import Foundation
import ICalendar
import SeededRandom
import Testing

@Suite("Components in a text")
struct CalendarStreamTests {
    @Test("a tree is written in the order in which it was read", arguments: [
        "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VEVENT\r\nX-A;Y=1:b\r\nBEGIN:X-INNER\r\nEND:X-INNER\r\nEND:VEVENT\r\nBEGIN:VTODO\r\nEND:VTODO\r\nEND:VCALENDAR\r\n",
        "BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\nBEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n",
    ])
    func tree(text: String) throws {
        let stream = try CalendarStream(Array(text.utf8), .strict)
        #expect(String(decoding: stream.octets, as: UTF8.self) == text)
    }

    @Test("a wrong END is a problem, and the component is complete", arguments: [
        ("BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:1\r\nEND:VCALENDAR\r\n", Problem(.missingEnd, line: 2, name: "VEVENT")),
        ("BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:1\r\nEND:VEVENT\r\n", Problem(.missingEnd, line: 1, name: "VCALENDAR")),
        ("BEGIN:VCALENDAR\r\nEND:VALARM\r\nBEGIN:VEVENT\r\nUID:1\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n", Problem(.unexpectedEnd, line: 2, name: "VALARM")),
        ("UID:0\r\nBEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:1\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n", Problem(.outsideComponent, line: 1, name: "UID")),
    ])
    func ends(text: String, problem: Problem) throws {
        let stream = try CalendarStream(Array(text.utf8))
        #expect(stream.components == [Component("VCALENDAR", components: [Component("VEVENT", properties: [Property("UID", value: "1")])])])
        #expect(stream.problems == [problem])
        #expect(throws: problem) { try CalendarStream(Array(text.utf8), .strict) }
    }

    @Test("white space around a component's name is ignored", arguments: [
        ("BEGIN: VCALENDAR\r\nEND:VCALENDAR\r\n", Problem(.spaceAroundName, line: 1, name: "VCALENDAR")),
        ("BEGIN:VCALENDAR\r\nEND:VCALENDAR\t\r\n", Problem(.spaceAroundName, line: 2, name: "VCALENDAR")),
        ("BEGIN:VCAL ENDAR\r\nEND:VCALENDAR\r\n", Problem(.invalidName, line: 1, name: "VCALENDAR")),
    ])
    func spaces(text: String, problem: Problem) throws {
        let stream = try CalendarStream(Array(text.utf8))
        #expect(stream.components == [Component("VCALENDAR")])
        #expect(stream.problems == [problem])
        #expect(throws: problem) { try CalendarStream(Array(text.utf8), .strict) }
    }

    @Test("the limits hold in lenient and strict reading", arguments: [
        ("BEGIN:A\r\n" + String(repeating: "A:\n", count: 30_000), Irregularity.tooManyParts),
        ("BEGIN:A\r\nA" + String(repeating: ";A=", count: 30_000), .tooManyParts),
        ("BEGIN:A\r\nA;A=" + String(repeating: ",", count: 30_000) + ":", .tooManyParts),
        (String(repeating: "x", count: 100_001), .tooLong),
    ])
    func limits(text: String, reason: Irregularity) {
        let problem = #expect(throws: Problem.self) {
            try CalendarStream(Array((text + ":\r\n").utf8), .lenient, limits: Limits(octets: 100_000))
        }
        #expect(problem?.reason == reason)
    }

    @Test("a component that is too deep is placed beside the innermost one")
    func depth() throws {
        let text = Array(String(repeating: "BEGIN:A\r\n", count: 4).utf8)
        let stream = try CalendarStream(text, limits: Limits(depth: 2))
        let inner = Component("A")
        #expect(stream.components == [Component("A", components: [inner, inner, inner])])
        #expect(stream.problems.filter { $0.reason == .tooDeep }.map(\.line) == [3, 4])
        #expect(throws: Problem(.tooDeep, line: 3, name: "A")) { try CalendarStream(text, .strict, limits: Limits(depth: 2)) }
    }

    @Test("every calendar of other projects is written as it was read", Corpus.isHere, arguments: Corpus.names)
    func corpus(name: String) throws {
        let octets = try Corpus.octets(name)
        let clock = ContinuousClock()
        let start = clock.now
        let stream = try CalendarStream(octets)
        let written = stream.octets
        let again = try CalendarStream(written)
        #expect(start.duration(to: clock.now) < .milliseconds(500), "50 ms are meant; this is the debug build")
        #expect(again.components == stream.components)
        #expect(again.octets == written)
        // Three texts have no component: they are left from fuzzers and cut files.
        let isEmpty = ["libical-issue250.ics", "pyicalendar-invalid-Index_Error.ics", "pyicalendar-invalid-Type_Error.ics"].contains(name)
        #expect(stream.components.isEmpty == (isEmpty || octets.isEmpty))
        // Written text has no irregular form, except in names that were kept.
        #expect(again.problems.allSatisfy { $0.reason == .invalidName })
    }

    @Test("damaged calendars are read without a crash", Corpus.isHere)
    func mutations() throws {
        var random = SeededRandom(5_545)
        let small = try Corpus.names.map(Corpus.octets).filter { $0.count < 4_000 }
        let pieces: [[UInt8]] = ["\r\n", "\n ", "\r", ":", ";", "\"", "=", ",", "BEGIN:", "END:", "^", "TZID=(", "\\", "\u{0}"]
            .map { Array($0.utf8) } + [[0xFF], [0xD8], [0xF0, 0x9F]]
        for _ in 0..<1_000 {
            var octets = small[Int.random(in: 0..<small.count, using: &random)]
            for _ in 0..<Int.random(in: 1...8, using: &random) {
                let start = Int.random(in: 0...octets.count, using: &random)
                let end = Int.random(in: start...min(octets.count, start + 40), using: &random)
                octets.replaceSubrange(start..<end, with: pieces.randomElement(using: &random) ?? [])
            }
            let stream = try CalendarStream(octets)
            #expect(try CalendarStream(stream.octets).components == stream.components)
        }
    }

    @Test("a repetitive text is read in linear time", arguments: [
        "A", ":", ";", "\"", "\n", "\r", " ", "\n ", "A:\n", "A;B=\"", "A;TZID=(", "^", "BEGIN:A\n", "END:A\n", "\u{0}", "DESCRIPTION:\nx\n", "é",
    ])
    func hostile(piece: String) {
        let count = 400_000 / piece.utf8.count
        let text: [UInt8] = Array("BEGIN:VEVENT\r\n".utf8) + Array(repeatElement(Array(piece.utf8), count: count).joined())
        let clock = ContinuousClock()
        let time = clock.measure { _ = try? CalendarStream(text).octets }
        // Quadratic time would be minutes; `script/bench` measures the release build.
        #expect(time < .seconds(10))
    }
}
