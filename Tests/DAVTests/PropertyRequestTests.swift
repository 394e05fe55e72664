import DAV
import ICalendar
import Testing
import XML

@Suite("Bodies about properties")
struct PropertyRequestTests {
    private func propFind(_ content: String) throws(DAVError) -> PropertyRequest {
        try PropertyRequest(propFind: octets("""
            <D:propfind xmlns:D="DAV:" xmlns:A="http://apple.com/ns/ical/">\(content)</D:propfind>
            """))
    }

    @Test("a PROPFIND without a body asks for everything")
    func empty() throws {
        #expect(try PropertyRequest(propFind: []) == .all(including: []))
    }

    @Test("properties are asked for in three ways")
    func kinds() throws {
        #expect(try propFind("<D:prop><D:getetag/><A:calendar-color/><x xmlns=''/><D:getetag/></D:prop>")
            == .these([.dav("getetag"), .apple("calendar-color"), XMLName("", "x")]))
        #expect(try propFind("<D:allprop/>") == .all(including: []))
        #expect(try propFind("<D:allprop/><D:include><D:acl/></D:include>") == .all(including: [.dav("acl")]))
        #expect(try propFind("<D:propname/>") == .names)
        #expect(try propFind("<D:prop/>") == .these([]))
        #expect(try propFind("<D:unknown/><D:propname/><unknown xmlns='urn:x'><D:prop/></unknown>") == .names)
    }

    @Test("a body in the default namespace is the same")
    func defaultNamespace() throws {
        let body = octets("<propfind xmlns='DAV:'><prop><getetag/><c:x xmlns:c='urn:y'/></prop></propfind>")
        #expect(try PropertyRequest(propFind: body) == .these([.dav("getetag"), XMLName("urn:y", "x")]))
    }

    @Test("a body that asks for nothing, or twice, is a bad request", arguments: [
        "", "<D:unknown/>", "<D:prop/><D:allprop/>", "<D:prop/><D:prop/>", "<prop xmlns='urn:x'/>",
    ])
    func ambiguous(content: String) {
        #expect(refusal { _ = try propFind(content) } == "400")
    }

    @Test("a body of another kind is a bad request", arguments: [
        "<propfind/>", "<D:prop xmlns:D='DAV:'/>", "<D:propfind xmlns:D='dav:'><D:prop/></D:propfind>", "prop",
        "<D:propfind>",
    ])
    func wrongRoot(body: String) {
        #expect(refusal { _ = try PropertyRequest(propFind: octets(body)) } == "400")
    }

    @Test("document types are refused with their precondition")
    func entities() {
        let body = "<!DOCTYPE x [<!ENTITY e SYSTEM 'file:///etc/passwd'>]><D:propfind xmlns:D='DAV:'>&e;</D:propfind>"
        #expect(refusal { _ = try PropertyRequest(propFind: octets(body)) } == "{DAV:}no-external-entities 403")
    }

    @Test("changes keep their order, values and language")
    func update() throws {
        let changes = try [PropertyChange](propertyUpdate: octets("""
            <D:propertyupdate xmlns:D="DAV:" xmlns:A="http://apple.com/ns/ical/" xml:lang="en">
              <D:set><D:prop><D:displayname>Work</D:displayname></D:prop></D:set>
              <D:remove><D:prop><A:calendar-order/></D:prop></D:remove>
              <D:set><D:prop xml:lang="ar"><A:calendar-order>2</A:calendar-order>
                <A:calendar-color symbolic-color="custom">#FF2968FF</A:calendar-color></D:prop></D:set>
            </D:propertyupdate>
            """))
        #expect(changes.map(\.name) == [
            .dav("displayname"), .apple("calendar-order"), .apple("calendar-order"), .apple("calendar-color"),
        ])
        #expect(changes[1] == .remove(.apple("calendar-order")))
        guard case .set(let name) = changes[0], case .set(let color) = changes[3] else {
            Issue.record("a change has the wrong kind")
            return
        }
        #expect(name.text == "Work")
        #expect(name.language == "en")
        #expect(color.language == "ar")
        // A property that the server does not know is stored like this, and returned.
        #expect(try XMLElement(reading: color.octets) == color)
        #expect(color.attribute("symbolic-color") == "custom")
    }

    @Test("an update without a change is a bad request", arguments: [
        "", "<D:propertyupdate xmlns:D='DAV:'/>", "<D:propertyupdate xmlns:D='DAV:'><D:set/></D:propertyupdate>",
        "<D:propfind xmlns:D='DAV:'/>",
    ])
    func emptyUpdate(body: String) {
        #expect(refusal { _ = try [PropertyChange](propertyUpdate: octets(body)) } == "400")
    }

    @Test("a new calendar has the properties of the body")
    func mkCalendar() throws {
        let new = try MakeCollection(mkCalendar: octets("""
            <C:mkcalendar xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"><D:set><D:prop>
            <D:displayname>Lisa's tasks</D:displayname>
            <C:supported-calendar-component-set><C:comp name="vtodo"/></C:supported-calendar-component-set>
            </D:prop></D:set></C:mkcalendar>
            """))
        #expect(new.properties.map(\.name) == [.dav("displayname"), .calDAV("supported-calendar-component-set")])
        #expect(try new.properties[1].componentNames == ["VTODO"])
        #expect(new.resourceTypes == nil)
        #expect(try MakeCollection(mkCalendar: []).properties.isEmpty)
    }

    @Test("Python's caldav library makes a calendar without a name, with an empty prop")
    func emptyMkCalendar() throws {
        let body = "<mkcalendar xmlns='urn:ietf:params:xml:ns:caldav'><set xmlns='DAV:'><prop/></set></mkcalendar>"
        #expect(try MakeCollection(mkCalendar: octets(body)).properties.isEmpty)
    }

    @Test("an extended MKCOL names the types of the collection")
    func mkCol() throws {
        let body = octets("""
            <D:mkcol xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"><D:set><D:prop>
            <D:resourcetype><D:collection/><C:calendar/></D:resourcetype></D:prop></D:set></D:mkcol>
            """)
        let new = try MakeCollection(mkCol: body, contentType: "application/xml; charset=\"utf-8\"")
        #expect(new.resourceTypes == [.dav("collection"), .calDAV("calendar")])
        #expect(try MakeCollection(mkCol: [], contentType: nil).properties.isEmpty)
    }

    @Test("a wrong body makes no collection", arguments: [
        ("<x/>", "text/xml", "415"), ("anything", "text/plain", "415"), ("<x", "text/xml", "400"),
        ("<mkcol xmlns='DAV:'><set/></mkcol>", "text/xml", "400"),
        ("<mkcol xmlns='DAV:'><prop/></mkcol>", "text/xml", "400"),
        ("<mkcol xmlns='DAV:'><set><prop><a/><a/></prop></set></mkcol>", "text/xml", "400"),
    ])
    func badMkCol(body: String, contentType: String, status: String) {
        #expect(refusal { _ = try MakeCollection(mkCol: octets(body), contentType: contentType) } == status)
    }

    @Test("values of properties are read, and wrong ones refused")
    func values() throws {
        #expect(try read("<x> 3 </x>").order == 3)
        #expect(refusal { _ = try read("<x>first</x>").order } == "409")
        #expect(refusal { _ = try read("<x/>").componentNames } == "409")
        let nameless = "<x><comp xmlns='urn:ietf:params:xml:ns:caldav'/></x>"
        #expect(refusal { _ = try read(nameless).componentNames } == "409")
        #expect(try read("<x xmlns='urn:ietf:params:xml:ns:caldav'><transparent/></x>").isTransparent)
        #expect(try read("<x xmlns='urn:ietf:params:xml:ns:caldav'><opaque/></x>").isTransparent == false)
        #expect(try read("<x><href xmlns='DAV:'> webcal://a/b </href></x>").href == "webcal://a/b")
    }

    private func read(_ text: String) throws -> XMLElement { try XMLElement(reading: octets(text)) }

    @Test("colours are read with and without opacity", arguments: [
        ("#FF2968FF", "#FF2968", "#FF2968FF"), ("#ff2968", "#FF2968", "#FF2968"),
        (" #0a0B0c\n", "#0A0B0C", "#0A0B0C"),
    ])
    func colours(text: String, rgb: String, whole: String) {
        #expect(CalendarColor(text)?.rgb == rgb)
        #expect(CalendarColor(text)?.text == whole)
    }

    @Test("other texts are no colours", arguments: [
        "", "#", "red", "#FFF", "#GGGGGG", "#+1+2+3", "FF2968", "#FF2968F",
    ])
    func noColours(text: String) {
        #expect(CalendarColor(text) == nil)
    }

    @Test("a calendar's zone is one VCALENDAR with one VTIMEZONE")
    func zones() throws {
        let observance = """
            BEGIN:STANDARD
            DTSTART:19700101T000000
            TZOFFSETFROM:+0530
            TZOFFSETTO:+0530
            END:STANDARD

            """
        let summer = try moment("20260701T000000Z")
        func text(_ zones: String) -> String { "BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:x\n\(zones)END:VCALENDAR\n" }
        func timeZone(_ name: String) -> String { "BEGIN:VTIMEZONE\nTZID:\(name)\n\(observance)END:VTIMEZONE\n" }
        let known = try CalendarZone(calendar: text(timeZone("Europe/Berlin")), database: zone)
        #expect(known.tzid == "Europe/Berlin")
        // The database knows better than the text.
        #expect(known.rules.offset(at: summer) == 7_200)
        let own = try CalendarZone(calendar: text(timeZone("My zone")), database: zone)
        #expect(own.rules.offset(at: summer) == 19_800)
        for wrong in ["", "Europe/Berlin", text(""), text(timeZone("A") + timeZone("B")), timeZone("A"),
                      text("BEGIN:VEVENT\nUID:1\nEND:VEVENT\n"),
                      text("BEGIN:VTIMEZONE\nTZID:Nowhere\nEND:VTIMEZONE\n")] {
            #expect(refusal { _ = try CalendarZone(calendar: wrong, database: zone) }
                == "{urn:ietf:params:xml:ns:caldav}valid-calendar-data 403")
        }
        #expect(try CalendarZone(id: "Asia/Riyadh", database: zone).rules.offset(at: summer) == 10_800)
        #expect(refusal { _ = try CalendarZone(id: "Mars/Base", database: zone) }
            == "{urn:ietf:params:xml:ns:caldav}valid-timezone 403")
    }
}
