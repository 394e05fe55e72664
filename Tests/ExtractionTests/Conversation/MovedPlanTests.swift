import Extraction
import Testing

/// Moves of an agreed plan, and the ways in which people say yes to them.
@Suite("Moves of agreed plans")
struct MovedPlanTests {
    @Test(
        "a move is agreed by its day, by praise and by a farewell",
        arguments: [
            (
                "A: Coffee Saturday after Asr at Elixir?\nB: Perfect\nA: Can we make coffee Sunday instead? same time\n"
                    + "B: Sunday works", "2025-04-20 15:55"
            ),
            (
                "A: Coffee Saturday after Asr at Elixir?\nB: Perfect\nA: Can we make coffee Sunday instead?\n"
                    + "A: same time\nB: Sunday works", "2025-04-20 15:55"
            ),
            (
                "A: Coffee?\nB: Yes! Saturday after Asr?\nA: Perfect. Elixir on Tahlia street?\n"
                    + "B: Great, see you there", "2025-04-19 15:55"
            ),
            ("A: dinner friday 8pm at ours\nB: perfect, see you there", "2025-04-18 20:00"),
            ("A: Lunch Thursday at 1?\nB: Thursday suits me", "2025-04-17 13:00"),
            ("A: Lunch Thursday at 1?\nB: Perfect! where?\nA: Najd House", "2025-04-17 13:00"),
            ("A: dinner friday 8pm?\nB: ok\nA: could we make it saturday?\nB: saturday is fine", "2025-04-19 20:00"),
            ("A: lunch mon 1pm can?\nB: can", "2025-04-21 13:00"),
            ("A: dinner at 8 tomorrow?\nB: ❤️", "2025-04-16 20:00"),
            ("A: coffee tomorrow 5pm?\nB: yes\nA: can we postpone it a day?\nB: no problem", "2025-04-17 17:00"),
            (
                "A: قهوة السبت ٥ العصر في اليكسر؟\nB: ممتاز\nA: ممكن نخليها الاحد بدالها؟ نفس الوقت\nB: الاحد يناسبني",
                "2025-04-20 17:00"
            ),
            ("A: عشا الجمعة ٩ بالليل؟\nB: ممتاز، اشوفك هناك", "2025-04-18 21:00"),
            ("A: نلتقي الاحد ٥ العصر؟\nB: الاحد تمام", "2025-04-20 17:00"),
            ("A: نتقهوى بكرة ٥ العصر؟\nB: تم\nA: ناجلها يومين؟\nB: ما في مشكلة", "2025-04-18 17:00"),
        ])
    func agreed(lines: String, expected: String) { #expect(plans(lines) == ["AGREED \(expected)"], "\(lines)") }

    @Test(
        "while a move is not agreed, the old time stands",
        arguments: [
            (
                "A: Coffee Saturday after Asr at Elixir?\nB: Perfect\nA: Can we make coffee Sunday instead? same time",
                "2025-04-19 15:55"
            ),
            ("A: Lunch Thursday at 1?\nB: ok\nA: can we do Friday instead?\nB: let me check", "2025-04-17 13:00"),
            ("A: dinner friday 8pm?\nB: ok\nA: could we make it saturday?", "2025-04-18 20:00"),
            ("A: coffee tomorrow 5pm?\nB: yes\nA: can we postpone it a day?", "2025-04-16 17:00"),
            ("A: قهوة السبت ٥ العصر في اليكسر؟\nB: ممتاز\nA: ممكن نخليها الاحد؟", "2025-04-19 17:00"),
            ("A: عشا الجمعة ٩ بالليل؟\nB: تمام\nA: وش رايك نخليها السبت؟\nB: بشوف وارد عليك", "2025-04-18 21:00"),
        ])
    func stands(lines: String, expected: String) {
        let analysis = read(lines)
        #expect(plans(lines) == ["AGREED \(expected)"], "\(lines)")
        // The talk is about the move now, and that is not agreed.
        #expect(analysis.status == .notConfirmed, "\(lines)")
    }

    @Test(
        "what one of them takes back does not stand",
        arguments: [
            ("A: Lunch Thursday at 1?\nB: ok\nA: can't on Thursday, sorry. Friday?", "OPEN 2025-04-18 13:00"),
            ("A: dinner friday 8pm?\nB: ok\nA: I have to cancel", "DENIED"),
            (
                "A: dinner friday 8pm?\nB: ok\nA: can we make it saturday?\nB: saturday is hard, sunday?",
                "OPEN 2025-04-20 20:00"
            ),
        ])
    func takenBack(lines: String, expected: String) { #expect(plans(lines) == [expected], "\(lines)") }

    private func read(_ lines: String) -> ThreadAnalysis {
        Words.reader.read(ChatThread(messages: ChatCase("", lines, "").messages, context: Words.context))
    }

    private func plans(_ lines: String) -> [String] {
        read(lines).plans.map { answer(ThreadAnalysis($0)) }
    }
}
