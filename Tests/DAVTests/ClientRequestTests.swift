import CivilTime
import DAV
import HTTP
import ICalendar
import Testing
import XML

/// Requests in the form in which calendar programs are known to send them.
@Suite("Requests of calendar programs")
struct ClientRequestTests {
    @Test("iOS looks for the person first")
    func iOSDiscovery() throws {
        let body = octets("""
            <?xml version="1.0" encoding="UTF-8"?>
            <A:propfind xmlns:A="DAV:">
              <A:prop>
                <A:current-user-principal/>
                <A:principal-URL/>
                <A:resourcetype/>
              </A:prop>
            </A:propfind>
            """)
        #expect(try PropertyRequest(propFind: body)
            == .these([.dav("current-user-principal"), .dav("principal-URL"), .dav("resourcetype")]))
        let headers: Headers = ["Depth": "0", "Brief": "t"]
        #expect(try Depth.ofPropFind(headers) == .zero)
        #expect(Preferences(headers).isMinimal)
    }

    @Test("macOS makes a calendar under an upper-case name, with a colour, an order and a zone")
    func macOSMakesCalendar() throws {
        let href = try Href(path: "/dav/calendars/lisa%40example.com/0F7B4AE5-3C1B-4A40-8B5E-6E2F2E0F9C11/")
        #expect(href.segments.last == "0F7B4AE5-3C1B-4A40-8B5E-6E2F2E0F9C11")
        #expect(href.isCollection)
        let new = try MakeCollection(mkCalendar: octets("""
            <?xml version="1.0" encoding="UTF-8"?>
            <B:mkcalendar xmlns:B="urn:ietf:params:xml:ns:caldav">
              <A:set xmlns:A="DAV:">
                <A:prop>
                  <B:supported-calendar-component-set><B:comp name="VEVENT"/></B:supported-calendar-component-set>
                  <D:calendar-color xmlns:D="http://apple.com/ns/ical/" symbolic-color="custom">#882F00FF</D:calendar-color>
                  <D:calendar-order xmlns:D="http://apple.com/ns/ical/">6</D:calendar-order>
                  <A:displayname>Ideas</A:displayname>
                  <B:calendar-free-busy-set><NO/></B:calendar-free-busy-set>
                  <B:calendar-timezone>BEGIN:VCALENDAR&#13;
            VERSION:2.0&#13;
            BEGIN:VTIMEZONE&#13;
            TZID:Asia/Riyadh&#13;
            BEGIN:STANDARD&#13;
            DTSTART:19700101T000000&#13;
            TZOFFSETFROM:+0300&#13;
            TZOFFSETTO:+0300&#13;
            END:STANDARD&#13;
            END:VTIMEZONE&#13;
            END:VCALENDAR&#13;
            </B:calendar-timezone>
                </A:prop>
              </A:set>
            </B:mkcalendar>
            """))
        let values = Dictionary(uniqueKeysWithValues: new.properties.map { ($0.name, $0) })
        #expect(try values[.calDAV("supported-calendar-component-set")]?.componentNames == ["VEVENT"])
        #expect(CalendarColor(values[.apple("calendar-color")]?.text ?? "")?.rgb == "#882F00")
        #expect(try values[.apple("calendar-order")]?.order == 6)
        let zoneText = try #require(values[.calDAV("calendar-timezone")]?.text)
        #expect(try CalendarZone(calendar: zoneText, database: zone).tzid == "Asia/Riyadh")
    }

    @Test("macOS changes a colour, and the property comes back as it was sent")
    func macOSColour() throws {
        let changes = try [PropertyChange](propertyUpdate: octets("""
            <A:propertyupdate xmlns:A="DAV:"><A:set><A:prop>
            <D:calendar-color xmlns:D="http://apple.com/ns/ical/" symbolic-color="yellow">#FFCC00FF</D:calendar-color>
            </A:prop></A:set></A:propertyupdate>
            """))
        guard case .set(let color) = try #require(changes.first) else { throw NoQuery() }
        var writer = XMLWriter.dav()
        writer.document("d:prop") { $0.raw(color.octets) }
        let returned = try XMLElement(reading: writer.bytes).elements.first
        #expect(returned == color)
        #expect(returned?.name == .apple("calendar-color"))
    }

    @Test("iOS asks for events from a day on, without an end")
    func iOSTimeRange() throws {
        guard case .calendarQuery(let query) = try Report(octets("""
            <B:calendar-query xmlns:B="urn:ietf:params:xml:ns:caldav" xmlns:A="DAV:">
              <A:prop><A:getetag/><A:getcontenttype/></A:prop>
              <B:filter><B:comp-filter name="VCALENDAR"><B:comp-filter name="VEVENT">
                <B:time-range start="20260101T000000Z"/>
              </B:comp-filter></B:comp-filter></B:filter>
            </B:calendar-query>
            """), depth: .one)
        else { throw NoQuery() }
        let candidates = CandidateQuery(query.filter)
        let later = ObjectFacts(
            uid: "1", kind: "VEVENT", firstStart: try moment("20900101T000000Z"),
            lastEnd: try moment("20900101T010000Z"))
        #expect(candidates.decision(later) == true)
        #expect(query.data == nil)
    }

    @Test("Thunderbird reads changed objects by address")
    func thunderbirdMultiget() throws {
        guard case .calendarMultiget(let multiget) = try Report(octets("""
            <c:calendar-multiget xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav"><d:prop><d:getetag/>\
            <c:calendar-data/></d:prop><d:href>/dav/lisa/work/1.ics</d:href><d:href>/dav/lisa/work/a%20b.ics</d:href>\
            </c:calendar-multiget>
            """), depth: .one)
        else { throw NoQuery() }
        #expect(try multiget.hrefs.map { try ClientHref($0).href.segments.last } == ["1.ics", "a b.ics"])
        #expect(multiget.data?.isWhole == true)
    }

    @Test("DAVx5 begins a synchronization with an empty token")
    func davx5() throws {
        guard case .syncCollection(let sync) = try Report(octets("""
            <?xml version='1.0' encoding='UTF-8' ?><sync-collection xmlns="DAV:"><sync-token />\
            <sync-level>1</sync-level><prop><getetag /></prop></sync-collection>
            """), depth: .zero)
        else { throw NoQuery() }
        #expect(sync.token == nil)
        #expect(try SyncToken.changes(since: sync.token, current: SyncToken(epoch: 1, counter: 9), oldest: 4) == nil)
    }

    @Test("an object that costs too much passes, so that one hostile rule fails no report")
    func hostileRule() throws {
        let query = try query("""
            <C:comp-filter name="VCALENDAR"><C:comp-filter name="VEVENT">
            <C:time-range start="20260101T000000Z" end="20260102T000000Z"/></C:comp-filter></C:comp-filter>
            """)
        func passes(_ rule: String, steps: Int) throws -> Bool {
            let object = try calendar("BEGIN:VEVENT\nUID:1\nDTSTART:20200101T000000Z\nRRULE:\(rule)\nEND:VEVENT")
            var budget = WorkBudget(steps: steps)
            return query.passes(
                object, zones: ZoneResolver(object, database: zone), floating: TimeZoneRules.utc, budget: &budget)
        }
        #expect(try passes("FREQ=YEARLY", steps: 1_000))
        #expect(try !passes("FREQ=YEARLY;BYMONTH=6", steps: 1_000))
        // The rule ends before the window. To know that, its occurrences must be counted.
        #expect(try !passes("FREQ=DAILY;BYMONTH=1,3,5;BYDAY=MO,WE;COUNT=150", steps: 100_000))
        #expect(try passes("FREQ=DAILY;BYMONTH=1,3,5;BYDAY=MO,WE;COUNT=150", steps: 50))
    }
}
