import Extraction
import Testing

@Suite("Chats of the Maghreb and of Iraq")
struct MaghrebAndIraqTests {
    @Test(
        "plans are read in the words of the Maghreb",
        arguments: [
            ("A: واش نتلاقاو غدوة مع 8 د العشية؟\nB: واخا خويا", "AGREED 2025-04-16 20:00"),
            ("A: نتقهواو غدوة مع 5؟\nB: مانقدرش نجي، مشغول بزاف", "DENIED"),
            ("A: نتعشاو الجمعة مع 9 ديال الليل؟\nB: نشوف ونرد عليك", "OPEN 2025-04-18 21:00"),
            ("A: نخرجو السبت على 4؟\nB: باهي برشا", "AGREED 2025-04-19 16:00"),
            ("A: فوقاش نتلاقاو؟\nB: غدا مع 6 د العشية\nA: مزيان", "AGREED 2025-04-16 18:00"),
        ])
    func maghreb(lines: String, expected: String) { check(lines, expected) }

    @Test(
        "plans are read in the words of Iraq",
        arguments: [
            ("A: خل نطلع باجر الساعة 7 العصر\nB: صار عيوني", "AGREED 2025-04-16 19:00"),
            ("A: خل نتعشى الخميس الساعة 9 بالليل\nB: ما اكدر اجي عيني", "DENIED"),
            ("A: متفرغ باجر؟\nB: اي\nA: نلتقي الساعة 5 العصر بالمطعم\nB: تدلل", "AGREED 2025-04-16 17:00"),
            ("A: باجر الساعة 8 المسا نتعشه سوه؟\nB: اشوف واكلك", "OPEN 2025-04-16 20:00"),
            ("A: الاجتماع باجر الساعة 10 الصبح\nB: احنه جايين", "AGREED 2025-04-16 10:00"),
        ])
    func iraq(lines: String, expected: String) { check(lines, expected) }

    private func check(_ lines: String, _ expected: String) {
        let chat = ChatCase(lines, lines, expected)
        let thread = ChatThread(messages: chat.messages, context: Words.context)
        #expect(answer(Words.reader.read(thread)) == expected)
    }
}
