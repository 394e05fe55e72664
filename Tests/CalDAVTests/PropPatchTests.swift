import HTTP
import Postgres
import Storage
import TestSupport
import Testing
import XML

@Suite("PROPPATCH (RFC 4918)")
struct PropPatchTests {
    let client: Client

    init() throws { client = try Client() }

    @Test("changes all properties or none: the others have 424")
    func atomic() throws {
        let answer = try client.patch(
            client.personal,
            """
            <d:set><d:prop><d:displayname>New</d:displayname><x:mood xmlns:x="urn:x">calm</x:mood></d:prop></d:set>\
            <d:set><d:prop><d:getetag>"1"</d:getetag></d:prop></d:set>
            """)
        #expect(answer.status == 207)
        #expect(answer.only?.failed == ["d:displayname": 424, "{urn:x}mood": 424, "d:getetag": 403])
        #expect(answer.only?.errors == ["d:cannot-modify-protected-property"])
        let found = try client.properties(client.personal, "<d:displayname/><x:mood xmlns:x=\"urn:x\"/>").only
        #expect(found?.ok["d:displayname"]?.text != "New")
        #expect(found?.failed["{urn:x}mood"] == 404)
    }

    @Test(
        "keeps properties of programs with their attributes, texts and elements",
        arguments: [
            "<x:p xmlns:x=\"urn:x\"/>", "<x:p xmlns:x=\"urn:x\">a &lt; b &amp; \"c\"</x:p>",
            "<x:p xmlns:x=\"urn:x\" a=\"1 &quot;2&quot;\" x:b=\"é&#10;n\"><x:q>one</x:q>two<y:z xmlns:y=\"urn:y\"/>"
                + "</x:p>",
            "<p xmlns=\"\">none</p>", "<x:p xmlns:x=\"urn:x\"> white  space\n</x:p>",
            "<x:p xmlns:x=\"urn:x\">\u{1F54C} جدول</x:p>",
        ])
    func dead(property: String) throws {
        let set = try client.patch(client.personal, "<d:set><d:prop>\(property)</d:prop></d:set>")
        #expect(set.only?.failed.isEmpty == true, "\(set.text)")
        let sent = try #require(Answer(.empty(.ok), Array(body("d:prop", property).utf8)).root?.elements.first)
        let name = property.hasPrefix("<p") ? "<p xmlns=\"\"/>" : "<x:p xmlns:x=\"urn:x\"/>"
        let found = try client.properties(client.personal, name).only?.ok[sent.name.short]
        #expect(found == sent)
        #expect(
            try client.patch(client.personal, "<d:remove><d:prop>\(name)</d:prop></d:remove>").only?.failed.isEmpty
                == true)
        #expect(try client.properties(client.personal, name).only?.failed[sent.name.short] == 404)
    }

    @Test("keeps the language of a value")
    func language() throws {
        _ = try client.patch(
            client.personal, "<d:set><d:prop xml:lang=\"ar\"><x:p xmlns:x=\"urn:x\">جدول</x:p></d:prop></d:set>")
        let found = try client.properties(client.personal, "<x:p xmlns:x=\"urn:x\"/>").only?.ok["{urn:x}p"]
        #expect(found?.language == "ar")
    }

    @Test("runs its instructions in order")
    func order() throws {
        _ = try client.patch(
            client.personal,
            """
            <d:set><d:prop><x:p xmlns:x="urn:x">1</x:p></d:prop></d:set><d:remove><d:prop><x:p xmlns:x="urn:x"/>\
            </d:prop></d:remove>\
            <d:set><d:prop><x:p xmlns:x="urn:x">2</x:p><d:displayname>A</d:displayname></d:prop></d:set>\
            <d:remove><d:prop><d:displayname/></d:prop></d:remove><d:set><d:prop><d:displayname>B</d:displayname>\
            </d:prop></d:set>
            """)
        let found = try client.properties(client.personal, "<x:p xmlns:x=\"urn:x\"/><d:displayname/>").only
        #expect(found?.ok["{urn:x}p"]?.text == "2")
        #expect(found?.ok["d:displayname"]?.text == "B")
    }

    @Test("removes a property that is not there without an error")
    func removeMissing() throws {
        let answer = try client.patch(
            client.personal,
            """
            <d:remove><d:prop><x:p xmlns:x="urn:x"/><c:calendar-description/></d:prop></d:remove>
            """)
        #expect(answer.only?.failed.isEmpty == true)
    }

    @Test(
        "refuses what the server computes, with the condition",
        arguments: [
            "d:resourcetype", "d:getetag", "d:sync-token", "cs:getctag", "d:owner", "d:current-user-privilege-set",
            "c:supported-calendar-component-set", "c:max-resource-size", "d:quota-used-bytes", "d:resource-id",
            "d:creationdate",
        ])
    func protected(name: String) throws {
        for instruction in ["set", "remove"] {
            let answer = try client.patch(
                client.personal, "<d:\(instruction)><d:prop><\(name)/></d:prop></d:\(instruction)>")
            #expect(answer.status == 207)
            if name == "d:getetag", instruction == "remove" { continue }
            #expect(answer.only?.failed == [name: 403], "\(instruction)")
            #expect(answer.only?.errors == ["d:cannot-modify-protected-property"])
        }
    }

    @Test(
        "refuses values that no calendar can have",
        arguments: [
            ("<a:calendar-color>red</a:calendar-color>", "a:calendar-color", 409),
            ("<a:calendar-order>first</a:calendar-order>", "a:calendar-order", 409),
            ("<c:calendar-timezone>BEGIN:VCALENDAR</c:calendar-timezone>", "c:calendar-timezone", 403),
            ("<c:calendar-timezone-id>Mars/Olympus</c:calendar-timezone-id>", "c:calendar-timezone-id", 403),
            ("<d:displayname>\(String(repeating: "x", count: 300))</d:displayname>", "d:displayname", 409),
        ])
    func values(element: String, name: String, status: Int) throws {
        let answer = try client.patch(client.personal, "<d:set><d:prop>\(element)</d:prop></d:set>")
        #expect(answer.only?.failed == [name: status], "\(answer.text)")
    }

    @Test("takes names of zones that belong to no place", arguments: ["Etc/GMT+2", "Etc/GMT", "GMT", "Etc/UTC"])
    func placelessZones(name: String) throws {
        let answer = try client.patch(
            client.personal, "<d:set><d:prop><c:calendar-timezone-id>\(name)</c:calendar-timezone-id></d:prop></d:set>")
        #expect(answer.only?.ok["c:calendar-timezone-id"] != nil, "\(answer.text)")
        #expect(
            try client.query(
                client.personal, vCalendar(""), "<d:getetag/>", "<c:timezone-id>\(name)</c:timezone-id>"
            ).status == 207)
        // A day begins at 02:00 UTC, where clocks are two hours behind.
        try client.put(events: ["day": "DTSTART;VALUE=DATE:20260105"])
        let found = try client.found(range("20260105T233000Z", "20260106T013000Z"))
        #expect(found == ["day.ics"])
        let late = try client.found(range("20260106T000000Z", "20260106T013000Z"))
        #expect(late == (name == "Etc/GMT+2" ? ["day.ics"] : []))
    }

    @Test("takes a zone by its name, which replaces one by its rules, and back (RFC 7809)")
    func zones() throws {
        func zone() throws -> (String?, String?) {
            let part = try client.properties(client.personal, "<c:calendar-timezone/><c:calendar-timezone-id/>").only
            return (part?.ok["c:calendar-timezone"]?.text, part?.ok["c:calendar-timezone-id"]?.text)
        }
        let rules = calendar(customZone)
        _ = try client.patch(
            client.personal,
            "<d:set><d:prop><c:calendar-timezone>\(rules.replacing("\r\n", with: "&#13;\n"))</c:calendar-timezone></d:prop>"
                + "</d:set>"
        )
        #expect(try zone() == (rules, "Two hours east"))
        let named = try client.patch(
            client.personal,
            "<d:set><d:prop><c:calendar-timezone-id>Europe/Berlin</c:calendar-timezone-id></d:prop></d:set>")
        #expect(named.only?.failed.isEmpty == true)
        #expect(try zone().1 == "Europe/Berlin")
    }

    @Test("gives an empty answer to a program that wants the minimum, unless something failed")
    func minimal() throws {
        let text = body("d:propertyupdate", "<d:set><d:prop><d:displayname>A</d:displayname></d:prop></d:set>")
        for header in [("Prefer", "return=minimal"), ("Brief", "t")] {
            let answer = try client.send(.proppatch, client.personal, Headers(dictionaryLiteral: header), text)
            #expect(answer.status == 200 && answer.octets.isEmpty)
        }
        let failing = body("d:propertyupdate", "<d:set><d:prop><d:getetag/></d:prop></d:set>")
        #expect(try client.send(.proppatch, client.personal, ["Prefer": "return=minimal"], failing).status == 207)
    }

    @Test("changes nothing if a condition of If does not hold")
    func condition() throws {
        let text = body("d:propertyupdate", "<d:set><d:prop><d:displayname>A</d:displayname></d:prop></d:set>")
        let token = try client.token()
        #expect(try client.send(.proppatch, client.personal, ["If": "(<urn:x>)"], text).status == 412)
        #expect(try client.send(.proppatch, client.personal, ["If": "(<\(token)>)"], text).status == 207)
        #expect(try client.send(.proppatch, client.personal, ["If": "(["], text).status == 400)
    }

    @Test("says that objects keep no properties, and that nothing is where nothing is")
    func objects() throws {
        try client.put(client.personal + "a.ics", event("a"))
        let set = "<d:set><d:prop><x:p xmlns:x=\"urn:x\"/></d:prop></d:set>"
        #expect(try client.patch(client.personal + "a.ics", set).only?.failed == ["{urn:x}p": 403])
        #expect(try client.patch(client.personal + "b.ics", set).status == 404)
        #expect(try client.patch(client.home + "b/", set).status == 404)
        #expect(try client.send(.proppatch, client.personal, [:], "").status == 400)
    }
}
