import Extraction
import Testing

/// Chats with several plans: each takes its parts from its own exchange.
@Suite("Several plans in a chat")
struct SecondPlanTests {
    @Test(
        "a sentence with a day and an hour of its own opens a new plan",
        arguments: [
            (
                "A: Dinner Friday 8pm?\nB: yes\nA: And dentist Monday 10am\nB: ok",
                ["AGREED 2025-04-18 20:00", "AGREED 2025-04-21 10:00"]
            ),
            (
                "A: لا تنسى عزيمة ابوي السبت الساعة ٩ بالليل\nB: ان شاء الله\n"
                    + "A: وموعد الجوازات الثلاثاء ٨ ونص الصبح\nB: زين",
                ["AGREED 2025-04-19 21:00", "AGREED 2025-04-22 08:30"]
            ),
            (
                "A: lunch tomorrow at 1?\nB: yes\nA: and call with the bank Thursday 10am\nB: ok",
                ["AGREED 2025-04-16 13:00", "AGREED 2025-04-17 10:00"]
            ),
            (
                "A: عشا بكرة الساعة ٩؟\nB: تمام\nA: وموعد الاسنان الاحد ١٠ الصبح\nB: زين",
                ["AGREED 2025-04-16 21:00", "AGREED 2025-04-20 10:00"]
            ),
            (
                "A: نلعب بادل الخميس ٩ بالليل؟\nB: اكيد\nA: ولا تنسى عرس خالد السبت ٨ بالليل\nB: ان شاء الله",
                ["AGREED 2025-04-17 21:00", "AGREED 2025-04-19 20:00"]
            ),
            (
                "A: coffee thursday 5pm?\nB: yes\nA: and gym saturday 8am?\nB: no can't saturday",
                ["AGREED 2025-04-17 17:00", "DENIED"]
            ),
            (
                "A: قهوة الخميس ٥ العصر؟\nB: تم\nA: ونادي السبت ٨ الصبح؟\nB: لا السبت ما اقدر",
                ["AGREED 2025-04-17 17:00", "DENIED"]
            ),
            (
                "A: dinner thursday 8pm?\nB: yes\nA: movie friday 9pm?\nB: no can't friday sorry",
                ["AGREED 2025-04-17 20:00", "DENIED"]
            ),
            (
                "A: Coffee tomorrow 5pm?\nB: can't, busy\nA: And dentist Monday 10am?\nB: ok",
                ["DENIED", "AGREED 2025-04-21 10:00"]
            ),
        ])
    func apart(lines: String, expected: [String]) { #expect(plans(lines).map(answer) == expected, "\(lines)") }

    @Test("five plans of one chat are five, or fewer, but never one made of two")
    func five() {
        let found = plans(
            """
            A: نتقهوى بكرة الساعة ٩ بالليل؟
            B: تم، وين؟
            A: كافيه دوز
            B: اوكي
            A: لا تنسى عزيمة ابوي السبت الساعة ٩ بالليل في الاستراحة
            B: ان شاء الله
            A: ومباراة الاحد ٧؟
            B: الاحد ما اقدر، الاثنين نفس الوقت؟
            A: تمام
            B: نأجل القهوة يوم؟
            A: اوكي مافي مشكلة
            B: وموعد الجوازات الثلاثاء ٨ ونص الصبح
            A: زين
            """)
        #expect(
            found.map(answer) == [
                "AGREED 2025-04-17 21:00", "AGREED 2025-04-19 21:00", "AGREED 2025-04-21 19:00",
                "AGREED 2025-04-22 08:30",
            ])
        #expect(found.map(\.event.activity) == ["coffee", "gathering", "match", "appointment"])
        #expect(found.allSatisfy { $0.event.doubts.contains(.severalPlans) })
    }

    @Test("plans of one day are doubted, whether both are agreed or one is open; alone, and days apart, they are not")
    func doubts() {
        let both = plans("A: Dinner Friday 8pm?\nB: yes\nA: And dentist Monday 10am\nB: ok")
        #expect(both.map(\.event.doubts) == [[.severalPlans], [.severalPlans]])
        let beside = plans("A: Dinner Friday 8pm?\nB: yes\nA: And padel Saturday 9pm?\nB: let me check")
        #expect(beside.map(\.event.doubts) == [[.severalPlans], []])
        #expect(plans("A: Dinner Friday 8pm?\nB: yes").map(\.event.doubts) == [[]])
        let refused = plans("A: Dinner Friday 8pm?\nB: yes\nA: padel Saturday 9pm?\nB: can't, sorry")
        #expect(refused.first?.event.doubts == [])
    }

    @Test("a guessed half of the day and a day that may be another are doubted; an hour of the afternoon is not")
    func unsure() {
        #expect(plans("A: can we meet Thursday at 7?\nB: ok").map(\.event.doubts) == [[.unsure]])
        #expect(plans("A: can we meet Thursday at 7pm?\nB: ok").map(\.event.doubts) == [[]])
        #expect(plans("A: can we meet Thursday at 3?\nB: ok").map(\.event.doubts) == [[]])
        #expect(plans("A: dinner next Thursday at 8pm?\nB: ok").map(\.event.doubts) == [[.unsure]])
    }

    @Test("an hour that was named for another plan is doubted")
    func otherExchange() {
        let found = plans(
            "A: Dinner tomorrow at 8pm?\nB: yes\nA: And padel with the guys on Friday?\nB: ok same time\nA: great")
        #expect(found.count == 2 && found.last?.event.doubts.contains(.otherExchange) == true)
    }

    private func plans(_ lines: String) -> [PlanFinding] {
        Words.reader.read(ChatThread(messages: ChatCase("", lines, "").messages, context: Words.context)).plans
    }

    private func answer(_ plan: PlanFinding) -> String { ExtractionTests.answer(ThreadAnalysis(plan)) }
}
