import Extraction
import Testing

/// Chats whose day or hour was read wrongly in an agreed event, and others of their kind.
@Suite("Days and hours that are easily read wrongly")
struct WrongTimeTests {
    @Test(
        "the new day counts, not the one that it replaces",
        arguments: [
            ("A: let's do the review Tuesday instead of Monday, 2pm\nB: works for me", "2025-04-22 14:00"),
            ("A: dinner Thursday instead of Wednesday at 8?\nB: ok", "2025-04-17 20:00"),
            ("A: gym Saturday rather than Friday, 7am?\nB: sure", "2025-04-19 07:00"),
            ("A: can we meet Monday instead of Sunday? 5pm works for me\nB: Monday is fine", "2025-04-21 17:00"),
            ("A: call at 6 instead of 5 tomorrow?\nB: ok", "2025-04-16 18:00"),
            ("A: the class is on Saturday not Friday this week, 4pm\nB: ok", "2025-04-19 16:00"),
            ("A: changed the meeting from Sunday to Monday at 10am\nB: ok noted", "2025-04-21 10:00"),
            ("A: moved the dinner from Thursday to Friday at 9pm\nB: works", "2025-04-18 21:00"),
            (
                "A: padel Friday 9pm?\nB: yes\nA: can we play Thursday instead of Friday, same time?\nB: ok",
                "2025-04-17 21:00"
            ),
            ("A: خلوا اللقاء الثلاثاء بدل الاثنين الساعة ٢ الظهر\nB: تمام", "2025-04-22 14:00"),
            ("A: نتغدى الجمعة بدل الخميس؟ الساعة ١\nB: تمام", "2025-04-18 13:00"),
            ("A: خلينا نتقابل السبت بدل الاحد الساعة ٧ المغرب\nB: اوكي", "2025-04-19 19:00"),
            ("A: الاجتماع الاثنين مو الاحد، الساعة ١٠ الصبح\nB: تمام", "2025-04-21 10:00"),
            ("A: غيروا الموعد من الاحد الى الاثنين الساعه ١٠ الصبح\nB: تمام", "2025-04-21 10:00"),
            ("A: نقلنا التدريب من السبت للجمعة الساعة ٥ العصر\nB: اوك", "2025-04-18 17:00"),
            ("A: اجلنا الاجتماع من الاحد للثلاثاء الساعة ١١ الصبح\nB: تمام", "2025-04-22 11:00"),
        ])
    func replaced(lines: String, expected: String) { expect(lines, "AGREED \(expected)") }

    @Test(
        "another number of people or things is no hour",
        arguments: [
            (
                "A: booked a table for 4 tomorrow 8pm at Al Diwan\nB: nice, make it 5, my brother is coming\nA: done",
                "2025-04-16 20:00"
            ),
            (
                "A: reserved a court for 2 tomorrow at 6pm\nB: make it 4, the guys want in\nA: ok done",
                "2025-04-16 18:00"
            ),
            ("A: dinner for 6 on friday at 8?\nB: make it 7, Omar is coming too\nA: ok", "2025-04-18 20:00"),
            (
                "A: I booked for 3 tomorrow 7pm at Nozomi\nB: perfect, make it 4 please, my sister is joining",
                "2025-04-16 19:00"
            ),
            ("A: I got us 2 tickets for the movie tomorrow at 9pm\nB: make it 3\nA: ok", "2025-04-16 21:00"),
            ("A: بجيب ٥ بيتزا بكره العشا الساعه ٩\nB: خلها ٦\nA: طيب", "2025-04-16 21:00"),
            (
                "A: حجزت طاولة ل ٤ بكره الساعه ٩ بالليل\nB: خليها ٥ اخوي جاي معنا\nA: تمام",
                "2025-04-16 21:00"
            ),
            ("A: حجزنا ملعب ل ١٠ الخميس الساعة ٩ بالليل\nB: تمام خلها ١٢", "2025-04-17 21:00"),
        ])
    func counts(lines: String, expected: String) { expect(lines, "AGREED \(expected)") }

    @Test(
        "another hour still is one, also beside a number of people",
        arguments: [
            ("A: lunch tomorrow at 1?\nB: make it 2\nA: ok", "2025-04-16 14:00"),
            ("A: table for 4 tomorrow at 8pm?\nB: make it 9\nA: ok", "2025-04-16 21:00"),
            ("A: table for 2 at 7pm tomorrow?\nB: make it 8pm\nA: ok", "2025-04-16 20:00"),
            ("A: padel bokra 9 bel leil?\nB: 9 late awy\nA: 8?\nB: 8 mashy", "2025-04-16 20:00"),
        ])
    func hours(lines: String, expected: String) { expect(lines, "AGREED \(expected)") }

    @Test(
        "a short day beside what is planned is a day",
        arguments: [
            ("A: sat lunch at 1?\nB: yes", "AGREED 2025-04-19 13:00"),
            ("A: sun gym 9am?\nB: ok", "AGREED 2025-04-20 09:00"),
            ("A: brunch sat at 11?\nB: yes!", "AGREED 2025-04-19 11:00"),
            ("A: shall we do sat dinner at 8?\nB: yes", "AGREED 2025-04-19 20:00"),
            ("A: we sat in the cafe and had lunch\nB: ok nice", "NONE"),
            ("A: too much sun, gym inside tomorrow at 5pm?\nB: ok", "AGREED 2025-04-16 17:00"),
        ])
    func shortDays(lines: String, expected: String) { expect(lines, expected) }

    @Test(
        "letters that are drawn out change no day and no hour",
        arguments: [
            ("A: نتقابل بكرهه الساعه ٥ العصرر\nB: اوكييي", "2025-04-16 17:00"),
            ("A: نتغدى بكررره الساعة ١؟\nB: تماااام", "2025-04-16 13:00"),
            ("A: نلتقي الخميسس الساعة ٥ العصر\nB: اوكي", "2025-04-17 17:00"),
            ("A: dinner tomorroww at 8?\nB: yesss", "2025-04-16 20:00"),
        ])
    func drawnOut(lines: String, expected: String) { expect(lines, "AGREED \(expected)") }

    @Test("of a long text its beginning is read")
    func long() {
        let filler = String(repeating: "lorem ipsum dolor sit amet ", count: 400)
        expect("A: dinner tomorrow at 8? \(filler)\nB: ok", "AGREED 2025-04-16 20:00")
        expect("A: \(filler) dinner tomorrow at 8?\nB: ok", "NONE")
    }

    private func expect(_ lines: String, _ expected: String) {
        let thread = ChatThread(messages: ChatCase("", lines, "").messages, context: Words.context)
        #expect(answer(Words.reader.read(thread)) == expected, "\(lines)")
    }
}
