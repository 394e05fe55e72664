import CivilTime

/// Times that one told without asking anything: "court booked for Thursday at 9", كتب الكتاب الخميس في الجامع.
///
/// They are a plan once the other answers as to an invitation: comes along, puts the answer off, or declines.
extension RuleFamily {
    static let telling = RuleFamily(
        "telling",
        [
            Rule(
                "an apology for a day that nobody named before refuses it",
                "A: sorry, I can't make it tomorrow / B: no worries → DENIED"
            ) { turn, talk in
                guard talk.plan == nil, !turn.refused.isEmpty, turn.values.isEmpty, turn.means(.refusePlan),
                    turn.reading.has(.apology) || turn.reading.acts.count(where: { $0.act == .refusePlan }) > 1,
                    !turn.isQuestion, turn.asks.isEmpty
                else { return nil }
                return [.startTold(turn.unrefused), .deny]
            },
            Rule(
                "putting off what nobody named before denies it",
                "A: we have to postpone tomorrow / B: oh ok → DENIED"
            ) { turn, talk in
                guard talk.plan == nil, turn.means(.postpone), turn.values.count == 1, !turn.isQuestion,
                    turn.asks.isEmpty, !turn.reading.has([.reported, .third, .past]), !turn.marks.contains(.until),
                    let act = turn.reading.first([.postpone]), turn.values[0].clause == act.clause,
                    turn.values[0].expression.best.minute == nil
                else { return nil }
                return [.startTold(turn), .deny]
            },
            Rule(
                "an appointment of one's own that is cancelled is denied",
                "A: I have a dentist appointment tomorrow at 4 / B: oh / A: I have to cancel it → DENIED"
            ) { turn, talk in
                guard let own = talk.memory.ownAppointment, own.side == turn.side, turn.index > own.index,
                    Memory.isWithin(.appointment, own.index, before: turn), !(talk.plan?.isActive ?? false),
                    turn.means(.withdraw) || turn.means(.postpone)
                else { return nil }
                return [.startTold(own), .deny]
            },
            Rule(
                "what was mentioned before is called off",
                "A: about our thing tomorrow at 8 / B: yeah? / A: I have to bail → DENIED"
            ) { turn, talk in
                guard let mentioned = talk.mentionedBefore(turn), talk.isCalledOff(mentioned, turn) else { return nil }
                return [.startTold(mentioned), .deny]
            },
            Rule(
                "what the other told is declined",
                "A: Sara's birthday is on Friday at 8 / B: sorry I can't make it → DENIED"
            ) { turn, talk in
                guard let told = talk.toldTo(turn), Memory.isWithin(.answer, told.index, before: turn),
                    turn.means(.refusePlan) || turn.means(.withdraw) && !turn.reading.has(.past)
                else { return nil }
                return [.startTold(told), .deny]
            },
            Rule(
                "what the other told is joined",
                "A: Sara's birthday is on Friday at 8pm / B: I'll be there → AGREED 2025-04-18 20:00"
            ) { turn, talk in
                guard let told = talk.toldTo(turn), let yes = talk.joins(told, turn) else { return nil }
                let hasDay = talk.after(.startTold(told), of: turn).plan?.hasDay ?? false
                return [.startTold(told)] + (hasDay ? [.agree(turn.mark([yes.act]), yes.act)] : [])
            },
            Rule(
                "the hour that the other told is said again",
                "A: Sara's birthday is on Friday at 8pm / B: 8 by the garden gate → AGREED 2025-04-18 20:00"
            ) { turn, talk in
                guard let told = talk.toldTo(turn), Memory.isWithin(.subject, told.index, before: turn),
                    let value = turn.values.first(where: { $0.expression.best.minute != nil }), turn.asks.isEmpty,
                    !turn.reading.has(Talk.untold.union([.no, .defer, .maybe, .counter]))
                else { return nil }
                let words = Plan.Mark(side: turn.side, message: turn.index, bytes: value.expression.range)
                return [.startTold(told), .agree(words, .yes)]
            },
            Rule(
                "an answer to what the other told is promised",
                "A: Sara's birthday is on Friday at 8pm / B: I'll let you know → OPEN 2025-04-18 20:00"
            ) { turn, talk in
                guard let told = talk.toldTo(turn), turn.means(.defer), talk.promisesAnswer(turn) else { return nil }
                return [.startTold(told)]
            },
        ])
}

extension Talk {
    /// Returns what the other told today, if a message can answer it.
    fileprivate func toldTo(_ turn: Turn) -> Turn? {
        guard let told = standingTold(turn), told.side != turn.side, told.at.date == turn.at.date, !turn.isQuestion,
            turn.values.isEmpty || repeats(told, turn)
        else { return nil }
        return told
    }

    /// Returns the words with which one comes along. "I'm coming over at 8" needs no more than an "ok", another day and
    /// hour a plain yes.
    fileprivate func joins(_ told: Turn, _ turn: Turn) -> MessageReading.FoundAct? {
        let isNext = told.index == turn.index - 1
        let isSerious = memory.lastPrice == nil && !told.marks.contains(.laugh) && !turn.marks.contains(.laugh)
        let comes = isNext && told.hasHour && told.reading.has([.commit, .come, .done])
        let isPlain = isNext && told.namesDayAndHour && isSerious
        return standing([.commit], turn).first
            ?? standing([.yes], turn).first { yes in
                let word = yes.words.lowerBound
                return comes || isPlain && !lexicon.isMarked(.mereOK, turn.reading.words, at: word)
                    || lexicon.isMarked(.suits, turn.reading.words, at: word)
            }
    }

    /// Returns the message that named a day a few messages before, while no plan is talked about.
    fileprivate func mentionedBefore(_ turn: Turn) -> Turn? {
        guard let mentioned = memory.mentioned, mentioned.index < turn.index, !(plan?.isActive ?? false),
            Memory.isWithin(.news, mentioned.index, before: turn)
        else { return nil }
        return mentioned
    }

    /// Returns true for "it is cancelled", and for the other's "sorry, I can't come".
    fileprivate func isCalledOff(_ mentioned: Turn, _ turn: Turn) -> Bool {
        guard !turn.isQuestion, turn.asks.isEmpty, !offersNew(turn), !turn.reading.has([.reported, .third])
        else { return false }
        let isSorry = turn.reading.has(.apology) || turn.reading.acts.count { $0.act == .refusePlan } > 1
        return turn.means(.withdraw) || turn.means(.refusePlan) && isSorry && mentioned.side != turn.side
    }

    /// Returns what was told a few messages before, if no open plan is talked about.
    func standingTold(_ turn: Turn) -> Turn? {
        guard let told = memory.told, Memory.isWithin(.news, told.index, before: turn), plan?.state != .open
        else { return nil }
        return told
    }

    /// Returns true if a message names no other day and no hour than what the other told.
    func echoesTold(_ turn: Turn) -> Bool {
        guard let told = standingTold(turn), told.side != turn.side else { return false }
        return repeats(told, turn) && turn.values.allSatisfy { $0.expression.best.minute == nil }
    }

    private func repeats(_ told: Turn, _ turn: Turn) -> Bool {
        turn.values.allSatisfy { value in
            told.values.contains { said in
                let best = value.expression.best
                guard best.isDayImplied, let minute = best.minute else { return said.expression.best.date == best.date }
                return said.expression.best.minute.map { $0 % 720 == minute % 720 } ?? false
            }
        }
    }

    /// Returns true for a short message after an hour that the other told: a number there is that hour again.
    func answersToldHour(_ turn: Turn) -> Bool {
        guard let told = standingTold(turn), told.side != turn.side, told.hasHour,
            Memory.isWithin(.subject, told.index, before: turn)
        else { return false }
        return turn.reading.words.count { $0.kind == .word || $0.kind == .number } <= 7
    }

    /// Returns what the other told just before, if a message without times proposes to do it together.
    func sharedTold(_ turn: Turn) -> Turn? {
        guard turn.values.isEmpty, let told = standingTold(turn), told.side != turn.side, told.hasHour,
            Memory.isWithin(.subject, told.index, before: turn), turn.reading.has([.propose, .invite, .come]),
            !turn.reading.has([.farewell, .inshallah]),
            turn.activity.map({ $0.isGeneral || $0.key == told.activity?.key || $0.is(.errand) }) ?? true,
            !turn.reading.has(Self.untold), !turn.asksWhen
        else { return nil }
        return told
    }

    /// Remembers a message that tells a day and says what, when or where, while no plan is talked about.
    mutating func remember(_ turn: Turn) {
        if let plan, [.open, .agreed].contains(plan.state) { return }
        if turn.reading.has([.own, .refusePlan]), turn.activity?.isFormal ?? false {
            var own = turn.unframed
            for index in own.reading.times.indices { own.reading.times[index].isRefused = false }
            if !own.values.isEmpty { memory.ownAppointment = own }
        }
        if tells(turn) { memory.told = turn }
        if turn.values.contains(where: { $0.namesDay && $0.expression.best.endDate == nil }) { memory.mentioned = turn }
    }

    /// Returns true for a message that tells a day with an hour, a place or an activity.
    private func tells(_ turn: Turn) -> Bool {
        let hasDay = turn.values.contains {
            $0.namesDay && $0.expression.best.repetition == nil && !turn.isVague($0.expression)
        }
        guard hasDay, turn.asks.isEmpty, !turn.isQuestion, !turn.reading.has(Self.untold) else { return false }
        return turn.hasHour || turn.reading.place != nil || turn.activity != nil
    }

    /// Acts of messages that are about something other than a plan.
    static let untold: CaseSet<Act> = [
        .past, .reported, .topic, .hours, .window, .joke, .inquiry, .withdraw, .postpone, .refusePlan, .refuseValue,
        .condition, .own, .third,
    ]
}

extension Turn {
    /// Returns this message with its refused times as those of the plan that it speaks of.
    var unrefused: Turn {
        var turn = self
        for index in reading.times.indices { turn.reading.times[index].isRefused = false }
        return turn
    }
}

extension MessageReading.FoundTime {
    /// True for words that name a day, and not only a bound such as "by Friday".
    fileprivate var namesDay: Bool {
        let best = expression.best
        return best.date != nil && !best.isDayImplied && !best.isBound
    }
}
