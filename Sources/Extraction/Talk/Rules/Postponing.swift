import CivilTime

extension RuleFamily {
    /// A booking that fails.
    static let failing = RuleFamily(
        "failing", if: { turn, _ in turn.reading.has(.fail) },
        [
            Rule(
                "no earlier hour leaves the one that was offered",
                """
                A: we have a slot tomorrow at 4pm / B: anything earlier? / A: all booked / B: ok then \
                → AGREED 2025-04-16 16:00
                """
            ) { turn, talk in
                guard talk.plan?.hasValue ?? false, turn.asked.contains(.askEarlier), turn.values.isEmpty
                else { return nil }
                return [.nothing]
            },
            Rule(
                "something else that failed leaves the booking",
                """
                A: Please book a table for tomorrow at 8pm / B: Your table is booked. No parking is available \
                → AGREED 2025-04-16 20:00
                """
            ) { turn, talk in talk.isBookedBesideFailure(turn) ? talk.booking(turn) : nil },
            Rule(
                "a booking that failed is denied, and another offer proposes",
                """
                A: Please book a table for tomorrow at 8pm / B: It is fully booked. How about 9pm? \
                → OPEN 2025-04-16 21:00
                """
            ) { turn, talk in
                let isNew = talk.offersNew(turn)
                guard turn.means(.fail), let plan = talk.plan, plan.isActive || isNew, !turn.values.isEmpty,
                    isNew || !turn.isAllOf(.fail)
                else { return nil }
                return [.fail, .goOn(changing.name)]
            },
            Rule(
                "a booking that failed is denied",
                "A: Please book a table for tomorrow at 8pm / B: Sorry, it is fully booked → DENIED"
            ) { turn, talk in
                guard turn.means(.fail), let plan = talk.plan, plan.isActive || talk.offersNew(turn)
                else { return nil }
                return [.fail]
            },
        ])

    /// A plan is put off to later.
    static let postponing = RuleFamily(
        "postponing",
        if: { turn, talk in
            turn.means(.postpone) && talk.plan?.isActive ?? false && !talk.offersNew(turn)
        },
        [
            Rule(
                "a length moves the plan",
                "A: Lunch tomorrow at 1? / B: sure / B: can we postpone a day? / A: ok → AGREED 2025-04-17 13:00"
            ) { turn, talk in turn.values.isEmpty ? talk.shift(turn) : nil },
            Rule(
                "asking for another day empties the day",
                "A: Lunch tomorrow at 1? / B: can we postpone it? → OPEN 2025-04-16 13:00"
            ) { turn, _ in
                let isQuestion = turn.reading.first([.postpone]).map { turn.reading.isQuestion($0.clause) } ?? false
                guard isQuestion || !turn.asks.isEmpty || !turn.values.isEmpty else { return nil }
                return [.refuseDay, .reopen]
            },
            Rule(
                "putting off without another day denies",
                "A: Lunch tomorrow at 1? / B: sure / B: let's postpone it → DENIED"
            ) { _, _ in [.deny] },
        ])
}

extension Talk {
    /// Returns the moves that put an agreed plan off by the length that a message says; nil if it says none.
    fileprivate func shift(_ turn: Turn) -> [Move]? {
        guard let plan, let day = plan.day, plan.state == .agreed,
            let (minutes, bytes) = length(behind: .postpone, turn)
        else { return nil }
        let move: Move
        if minutes % 1_440 == 0 {
            let date = day.value.date + minutes / 1_440
            move = .day(Plan.Slot(value: Plan.Day(date: date), side: turn.side, message: turn.index, bytes: bytes))
        } else if var time = plan.time, (0..<1_440).contains(time.value.minute + minutes) {
            time.value.minute += minutes
            move = .time(time)
        } else {
            return nil
        }
        return [move, .change(settled: plan, turn.mark([.postpone]))]
    }

    /// Returns the minutes of the length behind an act, and its bytes: "a day", يومين.
    private func length(behind act: Act, _ turn: Turn) -> (minutes: Int, bytes: Range<Int>)? {
        guard let found = turn.reading.first([act]) else { return nil }
        let words = turn.reading.words, folded = FoldedText(turn.text, times.lexicon), size = turn.text.utf8.count
        for index in found.words.upperBound..<turn.reading.clauses[found.clause].words.upperBound
        where words[index].kind != .sign {
            let start = words[index].range.lowerBound
            let isArabic = words[index].text.utf8.first.map { $0 > 0x7F } ?? false
            let lead = isArabic ? "لمدة " : "for "
            guard let expression = times.expression(beginning: lead + folded.words(start..<size), context),
                expression.kind == .length, let minutes = expression.best.length, minutes > 0
            else { continue }
            return (minutes, start..<min(start + expression.range.upperBound - lead.utf8.count, size))
        }
        return nil
    }
}
