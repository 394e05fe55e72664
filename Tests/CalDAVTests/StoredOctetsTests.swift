import HTTP
import Postgres
import Storage
import TestSupport
import Testing
import XML

@Suite("Stored octets in answers")
struct StoredOctetsTests {
    let client: Client

    init() throws { client = try Client() }

    /// The end of an object with a line that is folded inside a character, as RFC 5545 §3.1 describes it.
    private static let folded: [UInt8] =
        Array("SUMMARY:caf".utf8) + [0xC3, 0x0D, 0x0A, 0x20, 0xA9] + Array(" au lait\r\n".utf8)

    private func put(_ line: [UInt8]) throws -> [UInt8] {
        let text = event("a"), mark = "SUMMARY:Meeting\r\n"
        let start = try #require(text.firstRange(of: mark))
        let octets = Array(text[..<start.lowerBound].utf8) + line + text[start.upperBound...].utf8
        #expect(
            try client.send(.put, client.personal + "a.ics", ["Content-Type": "text/calendar"], octets: octets).status
                == 201)
        try client.put(client.personal + "b.ics", event("b"))
        return octets
    }

    @Test("a line that is folded inside a character breaks no report, and its character is whole")
    func fold() throws {
        let octets = try put(Self.folded)
        let whole = "<d:getetag/><c:calendar-data/>"
        for answer in [
            try client.query(client.personal, vCalendar(""), whole),
            try client.report(
                client.personal, "c:calendar-multiget",
                "<d:prop>\(whole)</d:prop><d:href>\(client.personal)a.ics</d:href>"
                    + "<d:href>\(client.personal)b.ics</d:href>"),
            try client.sync(client.personal, "", whole),
        ] {
            #expect(String(validating: answer.octets, as: UTF8.self) != nil)
            #expect(answer.names == ["a.ics", "b.ics"])
            #expect(answer.data("a.ics")?.contains("SUMMARY:caf\u{E9} au lait\r\n") == true)
            #expect(answer.data("b.ics") == event("b"))
        }
        #expect(try client.send(.get, client.personal + "a.ics").octets == octets, "GET has what was sent")
    }

    @Test("octets that were stored and cannot be read break no report")
    func unreadable() throws {
        _ = try put(Array("SUMMARY:x\r\n".utf8))
        for octets: [UInt8] in [
            [0xFF, 0xFE, 0x00, 0xD8], [0xC3], [0x00], Array("]]>\u{FFFF}".utf8) + [0xED, 0xA0, 0x80],
            Array(event("a").utf8) + [0xC0, 0xAF],
        ] {
            try client.test.run(
                "UPDATE calendar_object SET octets = \(octets), octet_count = \(octets.count) WHERE segment = 'a.ics'")
            let answer = try client.query(client.personal, vCalendar(""), "<c:calendar-data/>")
            #expect(answer.root != nil && answer.names.contains("b.ics"), "\(octets.prefix(8))")
            let object = try client.report(
                client.personal, "c:calendar-multiget",
                "<d:prop><c:calendar-data/></d:prop><d:href>\(client.personal)a.ics</d:href>")
            #expect(object.root != nil && object.names == ["a.ics"], "\(octets.prefix(8))")
        }
    }

    @Test("an object whose text cannot be read is sent as it is to those who prefer jCal, and the log says so")
    func unreadableAsJCal() throws {
        _ = try put(Array("SUMMARY:x\r\n".utf8))
        let octets = Array("nothing that is a calendar".utf8)
        try client.test.run("UPDATE calendar_object SET octets = \(octets) WHERE segment = 'a.ics'")
        let answer = try client.send(.get, client.personal + "a.ics", ["Accept": "application/calendar+json"])
        #expect(answer.status == 200 && answer.octets == octets)
        #expect(answer.headers["Content-Type"]?.hasPrefix("text/calendar") == true)
        #expect(client.test.log.lines.filter { $0.hasPrefix("warning stored object unreadable") }.count == 1)
    }

    @Test("a name of an element in a request never breaks an answer", arguments: ["a b", "a/><b", "1", "x:y"])
    func names(name: String) throws {
        let name = name.replacing("<", with: "&lt;")
        let answer = try client.report(client.principal, "d:expand-property", "<d:property name=\"\(name)\"/>")
        #expect(answer.status == 400)
    }
}
