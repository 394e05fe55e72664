import ICalendar
import Testing

/// Reads the properties of one VEVENT with these lines.
func properties(_ lines: String, _ reading: Reading = .lenient) throws -> [Property] {
    try CalendarStream(Array("BEGIN:VEVENT\r\n\(lines)\r\nEND:VEVENT\r\n".utf8), reading).components[0].properties
}

/// Returns the irregularities of these lines, except a bare line feed.
func irregularities(_ lines: String) throws -> [Irregularity] {
    try CalendarStream(Array("BEGIN:VEVENT\r\n\(lines)\r\nEND:VEVENT\r\n".utf8)).problems.map(\.reason)
}

@Suite("Reading content lines")
struct ContentLineTests {
    @Test("the standard's own lines are read and written", arguments: [
        // RFC 5545 §3.1: folded in two places
        ("DESCRIPTION:This is a lo\r\n ng description\r\n  that exists on a long line.",
         Property("DESCRIPTION", value: "This is a long description that exists on a long line.")),
        // §3.1: a tabulator folds as well
        ("SUMMARY:a\r\n\tb", Property("SUMMARY", value: "ab")),
        // §3.2.11
        (#"ATTENDEE;MEMBER="mailto:ietf-calsch@example.org","mailto:b@example.com":mailto:jsmith@example.com"#,
         Property("ATTENDEE", parameters: [Parameter("MEMBER", "mailto:ietf-calsch@example.org", "mailto:b@example.com")],
                  value: "mailto:jsmith@example.com")),
        // §1.3.2: names know no case
        ("dtstart;tzid=Asia/Riyadh:19970714T133000",
         Property("DTSTART", parameters: [Parameter("TZID", "Asia/Riyadh")], value: "19970714T133000")),
        // §3.1: an empty value of a parameter, of a property
        ("ATTENDEE;CN=:", Property("ATTENDEE", parameters: [Parameter("CN", "")], value: "")),
        // §3.2: a backslash is a plain character, and the semicolon behind it ends the value
        (#"X-A;X-B=C\;X-C=d:e"#,
         Property("X-A", parameters: [Parameter("X-B", #"C\"#), Parameter("X-C", "d")], value: "e")),
        // RFC 6868 §3.1
        ("ATTENDEE;CN=George Herman ^'Babe^' Ruth:mailto:babe@example.com",
         Property("ATTENDEE", parameters: [Parameter("CN", #"George Herman "Babe" Ruth"#)], value: "mailto:babe@example.com")),
        (#"GEO;X-ADDRESS="Pittsburgh Pirates^n115 Federal St^nPitt^^sburgh, PA ^x":40.446816;-80.00566"#,
         Property("GEO", parameters: [Parameter("X-ADDRESS", "Pittsburgh Pirates\n115 Federal St\nPitt^sburgh, PA ^x")],
                  value: "40.446816;-80.00566")),
    ])
    func standard(lines: String, expected: Property) throws {
        #expect(try properties(lines, .strict) == [expected])
        #expect(try irregularities(lines).isEmpty)
        let written = CalendarStream([Component("VEVENT", properties: [expected])]).octets
        #expect(try CalendarStream(written, .strict).components[0].properties == [expected])
    }

    @Test("lenient reading accepts the lines that programs write, and names the problem", arguments: [
        ("SUMMARY:a\nDESCRIPTION:b", [Property("SUMMARY", value: "a"), Property("DESCRIPTION", value: "b")], Irregularity.bareLineFeed),
        ("SUMMARY:a\rDESCRIPTION:b", [Property("SUMMARY", value: "a"), Property("DESCRIPTION", value: "b")], .bareCarriageReturn),
        ("SUMMARY:a\r\r\n b", [Property("SUMMARY", value: "ab")], .bareCarriageReturn),
        ("SUMMARY:a\r\n\r\nUID:b", [Property("SUMMARY", value: "a"), Property("UID", value: "b")], .emptyLine),
        ("SUMMARY:a\u{0}b\u{7}", [Property("SUMMARY", value: "ab")], .controlCharacter),
        ("DESCRIPTION:Agenda\r\nFirst, we talk", [Property("DESCRIPTION", value: "Agenda\\nFirst, we talk")], .unfoldedText),
        ("UID:a\r\nFirst, we talk", [Property("UID", value: "a")], .notAContentLine),
        ("DTSTART ; VALUE = DATE:20261121", [Property("DTSTART", parameters: [Parameter("VALUE", "DATE")], value: "20261121")], .spaceAroundName),
        ("X_FOO:a", [Property("X_FOO", value: "a")], .invalidName),
        ("ATTENDEE;RSVP:a", [Property("ATTENDEE", parameters: [Parameter("RSVP", "")], value: "a")], .parameterWithoutValue),
        ("ATTENDEE;:a", [Property("ATTENDEE", value: "a")], .parameterWithoutValue),
        ("ATTENDEE;=b:a", [Property("ATTENDEE", value: "a")], .invalidParameter),
        (#"ATTENDEE;CN=Joe "J" Doe:a"#, [Property("ATTENDEE", parameters: [Parameter("CN", #"Joe "J" Doe"#)], value: "a")], .quoteInParameter),
        (#"ATTENDEE;CN="Joe:a"#, [Property("ATTENDEE", parameters: [Parameter("CN", #""Joe"#)], value: "a")], .unterminatedQuote),
        (#"ATTENDEE;CN="Joe" Doe:a"#, [Property("ATTENDEE", parameters: [Parameter("CN", "JoeDoe")], value: "a")], .textBehindQuote),
        (#"X-PLACE;X-TITLE=Street 1-5\; 4041 Linz\;;X-RADIUS=70:geo:48.3,14.2"#,
         [Property("X-PLACE", parameters: [Parameter("X-TITLE", "Street 1-5; 4041 Linz;"), Parameter("X-RADIUS", "70")], value: "geo:48.3,14.2")],
         .escapedInParameter),
        ("DTSTART;TZID=(UTC+01:00) Amsterdam, Berlin:20261121T120000",
         [Property("DTSTART", parameters: [Parameter("TZID", "(UTC+01:00) Amsterdam, Berlin")], value: "20261121T120000")], .unquotedZone),
    ])
    func habits(lines: String, expected: [Property], irregularity: Irregularity) throws {
        #expect(try properties(lines) == expected)
        #expect(try irregularities(lines).contains(irregularity))
        let problem = #expect(throws: Problem.self) { try properties(lines, .strict) }
        #expect(try irregularities(lines).first == problem?.reason)
        let written = CalendarStream([Component("VEVENT", properties: expected)]).octets
        #expect(try CalendarStream(written, .lenient).components[0].properties == expected)
    }

    @Test("a value that lenient reading would read on is written in quotes", arguments: [
        Parameter("TZID", "a", "b"), Parameter("TZID", "(a"), Parameter("TZID", "(a", "b)"), Parameter("X-TITLE", "a\\"),
    ])
    func notOneValue(parameter: Parameter) throws {
        // The next parameter's name is not standard, so a backslash before it would be read on.
        let parameters = [parameter, Parameter("&", "b")]
        let event = Component("VEVENT", properties: [Property("DTSTART", parameters: parameters, value: "20261121T120000")])
        #expect(try CalendarStream(CalendarStream([event]).octets).components == [event])
    }

    @Test("a fold inside a character is undone")
    func foldInsideCharacter() throws {
        let octets = Array("BEGIN:VEVENT\r\nSUMMARY:ص\r\nEND:VEVENT\r\n".utf8)
        let letter = try #require(octets.firstIndex(of: 0xD8))
        let folded = octets[...letter] + Array("\r\n ".utf8) + octets[(letter + 1)...]
        #expect(try CalendarStream(Array(folded), .strict).components[0].first("SUMMARY")?.value == "ص")
    }

    @Test("octets that are not UTF-8 are decoded as Windows-1252, one by one")
    func foreignOctets() throws {
        let line: [UInt8] = Array("SUMMARY:".utf8) + [0x93, 0x63, 0x61, 0x66, 0xE9, 0x94, 0x20] + Array("صلا".utf8) + [0xD8]
        let octets = Array("BEGIN:VEVENT\r\n".utf8) + line + Array("\r\nEND:VEVENT\r\n".utf8)
        let stream = try CalendarStream(octets)
        #expect(stream.components[0].first("SUMMARY")?.value == "“café” صلاØ")
        #expect(stream.problems == [Problem(.notUTF8, line: 2, name: "SUMMARY")])
    }

    @Test("UTF-16 is decoded by its byte order mark", arguments: [[0xFF, 0xFE], [0xFE, 0xFF]] as [[UInt8]])
    func utf16(mark: [UInt8]) throws {
        let units = "BEGIN:VEVENT\r\nSUMMARY:صلاة 🕌\r\nEND:VEVENT\r\n".utf16
        let octets = mark + units.flatMap { mark[0] == 0xFE ? [UInt8($0 >> 8), UInt8($0 & 255)] : [UInt8($0 & 255), UInt8($0 >> 8)] }
        let stream = try CalendarStream(octets)
        #expect(stream.problems == [Problem(.utf16, line: 1)])
        #expect(stream.components == [Component("VEVENT", properties: [Property("SUMMARY", value: "صلاة 🕌")])])
        #expect(throws: Problem(.utf16, line: 1)) { try CalendarStream(octets, .strict) }
        #expect(try CalendarStream(octets + [0]).components == stream.components, "half a unit is nothing")
    }

    @Test("problems name the line of the text, even behind folds and empty lines")
    func lineNumbers() throws {
        let text = "BEGIN:VEVENT\r\nSUMMARY:a\r\n b\r\n\r\n=\r\nX_Y:1\r\nEND:VEVENT\r\n"
        let stream = try CalendarStream(Array(text.utf8))
        #expect(stream.problems.map(\.line) == [4, 5, 6])
        #expect(stream.components[0].properties.map(\.line) == [2, 6])
    }
}
