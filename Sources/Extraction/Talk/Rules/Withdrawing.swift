extension RuleFamily {
    /// The end of a plan whose day was refused, by the one who proposed it.
    static let lettingGo = RuleFamily(
        "letting go",
        [
            Rule(
                "a refused day that is given up ends the plan",
                "A: Dinner on Thursday? / B: I can't on Thursday / A: ok no worries → DENIED"
            ) { turn, talk in
                guard let plan = talk.plan, plan.state == .open, plan.refusedDay != nil, !plan.hasDay,
                    plan.proposer == turn.side, let last = talk.memory.last, last.side == turn.side.other,
                    !last.refused.isEmpty || last.reading.has(.refuseValue), turn.reading.times.isEmpty,
                    !turn.isQuestion, turn.asks.isEmpty,
                    turn.reading.has(MessageReading.yeses.union([.refusePlan, .apology])), !turn.isDirected
                else { return nil }
                return [.deny]
            }
        ])

    /// Words that take a plan back.
    static let withdrawing = RuleFamily(
        "withdrawing", if: { turn, talk in talk.isWithdrawn(turn) },
        [
            Rule(
                "calling off what nobody named before denies it",
                "A: so sorry, have to cancel tomorrow / B: no worries → DENIED"
            ) { turn, talk in
                let told = turn.unrefused
                guard talk.plan == nil, turn.index < 2, !told.values.isEmpty, told.isAllOf(.withdraw),
                    !turn.isQuestion, turn.reading.has(.apology), turn.asks.isEmpty,
                    !(turn.activity?.is(.public) ?? false),
                    !turn.reading.has([.reported, .third, .past, .topic, .hours])
                else { return nil }
                return [.startTold(told), .deny]
            },
            Rule(
                "asking whether to cancel opens the plan again",
                "A: Lunch tomorrow at 1? / B: sure / A: should we cancel? → OPEN 2025-04-16 13:00"
            ) { turn, _ in
                guard let act = turn.reading.first([.withdraw]), turn.reading.isQuestion(act.clause) else { return nil }
                return [.reopen]
            },
            Rule(
                "a plan that is called off is denied",
                "A: Lunch tomorrow at 1? / B: sure / A: something came up, have to cancel → DENIED"
            ) { _, _ in [.deny] },
        ])
}

extension Talk {
    /// Returns true if a message takes the plan back, and proposes nothing instead.
    fileprivate func isWithdrawn(_ turn: Turn) -> Bool {
        guard turn.means(.withdraw), !isMoved(turn), !isOtherThing(turn) else { return false }
        return !offersNew(turn) || turn.isAllOf(.withdraw)
    }

    /// Returns true for values that are proposed or offered.
    func offersNew(_ turn: Turn) -> Bool { !turn.values.isEmpty && (isProposal(turn) || isOffer(turn)) }

    /// Returns true for "we have cancelled tomorrow and moved you to Thursday".
    private func isMoved(_ turn: Turn) -> Bool {
        guard let plan else { return false }
        // "My 10:30 just cancelled, would you like it?"
        if let time = plan.time?.value, turn.reading.has([.propose, .confirm, .invite]),
            turn.values.contains(where: { $0.expression.best.minute.map { $0 % 720 != time.minute % 720 } ?? false })
        {
            return true
        }
        return turn.reading.has(.done) && turn.values.contains { $0.expression.best.date == plan.day?.value.date }
    }

    /// Returns true for "the car is sold" beside a plan that nobody went to look at it for.
    private func isOtherThing(_ turn: Turn) -> Bool {
        guard turn.marks.contains(.gone), let activity = plan?.activity else { return false }
        return !activity.is(.viewed)
    }
}
