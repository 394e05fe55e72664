extension RuleFamily {
    /// Values or ideas for a plan that is not agreed.
    static let proposing = RuleFamily(
        "proposing",
        if: { turn, talk in talk.plan.map { $0.state != .agreed && !talk.isOther(turn, than: $0) } ?? false },
        besides + ideas + repeats + [proposal])

    private static let besides = [
        Rule(
            "a time that proposes nothing leaves the refused plan",
            "A: Lunch tomorrow at 1? / B: no / A: I will paint the house on Friday → DENIED"
        ) { turn, talk in
            guard let plan = talk.plan, plan.state == .denied, !turn.values.isEmpty, plan.failedAt != turn.index,
                !talk.isProposal(turn), !turn.answersTime, !turn.reading.has([.counter, .postpone])
            else { return nil }
            return [.nothing]
        },
        Rule(
            "another activity with day and hour takes nothing of a refused plan",
            "A: Can we meet tomorrow at 1pm? / B: no / A: dentist on Monday at 10am? / B: ok → AGREED 2025-04-21 10:00"
        ) { turn, talk in
            guard let plan = talk.plan, plan.state == .denied || plan.wasAgreed, let activity = turn.activity,
                activity.key != plan.activity?.key, !activity.isGeneral, turn.namesDayAndHour,
                !turn.reading.has([.counter, .postpone])
            else { return nil }
            return [.start]
        },
    ]

    /// Ideas without any value, for a plan that has begun.
    private static let ideas = [
        Rule(
            "an idea after the other is free makes it a plan",
            "A: Are you free on Friday at 7pm? / B: yes / A: let's have dinner → AGREED 2025-04-18 19:00"
        ) { turn, talk in
            guard let plan = talk.begun(turn), let free = plan.isFree, plan.isAvailability, plan.proposer == turn.side,
                !turn.isQuestion, turn.asks.isEmpty, plan.hasDay
            else { return nil }
            return talk.naming(turn, plan) + [.agree(free, .yes)]
        },
        Rule(
            "asking whether to do it offers what is there",
            "A: Are you free on Friday at 7pm? / B: shall we have dinner? / A: yes → AGREED 2025-04-18 19:00"
        ) { turn, talk in
            guard let plan = talk.begun(turn), plan.hasValue, turn.reading.has([.confirm, .propose, .invite]),
                turn.isQuestion
            else { return nil }
            return talk.naming(turn, plan) + [.put(.availability, false), .request(turn.mark()), .offer]
        },
        Rule(
            "an idea names the activity and the place",
            "A: Are you free on Friday at 7pm? / A: I was thinking dinner at the mall → OPEN 2025-04-18 19:00"
        ) { turn, talk in talk.begun(turn).map { talk.naming(turn, $0) } },
        Rule(
            "plans of one's own answer a question whether one is free",
            "A: Are you free on Friday? / B: dinner with family at 8 → NONE"
        ) { turn, talk in
            guard let plan = talk.plan, plan.isAvailability, plan.proposer == turn.side.other, turn.activity != nil,
                !turn.isDirected, talk.acceptance(turn) == nil
            else { return nil }
            return [.shelve]
        },
    ]

    /// The values of the plan again.
    private static let repeats = [
        Rule(
            "naming the day beside something else repeats nothing",
            "A: Lunch on Thursday? / B: Thursday is when my daughter sings at school → OPEN 2025-04-17 –"
        ) { turn, talk in
            guard let plan = talk.plan, talk.repeatsPlan(turn), !turn.reading.isBare, !talk.isHourAndPlace(turn),
                !talk.isEcho(turn, plan), !talk.isChoice(turn), turn.activity == nil, !talk.saysFirst(turn),
                !turn.reading.has(MessageReading.directed.union(MessageReading.yeses))
            else { return nil }
            return talk.takingIn(turn)
        },
        Rule("wondering at the hour accepts nothing", "A: Gym tomorrow at 6 am? / B: 6 AM 💀 → OPEN 2025-04-16 06:00") {
            turn, talk in
            guard talk.repeatsPlan(turn), talk.lexicon.hasMark(.dismay, turn.reading.words) else { return nil }
            return talk.takingIn(turn)
        },
        Rule("saying the same again is a yes", "A: Lunch tomorrow at 1? / B: tomorrow at 1 → AGREED 2025-04-16 13:00") {
            turn, talk in
            guard let plan = talk.plan, talk.repeatsPlan(turn), !talk.asksForValues(turn),
                !talk.asksByRestating(turn), !plan.isConditional, !turn.reading.has(.condition), !turn.asksWhen,
                let value = turn.values.first
            else { return nil }
            let words = Plan.Mark(side: turn.side, message: turn.index, bytes: value.expression.range)
            return talk.takingIn(turn) + [.agree(words, .yes)]
        },
        Rule(
            "the time again after the other is free makes it a plan",
            "A: Are you free tomorrow at 8pm? / B: yes / A: tomorrow at 8pm then → AGREED 2025-04-16 20:00"
        ) { turn, talk in
            guard let plan = talk.plan, let free = plan.isFree, plan.isAvailability, plan.proposer == turn.side,
                talk.taking(turn)?.change == Taking.Change.none, !talk.asksForValues(turn)
            else { return nil }
            return talk.takingIn(turn) + [.agree(free, .yes)]
        },
    ]

    private static let proposal = Rule(
        "new values propose", "A: Lunch tomorrow at 1? / B: how about 2? → OPEN 2025-04-16 14:00"
    ) { turn, talk in
        guard let plan = talk.plan, let change = talk.taking(turn)?.change else { return nil }
        let isOnlyAsked =
            talk.isInquiry(turn.reading) && plan.state != .open
            || plan.isInquiry && plan.state == .idea && !turn.isDirected
        let isNew =
            change != .none || plan.state != .open || talk.asksForValues(turn) || talk.asksByRestating(turn)
        // "At ten I'm free" in answer to a plan offers an hour.
        let offersHour =
            turn.reading.has(.free) && !turn.reading.has([.propose, .invite]) && plan.proposer == turn.side
        return talk.takingIn(turn) + [
            .open(isNew ? turn.mark() : nil), .put(.farewell, false), .put(.inquiry, isOnlyAsked),
            .put(.availability, offersHour), .put(.announcement, false), .put(.condition, turn.reading.has(.condition)),
        ] + (isOnlyAsked ? [.shelve] : [])
    }

    /// A new plan.
    static let starting = RuleFamily(
        "starting",
        [
            Rule(
                "a time, or an activity that is proposed, begins a plan",
                "A: Lunch tomorrow at 1? → OPEN 2025-04-16 13:00"
            ) { turn, talk in
                guard talk.beginsPlan(turn) else { return nil }
                if talk.followsVoice(turn) { return [.start, .put(.announcement, false)] }
                // "Ah, Sunday": the day that the other told.
                let isEchoOfTold = !turn.isDirected && turn.activity == nil && talk.echoesTold(turn)
                return isEchoOfTold ? [.remember] : [.start]
            },
            Rule(
                "a farewell keeps its day for the plan that follows",
                "A: see you on Sunday / B: ok, at 5 / A: ok → AGREED 2025-04-20 17:00"
            ) { turn, _ in
                guard turn.reading.has(.farewell), !turn.values.isEmpty else { return nil }
                return [.start, .shelve, .put(.farewell, true)]
            },
            Rule(
                "what is only told is remembered",
                "A: Sara's birthday is on Friday at 8pm / B: I'll be there → AGREED 2025-04-18 20:00"
            ) { _, _ in [.remember] },
        ])
}

extension Talk {
    /// Returns the plan that has begun, where a message brings an idea for it without any value.
    fileprivate func begun(_ turn: Turn) -> Plan? {
        guard let plan, plan.state == .idea || plan.state == .open, turn.values.isEmpty else { return nil }
        return plan
    }

    /// Returns the moves that name a plan by the idea of a message.
    fileprivate func naming(_ turn: Turn, _ plan: Plan) -> [Move] {
        var moves: [Move] = []
        if plan.activity == nil || turn.reading.has(.confirm) { moves.append(.name(turn.activity ?? plan.activity)) }
        moves.append(.place)
        if plan.isFree == nil, turn.reading.has([.propose, .invite]) || turn.activity != nil {
            moves.append(.put(.availability, false))
        }
        return moves
    }

    /// Returns the moves that take the values, the place and the activity of a message into an open plan.
    fileprivate func takingIn(_ turn: Turn) -> [Move] {
        // Somebody who offers a third time does not come at the first one.
        let unsettling: [Move] = taking(turn)?.change == .changed ? [.unsettle] : []
        let isNamed = plan.map { $0.activity.map { !$0.isGeneral } ?? false } ?? false
        return [.take] + unsettling + [.place] + (isNamed ? [] : turn.activity.map { [.name($0)] } ?? [])
    }

    /// Returns true if a message says what the other proposed, and nothing else.
    fileprivate func repeatsPlan(_ turn: Turn) -> Bool {
        guard let plan, plan.state == .open, plan.proposer == turn.side.other, !turn.values.isEmpty,
            let taking = taking(turn), taking.plan.hasDay
        else { return false }
        return isChoice(turn) || taking.change == .none && plan.options.count <= 1
    }

    /// Returns true for a value that is one of several options.
    fileprivate func isChoice(_ turn: Turn) -> Bool {
        guard let plan, plan.options.count > 1, turn.values.count == 1 else { return false }
        let mine = turn.values[0].expression.best
        return plan.options.contains { option in
            guard let minute = mine.minute, mine.isDayImplied else { return option.best.date == mine.date }
            return option.best.minute.map { $0 % 720 == minute % 720 } ?? false
        }
    }

    /// Returns true for values that are asked, or to be confirmed.
    fileprivate func asksForValues(_ turn: Turn) -> Bool { turn.asksForValues || turn.reading.has(.confirm) }

    /// Returns true for a message that says the words of the proposal again: "Monday 5pm Rumi".
    fileprivate func isEcho(_ turn: Turn, _ plan: Plan) -> Bool {
        guard messages.indices.contains(plan.proposal.message) else { return false }
        let said = Set(lexicon.words(messages[plan.proposal.message].text).map(\.text))
        return turn.reading.words.indices.allSatisfy { index in
            let word = turn.reading.words[index]
            return word.kind != .word || said.contains(word.text)
                || turn.reading.times.contains { $0.expression.range.overlaps(word.range) }
        }
    }

    /// Returns true for the hour or the day of the plan as all of the first clause, or the hour at its beginning:
    /// "Saturday. I'll bring donuts", "at 3 by the gate then".
    fileprivate func saysFirst(_ turn: Turn) -> Bool {
        let reading = turn.reading
        guard let value = turn.values.first, let first = reading.clauses.first, value.clause == 0,
            turn.refused.allSatisfy({ $0.expression.best.minute != nil && value.expression.best.minute != nil }),
            !reading.has([.refuseValue, .refusePlan, .no, .defer, .maybe, .condition, .past, .reported])
        else { return false }
        let isAll = first.words.allSatisfy { index in
            reading.words[index].kind != .word
                || reading.times.contains { $0.expression.range.overlaps(reading.words[index].range) }
        }
        let isHour = value.expression.best.minute != nil
            && reading.words.indices(of: value.expression.range).first == first.words.lowerBound
        return isAll && reading.clauses.count > 1 || isHour
    }

    /// Returns true for an hour and the noun of a place: "4 library".
    fileprivate func isHourAndPlace(_ turn: Turn) -> Bool {
        let words = turn.reading.words
        return turn.values.contains { $0.expression.best.minute != nil }
            && words.indices.allSatisfy { index in
                words[index].kind != .word
                    || turn.reading.times.contains { $0.expression.range.overlaps(words[index].range) }
                    || lexicon.places.matches(words, at: index).contains { $0.value == .noun }
            }
    }
}
