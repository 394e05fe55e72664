@testable import DAV
import HTTP
import ICalendar
import Testing
import XML

@Suite("Requests to other servers")
struct ClientRequestBodiesTests {
    @Test("our own server reads a PROPFIND of the client")
    func propFind() throws {
        let names: [XMLName] = [.dav("getetag"), .calendarServer("getctag"), .apple("calendar-color")]
        let request = ClientRequest.propFind(names, depth: .one)
        #expect(try PropertyRequest(propFind: request.body) == .these(names))
        #expect(request.method == "PROPFIND" && request.depth == .one)
    }

    @Test("our own server reads the reports of the client", arguments: [nil, "data:,00c0ffee00c0ffee-42", "a<b&c"])
    func sync(token: String?) throws {
        let request = ClientRequest.syncCollection(token: token)
        guard case .syncCollection(let sync) = try Report(request.body, depth: request.depth) else {
            Issue.record("another report")
            return
        }
        #expect(sync.token == token && !sync.isInfinite && sync.properties == .these([.dav("getetag")]))
    }

    @Test("a multiget has the addresses as the server wrote them")
    func multiget() throws {
        let hrefs = ["/a%20b/c&d.ics", "https://other.example/x.ics"]
        let request = ClientRequest.multiget(hrefs)
        guard case .calendarMultiget(let multiget) = try Report(request.body, depth: request.depth) else {
            Issue.record("another report")
            return
        }
        #expect(multiget.hrefs == hrefs && multiget.data != nil)
    }

    @Test("a query has the component in its filter")
    func query() throws {
        let request = ClientRequest.since("20260101T000000Z", component: "VEVENT")
        guard case .calendarQuery(let query) = try Report(request.body, depth: request.depth) else {
            Issue.record("another report")
            return
        }
        #expect(query.filter.name == "VCALENDAR" && query.filter.components.map(\.name) == ["VEVENT"])
    }

    @Test("an answer of our own server is read")
    func answer() throws {
        var writer = XMLWriter.dav()
        writer.document("d:multistatus") { writer in
            writer.response("/dav/a%20b.ics") { writer in
                writer.propStat(.ok) { $0.element("d:getetag", "\"1\"") }
                writer.propStat(.notFound) { $0.empty("cs:getctag") }
            }
            writer.response("/dav/gone.ics", .notFound)
            writer.syncToken(SyncToken(epoch: 1, counter: 2))
        }
        let answer = try #require(try MultiStatus(reading: writer.bytes))
        #expect(answer.responses.map(\.href) == ["/dav/a%20b.ics", "/dav/gone.ics"])
        #expect(answer.responses[0].text(.dav("getetag")) == "\"1\"" && answer.responses[0].status == nil)
        #expect(answer.responses[1].status == 404)
        #expect(answer.syncToken == "data:,0000000000000001-2")
    }

    @Test("case 46: a value inside a status of 404 is no value")
    func emptyTag() throws {
        let text = """
            <multistatus xmlns="DAV:"><response><href>/c/</href><propstat><prop>\
            <getctag xmlns="http://calendarserver.org/ns/"/></prop><status>HTTP/1.1 404 Not Found</status></propstat>\
            <propstat><prop><displayname>Work</displayname></prop><status>HTTP/1.1 200 OK</status></propstat>\
            </response></multistatus>
            """
        let found = try #require(try MultiStatus(reading: Array(text.utf8))).responses[0]
        #expect(found.properties[.calendarServer("getctag")] == nil && found.text(.dav("displayname")) == "Work")
    }

    @Test("a body that refuses a token is known, and a web page is not an answer")
    func refusals() throws {
        let error = Array("<d:error xmlns:d=\"DAV:\"><d:valid-sync-token/></d:error>".utf8)
        #expect(MultiStatus.names(.dav("valid-sync-token"), in: error))
        #expect(!MultiStatus.names(.dav("valid-sync-token"), in: Array("<html></html>".utf8)))
        #expect(try MultiStatus(reading: Array("<html></html>".utf8)) == nil)
    }
}
