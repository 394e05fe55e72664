import DAV
import ICalendar
import Testing
import XML

@Suite("Bodies of reports")
struct ReportTests {
    private let calDAV = "{urn:ietf:params:xml:ns:caldav}"

    @Test("a report that is not supported is refused", arguments: ["D:version-tree", "C:unknown", "calendar-query"])
    func unknown(name: String) {
        #expect(refusal { _ = try report(name, "") } == "{DAV:}supported-report 403")
        #expect(refusal { _ = try Report([], depth: nil) } == "400")
    }

    @Test("a multiget keeps its hrefs as they were written")
    func multiget() throws {
        guard case .calendarMultiget(let multiget) = try report("C:calendar-multiget", """
            <D:prop><D:getetag/><C:calendar-data/></D:prop>
            <D:href>/dav/a%2Fb.ics</D:href><D:href> /dav/lisa%40example.com/ </D:href><D:href>nonsense</D:href>
            """)
        else { throw NoQuery() }
        #expect(multiget.hrefs == ["/dav/a%2Fb.ics", "/dav/lisa%40example.com/", "nonsense"])
        #expect(multiget.properties == .these([.dav("getetag"), .calDAV("calendar-data")]))
        #expect(multiget.data?.isWhole == true)
        #expect(refusal { _ = try report("C:calendar-multiget", "<D:prop/>") } == "400")
    }

    @Test("calendar-data is found without a prefix")
    func defaultNamespace() throws {
        let body = """
            <calendar-multiget xmlns="urn:ietf:params:xml:ns:caldav"><prop xmlns="DAV:"><getetag/>
            <calendar-data xmlns="urn:ietf:params:xml:ns:caldav"/></prop>
            <href xmlns="DAV:">/a</href></calendar-multiget>
            """
        guard case .calendarMultiget(let multiget) = try Report(octets(body), depth: nil) else { throw NoQuery() }
        #expect(multiget.data != nil)
    }

    @Test("a first synchronization has an empty token, or none", arguments: [
        "<D:sync-token/>", "<D:sync-token> </D:sync-token>", "",
    ])
    func firstSync(token: String) throws {
        guard case .syncCollection(let sync) = try report("D:sync-collection", """
            \(token)<D:sync-level>1</D:sync-level><D:prop><D:getetag/></D:prop>
            """)
        else { throw NoQuery() }
        #expect(sync.token == nil)
        #expect(sync.isInfinite == false)
        #expect(sync.limit == nil)
    }

    @Test("a later synchronization has a token, a level and a limit")
    func laterSync() throws {
        guard case .syncCollection(let sync) = try report("D:sync-collection", """
            <D:sync-token>data:,00000000000000ff-3</D:sync-token><D:sync-level>infinite</D:sync-level>
            <D:limit><D:nresults>10</D:nresults></D:limit><D:prop><C:calendar-data/></D:prop>
            """)
        else { throw NoQuery() }
        #expect(sync.token == "data:,00000000000000ff-3")
        #expect(sync.isInfinite)
        #expect(sync.limit == 10)
        #expect(sync.data != nil)
    }

    @Test("the depth stands for a level that older programs leave out", arguments: [
        (Depth.one, "", nil), (.infinity, "", nil), (nil, "", "400"), (.zero, "", "400"),
        (.one, "<D:sync-level>2</D:sync-level>", "400"), (.zero, "<D:sync-level>1</D:sync-level>", nil),
        (.zero, "<D:sync-level>1</D:sync-level><D:limit><D:nresults>0</D:nresults></D:limit>", "400"),
        (.zero, "<D:sync-level>1</D:sync-level><D:limit/>", "400"),
    ] as [(Depth?, String, String?)])
    func level(depth: Depth?, content: String, expected: String?) {
        #expect(refusal { _ = try report("D:sync-collection", content, depth: depth) } == expected)
    }

    @Test("a free-busy-query has a window with both ends", arguments: [
        ("start='20260104T140000Z' end='20260105T220000Z'", nil), ("start='20260104T140000Z'", "400"),
        ("end='20260104T140000Z'", "400"), ("start='20260104T140000Z' end='20260104T140000Z'", "400"),
        ("start='20260104' end='20260105'", "400"), ("start='20260104T140000' end='20260105T220000'", "400"),
    ])
    func freeBusy(attributes: String, expected: String?) {
        #expect(refusal { _ = try report("C:free-busy-query", "<C:time-range \(attributes)/>") } == expected)
    }

    @Test("an expansion of properties is a tree")
    func expandProperty() throws {
        guard case .expandProperty(let properties) = try report("D:expand-property", """
            <D:property name="calendar-proxy-write-for" namespace="http://calendarserver.org/ns/">
              <D:property name="displayname"/><D:property name="principal-URL"/>
            </D:property><D:property name="owner"/>
            """)
        else { throw NoQuery() }
        #expect(properties.map(\.name) == [.calendarServer("calendar-proxy-write-for"), .dav("owner")])
        #expect(properties[0].inner.map(\.name) == [.dav("displayname"), .dav("principal-URL")])
        #expect(refusal { _ = try report("D:expand-property", "<D:property/>") } == "400")
        let deep = String(repeating: "<D:property name='owner'>", count: 5)
            + String(repeating: "</D:property>", count: 5)
        #expect(refusal { _ = try report("D:expand-property", deep) } == "400")
    }

    @Test("a principal-match is about the person, or about a property")
    func principalMatch() throws {
        let byOwner = """
            <D:principal-property><D:owner/></D:principal-property><D:prop><D:displayname/></D:prop>
            """
        guard case .principalMatch(let own) = try report("D:principal-match", "<D:self/>"),
              case .principalMatch(let owned) = try report("D:principal-match", byOwner)
        else { throw NoQuery() }
        #expect(own.property == nil)
        #expect(owned.property == .dav("owner"))
        #expect(owned.properties == .these([.dav("displayname")]))
        #expect(refusal { _ = try report("D:principal-match", "") } == "400")
    }

    @Test("people are found by texts in their properties")
    func principalSearch() throws {
        let name = "D:principal-property-search test=\"anyof\""
        guard case .principalPropertySearch(let search) = try report(name, """
            <D:property-search><D:prop><D:displayname/></D:prop><D:match>doE</D:match></D:property-search>
            <D:property-search><D:prop><C:calendar-user-address-set/></D:prop><D:match>x</D:match></D:property-search>
            <D:prop><D:displayname/></D:prop><D:apply-to-principal-collection-set/>
            """)
        else { throw NoQuery() }
        #expect(search.searches.map(\.text) == ["doE", "x"])
        #expect(search.searches[1].properties == [.calDAV("calendar-user-address-set")])
        #expect(search.isAnyEnough)
        #expect(search.appliesToPrincipalCollections)
        let empty = "<D:property-search><D:prop/></D:property-search>"
        #expect(refusal { _ = try report("D:principal-property-search", empty) } == "400")
    }

    @Test("Python's caldav library asks for all people, with the properties beside an empty prop")
    func pythonPrincipalSearch() throws {
        guard case .principalPropertySearch(let search) = try report(
            "D:principal-property-search", "<D:prop/><C:calendar-home-set/><D:displayname/>")
        else { throw NoQuery() }
        #expect(search.searches.isEmpty)
        #expect(search.properties == .these([.calDAV("calendar-home-set"), .dav("displayname")]))
    }

    @Test("macOS finds people by parts of their names")
    func calendarServerSearch() throws {
        guard case .calendarServerPrincipalSearch(let search) = try report(
            "CS:calendarserver-principal-search context=\"attendee\"", """
                <CS:search-token>li</CS:search-token><CS:search-token>sa</CS:search-token>
                <CS:limit><CS:nresults>50</CS:nresults></CS:limit><D:prop><D:displayname/></D:prop>
                """)
        else { throw NoQuery() }
        #expect(search.tokens == ["li", "sa"])
        #expect(search.context == "attendee")
        #expect(search.limit == 50)
        #expect(refusal { _ = try report("CS:calendarserver-principal-search", "<CS:search-token/>") } == "400")
    }

    @Test("the other reports on people are read")
    func others() throws {
        let names = "<D:prop><D:displayname/></D:prop>"
        guard case .principalSearchPropertySet = try report("D:principal-search-property-set", "")
        else { throw NoQuery() }
        guard case .aclPrincipalPropertySet(let properties) = try report("D:acl-principal-prop-set", names)
        else { throw NoQuery() }
        #expect(properties == .these([.dav("displayname")]))
    }

    @Test("the parts of calendar-data exclude each other, and unknown formats are refused", arguments: [
        ("<C:calendar-data content-type='text/calendar' version='2.0'/>", nil),
        ("<C:calendar-data content-type='application/calendar+json'/>", nil),
        ("<C:calendar-data content-type='text/vcard'/>",
            "{urn:ietf:params:xml:ns:caldav}supported-calendar-data 403"),
        ("<C:calendar-data version='1.0'/>", "{urn:ietf:params:xml:ns:caldav}supported-calendar-data 403"),
        ("<C:calendar-data><C:expand start='20260101T000000Z'/></C:calendar-data>", "400"),
        ("""
            <C:calendar-data><C:expand start='20260101T000000Z' end='20260102T000000Z'/>
            <C:limit-recurrence-set start='20260101T000000Z' end='20260102T000000Z'/></C:calendar-data>
            """, "400"),
        ("<C:calendar-data><C:comp name='VEVENT'/></C:calendar-data>", "400"),
        ("<C:calendar-data><C:comp/></C:calendar-data>", "400"),
        ("<C:calendar-data><C:comp name='VCALENDAR'><C:allprop/><C:prop name='X'/></C:comp></C:calendar-data>",
            "400"),
        ("<C:calendar-data><C:comp name='VCALENDAR'><C:allcomp/><C:comp name='X'/></C:comp></C:calendar-data>",
            "400"),
    ])
    func calendarData(element: String, expected: String?) {
        #expect(refusal {
            _ = try report("C:calendar-multiget", "<D:prop>\(element)</D:prop><D:href>/a</D:href>")
        } == expected)
    }
}
