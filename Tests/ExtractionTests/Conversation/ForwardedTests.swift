import Extraction
import Testing

@Suite("Forwarded notices, and confidence")
struct ForwardedTests {
    private func read(_ lines: String) -> ThreadAnalysis {
        Words.reader.read(ChatThread(messages: ChatCase(lines, lines, "").messages, context: Words.context))
    }

    @Test(
        "a forwarded notice is no proposal, and its thanks are no yes",
        arguments: [
            "A: Forwarded: School fete on Saturday 28 June at 11am, all welcome\nB: nice, thanks",
            "A: *Forwarded* Community iftar this Friday at 6pm at the hall\nB: ok",
            "A: منقول: محاضرة يوم الجمعة الساعة ٨ مساء في جامع الحي\nB: تمام",
            "B: fwd: free dental checks on Sunday 9am at the clinic\nA: great",
        ])
    func notices(lines: String) { #expect(answer(read(lines)) == "NONE") }

    @Test("who wants to go to what was forwarded says when in words of their own")
    func ownWords() {
        let lines = "A: Forwarded: fete on Saturday at 11am\nA: shall we go on Saturday at noon?\nB: sure"
        #expect(answer(read(lines)) == "AGREED 2025-04-19 12:00")
    }

    @Test("a day that follows a farewell and an hour that the other names agree")
    func farewell() {
        #expect(answer(read("A: see you Sunday\nB: coffee at 5?\nA: yes")) == "AGREED 2025-04-20 17:00")
    }

    @Test(
        "what is less sure waits for the customer",
        arguments: [
            ("A: dinner tomorrow at 8pm?\nB: yes", true), ("A: dinner tomorrow?\nB: yes", false),
            ("A: gym tomorrow at 4am?\nB: yes", false),
            ("A: dinner tomorrow at 8pm?\nB: yes\nB: my flight lands at 6:30\nA: 7:15 then I guess", false),
        ])
    func confidence(lines: String, isSure: Bool) {
        let finding = read(lines).plans.last { $0.status == .agreed }
        #expect(finding.map { $0.event.doubts.isEmpty } ?? false == isSure, "\(String(describing: finding?.event))")
    }
}
