extension RuleFamily {
    /// One's own plans, and "will you come?" after them.
    static let inviting = RuleFamily(
        "inviting",
        [
            Rule(
                "plans of one's own end a question whether one is free",
                "A: What are you doing on Thursday? / B: I have work on Thursday → NONE"
            ) { turn, talk in
                let times = turn.reading.times.filter { !$0.expression.isVague }
                guard let plan = talk.plan, plan.isAvailability, plan.state == .open,
                    plan.proposer == turn.side.other, !times.isEmpty,
                    times.allSatisfy({ $0.frame == .own }), talk.acceptance(turn) == nil, !turn.isQuestion
                else { return nil }
                return [.shelve]
            },
            Rule(
                "an invitation after one's own news proposes it",
                "A: I'm at the stadium on Friday at 8pm / A: will you come? → OPEN 2025-04-18 20:00"
            ) { turn, talk in
                guard turn.values.isEmpty, turn.reading.has([.invite, .propose]), !(talk.plan?.isActive ?? false),
                    turn.asks.isSubset(of: [.propose]),
                    let told = (turn.reading.has(.invite) ? talk.standingTold(turn) : nil)
                        ?? talk.memory.last?.unframed,
                    told.side == turn.side, !told.values.isEmpty
                else { return nil }
                let naming = told.activity == nil ? [Move.name(turn.activity)] : []
                return [.startTold(told), .request(turn.mark()), .put(.announcement, false)] + naming + [.place]
            },
        ])

    /// Offers of the other that are not taken.
    static let askingForOthers = RuleFamily(
        "asking for others",
        [
            Rule(
                "asking for others drops the offer, however good it sounds",
                "A: There is a show tomorrow at 8 / B: sounds good, any others? → NONE"
            ) { turn, talk in
                talk.asksForOthers(turn) ? [.forgetOffers, .goOn(placing.name)] : nil
            }
        ])
}

extension Talk {
    /// Returns true for "any others?".
    fileprivate func asksForOthers(_ turn: Turn) -> Bool {
        guard let others = turn.reading.first([.others]), let plan, plan.isActive, !turn.reading.has(.done)
        else { return false }
        if plan.state != .agreed { return true }
        let isOnlyLiked = plan.acceptedBy == .like && plan.acceptance?.side == turn.side
        return isOnlyLiked && turn.values.allSatisfy { $0.clause != others.clause }
    }
}
