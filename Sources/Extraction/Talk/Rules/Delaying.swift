import CivilTime

extension RuleFamily {
    /// "Let me check", "maybe", "if I can".
    static let delaying = RuleFamily(
        "delaying",
        if: { turn, talk in
            turn.reading.has([.defer, .maybe, .condition, .doubt]) && talk.plan?.isActive ?? false
        },
        [
            Rule(
                "a day is agreed while its hour is put off",
                "A: Dinner on Friday? / B: Friday is good but I'll tell you the time later → AGREED 2025-04-18 –"
            ) { turn, talk in
                guard let plan = talk.plan, plan.state == .open, plan.proposer == turn.side.other,
                    let yes = talk.acceptance(turn), let taking = talk.taking(turn), taking.plan.hasDay,
                    talk.putsHourOff(turn, after: yes), taking.plan.time == nil
                else { return nil }
                return [.take, .agree(turn.mark([yes.act]), yes.act)]
            },
            Rule(
                "an hour that is asked for and put off leaves the day agreed",
                "A: Lunch on Friday? / B: sure / A: when? / B: let me check → AGREED 2025-04-18 –"
            ) { turn, talk in
                guard let plan = talk.plan, plan.hasDay, plan.time == nil, turn.reading.has(.defer),
                    !turn.asked.isDisjoint(with: [.askWhen, .askTime]), turn.isNow
                else { return nil }
                if plan.state == .agreed { return [.nothing] }
                // "Saturday is fine, when?" took the day; "nice, when?" may not.
                guard let free = plan.isFree, free.side == turn.side.other, plan.proposer == turn.side,
                    !(talk.memory.last?.values.isEmpty ?? true)
                else { return nil }
                return [.agree(free, .yes)]
            },
            Rule(
                "a doubt opens the plan again",
                "A: Lunch tomorrow at 1? / B: sure / B: I might not make it → OPEN 2025-04-16 13:00"
            ) { turn, talk in
                guard turn.reading.has(.doubt) || talk.isSecondThought(turn) else { return nil }
                // Whoever doubts proposes nothing that the other could accept.
                return [.reopen, .leave(to: turn.side.other)]
            },
            Rule(
                "after the agreement a delay changes nothing",
                "A: Lunch tomorrow at 1? / B: sure / A: I'll let you know when I arrive → AGREED 2025-04-16 13:00"
            ) { turn, talk in talk.plan?.state == .agreed && turn.values.isEmpty ? [.nothing] : nil },
            Rule(
                "an answer that is put off leaves the plan open",
                "A: Lunch tomorrow at 1? / B: let me check → OPEN 2025-04-16 13:00"
            ) { turn, talk in
                guard talk.delays(turn), turn.values.isEmpty || !talk.isProposal(turn) else { return nil }
                // "Answer me tomorrow" leaves the answer to the other.
                return [.putOff]
            },
            Rule(
                "a condition leaves the plan open",
                "A: Lunch tomorrow at 1? / B: if I finish early → OPEN 2025-04-16 13:00"
            ) { turn, talk in
                guard let plan = talk.plan, plan.state != .agreed, turn.reading.has(.condition),
                    !turn.reading.has(.defer), plan.proposer == turn.side.other || turn.values.isEmpty
                else { return nil }
                return !turn.isQuestion || turn.values.isEmpty ? [.nothing] : nil
            },
            Rule(
                "a bare maybe leaves the plan open", "A: Lunch tomorrow at 1? / B: maybe → OPEN 2025-04-16 13:00"
            ) { turn, talk in
                // With a value or a question it proposes.
                guard talk.plan?.state != .agreed, !turn.reading.has([.defer, .condition, .counter]),
                    turn.values.isEmpty, !turn.isQuestion
                else { return nil }
                return [.nothing]
            },
        ])
}

extension Talk {
    /// Returns true for "I'll tell you the time later" behind a yes to the day.
    fileprivate func putsHourOff(_ turn: Turn, after yes: MessageReading.FoundAct) -> Bool {
        guard !turn.hasHour, !turn.isQuestion, let delay = turn.reading.first([.defer]),
            delay.words.lowerBound > yes.words.lowerBound
        else { return false }
        let words = turn.reading.words
        return words.indices.contains { $0 > yes.words.lowerBound && lexicon.isMarked(.hour, words, at: $0) }
    }

    /// Returns true for "let me check". "Let me see… yes, 9 is fine": the yes after it counts.
    fileprivate func delays(_ turn: Turn) -> Bool {
        guard plan?.state != .agreed, let delay = turn.reading.first([.defer]) else { return false }
        let isAnswered = acceptance(turn).map { $0.clause > delay.clause } ?? false
        return !isAnswered || turn.values.isEmpty
    }

    /// Returns true for "if I wake up" of the one who accepted just before.
    fileprivate func isSecondThought(_ turn: Turn) -> Bool {
        guard let plan, plan.state == .agreed, let yes = plan.acceptance, yes.side == turn.side,
            Memory.isWithin(.answer, yes.message, before: turn), plan.repeats(turn), !turn.isQuestion
        else { return false }
        if promisesAnswer(turn) { return true }
        guard !turn.reading.has(MessageReading.yeses.subtracting([.inshallah])) else { return false }
        // "Sounds fun. Let me check with my wife": it was only liked.
        let isOnlyLiked = plan.acceptedBy == .like && turn.reading.has(.defer)
        return turn.reading.has(.condition) && !turn.reading.has(.farewell) || isOnlyLiked
    }
}

extension Turn {
    /// True if it names no time but "now".
    fileprivate var isNow: Bool {
        values.allSatisfy { $0.expression.best.minute == at.minuteOfDay && $0.expression.best.date == at.date }
    }
}

extension Plan {
    /// Returns true if every value of a message is one of the plan: "yep 5, I'll bring the pickup".
    func repeats(_ turn: Turn) -> Bool {
        turn.values.allSatisfy { value in
            let best = value.expression.best
            if let minute = best.minute {
                guard let time = time?.value, time.minute % 720 == minute % 720 else { return false }
            }
            return best.isDayImplied || best.date == nil || best.date == day?.value.date
        }
    }
}
