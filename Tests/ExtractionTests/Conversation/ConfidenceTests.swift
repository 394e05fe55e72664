import Extraction
import Testing

/// The reasons to be less sure of an agreement, each beside a plain chat.
@Suite("How sure an agreement is")
struct ConfidenceTests {
    private func found(_ lines: String) -> FoundPlan? {
        let thread = ChatThread(messages: ChatCase(lines, lines, "").messages, context: Words.context)
        return Words.reader.read(thread).plans.last { $0.status == .agreed }?.event
    }

    @Test("plain agreements need no look", arguments: [
        "A: dinner tomorrow at 8pm?\nB: yes", "A: Meeting on Thursday at 10:30am?\nB: Works for me",
        "A: قهوة بكرة الساعة ٥ العصر؟\nB: تم", "A: lunch sunday at 1?\nB: inshallah yes",
    ])
    func plain(lines: String) throws {
        let event = try #require(found(lines))
        #expect(event.doubts.isEmpty, "\(event.confidence)")
    }

    @Test("these wait as a question", arguments: [
        "A: dinner tomorrow?\nB: yes", "A: gym tomorrow at 4am?\nB: yes", "A: 12 tomorrow?\nB: ok",
        "A: dinner tomorrow at 8pm? 😂\nB: yes 😂", "A: padel tomorrow at 8?\nB: yes",
        "A: dinner tomorrow at 8pm?\nB: yes\nB: my flight lands at 6:30\nA: 7:15 then I guess",
        "A: padel thursday at 8pm?\nB: (voice)\nA: great",
    ])
    func unsure(lines: String) throws {
        let event = try #require(found(lines))
        #expect(event.doubts.contains(.unsure), "\(event.confidence)")
    }

    @Test("a bare eight of tomorrow is the evening, but for work and breakfast", arguments: [
        ("A: padel tomorrow at 8?\nB: sure", "AGREED 2025-04-16 20:00"),
        ("A: نتقابل بكرة ٨\nB: تمام", "AGREED 2025-04-16 20:00"),
        ("A: breakfast tomorrow at 8?\nB: sure", "AGREED 2025-04-16 08:00"),
        ("A: team meeting tomorrow at 8?\nB: sure", "AGREED 2025-04-16 08:00"),
        ("A: padel tomorrow morning at 8?\nB: sure", "AGREED 2025-04-16 08:00"),
    ])
    func half(lines: String, expected: String) {
        let thread = ChatThread(messages: ChatCase(lines, lines, "").messages, context: Words.context)
        #expect(answer(Words.reader.read(thread)) == expected)
    }
}
