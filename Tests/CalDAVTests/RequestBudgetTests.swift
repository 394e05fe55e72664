import HTTP
import Testing

/// All objects of a report share 20,000,000 steps of work, of which each may take 200,000. A copy of an event of 57,600
/// octets costs some 1,880 steps, and of its copies only the UIDs come back.
@Suite("The work of a report")
struct RequestBudgetTests {
    let client: Client
    private static let objects = 106

    init() throws {
        client = try Client()
        let note = String(repeating: "x", count: 57_600)
        for number in 0..<Self.objects {
            let content = "DTSTART:20260101T100000Z\nRRULE:FREQ=DAILY;COUNT=500\nDESCRIPTION:\(note)"
            try #require(
                try client.put("\(client.personal)\(number).ics", event("\(number)", content)).status == 201)
        }
    }

    /// Returns the request for the copies from the first day to a later one.
    private func copies(until day: String) -> String {
        """
        <c:calendar-data><c:expand start="20260101T000000Z" end="\(day)T000000Z"/>\
        <c:comp name="VCALENDAR"><c:comp name="VEVENT"><c:prop name="UID"/></c:comp></c:comp></c:calendar-data>
        """
    }

    /// Returns the objects of an answer that come whole, since there was no work left for their copies.
    private func whole(_ answer: Answer) throws -> Int {
        #expect(answer.status == 207 && answer.names.count == Self.objects)
        return answer.text.ranges(of: "RRULE:").count
    }

    @Test("the copies that a multiget writes share one budget")
    func writing() throws {
        let hrefs = (0..<Self.objects).map { "<d:href>\(client.personal)\($0).ics</d:href>" }.joined()
        // 104 copies of each object are 20,700,000 steps.
        let all = try client.report(
            client.personal, "c:calendar-multiget", "<d:prop>\(copies(until: "20260415"))</d:prop>\(hrefs)")
        #expect((1...10).contains(try whole(all)))
        let fewer = try client.report(
            client.personal, "c:calendar-multiget", "<d:prop>\(copies(until: "20260405"))</d:prop>\(hrefs)")
        #expect(try whole(fewer) == 0)
    }

    @Test("finding the objects of a query and writing their copies share one budget")
    func findingAndWriting() throws {
        // 94 copies of each object are 18,700,000 steps. To find them by a long property takes 190,000 each time.
        for (times, isTooMuch) in [(1, false), (10, true)] {
            let filter = String(repeating: "<c:prop-filter name=\"DESCRIPTION\"/>", count: times)
            let answer = try client.query(
                client.personal, vCalendar("<c:comp-filter name=\"VEVENT\">\(filter)</c:comp-filter>"),
                copies(until: "20260405"))
            #expect((try whole(answer) > 0) == isTooMuch)
        }
    }
}
