import Extraction
import Testing

private let slotsOffered = "We have Thursday at 5:45pm or Friday at 5:15pm"

/// Times that one only told, and yeses that answer something else.
@Suite("Told times and settled messages")
struct ToldTimesTests {
    @Test(
        "what one told is a plan once the other answers as to an invitation",
        arguments: [
            ChatCase(
                "come along", "A: the pitch is ours Thursday 9pm under the bridge\nB: count me in",
                "AGREED 2025-04-17 21:00"),
            ChatCase("a mere ok", "A: the pitch is ours Thursday 9pm under the bridge\nB: ok", "NONE"),
            ChatCase("nobody answers", "A: the pitch is ours Thursday 9pm under the bridge", "NONE"),
            ChatCase(
                "answer later", "A: the pitch is ours Thursday 9pm under the bridge\nB: will let you know tonight",
                "OPEN 2025-04-17 21:00"),
            ChatCase(
                "declined", "A: the pitch is ours Thursday 9pm under the bridge\nB: sorry can't make it", "DENIED"),
            ChatCase("it suits", "B: الشقة متاحة السبت ٥ العصر\nA: ممتاز يناسبني", "AGREED 2025-04-19 17:00"),
            ChatCase("in Arabic", "A: حاجزين ملعب الخميس ١٠ بالليل\nB: احسبوني معكم", "AGREED 2025-04-17 22:00"),
            ChatCase(
                "the invitation comes after", "A: عيد ميلاد سلمى يوم ٢٠ أبريل\nA: تيجو من ٣ العصر\nB: جايين",
                "AGREED 2025-04-20 15:00"),
            ChatCase("plans of others", "A: my brother flies Thursday 9pm from gate 3\nB: count me in", "NONE"),
            ChatCase(
                "the day before what time", "A: باغين نروح البر السبت\nB: اي ساعة\nA: ٦ الصبح\nB: تم",
                "AGREED 2025-04-19 06:00"),
            ChatCase(
                "invited, then when", "A: ماتيجي معايا السوق\nB: امتى\nA: بكره ٧ بليل قدام المول\nB: ماشي",
                "AGREED 2025-04-16 19:00"),
            ChatCase(
                "an own appointment is called off",
                "A: عندي موعد بكرة الساعة ٤ مع دكتور الجلدية\nB: اهلا\nA: ابغى الغيه", "DENIED"),
        ])
    func told(chat: ChatCase) { #expect(read(chat) == chat.expected) }

    @Test(
        "an offer to come answers a plan, or proposes one",
        arguments: [
            ChatCase("answers", "A: coffee tomorrow 5pm?\nB: I'll pick you up", "AGREED 2025-04-16 17:00"),
            ChatCase("proposes", "A: I'll pick you up tomorrow at 5pm\nB: ok", "AGREED 2025-04-16 17:00"),
        ])
    func offers(chat: ChatCase) { #expect(read(chat) == chat.expected) }

    @Test(
        "a yes must answer the plan",
        arguments: [
            ChatCase(
                "liked after let me ask",
                "A: Dinner Friday 8pm?\nB: let me ask him and get back to you\nA: ok, nice place\nB: amazing thanks",
                "OPEN 2025-04-18 20:00"),
            ChatCase("a wish", "A: Dinner Friday 8pm?\nB: I'd love to, but the kids have school", "DENIED"),
            ChatCase(
                "busy, to be checked", "A: Dinner Friday 8pm?\nB: Friday is usually busy, I'll check and let you know",
                "OPEN 2025-04-18 20:00"),
            ChatCase("prohibition", "A: نتعشى الجمعة ٨؟\nB: اوك بس لا تتأخر مثل كل مرة", "AGREED 2025-04-18 20:00"),
            ChatCase(
                "another time", "A: Coffee Monday 5pm?\nB: Monday is bad for me\nA: no worries, another time", "DENIED"),
            ChatCase(
                "another's words", "A: so he goes \"dinner saturday 8pm?\"\nB: yes and you said?", "NONE"),
        ])
    func answers(chat: ChatCase) { #expect(read(chat) == chat.expected) }

    @Test(
        "ordinary talk agrees to nothing, moves nothing and calls nothing off",
        arguments: [
            ChatCase(
                "a condition", "A: Dinner Friday 8pm?\nB: yeah Friday works if my boss lets me", "OPEN 2025-04-18 20:00"),
            ChatCase(
                "dishes", "A: Dinner at ours Saturday 8pm?\nB: brb I'll do the dishes first", "OPEN 2025-04-19 20:00"),
            ChatCase("bread", "A: نتعشى الجمعة ٨؟\nB: نازل اشتري خبز", "OPEN 2025-04-18 20:00"),
            ChatCase(
                "another hour is booked",
                "A: Can you book the table for Friday at 7pm?\nB: I booked it for Friday at 9:30pm",
                "OPEN 2025-04-18 21:30"),
            ChatCase("am, I mean", "A: Desert trip Friday at 5?\nB: ok\nA: 5am I mean", "OPEN 2025-04-18 05:00"),
            ChatCase(
                "on my way", "A: Sara's birthday is on Friday at 7pm\nB: how nice\nA: where are you?\nB: I'm on my way",
                "NONE"),
            ChatCase("a headache", "A: Dinner Friday 8pm?\nB: ok\nB: my headache has gone", "AGREED 2025-04-18 20:00"),
            ChatCase("no gym", "A: Dinner Friday 8pm?\nB: ok\nB: no gym today, so tired", "AGREED 2025-04-18 20:00"),
            ChatCase("sold", "A: Dinner Friday 8pm?\nB: ok\nB: سيارتي انباعت", "AGREED 2025-04-18 20:00"),
            ChatCase(
                "a share", "A: Padel Friday 8pm?\nB: ok\nA: what's my share?\nB: 130\nA: ok", "AGREED 2025-04-18 20:00"),
            ChatCase(
                "impatient", "A: Can you come Thursday at 5pm?\nB: I can't wait till Thursday", "OPEN 2025-04-17 –"),
        ])
    func nothing(chat: ChatCase) { #expect(read(chat) == chat.expected) }

    @Test("a day that one refused does not come back with the same one's invitation")
    func refusedDay() {
        let status = read(ChatCase("", "A: I can't do Friday\nA: will you come over?\nB: sure", ""))
        #expect(!status.contains("2025-04-18"))
    }

    @Test(
        "one of several slots is chosen by its day, its hour or its place in the row",
        arguments: [
            ChatCase("day", "B: \(slotsOffered)\nA: Thursday then", "AGREED 2025-04-17 17:45"),
            ChatCase("hour", "B: \(slotsOffered)\nA: 5.15 please", "AGREED 2025-04-18 17:15"),
            ChatCase("first", "B: عندنا الخميس ٥:٣٠ العصر او السبت ١٠ الصبح\nA: اخذ الأول", "AGREED 2025-04-17 17:30"),
        ])
    func slots(chat: ChatCase) { #expect(read(chat) == chat.expected) }

    @Test("a yes to a quoted message that turned out to be a joke brings nothing back")
    func quotedJoke() {
        var messages = ChatCase("", "A: Dinner on Friday at 8pm?\nA: haha just kidding\nB: ok deal", "").messages
        messages[2].quoted = messages[0].id
        #expect(answer(Words.reader.read(ChatThread(messages: messages, context: Words.context))) == "NONE")
    }

    @Test("films that a business plays are no plan")
    func media() {
        let chat = """
            A: I'd like to watch a drama tonight
            B: I found 3 movies for you. How about High Life?
            A: Sounds good
            B: Please confirm: playing High Life with subtitles
            A: Yes, that's correct
            B: Your movie starts now
            """
        #expect(read(ChatCase("film", chat, "NONE")) == "NONE")
    }

    private func read(_ chat: ChatCase) -> String {
        answer(Words.reader.read(ChatThread(messages: chat.messages, context: Words.context)))
    }
}
