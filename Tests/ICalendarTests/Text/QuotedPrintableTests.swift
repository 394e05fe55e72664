import ICalendar
import Testing

@Suite("Texts in quoted-printable")
struct QuotedPrintableTests {
    private static func stream(_ line: String, _ reading: Reading = .lenient) throws -> CalendarStream {
        try CalendarStream(Array("BEGIN:VEVENT\r\n\(line)\r\nEND:VEVENT\r\n".utf8), reading)
    }

    @Test("they are decoded and noted, and refused in strict reading", arguments: [
        (";CHARSET=UTF-8:Bioabfall =26 Gr=C3=BCngut", "Bioabfall & Grüngut"),
        (":one=0D=0Atwo=0Athree=0D", "one\ntwo\nthree\n"),
        // The code page of old Windows, a soft line break that was folded, digits in small letters.
        (";CHARSET=ISO-8859-1:R=E9union", "Réunion"), (":a==C3=\r\n =bc", "aü"), (":50=% off", "50=% off"),
        (":bell=07, done=", "bell, done"),
    ])
    func decoded(rest: String, text: String) throws {
        let stream = try Self.stream("SUMMARY;ENCODING=QUOTED-PRINTABLE" + rest)
        let property = try #require(stream.components.first?.first("SUMMARY"))
        #expect(try property.text() == text)
        #expect(property.parameters == [])
        #expect(stream.problems.map(\.reason) == [.quotedPrintable])
        #expect(throws: Problem(.quotedPrintable, line: 2, name: "SUMMARY")) {
            try Self.stream("SUMMARY;ENCODING=QUOTED-PRINTABLE" + rest, .strict)
        }
    }

    @Test("an edit of something else leaves their octets as they are")
    func edited() throws {
        let text = "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nSUMMARY;ENCODING=QUOTED-PRINTABLE:=26\r\nLOCATION:a\r\n"
            + "END:VEVENT\r\nEND:VCALENDAR\r\n"
        let read = try #require(try CalendarText(Array(text.utf8)))
        var calendar = read.calendar
        calendar.components[0].set(Property("LOCATION", text: "b"))
        let edited = String(decoding: read.octets(of: calendar), as: UTF8.self)
        #expect(edited == text.replacing("LOCATION:a", with: "LOCATION:b"))
    }
}
