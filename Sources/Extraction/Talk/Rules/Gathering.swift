extension RuleFamily {
    /// A group of three and more, in which some come and some do not.
    static let gathering = RuleFamily(
        "gathering", if: { turn, talk in talk.isGroup && talk.plan?.isActive ?? false },
        [
            Rule(
                "one of a group who cannot come leaves the plan to the others",
                "A: Lunch tomorrow at 1? / B: can't, sorry / C: I'm in → AGREED 2025-04-16 13:00"
            ) { turn, talk in talk.leavesOthers(turn) ? [.leaveOut] : nil },
            Rule(
                "who says yes to what others agreed on comes along",
                "A: Lunch tomorrow at 1? / B: sure / C: I'm in → AGREED 2025-04-16 13:00"
            ) { turn, talk in
                guard let plan = talk.plan, plan.state == .agreed, !plan.coming.contains(turn.writer),
                    talk.acceptance(turn) != nil, plan.repeats(turn), turn.asks.isEmpty
                else { return nil }
                return [.join, .place]
            },
        ])
}
