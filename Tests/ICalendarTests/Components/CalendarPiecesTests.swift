@testable import ICalendar
import Testing

@Suite("Pieces of a calendar file")
struct CalendarPiecesTests {
    private func pieces(_ text: String, limit: Int = 100) -> CalendarPieces {
        CalendarPieces(Array(text.utf8), limit: limit)
    }

    @Test("each component of each calendar is a piece, with its line and its calendar")
    func cut() {
        let file = pieces("""
            BEGIN:VCALENDAR\r
            X-WR-CALNAME:Work\r
            BEGIN:VEVENT\r
            UID:1\r
            BEGIN:VALARM\r
            END:VALARM\r
            END:VEVENT\r
            BEGIN:VTODO\r
            UID:2\r
            END:VTODO\r
            END:VCALENDAR\r
            BEGIN:VCALENDAR\r
            begin:vevent\r
            UID:3\r
            end:vevent\r
            END:VCALENDAR\r

            """)
        #expect(file.pieces.map(\.name) == ["VEVENT", "VTODO", "VEVENT"])
        #expect(file.pieces.map(\.line) == [3, 8, 13])
        #expect(file.pieces.map(\.calendar) == [0, 0, 1])
        #expect(file.calendars.map { $0.first("X-WR-CALNAME")?.value } == ["Work", nil])
        #expect(String(decoding: file.pieces[1].octets, as: UTF8.self) == "BEGIN:VTODO\r\nUID:2\r\nEND:VTODO\r\n")
    }

    @Test("a component without END ends where the next one begins, and spoils no other", arguments: [
        (
            "BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:1\nBEGIN:VEVENT\nUID:2\nEND:VEVENT\nEND:VCALENDAR\n",
            ["BEGIN:VEVENT\nUID:1\n", "BEGIN:VEVENT\nUID:2\nEND:VEVENT\n"]
        ),
        ("BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:1\nEND:VCALENDAR\n", ["BEGIN:VEVENT\nUID:1\n"]),
        (
            "BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:1\nBEGIN:VALARM\nEND:VEVENT\nEND:VCALENDAR\n",
            ["BEGIN:VEVENT\nUID:1\nBEGIN:VALARM\nEND:VEVENT\n"]
        ),
        ("BEGIN:VEVENT\nUID:1\nEND:VEVENT", ["BEGIN:VEVENT\nUID:1\nEND:VEVENT"]),
        ("BEGIN:VCALENDAR\nEND:VEVENT\nEND:VCALENDAR\n", []), ("no calendar\n", []), ("", []),
    ])
    func broken(text: String, found: [String]) {
        #expect(pieces(text).pieces.map { String(decoding: $0.octets, as: UTF8.self) } == found)
    }

    @Test("a byte order mark and UTF-16 are understood")
    func encodings() {
        let text = "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nSUMMARY:صلاة\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"
        var sixteen: [UInt8] = [0xFF, 0xFE]
        for unit in text.utf16 { sixteen += [UInt8(unit & 0xFF), UInt8(unit >> 8)] }
        let expected = pieces(text).pieces
        #expect(expected.count == 1)
        #expect(CalendarPieces([0xEF, 0xBB, 0xBF] + Array(text.utf8), limit: 9).pieces == expected)
        #expect(CalendarPieces(sixteen, limit: 9).pieces == expected)
    }

    @Test("no more pieces are cut than the limit")
    func limit() {
        let text = "BEGIN:VCALENDAR\n" + String(repeating: "BEGIN:VEVENT\nEND:VEVENT\n", count: 50) + "END:VCALENDAR\n"
        #expect(pieces(text, limit: 10).pieces.count == 10)
    }
}
