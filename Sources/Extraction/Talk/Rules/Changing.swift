import CivilTime

extension RuleFamily {
    /// A message without values or ideas.
    static let placing = RuleFamily(
        "placing", if: { turn, talk in turn.values.isEmpty && !talk.isIdea(turn) },
        [
            Rule(
                "the place after yes, where? makes the agreement",
                "A: Dinner tomorrow at 8? / B: perfect, where? / A: at the mall → AGREED 2025-04-16 20:00"
            ) { turn, talk in
                let placed = talk.after(.place, of: turn)
                guard let plan = placed.plan, turn.asked.contains(.askPlace), plan.state == .open, plan.hasDay,
                    let yes = plan.isFree, yes.side == turn.side.other, yes.message == turn.index - 1,
                    plan.proposer == turn.side, plan.place?.message == turn.index, !plan.isAvailability,
                    !plan.isConditional, !turn.isQuestion
                else { return nil }
                return [.place, .agree(yes, .yes)]
            },
            Rule(
                "early puts the plan into the morning",
                "A: Hammam on Saturday? / B: early is better / A: half past 9 / B: ok → AGREED 2025-04-19 09:30"
            ) { turn, talk in
                guard turn.marks.contains(.early), talk.plan?.state == .open, talk.plan?.time == nil,
                    !turn.isQuestion, !turn.reading.has([.refuseValue, .refusePlan, .no, .not])
                else { return nil }
                return [.take, .place]
            },
            Rule("other words tell at most a place", "A: hello / B: how are you → NONE") { _, _ in
                [.place, .remember]
            },
        ])

    /// New values after the agreement.
    static let changing = RuleFamily(
        "changing",
        if: { turn, talk in talk.plan.map { $0.state == .agreed && !talk.isOther(turn, than: $0) } ?? false },
        reports + changes)

    private static let reports = [
        Rule(
            "asking again before it is booked opens the plan",
            "A: Dinner at 8pm tomorrow? / B: sounds great / A: Please confirm your table → OPEN 2025-04-16 20:00"
        ) { turn, talk in
            guard talk.reports(turn), turn.values.isEmpty, talk.confirmsFormally(turn), !turn.reading.has(.done),
                talk.isBooking(turn)
            else { return nil }
            return [.place, .reopenAsChange(turn.mark())]
        },
        Rule(
            "a report of what was agreed can fill the hour",
            "A: Padel on Friday? / B: sure / A: it's booked at 8pm → AGREED 2025-04-18 20:00"
        ) { turn, talk in
            guard talk.reports(turn) else { return nil }
            let fills = talk.plan?.time == nil && !turn.values.isEmpty && talk.taking(turn)?.change == .filled
            return fills ? [.take, .place] : [.place]
        },
        Rule(
            "an hour within the part of the day that was agreed makes it exact",
            "A: Shall we study tomorrow after Asr? / B: sure / A: 5pm at the library → AGREED 2025-04-16 17:00"
        ) { turn, talk in
            guard let plan = talk.plan, let anchor = plan.time?.value.anchor, anchor.relation == .after,
                anchor.minutes == nil, let after = plan.time?.value.minute, turn.refused.isEmpty, turn.asks.isEmpty,
                !turn.reading.has([.counter, .postpone, .correct, .another]), let taking = talk.taking(turn),
                taking.plan.day?.value.date == plan.day?.value.date, let exact = taking.plan.time?.value.minute,
                (after - 30...after + 150).contains(exact), exact != after
            else { return nil }
            return [.take, .put(.agreedBefore, true), .place]
        },
        Rule(
            "words about the agreed plan that propose nothing leave it",
            "A: Lunch tomorrow at 1? / B: sure / A: I will paint the house on Friday → AGREED 2025-04-16 13:00"
        ) { turn, talk in
            guard let plan = talk.plan, let taking = talk.taking(turn) else { return nil }
            let addsHour = taking.change == .filled && plan.time == nil && !turn.reading.has(.condition)
            // "Sorry, stuck at work, half six" moves the hour.
            let isLate = turn.reading.has(.apology) && turn.hasHour && taking.change == .changed
            return talk.isProposal(turn) || turn.answersWhen || addsHour || isLate ? nil : [.nothing]
        },
        Rule(
            "the same values again settle the half of the day",
            "A: Gym tomorrow at 7pm? / B: sure / A: see you tomorrow at 7 → AGREED 2025-04-16 19:00"
        ) { turn, talk in
            guard let plan = talk.plan, let taking = talk.taking(turn), taking.changeOf(plan) == .none,
                !talk.confirmsFormally(turn)
            else { return nil }
            return [.time(taking.plan.time ?? plan.time), .place]
        },
    ]

    private static let changes = [
        Rule(
            "another plan begins beside the agreed one",
            "A: Coffee tomorrow at 5? / B: sure / A: another coffee on Friday at 6? → AGREED 2025-04-16 17:00"
        ) { turn, talk in
            turn.reading.has(.another) && !turn.reading.has([.counter, .postpone]) ? [.start] : nil
        },
        Rule(
            "an activity on another day is a plan of its own",
            """
            A: Can I call you tomorrow at 5pm? / B: sure / A: and dinner at ours on Friday? → AGREED 2025-04-16 17:00
            """
        ) { turn, talk in
            guard let plan = talk.plan, let taking = talk.taking(turn), taking.changeOf(plan) == .changed,
                talk.isSecondPlan(turn, plan)
            else { return nil }
            return [.start]
        },
        Rule(
            "another day and hour are a plan of their own",
            "A: Can we meet tomorrow at 5pm? / B: sure / A: let's have lunch on Friday at 1pm → AGREED 2025-04-16 17:00"
        ) { turn, talk in
            guard let plan = talk.plan, let taking = talk.taking(turn), taking.changeOf(plan) == .changed,
                talk.opensPlan(turn, plan)
            else { return nil }
            return [.start]
        },
        Rule(
            "a detail of the agreed plan needs no answer",
            "A: Lunch tomorrow at 1? / B: sure / A: let's meet for two hours → AGREED 2025-04-16 13:00 to 15:00"
        ) { turn, talk in
            guard let plan = talk.plan, talk.taking(turn)?.change == .filled, plan.day != nil,
                plan.time != nil || turn.answersWhen || turn.reading.has([.commit, .farewell, .come])
            else { return nil }
            return [.take, .put(.agreedBefore, true), .place]
        },
        Rule(
            "a taken back day leaves nothing of the agreement",
            "A: Lunch on Thursday at 1? / B: sure / B: I can't do Thursday, Friday? → OPEN 2025-04-18 13:00"
        ) { turn, _ in
            guard !turn.refused.isEmpty || turn.reading.has([.refuseValue, .refusePlan, .withdraw]) else { return nil }
            return [.take, .change(settled: nil, turn.mark()), .place]
        },
        Rule(
            "another day or hour is proposed for the agreed plan",
            "A: Lunch tomorrow at 1? / B: sure / A: can we make it 2? / B: ok → AGREED 2025-04-16 14:00"
        ) { turn, talk in [.take, .change(settled: talk.plan, turn.mark()), .place] },
    ]
}

extension Taking {
    /// Returns how a plan changes. "5am, I mean" changes an hour whose half of the day was guessed.
    fileprivate func changeOf(_ before: Plan) -> Change {
        change == .none && plan.time?.value.minute != before.time?.value.minute ? .changed : change
    }
}

extension Talk {
    /// Returns true for "it is booked", perhaps with the hour, or no value at all.
    fileprivate func reports(_ turn: Turn) -> Bool { turn.values.isEmpty || turn.reading.has(.done) }

    /// Returns true for a message that asks to confirm the agreed plan.
    fileprivate func confirmsFormally(_ turn: Turn) -> Bool {
        let restates = asksByRestating(turn) && (turn.isQuestion || turn.reading.has(.booking))
        return turn.reading.has(.confirm) || restates && plan?.acceptedBy != .done
    }

    /// Returns true for a sentence with a day and an hour of its own behind an agreed plan, unless it says that it
    /// moves that plan, or names the same thing again.
    fileprivate func opensPlan(_ turn: Turn, _ before: Plan) -> Bool {
        guard before.time != nil, let day = before.day, turn.namesDayAndHour,
            turn.values.contains(where: { value in
                let best = value.expression.best
                return !best.isDayImplied && best.date != nil && best.date != day.value.date
            }), !turn.reading.has([.counter, .correct, .confirm, .sameTime, .postpone, .reconfirm])
        else { return false }
        return turn.activity == nil || turn.activity?.key != before.activity?.key
    }

    /// Returns true for another day with an activity where the agreed plan has none: "and lunch at ours on Friday".
    fileprivate func isSecondPlan(_ turn: Turn, _ before: Plan) -> Bool {
        guard before.existing == nil, before.time != nil,
            before.activity?.is(.errand) ?? true,
            let activity = turn.activity, !activity.is(.general),
            !turn.reading.has([.counter, .correct, .confirm, .sameTime, .postpone])
        else { return false }
        return turn.values.contains { value in
            !value.expression.best.isDayImplied && value.expression.best.date != before.day?.value.date
        }
    }

    /// Returns true if a message names another activity than a plan's, and does not put it in its place.
    func isOther(_ turn: Turn, than plan: Plan) -> Bool {
        guard let activity = turn.activity, let its = plan.activity, activity.key != its.key,
            !turn.reading.activities.contains(where: { $0.sense == activity && turn.isPlace($0) })
        else { return false }
        if turn.reading.has([.counter, .correct, .confirm]) || plan.state == .idea { return false }
        let same = turn.reading.activities.contains { $0.sense.key == its.key }
        return !same && !activity.is(.general) && !its.is(.general)
    }
}
