import DAV
import HTTP
import ICalendar
import SeededRandom
import Testing
import XML

@Suite("Random input")
struct RandomInputTests {
    @Test("changed bodies are read or refused", arguments: [
        """
        <C:calendar-query xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"><D:prop><D:getetag/><C:calendar-data>
        <C:comp name="VCALENDAR"><C:allprop/><C:comp name="VEVENT"><C:prop name="UID" novalue="yes"/></C:comp></C:comp>
        <C:expand start="20260101T000000Z" end="20260201T000000Z"/></C:calendar-data></D:prop><C:filter>
        <C:comp-filter name="VCALENDAR"><C:comp-filter name="VEVENT"><C:time-range start="20260101T000000Z"/>
        <C:prop-filter name="UID"><C:text-match collation="i;octet" negate-condition="no">x</C:text-match></C:prop-filter>
        </C:comp-filter></C:comp-filter></C:filter><C:timezone-id>Asia/Riyadh</C:timezone-id></C:calendar-query>
        """,
        """
        <D:sync-collection xmlns:D="DAV:"><D:sync-token>data:,00000000000000ff-3</D:sync-token>
        <D:sync-level>1</D:sync-level><D:limit><D:nresults>10</D:nresults></D:limit><D:prop/></D:sync-collection>
        """,
        "<D:expand-property xmlns:D='DAV:'><D:property name='a'><D:property name='b'/></D:property></D:expand-property>",
        "<D:propertyupdate xmlns:D='DAV:'><D:set><D:prop xml:lang='en'><x>1</x></D:prop></D:set></D:propertyupdate>",
        "<D:propfind xmlns:D='DAV:'><D:allprop/><D:include><D:acl/></D:include></D:propfind>",
    ])
    func bodies(body: String) {
        var random = SeededRandom(4_918)
        for _ in 0..<1_000 {
            let changed = changed(Array(body.utf8), &random)
            attempt { _ = try Report(changed, depth: nil) }
            attempt { _ = try PropertyRequest(propFind: changed) }
            attempt { _ = try [PropertyChange](propertyUpdate: changed) }
            attempt { _ = try MakeCollection(mkCol: changed, contentType: nil) }
        }
    }

    @Test("changed headers and addresses are read or refused", arguments: [
        "</dav/a%20b.ics> (<urn:uuid:1> Not [W/\"a]b\"]) ([\"c\"])", "(Not <DAV:no-lock>) ([\"a\"])",
        "https://jadwal.example:443/dav/lisa%40example.com/a%2Fb.ics?x#y", "data:,00000000000000ff-3", "#FF2968FF",
        "return=minimal; x=\"y\", depth-noroot", "W/\"a\", \"b\"",
    ])
    func headers(text: String) {
        var random = SeededRandom(2_518)
        for _ in 0..<2_000 {
            let changed = String(decoding: changed(Array(text.utf8), &random), as: UTF8.self)
            attempt { _ = try IfHeader(changed) }
            attempt {
                let address = try ClientHref(changed)
                // An address that is read is one that is written.
                #expect(try Href(path: address.href.text) == address.href)
            }
            if let token = SyncToken(changed) { #expect(token.text == changed) }
            if let color = CalendarColor(changed) { #expect(CalendarColor(color.text) == color) }
            let fields = ["If-Match", "If-Schedule-Tag-Match", "Prefer", "Depth", "Destination", "Overwrite"]
            var headers = Headers()
            for field in fields { headers.add(field, changed) }
            _ = Preferences(headers)
            attempt { _ = try WriteConditions(headers) }
            attempt { _ = try Destination(headers) }
            attempt { _ = try Depth(headers, standard: .zero) }
        }
    }

    /// Runs a reader, which may refuse its input with a status for a client's mistake.
    private func attempt(_ body: () throws -> Void) {
        do {
            try body()
        } catch {
            let status = (error as? DAVError)?.status.rawValue ?? 500
            #expect((400..<500).contains(status), "\(error)")
        }
    }

    /// Returns octets with some of them replaced, removed or repeated.
    private func changed(_ octets: [UInt8], _ random: inout SeededRandom) -> [UInt8] {
        var octets = octets
        let marks = Array("<>()[]\"'/%=:;#&,. \r\n\0x0".utf8) + [0xC3, 0xFF]
        for _ in 0...Int.random(in: 0..<4, using: &random) where !octets.isEmpty {
            let place = Int.random(in: octets.indices, using: &random)
            let mark = marks.randomElement(using: &random) ?? 0
            switch Int.random(in: 0..<5, using: &random) {
            case 0: octets[place] = mark
            case 1: octets.insert(mark, at: place)
            case 2: octets.remove(at: place)
            case 3: octets.removeSubrange(place...)
            default: octets.insert(contentsOf: octets[..<place], at: place)
            }
        }
        return octets
    }
}
