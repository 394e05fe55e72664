@testable import ICalendar
import Testing

@Suite("Texts that keep their lines in an edit")
struct CalendarTextTests {
    /// Everything that reading and writing would change: folding, names, quotes, the order, blank lines.
    static let odd = """
        BEGIN:VCALENDAR\r
        PRODID:-//Somebody//Else//EN\r
        VERSION:2.0\r
        begin:vevent\r
        Uid:1\r
        dtstart;tzid="Europe/Berlin":20250106T100000\r
        SUMMARY;X-A=b;LANGUAGE=de:A title that was fol\r
         ded early\r
        BEGIN:VALARM\r
        ACTION:DISPLAY\r
        TRIGGER:-PT15M\r
        DESCRIPTION:x\r
        END:VALARM\r
        \r
        X-AFTER-ALARM;P="a":1\r
        DESCRIPTION:Line\\NTwo\\, \\;\r
        END:VEVENT\r
        END:VCALENDAR
        """

    @Test("an object that was not edited is the same octets", arguments: [
        odd, odd.replacing("\r\n", with: "\n"), "\u{FEFF}" + odd, odd + "\r\n", odd + "\r\n\r\n",
    ])
    func nothing(text: String) throws {
        let read = try #require(try CalendarText(Array(text.utf8)))
        #expect(String(decoding: read.octets(of: read.calendar), as: UTF8.self) == text)
    }

    @Test("an edit changes its own lines only")
    func lines() throws {
        let text = try #require(try CalendarText(Array(Self.odd.utf8)))
        var edited = text.calendar
        edited.components[0].set(Property("UID", value: "2"))
        edited.components[0].properties.append(Property("COLOR", value: "teal"))
        edited.components[0].components.append(
            Component("VALARM", properties: [Property("ACTION", value: "NONE")]))
        let expected = Self.odd
            .replacing("Uid:1", with: "UID:2")
            .replacing("END:VALARM\r\n\r\n", with: "END:VALARM\r\n\r\nBEGIN:VALARM\r\nACTION:NONE\r\nEND:VALARM\r\n")
            .replacing("\\;\r\n", with: "\\;\r\nCOLOR:teal\r\n")
        #expect(String(decoding: text.octets(of: edited), as: UTF8.self) == expected)
    }

    @Test("a text of line feeds gets lines of the same kind")
    func lineFeeds() throws {
        let text = try #require(try CalendarText(Array(Self.odd.replacing("\r\n", with: "\n").utf8)))
        var edited = text.calendar
        edited.components[0].set(Property("DESCRIPTION", value: String(repeating: "long ", count: 40)))
        let octets = text.octets(of: edited)
        #expect(!octets.contains(UInt8(ascii: "\r")))
        #expect(try CalendarStream(octets).components == [edited])
    }

    @Test("a copy of a component has the same lines, and its own begin and end")
    func copies() throws {
        let text = try #require(try CalendarText(Array(Self.odd.utf8)))
        var edited = text.calendar
        var copy = edited.components[0]
        copy.set(Property("RECURRENCE-ID", value: "20250113T100000"))
        edited.components.append(copy)
        let octets = text.octets(of: edited)
        #expect(try CalendarStream(octets).components == [edited])
        let written = String(decoding: octets, as: UTF8.self)
        #expect(written.hasPrefix(Self.odd.dropLast("END:VCALENDAR".count)))
        #expect(written.contains("""
            BEGIN:VEVENT\r
            Uid:1\r
            dtstart;tzid="Europe/Berlin":20250106T100000\r
            SUMMARY;X-A=b;LANGUAGE=de:A title that was fol\r
             ded early\r
            X-AFTER-ALARM;P="a":1
            """))
    }

    @Test("of two components, the one that was removed takes its lines along")
    func removed() throws {
        let two = "BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:1\nEND:VEVENT\nBEGIN:VEVENT\nuid:2\nEND:VEVENT\nEND:VCALENDAR\n"
        let text = try #require(try CalendarText(Array(two.utf8)))
        var edited = text.calendar
        edited.components.removeFirst()
        #expect(String(decoding: text.octets(of: edited), as: UTF8.self)
            == "BEGIN:VCALENDAR\nBEGIN:VEVENT\nuid:2\nEND:VEVENT\nEND:VCALENDAR\n")
    }

    @Test("a text whose lines are not nested is written as it was understood")
    func repaired() throws {
        let broken = "BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:1\nBEGIN:VALARM\nACTION:DISPLAY\nEND:VEVENT\nEND:VCALENDAR\n"
        let text = try #require(try CalendarText(Array(broken.utf8)))
        #expect(try CalendarStream(text.octets(of: text.calendar)).components == [text.calendar])
    }

    @Test("every calendar of other projects keeps all lines but the edited one", Corpus.isHere, arguments: Corpus.names)
    func corpus(name: String) throws {
        let octets = try Corpus.octets(name)
        guard let stream = try? CalendarStream(octets), stream.components.count == 1,
              let text = try CalendarText(octets)
        else { return }
        let isNested = !stream.problems.contains { [.missingEnd, .unexpectedEnd, .utf16].contains($0.reason) }
        if isNested { #expect(text.octets(of: text.calendar) == octets) }
        var edited = text.calendar
        guard let place = edited.components.indices.last, !edited.components[place].properties.isEmpty else { return }
        edited.components[place].properties[0].value = "edited"
        let written = text.octets(of: edited)
        #expect(try CalendarStream(written).components == [edited])
        guard isNested else { return }
        let before = octets.split(separator: lineFeed), after = written.split(separator: lineFeed)
        let different = before.difference(from: after)
        #expect(different.insertions.count <= 3 || octets.contains(carriageReturn) == false, "\(different)")
        #expect(different.removals.count <= 1)
    }
}
