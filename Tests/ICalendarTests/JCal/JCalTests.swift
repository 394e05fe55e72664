@testable import ICalendar
import Testing

@Suite("jCal")
struct JCalTests {
    private static func property(_ line: String) throws -> Property { try properties(line, .strict)[0] }

    @Test("the standard's own examples are written and read back", arguments: [
        // RFC 7265 §3.4, §3.5, §3.6, §5.1 and appendix B; some values are lists or structures
        (#"SUMMARY:Meeting with Fred"#, #"["summary",{},"text","Meeting with Fred"]"#),
        (#"CATEGORIES:APPOINTMENT,EDUCATION"#, #"["categories",{},"text","APPOINTMENT","EDUCATION"]"#),
        (#"GEO:37.386013;-122.082932"#, #"["geo",{},"float",[37.386013,-122.082932]]"#),
        (#"REQUEST-STATUS:2.0;Success"#, #"["request-status",{},"text",["2.0","Success"]]"#),
        (#"DTSTART;VALUE=DATE:20111205"#, #"["dtstart",{},"date","2011-12-05"]"#),
        (#"DTSTART;TZID=Europe/Berlin:20121017T103000"#, #"["dtstart",{"tzid":"Europe/Berlin"},"date-time","2012-10-17T10:30:00"]"#),
        (#"DTEND:20121017T153000Z"#, #"["dtend",{},"date-time","2012-10-17T15:30:00Z"]"#),
        (#"DURATION:P1DT2H"#, #"["duration",{},"duration","P1DT2H"]"#),
        (#"PERCENT-COMPLETE:42"#, #"["percent-complete",{},"integer",42]"#),
        (#"FREEBUSY;FBTYPE=FREE:20111205T203000Z/20111205T230000Z,20111207T070000Z/PT5H30M"#,
         #"["freebusy",{"fbtype":"FREE"},"period",["2011-12-05T20:30:00Z","2011-12-05T23:00:00Z"],["2011-12-07T07:00:00Z","PT5H30M"]]"#),
        (#"TZOFFSETFROM:-0500"#, #"["tzoffsetfrom",{},"utc-offset","-05:00"]"#),
        (#"TZOFFSETTO:+123456"#, #"["tzoffsetto",{},"utc-offset","+12:34:56"]"#),
        (#"ATTACH;ENCODING=BASE64;VALUE=BINARY:VGhlIFNJTVBMRSB0aW1l"#, #"["attach",{"encoding":"BASE64"},"binary","VGhlIFNJTVBMRSB0aW1l"]"#),
        (#"X-NON-SMOKING;VALUE=BOOLEAN:TRUE"#, #"["x-non-smoking",{},"boolean",true]"#),
        (#"X-COMPLAINT-DEADLINE:20110512T120000Z"#, #"["x-complaint-deadline",{},"unknown","20110512T120000Z"]"#),
        (#"X-MEETING-TIME;VALUE=TIME:230000,083000Z"#, #"["x-meeting-time",{},"time","23:00:00","08:30:00Z"]"#),
        (#"X-N;VALUE=FLOAT:1.333,-5.33"#, #"["x-n",{},"float",1.333,-5.33]"#),
        (#"X-N;VALUE=INTEGER:1,2"#, #"["x-n",{},"integer",1,2]"#),
        (#"X-N;VALUE=DATE:20111205,20111206"#, #"["x-n",{},"date","2011-12-05","2011-12-06"]"#),
        (#"X-N;VALUE=DURATION:P1D,PT1H"#, #"["x-n",{},"duration","P1D","PT1H"]"#),
        (#"X-N;VALUE=TEXT:a\, b,c"#, #"["x-n",{},"text","a, b","c"]"#),
        (#"X-N;VALUE=X-KIND:a,b"#, #"["x-n",{},"x-kind","a,b"]"#),
        (#"RDATE;VALUE=PERIOD:20120101T000000/PT1H"#, #"["rdate",{},"period",["2012-01-01T00:00:00","PT1H"]]"#),
        (#"ATTENDEE;DELEGATED-TO="mailto:a@example.org","mailto:b@example.org":mailto:c@example.org"#,
         #"["attendee",{"delegated-to":["mailto:a@example.org","mailto:b@example.org"]},"cal-address","mailto:c@example.org"]"#),
        (#"RRULE:FREQ=YEARLY;COUNT=5;BYDAY=-1SU,2MO;BYMONTH=10"#, #"["rrule",{},"recur",{"freq":"YEARLY","count":5,"byday":["-1SU","2MO"],"bymonth":10}]"#),
        (#"RRULE:FREQ=DAILY;UNTIL=20120101T120000Z"#, #"["rrule",{},"recur",{"freq":"DAILY","until":"2012-01-01T12:00:00Z"}]"#),
        (#"DESCRIPTION:a\nb\, \"#.dropLast() + #"\\"#, #"["description",{},"text","a\nb, \\"]"#),
    ])
    func examples(line: String, json: String) throws {
        let property = try Self.property(String(line))
        #expect(String(decoding: property.jCal.octets, as: UTF8.self) == json)
        #expect(try Property(jCal: JSONReader.value(Array(json.utf8))) == property)
    }

    @Test("other forms of the same jCal are read", arguments: [
        // RFC 7265 B.2.2's period; JSON's numbers; RFC 7986 §5's properties, which require a type
        (#"["rdate",{},"period","2006-01-02T15:00:00/PT2H"]"#, "RDATE;VALUE=PERIOD:20060102T150000/PT2H"),
        (#"["priority",{},"integer",5.0]"#, "PRIORITY:5"), (#"["priority",{},"integer",1e1]"#, "PRIORITY:10"),
        (#"["x-grade",{},"float",1.30]"#, "X-GRADE;VALUE=FLOAT:1.30"), (#"["geo",{},"float",[-1.25e-5,1E1]]"#, "GEO:-0.0000125;10.0"),
        // §3.5.1 and §5.2: only the type gives VALUE
        (#"["x-a",{"value":"BOOLEAN"},"unknown","MAYBE"]"#, "X-A:MAYBE"),
        (#"["dtstart",{"VALUE":"INTEGER"},"date","2026-11-21"]"#, "DTSTART;VALUE=DATE:20261121"),
        (#"["refresh-interval",{},"duration","P1W"]"#, "REFRESH-INTERVAL;VALUE=DURATION:P1W"),
        (#"["image",{},"uri","https://example.com/a.png"]"#, "IMAGE;VALUE=URI:https://example.com/a.png"),
    ])
    func reading(json: String, line: String) throws {
        let written = CalendarStream([Component("X", properties: [try Property(jCal: JSONReader.value(Array(json.utf8)))])])
        #expect(String(decoding: written.octets, as: UTF8.self) == "BEGIN:X\r\n\(line)\r\nEND:X\r\n")
    }

    @Test("jCal leaves out what it has no place for, and changes nothing else", arguments: [
        // RFC 7265 §3.5.1: no VALUE beside a type, if the value is of another type
        (#"X-A;VALUE=BOOLEAN:MAYBE"#, #"["x-a",{},"unknown","MAYBE"]"#, #"X-A:MAYBE"#),
        (#"X-A;VALUE=FLOAT:1,b"#, #"["x-a",{},"unknown","1,b"]"#, #"X-A:1,b"#),
        (#"X-A;VALUE="a b":c"#, #"["x-a",{},"unknown","c"]"#, #"X-A:c"#),
        (#"X-A;VALUE=UNKNOWN:c\,d"#, #"["x-a",{},"unknown","c\\,d"]"#, #"X-A:c\,d"#),
        (#"DTSTART;VALUE=DATE:soon"#, #"["dtstart",{},"unknown","soon"]"#, #"DTSTART:soon"#),
        (#"DTSTART;VALUE=INTEGER:20111205T090000Z"#, #"["dtstart",{},"date-time","2011-12-05T09:00:00Z"]"#, #"DTSTART:20111205T090000Z"#),
        (#"TRIGGER;VALUE=DATE-TIME:-PT5M"#, #"["trigger",{},"duration","-PT5M"]"#, #"TRIGGER:-PT5M"#),
        (#"REQUEST-STATUS;VALUE=INTEGER:2.0;Success"#, #"["request-status",{},"text",["2.0","Success"]]"#, #"REQUEST-STATUS:2.0;Success"#),
        // Days and times in one list have no type
        (#"EXDATE:20111205,20111206T090000"#, #"["exdate",{},"unknown","20111205,20111206T090000"]"#, #"EXDATE:20111205,20111206T090000"#),
        // RFC 8259 §4: one member of a name, from the parameter that counts
        (#"ATTENDEE;CN=a;X-A=1;CN=b:a:b"#, #"["attendee",{"cn":"a","x-a":"1"},"cal-address","a:b"]"#, #"ATTENDEE;CN=a;X-A=1:a:b"#),
        (#"ATTENDEE;MEMBER="a:a","a:b";MEMBER="a:c":a:b"#, #"["attendee",{"member":["a:a","a:b"]},"cal-address","a:b"]"#,
         #"ATTENDEE;MEMBER="a:a","a:b":a:b"#),
        (#"DTSTART;VALUE=DATE;VALUE=DATE-TIME:20111205"#, #"["dtstart",{},"date","2011-12-05"]"#, #"DTSTART;VALUE=DATE:20111205"#),
    ])
    func leftOut(line: String, json: String, back: String) throws {
        #expect(String(decoding: try Self.property(line).jCal.octets, as: UTF8.self) == json)
        let property = try Property(jCal: JSONReader.value(Array(json.utf8)))
        #expect(try property == Self.property(back))
        #expect(String(decoding: property.jCal.octets, as: UTF8.self) == json)
    }

    @Test("numbers of any size are read back unchanged", arguments: [
        "0.00001", "-0.0000125", "1", "+5", "-0.5", "12345678901234567890", "0.30000000000000004", "100000000000000000000000000",
        String(repeating: "9", count: 64), "0.\(String(repeating: "0", count: 323))5",
    ])
    func numbers(text: String) throws {
        let property = try Self.property("X-N;VALUE=FLOAT:\(text)"), back = try Property(jCal: JSONReader.value(property.jCal.octets))
        #expect(try back.float(.strict) == property.float(.strict))
        #expect(back.jCal == property.jCal)
    }

    @Test("every calendar of other projects is read back from jCal unchanged", Corpus.isHere, arguments: Corpus.names)
    func corpus(name: String) throws {
        for component in try CalendarStream(Corpus.octets(name)).components {
            let octets = component.jCal
            let back = try Component(jCal: octets)
            #expect(back.jCal == octets)
            #expect(names(back) == names(component))
        }
    }

    private func names(_ component: Component) -> [String] {
        [component.name] + component.properties.map(\.name) + component.components.flatMap(names)
    }

    @Test("names that only lenient reading keeps are read back too")
    func oddNames() throws {
        let text = "BEGIN:X_BOX\r\nHOME.X_FOO;A_B=c:d\r\nBEGIN:A:B\r\nX:y\r\nEND:A:B\r\nBEGIN:\r\nX:y\r\nEND:\r\nEND:X_BOX\r\n"
        let stream = try CalendarStream(Array(text.utf8))
        let box = try #require(stream.components.first)
        #expect(stream.problems.count(where: { $0.reason == .invalidName }) == 5)
        #expect(box.components.map(\.name) == ["AB", ""])
        #expect(try Component(jCal: box.jCal) == box)
        #expect(try CalendarStream(stream.octets).components == [box])
    }

    @Test("a text that is not JSON is refused with the place", arguments: [
        ("", 0), ("[", 1), ("[1,]", 3), ("{\"a\":1,}", 7), ("[01]", 3), ("\"\u{1}\"", 2), ("\"a", 2), ("tru", 0), ("[1] x", 4),
        ("1.", 2), ("-", 1), ("\"\\x\"", 3), ("\"\\ud800\"", 7), ("\"\\u12\"", 3), (String(repeating: "[", count: 200_000), 100),
    ])
    func notJSON(text: String, offset: Int) {
        #expect(throws: JCalError.notJSON(offset: offset)) { try JSONReader.value(Array(text.utf8)) }
    }

    @Test("JSON of another shape is refused", arguments: [
        ("[]", JCalError.notAComponent), (#"["vevent",[]]"#, .notAComponent), (#"["v event",[],[]]"#, .notAComponent),
        (#"["vevent",[1],[]]"#, .notAProperty("")), (#"["vevent",[["summary",{},"text"]],[]]"#, .notAProperty("")),
        (#"["vevent",[["summary",[],"text","a"]],[]]"#, .notAProperty("summary")),
        (#"["vevent",[["summary",{},"text",null]],[]]"#, .notAProperty("summary")),
        (#"["vevent",[["summary",{"a\nb":"c"},"text","a"]],[]]"#, .notAProperty("summary")),
        (#"["vevent",[["geo",{},"float",[[1],2]]],[]]"#, .notAProperty("geo")),
    ])
    func notJCal(text: String, error: JCalError) {
        #expect(throws: error) { try Component(jCal: Array(text.utf8)) }
    }

    @Test("jCal in a page cannot end its script element")
    func inPage() throws {
        let property = Property("SUMMARY", value: "</script>\u{1F54C}")
        let octets = property.jCal.octets
        #expect(!octets.contains(UInt8(ascii: "<")))
        #expect(try Property(jCal: JSONReader.value(octets)) == property)
        #expect(try JSONReader.value(Array(#""🕌\/""#.utf8)) == .string("\u{1F54C}/"))
    }
}
