import Testing
import Text

@Suite("Notes with an invitation")
struct NoteBlockTests {
    /// Returns the blocks as texts: `---` for a line between them, and `[…]` for what is folded.
    private func blocks(_ note: String) -> [String] {
        NoteBlock.blocks(of: note).map { block in
            let text = block.lines.map { $0.pieces.map(\.text).joined() }.joined(separator: "/")
            return block.isRule ? "---" : block.isFolded ? "[\(text)]" : text
        }
    }

    private static let row = String(repeating: "_", count: 80)
    private static let link = "https://teams.microsoft.com/meet/21?p=x"

    @Test("a row of signs becomes one line, none at the ends", arguments: [
        ("\(row)\nJoin\n\(row)", ["Join"]),
        ("a\n__________\n\n----------\nb\n_________", ["a", "---", "b/_________"]),
        ("a\r\n\r\nb", ["a/b"]), ("", []), (row, []),
    ])
    func rows(note: String, expected: [String]) {
        #expect(blocks(note) == expected)
    }

    @Test("what a meeting's program wrote is folded, and nothing of it is lost", arguments: [
        ("Bring the plan\n\(row)\nMicrosoft Teams meeting\nJoin: \(link)\nMeeting ID: 21\n\(row)\nNeed help?\n"
            + row,
         ["Bring the plan", "[Microsoft Teams meeting/Join: \(link)/Meeting ID: 21/Need help?]"]),
        ("\(row)\nاجتماع Microsoft Teams\n\(link)", ["[اجتماع Microsoft Teams/\(link)]"]),
        ("-::~:~::~:~:~\nJoin with Google Meet: https://meet.google.com/abc-defg-hij\n-::~:~::~:~:~\nAgenda",
         ["[Join with Google Meet: https://meet.google.com/abc-defg-hij]", "Agenda"]),
        ("Hi\nJoin Zoom Meeting\nhttps://zoom.us/j/1\n\nOne tap mobile",
         ["Hi", "[Join Zoom Meeting/https://zoom.us/j/1/One tap mobile]"]),
    ])
    func folded(note: String, expected: [String]) {
        #expect(blocks(note) == expected)
    }

    @Test("the words of people stay, also about a meeting", arguments: [
        "Microsoft Teams meeting", "join zoom meeting\nat https://example.org", "See \(link)",
        "Agenda: join zoom meeting\nhttps://zoom.us/j/1", "Need help?",
    ])
    func own(note: String) {
        #expect(NoteBlock.blocks(of: note).allSatisfy { !$0.isFolded })
    }
}
