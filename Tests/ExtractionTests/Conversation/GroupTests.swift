import Extraction
import Testing

/// Chats of three and more: a plan is agreed when the one who proposed and at least one other agree.
@Suite("Groups")
struct GroupTests {
    @Test("plans of a group", arguments: [
        ChatCase(
            "one of two others is enough",
            """
            A: Hike on Saturday at 9am?
            B: can't, working
            C: count me in
            """, "AGREED 2025-04-19 09:00"),
        ChatCase(
            "all others refuse",
            """
            A: Hike on Saturday at 9am?
            B: can't, working
            C: sorry, I can't make it
            """, "DENIED"),
        ChatCase(
            "two others agree with each other",
            """
            B: Dinner on Friday at 8pm?
            C: sure
            """, "AGREED 2025-04-18 20:00"),
        ChatCase(
            "another hour is taken by a third person",
            """
            A: Dinner on Friday at 8pm?
            B: can we make it 9?
            C: 9 works for me
            """, "AGREED 2025-04-18 21:00"),
        ChatCase(
            "nobody but the one who proposed still comes",
            """
            A: Dinner on Friday at 8pm?
            B: sure
            B: sorry, I can't make it after all
            C: who cooks?
            """, "OPEN 2025-04-18 20:00"),
        ChatCase(
            "who comes",
            """
            A: مين جاي البادل بكره الساعة 8 مساء
            B: انا
            C: وانا كمان
            """, "AGREED 2025-04-16 20:00"),
    ])
    func plan(chat: ChatCase) {
        let analysis = Words.reader.read(ChatThread(messages: chat.messages, context: Words.context))
        #expect(answer(analysis) == chat.expected)
    }

    @Test("who comes is kept")
    func coming() {
        let event = event("A: Hike on Saturday at 9am?\nB: can't, working\nC: count me in")
        #expect(event?.coming == ["A", "C"])
        #expect(event?.doubts.contains(.notComing) == false)
    }

    @Test("a plan that the customer did not join is a question")
    func withoutCustomer() {
        #expect(event("A: hi all\nB: Dinner on Friday at 8pm?\nC: sure")?.doubts.contains(.notComing) == true)
    }

    @Test("a voice note alone agrees to nothing, and a yes by it is not sure")
    func voice() {
        let note = ChatCase("", "A: Dinner on Friday at 7pm?\nB: (voice)", "OPEN 2025-04-18 19:00")
        #expect(
            answer(Words.reader.read(ChatThread(messages: note.messages, context: Words.context))) == note.expected)
        let event = event("A: Dinner on Friday at 7pm?\nB: (voice)\nA: brilliant, see you then")
        #expect(event?.doubts == [.unsure])
    }

    private func event(_ lines: String) -> FoundPlan? {
        let chat = ChatCase("", lines, "")
        return Words.reader.read(ChatThread(messages: chat.messages, context: Words.context)).event
    }
}
