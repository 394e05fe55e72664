extension RuleFamily {
    /// A wish that cannot come true is a joke where its writer laughs or nobody asked.
    static let dreaming = RuleFamily(
        "dreaming", if: { turn, _ in turn.marks.contains(.unreal) },
        [
            Rule(
                "an unreal wish proposes nothing", "A: If I win the lottery, dinner in Paris tomorrow at 8 haha → NONE"
            ) { turn, _ in turn.marks.contains(.laugh) || !turn.isQuestion ? [.nothing] : nil }
        ])

    /// A joke takes back what its writer said just before.
    static let joking = RuleFamily(
        "joking", if: { turn, _ in turn.reading.has(.joke) },
        [
            Rule(
                "a joke takes back one's own yes",
                "A: Lunch tomorrow at 1? / B: sure / B: just kidding → OPEN 2025-04-16 13:00"
            ) { turn, talk in
                guard let plan = talk.plan, plan.state == .agreed, plan.acceptance?.side == turn.side
                else { return nil }
                return [.open(nil)]
            },
            Rule(
                "a joke takes back one's own proposal",
                "A: Let's swim to Cyprus tomorrow at 6pm / A: just kidding → NONE"
            ) { turn, talk in
                guard let plan = talk.plan, plan.isActive, plan.proposer == turn.side, plan.existing == nil,
                    plan.state != .agreed || !plan.wasAgreed
                else { return nil }
                return [.drop]
            },
            Rule(
                "a joke about something else changes nothing",
                "A: Lunch tomorrow at 1? / B: just kidding → OPEN 2025-04-16 13:00"
            ) { _, _ in [.nothing] },
        ])

    /// "am or pm?" and its answer.
    static let halving = RuleFamily(
        "halving", if: { turn, talk in turn.values.isEmpty && talk.plan?.isActive ?? false && talk.plan?.time != nil },
        [
            Rule(
                "a half of the day settles the hour",
                "A: Gym tomorrow at 6? / B: am or pm? / A: am / B: ok → AGREED 2025-04-16 06:00"
            ) { turn, talk in
                guard let half = turn.reading.first([.morning, .evening]), var slot = talk.plan?.time,
                    turn.asked.contains(.askHalf) || slot.value.isHalfImplied && turn.reading.words.count <= 3
                else { return nil }
                slot.value.minute = slot.value.minute % 720 + (half.act == .evening ? 720 : 0)
                slot.value.isHalfImplied = false
                if slot.value.nextDay != nil { slot.value.nextDay = turn.at.next(slot.value.minute) }
                return [.time(slot), .open(turn.mark()), .place]
            }
        ])
}
