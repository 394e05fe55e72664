import Extraction
import Testing

/// Chats in which somebody hesitates, takes back, or speaks of something else: a wrong event is worse than none.
@Suite("Second thoughts in chats")
struct SecondThoughtTests {
    @Test(
        "the time of a promised answer is no time of the plan",
        arguments: [
            ("A: dinner friday 8?\nB: can i tell you tomorrow?\nA: sure", "OPEN 2025-04-18 20:00"),
            ("A: Interview on Sunday at 2 pm?\nB: I will get back to you by tomorrow 5 pm", "OPEN 2025-04-20 14:00"),
            (
                "A: نقترح اجتماعا يوم الأحد القادم الساعة 10 صباحا\nB: سأراجع جدولي وأوافيكم بالرد غدا",
                "OPEN 2025-04-20 10:00"
            ),
            ("A: العشا الخميس ٩ عندنا؟\nB: بشوف الأهل وارد عليك بكرة", "OPEN 2025-04-17 21:00"),
        ])
    func answerLater(lines: String, expected: String) { expect(lines, expected) }

    @Test(
        "a condition beside God willing is no acceptance",
        arguments: [
            ("A: عشا عندنا الاربعاء الساعة ٩\nB: ان شاء الله لو فضينا", "OPEN 2025-04-16 21:00"),
            ("A: نتقابل بكرة ٦؟\nB: ان شاء الله لو خلصت بدري\nA: ماشي", "OPEN 2025-04-16 18:00"),
        ])
    func condition(lines: String, expected: String) { expect(lines, expected) }

    @Test(
        "whoever doubts right after a yes has not accepted",
        arguments: [
            ("A: cricket fri 6am?\nB: 6AM 💀\nA: its too hot later", "OPEN 2025-04-18 06:00"),
            ("A: coffee tmrw 4?\nB: sure\nB: if i wake up lol no promises", "OPEN 2025-04-16 16:00"),
            ("A: can we do lunch tuesday?\nB: yes\nB: actually ill let you know tomorrow", "OPEN 2025-04-22 –"),
            ("A: dinner wed 8?\nB: yes\nB: cant promise tho\nA: ok", "OPEN 2025-04-16 20:00"),
        ])
    func doubt(lines: String, expected: String) { expect(lines, expected) }

    @Test(
        "a plan is taken back by its day",
        arguments: [
            ("A: playdate monday 4pm?\nA: wait no\nA: forget monday sorry\nB: haha no worries", "DENIED"),
            ("A: بكرا ٦ المسا عالنادي؟\nB: جاهز\nA: اخي بكرا ما رح اقدر\nA: آسف عنجد", "DENIED"),
            ("A: gym at 7 tonight?\nB: not tonight plz\nA: ok", "DENIED"),
            ("A: my place at 9 tonight?\nB: cant tonight, exam tmrw", "DENIED"),
            ("A: بكرة ٧ في النادي؟\nB: تمام\nA: بكرة ما اقدر، الخميس؟\nB: اوكي", "AGREED 2025-04-17 19:00"),
        ])
    func takenBack(lines: String, expected: String) { expect(lines, expected) }

    @Test(
        "help that is offered does not bring a refused plan back",
        arguments: [
            "A: They offer a visit on Monday the 21st. Should I schedule that?\nB: No, I don't want to visit it.\n"
                + "A: Shall I look for something cheaper?\nB: Not today, thank you.\nA: All right, goodbye."
        ])
    func help(lines: String) { expect(lines, "DENIED") }

    @Test(
        "money, matches and one's own errands are no plans",
        arguments: [
            "A: الايجار كام\nB: ٧ الاف\nA: ينفع ٦ ونص؟\nB: لا اخره ٧",
            "A: بكم الآيباد\nB: ٩ آلاف\nA: ينفع ٨؟\nB: تمام",
            "A: بكم الآيباد\nB: ١٥٠٠\nA: ينفع ١٢؟\nB: لا",
            "A: مباراة الهلال اليوم الساعه كم\nB: ٩ بالليل\nA: تمام",
            "A: what time is the match today\nB: 9 pm\nA: cool thanks",
            "A: وش عندك هالويكند\nB: بسافر المدينه الخميس رحلتي ٦ الصبح\nA: توصل بالسلامه",
            "B: موعدها في العيون بكره ٨ الصبح بوديها انا واخوي\nA: الله يشفيها",
        ])
    func noPlan(lines: String) { expect(lines, "NONE") }

    @Test(
        "numbers of houses, hearts and tickets are no hours",
        arguments: [
            ("A: gym at 6:30 pm today?\nB: ok\nA: building 14 flat 3, thanks", "AGREED 2025-04-15 18:30"),
            ("A: neshrab ahwe bukra 3al 5 el 3aser?\nB: yallaaa akid\nA: <3", "AGREED 2025-04-16 17:00"),
            ("A: dinner tonight at 8?\nB: yes, just one", "AGREED 2025-04-15 20:00"),
        ])
    func noHours(lines: String, expected: String) { expect(lines, expected) }

    private func expect(_ lines: String, _ expected: String) {
        let thread = ChatThread(messages: ChatCase("", lines, "").messages, context: Words.context)
        #expect(answer(Words.reader.read(thread)) == expected, "\(lines)")
    }
}
