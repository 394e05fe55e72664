import CivilTime

/// Tells what proposes something from what only tells or asks.
extension Talk {
    /// Returns true for a message that begins a plan.
    func beginsPlan(_ turn: Turn) -> Bool {
        let hasInvited = Memory.isWithin(.exchange, memory[turn.side].invited, before: turn)
        let answersWhen = turn.answersTime && (turn.asked.contains(.propose) || hasInvited || tellsFeast(turn))
        if turn.values.isEmpty { return isIdea(turn) || sharedTold(turn) != nil }
        return isProposal(turn) || answersWhen || followsVoice(turn)
    }

    /// Returns true for the hour of a wedding, a dinner and the like that the same side named: whoever asks for it
    /// means to come.
    private func tellsFeast(_ turn: Turn) -> Bool {
        guard let told = memory.told, told.side == turn.side, Memory.isWithin(.exchange, told.index, before: turn),
            let activity = told.activity, !activity.is(.public)
        else { return false }
        return activity.hours == .evening || activity.hours == .lunch
    }

    /// Returns true for a day and an hour behind the other's yes to one's own voice note.
    func followsVoice(_ turn: Turn) -> Bool {
        guard let last = memory.last, last.side == turn.side.other, last.reading.has(MessageReading.yeses),
            last.index > 0, messages[last.index - 1].isUnheard, memory.roles[last.index - 1] == turn.side
        else { return false }
        return turn.namesDayAndHour && !turn.reading.has(Self.untold)
    }

    /// Returns true if a message with times proposes something to the other.
    func isProposal(_ turn: Turn) -> Bool {
        let reading = turn.reading
        guard !turn.values.isEmpty, !deniesActivity(reading) else { return false }
        if reading.acts.contains(where: { MessageReading.directed.contains($0.act) && !isFramed($0, reading) })
            || offersChoice(turn) || asksForYes(reading) || turn.marks.contains(.who)
        {
            return true
        }
        // "See you at 8" proposes, "see you tomorrow" is a farewell.
        if reading.has(.farewell), reading.activities.allSatisfy({ $0.sense.isGeneral }) {
            return turn.hasHour || turn.isQuestion || reading.place != nil
        }
        return waitsAt(turn) || namesActivity(turn) || !tellsOrAsks(turn) && (reading.isBare || asksForTime(turn))
    }

    /// Returns true for "I'll wait for you downstairs at five", where nobody named another hour.
    private func waitsAt(_ turn: Turn) -> Bool {
        current == nil && memory.told?.side != turn.side.other && !turn.reading.has(Self.untold)
            && turn.reading.acts.contains { act in
                act.act == .commit && turn.reading.opens(act)
                    && turn.values.contains { $0.clause == act.clause && $0.expression.best.minute != nil }
            }
    }

    /// Returns true for "We have Thursday at five or Friday at six".
    private func offersChoice(_ turn: Turn) -> Bool { turn.values.count > 1 && turn.values.contains(where: \.isOption) }

    /// Returns true for an activity beside the time. "Sara's birthday is on Friday" only tells.
    private func namesActivity(_ turn: Turn) -> Bool {
        let reading = turn.reading, sentences = Set(turn.values.map { reading.clauses[$0.clause].sentence })
        return reading.activities.contains { activity in
            activity.sense.key != "birthday" && sentences.contains(reading.clauses[activity.clause].sentence)
        }
    }

    /// Returns true for times that propose nothing.
    private func tellsOrAsks(_ turn: Turn) -> Bool {
        // "When is the exam?" asks.
        if turn.reading.has([.askWhen, .askDay, .askTime]), current == nil { return true }
        // "I'll let you know about Friday" proposes nothing.
        if turn.reading.has(.defer), turn.activity == nil { return true }
        // "By five" is a task, not a meeting.
        if turn.values.allSatisfy({ $0.expression.best.isBound }) { return true }
        // A bare "at 4" after "when does the bank close?" tells.
        return memory[turn.side.other].inquired && current == nil && !turn.asksForValues
    }

    /// Returns true for "no gym today".
    private func deniesActivity(_ reading: MessageReading) -> Bool {
        reading.acts.contains { no in
            no.act == .no && reading.activities.contains { $0.words.lowerBound == no.words.upperBound }
        }
    }

    /// Returns true for a question with a day and an hour that asks nothing about them: "nandos sat 7pm, fancy it?".
    private func asksForTime(_ turn: Turn) -> Bool {
        let reading = turn.reading
        guard current == nil, turn.asks.isEmpty, !reading.has(Self.untold) else { return false }
        return turn.values.contains { value in
            let best = value.expression.best
            guard reading.isQuestion(value.clause), best.minute != nil, !best.isDayImplied else { return false }
            let sentence = reading.clauses[value.clause].sentence
            let words = reading.clauses.filter { $0.sentence == sentence }.flatMap { reading.words[$0.words] }
            return !words.contains { Self.asking.contains($0.text) }
        }
    }

    /// Words of questions that want to know something.
    private static let asking: Set<String> = [
        "is", "are", "was", "does", "do", "did", "isnt", "right", "correct", "has", "have", "هل", "صح", "مو", "مش",
    ]

    /// Returns true for a question that ends in "ok?": "For the pest control, Sunday at ten ok?"
    private func asksForYes(_ reading: MessageReading) -> Bool {
        reading.acts.contains { act in
            act.act == .yes && reading.clauses[act.clause].isQuestion && act.words.count == 1
                && act.words.upperBound == reading.clauses[act.clause].words.upperBound
                && reading.clauses[act.clause].words.count > 1
        }
    }

    /// Returns true for an act about the past, others or another subject. "Did you book it?" asks about the past;
    /// "I was thinking" is a proposal in itself.
    func isFramed(_ act: MessageReading.FoundAct, _ reading: MessageReading) -> Bool {
        reading.acts.contains {
            $0.clause == act.clause && [.past, .reported, .hours, .topic].contains($0.act)
                && (act.act != .propose || $0.act == .past && $0.words.lowerBound < act.words.lowerBound)
        }
    }

    /// Returns true if the values of a message are offered beside a refusal: "can't do 5, 6 works".
    func isOffer(_ turn: Turn) -> Bool {
        turn.reading.has([.counter, .yes, .like, .propose, .invite]) || turn.isQuestion
    }

    /// Returns true for a plan without any time: "shall we have dinner?".
    func isIdea(_ turn: Turn) -> Bool {
        // "Shall I look for another game?" offers help.
        if turn.reading.has(.more), !turn.isDirected { return false }
        guard turn.activity != nil || turn.reading.place != nil, !turn.reading.has([.topic, .hours])
        else { return false }
        if turn.reading.isBare, turn.reading.activities.contains(where: { turn.reading.isQuestion($0.clause) }) {
            return true
        }
        return turn.reading.acts.contains { act in
            [.propose, .invite, .confirm, .free].contains(act.act) && !isFramed(act, turn.reading)
        }
    }

    /// Returns true for a question whether something takes place: "is there a match today?".
    func isInquiry(_ reading: MessageReading) -> Bool {
        (reading.has(.inquiry) || asksForPublicEvent(reading)) && !reading.has(MessageReading.directed)
    }

    /// Returns true for "what time is the match?": asking is not proposing.
    private func asksForPublicEvent(_ reading: MessageReading) -> Bool {
        let last = reading.words.last { $0.kind == .word }?.text ?? ""
        let isTagged = ["right", "correct", "صح", "صحيح"].contains(last)
        if isTagged, reading.activities.contains(where: { $0.sense.is(.public) }) { return true }
        return reading.acts.contains { act in
            [.askWhen, .askTime].contains(act.act)
                && reading.activities.contains { $0.clause == act.clause && $0.sense.is(.public) }
        }
    }
}
