@testable import Pages
import Testing

@Suite("Links in texts")
struct LinkedTextTests {
    /// Returns the links of a text, each as `text -> address`, and checks that no letter is lost.
    private func links(_ text: String) -> [String] {
        let pieces = LinkedText(text).pieces
        #expect(pieces.map(\.text).joined() == text)
        return pieces.compactMap { piece in piece.address.map { "\(piece.text) -> \($0)" } }
    }

    @Test("an address is a link without the signs around it", arguments: [
        ("See https://example.org/a?b=c#d.", "https://example.org/a?b=c#d"),
        ("(https://example.org/a)", "https://example.org/a"),
        ("https://en.wikipedia.org/wiki/Asr_(prayer)", "https://en.wikipedia.org/wiki/Asr_(prayer)"),
        ("Join<https://example.org/x>now", "https://example.org/x"),
        ("الرابط:http://example.org، شكرًا", "http://example.org"),
        ("«https://example.org/رياض»", "https://example.org/رياض"),
        ("<a href=\"https://example.org/\">", "https://example.org/"),
    ])
    func web(text: String, address: String) {
        #expect(links(text) == ["\(address) -> \(address)"])
    }

    @Test("mail addresses and telephone numbers are links", arguments: [
        ("Write to help@example.org.", "help@example.org -> mailto:help@example.org"),
        ("a.b+c@mail.example.com, please", "a.b+c@mail.example.com -> mailto:a.b+c@mail.example.com"),
        ("mailto:ali@example.org", "mailto:ali@example.org -> mailto:ali@example.org"),
        ("tel:+966501234567", "tel:+966501234567 -> tel:+966501234567"),
        ("+966 50 123 4567,,123#", "+966 50 123 4567 -> tel:+966501234567"),
        ("Call +44 (0)20 7946 0958!", "+44 (0)20 7946 0958 -> tel:+442079460958"),
        ("جوال ٠٥٠١٢٣٤٥٦٧", "٠٥٠١٢٣٤٥٦٧ -> tel:0501234567"), ("050 123 4567", "050 123 4567 -> tel:0501234567"),
        ("00966501234567", "00966501234567 -> tel:00966501234567"),
    ])
    func others(text: String, link: String) {
        #expect(links(text) == [link])
    }

    @Test("nothing else is a link", arguments: [
        "javascript:alert(1)", "data:text/html,x", "file:///etc/passwd", "xhttps://example.org", "https://",
        "http:// a",
        "Meeting ID: 234 567 890 12", "2026-11-27 09:00-10:00", "01-12-2026 10:00", "Room 0504", "12:00",
        "a@b", "@sara", "1+1=2", "+12", "https:/example.org", "geo:24.7,46.6", "x@example.o",
        "0.1234567890", "12345678901234567890",
    ])
    func none(text: String) {
        #expect(links(text) == [])
    }

    @Test("rows of underscores become one line, none at the ends", arguments: [
        (String(repeating: "_", count: 80) + "\nJoin\n" + String(repeating: "_", count: 80), ["Join"]),
        ("a\n__________\n\n----------\nb\n_________", ["a", "---", "b", "_________"]), ("a\n\nb", ["a", "b"]), ("", []),
    ])
    func rows(note: String, lines: [String]) {
        #expect(NoteLine.lines(of: note).map { $0.isRule ? "---" : $0.pieces.map(\.text).joined() } == lines)
    }

    @Test("a text costs as many steps as it has letters, whatever is in it", arguments: [
        "https://", "@", "a@", "0", "+0 ", "(", "mailto:", "h", "_", "(http:///",
    ])
    func long(part: String) {
        let text = String(repeating: part, count: 20_000)
        #expect(LinkedText(text).pieces.map(\.text).joined() == text)
    }
}
