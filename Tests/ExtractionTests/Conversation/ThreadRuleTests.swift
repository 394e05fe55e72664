import CivilTime
import Extraction
import PrayerTimes
import Testing

@Suite("Plans in chats")
struct ThreadRuleTests {
    private func read(_ lines: String, known: [KnownEvent] = [], name: String? = nil) -> ThreadAnalysis {
        Words.reader.read(
            ChatThread(
                messages: ChatCase("", lines, "").messages, context: Words.context, contactName: name, known: known))
    }

    private func read(_ messages: [ChatMessage]) -> String {
        answer(Words.reader.read(ChatThread(messages: messages, context: Words.context)))
    }

    private func message(
        _ id: String, _ side: ChatSide, _ minute: Int, _ text: String, _ kind: ChatMessage.Kind = .message,
        target: String? = nil, quoted: String? = nil
    ) -> ChatMessage {
        let at = LocalDateTime(date: LocalDate(daysSince1970: 20_193), hour: 10, minute: minute)
        return ChatMessage(
            id: id, side: side, at: at ?? .midnight(LocalDate(daysSince1970: 20_193)), text: text, kind: kind,
            target: target, quoted: quoted)
    }

    private func date(_ day: Int) -> LocalDate { LocalDate(daysSince1970: 20_193 - 15 + day) }

    @Test("the proof quotes the deciding words of the right messages")
    func proof() throws {
        let event = try #require(read("A: Dinner tomorrow at 8?\nB: make it 9\nA: deal, at Najd House").event)
        let proof = event.proof
        #expect(proof.date?.message == "m1" && proof.date?.words.contains("tomorrow") ?? false)
        #expect(proof.time?.message == "m2" && proof.time?.words == "9")
        #expect(proof.proposal?.message == "m2" && proof.proposal?.side == .contact)
        #expect(proof.acceptance?.message == "m3" && proof.acceptance?.words == "deal")
        #expect(proof.place?.words == "Najd House" && event.place == "Najd House")
    }

    @Test("an Arabic hour in Latin letters is found behind a clause in English")
    func mixedAnswer() {
        let lines = "A: Dinner tomorrow? What time?\nB: ok i will be there, khamsa el masa inshallah"
        #expect(answer(read(lines)).hasSuffix("2025-04-16 17:00"))
    }

    @Test("without prayer times a plan keeps the prayer that names its hour, until an hour is said")
    func untimedPrayer() throws {
        func event(_ lines: String) -> FoundPlan? {
            var context = Words.context
            context.prayerTimes = { _ in nil }
            return Words.reader.read(ChatThread(messages: ChatCase("", lines, "").messages, context: context)).event
        }
        let prayer = try #require(event("A: Dinner tomorrow after Isha?\nB: ok"))
        #expect(prayer.minute == nil && prayer.anchor?.prayer == .isha && prayer.anchor?.relation == .after)
        let hour = try #require(event("A: Dinner tomorrow after Isha?\nB: make it 9pm\nA: ok"))
        #expect(hour.minute == 21 * 60 && hour.anchor == nil)
        let day = try #require(event("A: Dinner tomorrow?\nB: ok"))
        #expect(day.minute == nil && day.anchor == nil)
    }

    @Test("quotes Arabic words by their place in the message")
    func arabicProof() throws {
        let event = try #require(read("A: نتعشى بكرة الساعة ٩ في مطعم النخيل؟\nB: أبشر").event)
        #expect(event.proof.acceptance?.words == "أبشر")
        #expect(event.proof.date?.words.contains("بكرة") ?? false)
        #expect(event.place == "مطعم النخيل")
    }

    @Test(
        "titles are in the language of the chat",
        arguments: [
            ("A: Coffee on Thursday at 5pm?\nB: yes", "Coffee with Sara"),
            ("A: نتعشى بكرة الساعة ٩؟\nB: تم", "عشاء مع Sara"),
            ("A: nt3asha bukra el sa3a 8?\nB: tmam", "عشاء مع Sara"),
            ("A: The dentist is on Sunday at 10am, can you come?\nB: yes", "Dentist"),
            ("A: Thursday at 5pm?\nB: yes", "Meeting with Sara"),
        ])
    func titles(lines: String, expected: String) {
        #expect(read(lines, name: "Sara").event?.title == expected)
    }

    @Test(
        "places",
        arguments: [
            ("A: Lunch tomorrow at 1pm at the office?\nB: ok", "the office"),
            ("A: Coffee tomorrow 5pm?\nB: ok, at Bean Street", "Bean Street"),
            ("A: Call tomorrow at 5pm on Zoom?\nB: ok", "Zoom"),
            ("A: Dinner tomorrow at 8pm?\nB: sure, where?\nA: my place\nB: ok", "my place"),
            ("A: نتقابل بكرة ٥ العصر عند بوابة الجامعة\nB: تم", "بوابة الجامعة"),
            ("A: نتغدى بكرة الساعة ٢؟\nB: تم وين؟\nA: عندي في البيت\nB: زين", "عندي في البيت"),
        ])
    func places(lines: String, expected: String) throws {
        let place = try #require(read(lines).event?.place)
        #expect(expected.contains(place) || place.contains(expected))
    }

    @Test("an edit replaces the words, a deletion removes them")
    func edits() {
        let first = message("1", .customer, 0, "Dinner tomorrow at 8pm?"), yes = message("2", .contact, 2, "yes")
        let edited = message("3", .customer, 1, "Dinner tomorrow at 9pm?", .edited, target: "1")
        #expect(read([first, edited, yes]) == "AGREED 2025-04-16 21:00")
        let deleted = message("3", .customer, 1, "", .deleted, target: "1")
        #expect(read([first, deleted, yes]) == "NONE")
        #expect(read([first, yes, message("3", .contact, 3, "", .deleted, target: "2")]) == "OPEN 2025-04-16 20:00")
        // Nobody edits the other's words.
        let foreign = message("3", .contact, 1, "Dinner tomorrow at 9pm?", .edited, target: "1")
        #expect(read([first, foreign, yes]) == "AGREED 2025-04-16 20:00")
    }

    @Test("a message that comes twice counts once")
    func twice() {
        let first = message("1", .customer, 0, "Dinner tomorrow at 8pm?")
        #expect(read([first, first]) == "OPEN 2025-04-16 20:00")
    }

    @Test("a thumb given to a proposal accepts it, taken back it does not")
    func reactions() {
        let first = message("1", .customer, 0, "Dinner tomorrow at 8pm?")
        let thumb = message("2", .contact, 1, "👍", .reaction, target: "1")
        #expect(read([first, thumb]) == "AGREED 2025-04-16 20:00")
        #expect(read([first, thumb, message("3", .contact, 2, "", .reaction, target: "1")]) == "OPEN 2025-04-16 20:00")
        #expect(read([first, message("2", .customer, 1, "👍", .reaction, target: "1")]) == "OPEN 2025-04-16 20:00")
        #expect(read([first, message("2", .contact, 1, "😂", .reaction, target: "1")]) == "OPEN 2025-04-16 20:00")
    }

    @Test("a quoted proposal is the one that is accepted")
    func quoted() {
        let first = message("1", .customer, 0, "Dinner tomorrow at 8pm?")
        let second = message("2", .customer, 1, "or 9pm?")
        #expect(read([first, second, message("3", .contact, 2, "ok", quoted: "1")]) == "AGREED 2025-04-16 20:00")
        #expect(read([first, second, message("3", .contact, 2, "ok", quoted: "2")]) == "AGREED 2025-04-16 21:00")
    }

    @Test("a change of a known event names it")
    func changes() throws {
        let known = KnownEvent(uid: "u1", date: date(16), minute: 780, activity: "lunch")
        let asked = read("A: can we make it 2?", known: [known])
        #expect(asked.status == .notConfirmed && asked.event?.changeOf == "u1" && asked.event?.minute == 840)
        let agreed = read("A: can we make it 2?\nB: sure", known: [known])
        #expect(agreed.status == .agreed && agreed.event?.changeOf == "u1" && agreed.event?.date == date(16))
        let moved = read("A: can we move lunch to Thursday?\nB: ok", known: [known])
        #expect(moved.status == .agreed && moved.event?.date == date(17) && moved.event?.minute == 780)
        let cancelled = read("B: sorry, have to cancel, something came up", known: [known])
        #expect(cancelled.status == .denied && cancelled.event?.changeOf == "u1")
    }

    @Test(
        "small talk leaves a known event alone",
        arguments: [
            "A: thanks!\nB: see you", "A: who else is coming?\nB: just us", "A: ok\nB: 👍",
            "A: I'm bringing cake\nB: yum",
        ])
    func untouched(lines: String) {
        let known = KnownEvent(uid: "u1", date: date(16), minute: 780, activity: "lunch")
        #expect(read(lines, known: [known]).status == .noEvent)
    }

    @Test("a new plan beside a known event is one of its own")
    func second() {
        let known = KnownEvent(uid: "u1", date: date(16), minute: 780, activity: "lunch")
        let analysis = read("A: padel on Friday at 9pm?\nB: yes", known: [known])
        #expect(analysis.status == .agreed && analysis.event?.changeOf == nil && analysis.event?.date == date(18))
    }

    @Test("several plans of one chat stay apart")
    func several() {
        let analysis = read(
            """
            A: Lunch tomorrow at 1pm?
            B: yes
            A: And padel on Friday at 9pm?
            B: can't, sorry
            A: movie on Saturday at 8pm then?
            B: let me check
            """)
        #expect(analysis.plans.map(\.status) == [.agreed, .denied, .notConfirmed])
        #expect(analysis.plans.map(\.event.date) == [date(16), date(18), date(19)])
    }

    @Test("a doubtful reading is less sure than a plain one")
    func confidence() throws {
        let plain = try #require(read("A: Coffee on Thursday at 5pm?\nB: yes").event)
        let doubtful = try #require(read("A: Coffee next Thursday at 5?\nB: inshallah").event)
        #expect(plain.confidence > 0.9 && !plain.isAmbiguous)
        #expect(doubtful.confidence < plain.confidence && doubtful.isAmbiguous)
    }

    @Test("an hour beside a prayer moves with the prayer of its day")
    func anchors() throws {
        let event = try #require(read("A: نشوفك بكرة بعد العصر؟\nB: خلها السبت\nA: تم").event)
        #expect(event.anchor?.prayer == .asr && event.anchor?.relation == .after)
        #expect(event.date == date(19) && event.minute == 955)
    }
}

@Suite("Checks of agreements")
struct AgreementCheckTests {
    private let thread = ChatThread(
        messages: ChatCase("", "A: Dinner tomorrow at 8pm at Najd House?\nB: yes", "").messages, context: Words.context)

    private func problems(_ change: (inout FoundPlan) -> Void) -> [AgreementChecks.Problem] {
        guard var event = Words.reader.read(thread).event else { return [] }
        change(&event)
        return AgreementChecks(thread: thread).problems(of: event)
    }

    @Test("a good agreement passes")
    func good() { #expect(problems { _ in }.isEmpty) }

    @Test("what must not be believed is not")
    func bad() {
        #expect(problems { $0.proof.acceptance = nil } == [.incomplete])
        #expect(problems { $0.proof.date = nil } == [.noDay])
        #expect(problems { $0.proof.acceptance = $0.proof.proposal } == [.sameSide])
        let otherWords = problems { $0.proof.acceptance?.words = "no" }
        #expect(otherWords == [.wordsNotFound])
        let otherMessage = problems { $0.proof.acceptance?.message = "m9" }
        #expect(otherMessage.contains(.wordsNotFound))
        #expect(
            problems {
                $0.date = $0.date + 800; $0.endDate = $0.date
            } == [.outOfRange])
        #expect(
            problems {
                $0.date = $0.date - 3; $0.endDate = $0.date
            } == [.outOfRange])
        #expect(problems { $0.endMinute = 600 } == [.endBeforeStart])
        #expect(problems { $0.endDate = $0.date - 1 } == [.endBeforeStart])
    }

    @Test("texts are cleaned of what could do harm")
    func cleaned() throws {
        var event = try #require(Words.reader.read(thread).event)
        event.title = "Dinner\r\nSUMMARY:x\u{202E}\u{0007} " + String(repeating: "a", count: 200)
        event.place = "\u{2066}\n"
        let clean = AgreementChecks.cleaned(event)
        #expect(clean.title.hasPrefix("Dinner SUMMARY:x a") && clean.title.count == 100)
        #expect(clean.place == nil)
    }

    @Test("a model's answer gets its values from our own reading")
    func model() throws {
        let answer = ModelAnswer(
            status: "HAS_EVENT_AGREED", proposal: 1, acceptance: 2, dayWords: "tomorrow", timeWords: "8pm",
            placeWords: "Najd House", title: "Dinner")
        let event = try #require(try Words.reader.analysis(of: answer, in: thread).event)
        #expect(event.date.iso8601 == "2025-04-16" && event.minute == 1_200 && event.place == "Najd House")
    }

    @Test(
        "a model's answer that fails the checks is not believed",
        arguments: [
            (ModelAnswer(status: "AGREED"), ModelAnswerError.unknownStatus),
            (ModelAnswer(status: "HAS_EVENT_AGREED", dayWords: "tomorrow"), .unbelievable([.incomplete])),
            (
                ModelAnswer(status: "HAS_EVENT_AGREED", proposal: 1, acceptance: 2, dayWords: "on Friday"),
                .wordsNotFound
            ),
            (ModelAnswer(status: "HAS_EVENT_AGREED", proposal: 1, acceptance: 2, dayWords: "Najd"), .wordsNotFound),
            (ModelAnswer(status: "HAS_EVENT_AGREED", proposal: 1, acceptance: 2), .wordsNotFound),
            (ModelAnswer(status: "HAS_EVENT_AGREED", proposal: 1, acceptance: 7, dayWords: "tomorrow"), .noSuchMessage),
            (
                ModelAnswer(status: "HAS_EVENT_AGREED", proposal: 1, acceptance: 1, dayWords: "tomorrow"),
                .unbelievable([.sameSide])
            ),
            (
                ModelAnswer(status: "HAS_EVENT_AGREED", proposal: 2, acceptance: 1, dayWords: "tomorrow"),
                .unbelievable([.order])
            ),
        ])
    func unbelieved(answer: ModelAnswer, expected: ModelAnswerError) {
        #expect(throws: expected) { try Words.reader.analysis(of: answer, in: thread) }
    }

    @Test("a model that finds nothing is believed")
    func nothing() throws {
        #expect(try Words.reader.analysis(of: ModelAnswer(status: "NO_EVENT"), in: thread).status == .noEvent)
    }
}
