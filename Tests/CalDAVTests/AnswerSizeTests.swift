import HTTP
import Postgres
import Storage
import TestSupport
import Testing
import XML

@Suite("Answers that would be too large")
struct AnswerSizeTests {
    let client: Client

    init() throws { client = try Client() }

    /// A window of 500 days.
    private static let expanded = """
        <c:calendar-data><c:expand start="20260101T000000Z" end="20270516T000000Z"/></c:calendar-data>
        """

    /// Stores events of 10,000 octets that repeat daily: each is 5 MB if it is expanded.
    private func store(_ count: Int) throws {
        let note = String(repeating: "x", count: 10_000)
        for number in 0..<count {
            try client.put(
                client.personal + "\(number).ics",
                event("\(number)", "DTSTART:20260101T100000Z\nRRULE:FREQ=DAILY;COUNT=500\nDESCRIPTION:\(note)"))
        }
    }

    private func multiget(_ count: Int) throws -> Answer {
        let hrefs = (0..<count).map { "<d:href>\(client.personal)\($0).ics</d:href>" }.joined()
        return try client.report(
            client.personal, "c:calendar-multiget", "<d:prop><d:getetag/>\(Self.expanded)</d:prop>\(hrefs)")
    }

    @Test("a query or a multiget whose answer has more than 16 MB is refused")
    func refused() throws {
        try store(4)
        let events = vCalendar("<c:comp-filter name=\"VEVENT\"/>")
        for answer in [try client.query(client.personal, events, Self.expanded), try multiget(4)] {
            let (status, error) = (answer.status, answer.error)
            #expect(status == 403)
            #expect(error == "d:number-of-matches-within-limits")
        }
    }

    @Test("changes that do not fit come in parts, each with a token for exactly that part")
    func synchronization() throws {
        try store(4)
        var token = "", seen: [String] = [], answers = 0
        repeat {
            let answer = Large(try client.sync(client.personal, token, "<d:getetag/>\(Self.expanded)"))
            #expect(answer.status == 207)
            #expect(answer.octets < 16 << 20 && !answer.hasRules)
            seen += answer.names.filter { $0 != "personal" }
            token = try #require(answer.token)
            answers += 1
            // The last part has no response of the collection itself.
            #expect(answer.names.contains("personal") == answer.isCut)
            guard answer.isCut else { break }
        } while answers < 10
        #expect(answers == 2)
        #expect(seen.sorted() == ["0.ics", "1.ics", "2.ics", "3.ics"])
    }

    @Test("an event that is too much to expand comes whole")
    func oneEvent() throws {
        // Each occurrence has 3,000 octets of attendees, and there are six thousand.
        let attendees = (0..<60).map { "ATTENDEE:mailto:person-with-a-rather-long-name-\($0)@example.org" }
            .joined(separator: "\n")
        try client.put(
            client.personal + "a.ics",
            event("a", "DTSTART:20260101T000000Z\nRRULE:FREQ=HOURLY;COUNT=6000\n\(attendees)"))
        let answer = try client.sync(client.personal, "", Self.expanded)
        #expect(answer.status == 207)
        #expect(answer.data("a.ics")?.contains("RRULE:FREQ=HOURLY;COUNT=6000") == true)
    }

    /// Names of properties in one namespace, with this many octets together.
    private func names(octets: Int) -> String {
        // `urn:q` has five octets, and is counted for each name.
        let count = octets / 64
        return (0..<count).map { number in
            let local = "x\(number)", padding = String(repeating: "n", count: 64 - 5 - local.utf8.count)
            return "<\(local)\(padding) xmlns=\"urn:q\"/>"
        }.joined()
    }

    @Test("names of properties have at most 8,192 octets together, whatever asks for them")
    func longNames() throws {
        let path = client.personal
        try client.put(path + "a.ics", event("a"))
        let few = names(octets: 8_192), many = names(octets: 8_256)
        for (names, status) in [(few, 207), (many, 400)] {
            #expect(try client.properties(path, names, depth: "1").status == status)
            #expect(try client.query(path, vCalendar(""), names).status == status)
            #expect(try client.sync(path, "", names).status == status)
            #expect(
                try client.report(
                    path, "c:calendar-multiget", "<d:prop>\(names)</d:prop><d:href>\(path)a.ics</d:href>"
                ).status == status)
            #expect(
                try client.report(path, "d:principal-match", "<d:self/><d:prop>\(names)</d:prop>").status == status)
        }
        let included = try client.send(
            .propfind, path, ["Depth": "1"], body("d:propfind", "<d:allprop/><d:include>\(many)</d:include>"))
        #expect(included.status == 400)
        let property = "<d:property name=\"\(String(repeating: "n", count: 5_000))\"/>"
        let nested = "<d:property name=\"owner\">\(property)\(property)</d:property>"
        let once = "<d:property name=\"owner\">\(property)</d:property>"
        #expect(try client.report(path, "d:expand-property", once).status == 207)
        #expect(try client.report(path, "d:expand-property", nested).status == 400)
    }
}

/// The parts of an answer that is too long for the reader of XML, and for the words of a failed expectation.
private struct Large {
    let status: Int
    let octets: Int
    /// The last segments of the hrefs, in order.
    let names: [String]
    let token: String?
    let hasRules: Bool
    /// True if there are further changes.
    let isCut: Bool

    init(_ answer: Answer) {
        let text = answer.text
        status = answer.status
        octets = answer.octets.count
        names = text.matches(of: /<d:href>([^<]*)<\/d:href>/).compactMap { match in
            match.1.split(separator: "/").last.map(String.init)
        }
        token = text.suffix(500).firstMatch(of: /<d:sync-token>([^<]*)</).map { String($0.1) }
        hasRules = text.contains("RRULE")
        isCut = text.suffix(1_000).contains("number-of-matches-within-limits")
    }
}
