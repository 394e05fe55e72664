import CivilTime
import DAV
import HTTP
import ICalendar
import Testing
import XML

@Suite("Answers in XML")
struct AnswerTests {
    /// Returns what a writer wrote, without the document around it.
    private func written(_ content: (inout XMLWriter) -> Void) throws -> String {
        var writer = XMLWriter.dav()
        content(&writer)
        var document = XMLWriter.dav()
        document.document("d:x") { $0.raw(writer.bytes) }
        // Every answer must be one that a client can read.
        _ = try XMLElement(reading: document.bytes)
        return text(writer.bytes)
    }

    @Test("a multistatus is written as a whole document")
    func multistatus() throws {
        var writer = XMLWriter.dav()
        writer.document("d:multistatus") { writer in
            writer.response("/dav/a%20b.ics") { writer in
                writer.propStat(.ok) { writer in
                    writer.element("d:getetag", "\"1&2\"")
                    writer.resourceType([])
                }
                writer.propStat(.notFound) { $0.empty(XMLName("urn:x", "unknown")) }
            }
            writer.response("/dav/gone.ics", .notFound)
            writer.response(
                "/dav/", .insufficientStorage, .numberOfMatchesWithinLimits, description: "the rest follows")
            writer.syncToken(SyncToken(epoch: 255, counter: 12))
        }
        #expect(text(writer.bytes) == """
            <?xml version="1.0" encoding="utf-8"?>
            <d:multistatus xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav" \
            xmlns:cs="http://calendarserver.org/ns/" xmlns:a="http://apple.com/ns/ical/">\
            <d:response><d:href>/dav/a%20b.ics</d:href>\
            <d:propstat><d:prop><d:getetag>"1&amp;2"</d:getetag><d:resourcetype></d:resourcetype></d:prop>\
            <d:status>HTTP/1.1 200 OK</d:status></d:propstat>\
            <d:propstat><d:prop><unknown xmlns="urn:x"/></d:prop>\
            <d:status>HTTP/1.1 404 Not Found</d:status></d:propstat>\
            </d:response>
            <d:response><d:href>/dav/gone.ics</d:href><d:status>HTTP/1.1 404 Not Found</d:status></d:response>
            <d:response><d:href>/dav/</d:href><d:status>HTTP/1.1 507 Insufficient Storage</d:status>\
            <d:error><d:number-of-matches-within-limits/></d:error>\
            <d:responsedescription>the rest follows</d:responsedescription></d:response>
            <d:sync-token>data:,00000000000000ff-12</d:sync-token></d:multistatus>
            """)
        #expect(try XMLElement(reading: writer.bytes).all(.dav("response")).count == 3)
    }

    @Test("a propstat without properties is not written")
    func emptyPropStat() throws {
        let answer = try written { writer in
            writer.response("/a") { writer in
                writer.propStat(.ok) { $0.empty("d:getetag") }
                writer.propStat(.notFound) { _ in }
            }
        }
        #expect(!answer.contains("404"))
    }

    @Test("a property that cannot be set names its precondition, and the others depend on it")
    func failedUpdate() throws {
        let answer = try written { writer in
            writer.response("/a") { writer in
                writer.propStat(.forbidden, .cannotModifyProtectedProperty) { $0.empty("d:getetag") }
                writer.propStat(.failedDependency) { $0.empty("d:displayname") }
            }
        }
        #expect(answer.contains("""
            <d:status>HTTP/1.1 403 Forbidden</d:status><d:error><d:cannot-modify-protected-property/></d:error>
            """))
        #expect(answer.contains("<d:status>HTTP/1.1 424 Failed Dependency</d:status>"))
    }

    @Test("an error body has the precondition alone")
    func errors() throws {
        let conflict = DAVError(.noUIDConflict(with: Href(["c", "a b.ics"], isCollection: false)), "the UID is taken")
        let body = try XMLElement(reading: try #require(conflict.body))
        #expect(body == XMLElement(.dav("error"), [.element(XMLElement(.calDAV("no-uid-conflict"), [
            .element(XMLElement(.dav("href"), text: "/c/a%20b.ics")),
        ]))]))
        let privileges = DAVError(.needPrivileges([.bind], on: Href(["c"], isCollection: true)), "read-only")
        #expect(text(try #require(privileges.body)).contains("""
            <d:need-privileges><d:resource><d:href>/c/</d:href>\
            <d:privilege><d:bind/></d:privilege></d:resource></d:need-privileges>
            """))
        #expect(DAVError(.badRequest, "no").body == nil)
    }

    @Test("preconditions have the status that their standard says", arguments: [
        (Precondition.propfindFiniteDepth, Status.forbidden), (.validSyncToken, .forbidden),
        (.supportedReport, .forbidden),
        (.quotaNotExceeded, .insufficientStorage), (.sufficientDiskSpace, .insufficientStorage),
        (.maxResourceSize, .forbidden),
        (.syncTraversalSupported, .forbidden), (.resourceMustBeNull, .forbidden),
        (.supportedFilter([]), .forbidden),
    ])
    func statuses(precondition: Precondition, status: Status) {
        #expect(DAVError(precondition, "").status == status)
    }

    @Test("values of properties are written", arguments: WrittenValue.all)
    func values(value: WrittenValue) throws {
        #expect(try written(value.write) == value.testDescription)
    }

    @Test("the limits of a calendar are written, and none that it does not have")
    func limits() throws {
        var rules = StorageRules()
        rules.octets = 1_048_576
        rules.latest = Instant(secondsSince1970: 4_102_444_800)
        let answer = try written { writer in
            for limit in CalendarLimit.allCases { writer.limit(limit, of: rules) }
        }
        #expect(answer == """
            <c:max-resource-size>1048576</c:max-resource-size><c:max-date-time>21000101T000000Z</c:max-date-time>
            """)
    }

    @Test("clients see an owner's calendar as one that they may write to")
    func privileges() throws {
        let owner = try written { $0.currentUserPrivileges(Privilege.owner) }
        for name in ["write", "write-content", "write-properties", "bind", "unbind"] {
            #expect(owner.contains("<d:privilege><d:\(name)/></d:privilege>"))
        }
        #expect(try !written { $0.currentUserPrivileges(Privilege.reader) }.contains("write"))
        let tree = try written { $0.supportedPrivileges() }
        for privilege in Privilege.allCases {
            let name = privilege.name.local
            #expect(tree.contains(":\(name)/></d:privilege>"), "\(name)")
        }
    }

    @Test("a report of thousands of objects is written without an object in between")
    func large() throws {
        let object = octets(String(repeating: "DESCRIPTION:a line of some length & more\r\n", count: 40))
        var writer = XMLWriter.dav(reserving: 10_000_000)
        writer.document("d:multistatus") { writer in
            for number in 0..<3_000 {
                writer.response("/dav/\(number).ics") { writer in
                    writer.propStat(.ok) { $0.calendarData(object) }
                }
            }
        }
        let answer = try XMLElement(reading: writer.bytes)
        #expect(answer.elements.count == 3_000)
        let data = answer.elements[2_999].first(.dav("propstat"))?.first(.dav("prop"))?.first(.calDAV("calendar-data"))
        #expect(data.map { Array($0.text.utf8) } == object)
    }
}

/// The value of a property, and how it is written.
struct WrittenValue: Sendable, CustomTestStringConvertible {
    let write: @Sendable (inout XMLWriter) -> Void
    let testDescription: String

    init(_ testDescription: String, _ write: @escaping @Sendable (inout XMLWriter) -> Void) {
        self.testDescription = testDescription
        self.write = write
    }

    static let all = [
        WrittenValue("<d:resourcetype><d:collection/><c:calendar/></d:resourcetype>") {
            $0.resourceType([.collection, .calendar])
        },
        WrittenValue("<d:resourcetype><d:collection/><cs:subscribed/></d:resourcetype>") {
            $0.resourceType([.collection, .subscribed])
        },
        WrittenValue("<d:resourcetype><d:principal/></d:resourcetype>") { $0.resourceType([.principal]) },
        WrittenValue("<c:calendar-home-set><d:href>/dav/lisa/</d:href></c:calendar-home-set>") {
            $0.hrefs("c:calendar-home-set", ["/dav/lisa/"])
        },
        WrittenValue("""
            <c:calendar-user-address-set><d:href>mailto:a&amp;b@example.com</d:href><d:href>/p/</d:href>\
            </c:calendar-user-address-set>
            """) { $0.hrefs("c:calendar-user-address-set", ["mailto:a&b@example.com", "/p/"]) },
        WrittenValue("""
            <d:supported-report-set><d:supported-report><d:report><d:sync-collection/></d:report></d:supported-report>\
            <d:supported-report><d:report><c:calendar-query/></d:report></d:supported-report></d:supported-report-set>
            """) { $0.supportedReportSet([.dav("sync-collection"), .calDAV("calendar-query")]) },
        WrittenValue("""
            <c:supported-calendar-component-set><c:comp name="VEVENT"/></c:supported-calendar-component-set>
            """) { $0.supportedComponents(["VEVENT"]) },
        WrittenValue("""
            <c:supported-calendar-component-sets><c:supported-calendar-component-set><c:comp name="VEVENT"/>\
            </c:supported-calendar-component-set></c:supported-calendar-component-sets>
            """) { $0.supportedComponentSets([["VEVENT"]]) },
        WrittenValue("""
            <c:supported-calendar-data><c:calendar-data content-type="text/calendar" version="2.0"/>\
            <c:calendar-data content-type="application/calendar+json" version="2.0"/></c:supported-calendar-data>
            """) { $0.supportedCalendarData() },
        WrittenValue("""
            <c:supported-collation-set><c:supported-collation>i;ascii-casemap</c:supported-collation>\
            <c:supported-collation>i;octet</c:supported-collation>\
            <c:supported-collation>i;unicode-casemap</c:supported-collation></c:supported-collation-set>
            """) { $0.supportedCollations() },
        WrittenValue("<d:quota-used-bytes>7</d:quota-used-bytes>") { $0.quotaUsed(octets: 7) },
        WrittenValue("<d:quota-available-bytes>0</d:quota-available-bytes>") { $0.quotaAvailable(octets: -7) },
        WrittenValue("<d:creationdate>1970-01-01T00:00:00Z</d:creationdate>") {
            $0.creationDate(Instant(secondsSince1970: 0))
        },
        WrittenValue("<c:calendar-data>A:&lt;b&gt;&#13;\n</c:calendar-data>") { $0.calendarData(octets("A:<b>\r\n")) },
        WrittenValue("<d:acl-restrictions><d:grant-only/><d:no-invert/></d:acl-restrictions>") {
            $0.accessControlRestrictions()
        },
        WrittenValue("""
            <d:acl><d:ace><d:principal><d:property><d:owner/></d:property></d:principal>\
            <d:grant><d:privilege><d:read/></d:privilege><d:privilege><c:read-free-busy/></d:privilege></d:grant>\
            <d:protected/></d:ace></d:acl>
            """) { $0.accessControlList([AccessEntry(.owner, [.read, .readFreeBusy])]) },
        WrittenValue("""
            <d:principal-search-property><d:prop><d:displayname/></d:prop>\
            <d:description xml:lang="en">Full name</d:description></d:principal-search-property>
            """) { $0.principalSearchProperty(.dav("displayname"), description: "Full name") },
    ]
}
