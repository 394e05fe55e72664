import CivilTime

/// Reads the messages of a talk, each with what was asked and planned before it.
extension Talk {
    /// Reads a message.
    func turn(_ index: Int) -> Turn {
        var message = messages[index]
        message.side = role(of: message)
        var turn = Turn(message, index: index, asked: memory[message.side.other].asks)
        var context = context
        context.reference = message.at
        let words = lexicon.words(message.text)
        context.activity = reader.hours(words) ?? plan.flatMap { $0.isActive ? $0.activity?.hours : nil }
        let text = FoldedText(DrawnOutLetters(times: times.lexicon).usual(message.text, words), times.lexicon)
        let found = expressions(in: text, words, context)
        turn.reading = reader.read(words, found)
        turn.marks = lexicon.marks(in: words)
        if speaksOfMoney(turn) {
            let kept = found.filter { !$0.best.isDayImplied || $0.best.minute == nil }
            if kept.count < found.count { turn.reading = reader.read(words, kept) }
        } else {
            addHours(to: &turn, found, text, context)
        }
        turn.activity = activity(turn)
        readCode(&turn)
        return turn
    }

    /// Finds the times of a message that its own words mark.
    private func expressions(
        in text: FoldedText, _ words: [ChatWord], _ context: ReadingContext
    ) -> [TimeExpression] {
        let marked = TimeFilter(lexicon: lexicon).filtered(evenings(in: text, words, context), words)
        let found = ShortDays(times: times, lexicon: lexicon, text: text).found(beside: marked, words, context)
        return ReplacedTimes(lexicon: lexicon).settled(found, words)
    }

    /// Finds times. "Tonight" makes it an hour of the night, even for a breakfast.
    private func evenings(in text: FoldedText, _ words: [ChatWord], _ context: ReadingContext) -> [TimeExpression] {
        let found = times.expressions(in: text, context)
        guard context.activity == .meeting || context.activity == .breakfast,
            found.contains(where: { $0.best.isHalfImplied }), lexicon.hasMark(.evening, words)
        else { return found }
        var free = context
        free.activity = .evening
        return times.expressions(in: text, free)
    }

    /// Returns true soon after talk of money, where a bare number is a price: "7,000" – "would 6 and a half do?".
    private func speaksOfMoney(_ turn: Turn) -> Bool {
        guard turn.marks.contains(.price) || Memory.isWithin(.answer, memory.lastPrice, before: turn)
        else { return false }
        return !(plan?.hasValue ?? false) && !turn.marks.contains(.clock)
            && !turn.reading.words.contains { $0.text == ":" }
    }

    /// Adds the hours without a word that marks them, where one is expected.
    private func addHours(
        to turn: inout Turn, _ found: [TimeExpression], _ text: FoldedText, _ context: ReadingContext
    ) {
        guard !turn.reading.times.contains(where: { $0.expression.best.minute != nil }) else { return }
        let expectsHour = expectsHour(turn)
        let proposesPart =
            turn.reading.times.isEmpty && turn.reading.has([.propose, .invite]) && turn.reading.words.count <= 6
        guard expectsHour || proposesPart else { return }
        var bare = BareHour(times: times, lexicon: lexicon, text: text)
        bare.isAsked =
            turn.asked.contains(.askTime) || turn.asked.contains(.askWhen)
            || turn.reading.has([.counter, .postpone])
        var hours = expectsHour ? bare.find(turn.reading, context) : []
        if countsAgain(hours, turn) {
            hours = []
            acceptCount(&turn)
        }
        if hours.isEmpty, let part = bare.part(turn.reading, context) { hours = [part] }
        guard !hours.isEmpty else { return }
        let all = (found + hours).sorted { $0.range.lowerBound < $1.range.lowerBound }
        turn.reading = reader.read(turn.reading.words, all)
    }

    /// Returns true where a number can be an hour.
    private func expectsHour(_ turn: Turn) -> Bool {
        turn.asked.contains(.askTime) || turn.asked.contains(.askWhen)
            || turn.reading.has([.counter, .postpone]) && !turn.asked.contains(.askCount) || isShortAnswer(turn)
            || offersNumber(turn) || answersToldHour(turn) || asksNumber(turn)
    }

    /// Returns true for a question that proposes without any time: "study three at the library?".
    private func asksNumber(_ turn: Turn) -> Bool {
        turn.isQuestion && turn.reading.times.isEmpty && turn.reading.has([.propose, .invite])
            && turn.asked.isDisjoint(with: [.askCount]) && !(plan?.hasValue ?? false)
    }

    /// Returns true for a short message about a plan.
    private func isShortAnswer(_ turn: Turn) -> Bool {
        guard let plan, plan.isActive, plan.hasValue else { return false }
        let limit = turn.reading.words.first?.kind == .number ? 12 : 7
        return turn.reading.words.count { $0.kind == .word || $0.kind == .number } <= limit
            && !turn.asked.contains(.askCount)
    }

    /// Returns true for a number right after "can do", "let's do" and the like, about a plan whose hour is open.
    private func offersNumber(_ turn: Turn) -> Bool {
        guard let plan, plan.isActive, plan.hasValue, !turn.asked.contains(.askCount) else { return false }
        return turn.reading.acts.contains { act in
            [.yes, .propose].contains(act.act) && turn.reading.words.indices.contains(act.words.upperBound)
                && turn.reading.words[act.words.upperBound].kind == .number
        }
    }

    /// Returns the activity of a message. "At the mall" is a place, "see you" says little: another word says better
    /// what is planned.
    private func activity(_ turn: Turn) -> ActivitySense? {
        let activities = turn.reading.activities
        let named = activities.first { !$0.sense.isGeneral && !turn.isPlace($0) }
        return (named ?? activities.first { !$0.sense.isGeneral } ?? activities.first)?.sense
    }

    /// Reads the short answer that the other asked for: "reply 1 to confirm".
    private func readCode(_ turn: inout Turn) {
        guard let word = turn.reading.words.first, turn.reading.words.count == 1,
            let act = memory[turn.side.other].codes[word.text]
        else { return }
        turn.reading.times = []
        turn.reading.acts = [MessageReading.FoundAct(act: act, words: 0..<1, clause: 0)]
    }
}
