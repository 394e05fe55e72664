import CivilTime

extension RuleFamily {
    /// "No", refused values and refused plans.
    static let refusing = RuleFamily(
        "refusing",
        // "I'm on shift that day, I'll get back to you": the answer is still to come.
        if: { turn, talk in
            guard let plan = talk.plan else { return false }
            return !(plan.state == .open && plan.proposer == turn.side.other && talk.promisesAnswer(turn))
        }, refusedPlans + refusedValues + bareNos)

    private static let refusedPlans = [
        Rule(
            "after a booking, no answers the next offer",
            """
            A: Can you find me a restaurant in Riyadh? / B: Which city? / A: Riyadh, tomorrow at 8pm. Book a table / \
            B: Your table is booked. Anything else? / A: No, thanks → AGREED 2025-04-16 20:00
            """
        ) { turn, talk in
            guard let plan = talk.plan, plan.state == .agreed, plan.acceptedBy == .done,
                talk.memory.service == turn.side.other, !talk.isOfferedBeside(turn),
                turn.reading.has([.no, .refusePlan, .refuseValue])
            else { return nil }
            return [.nothing]
        },
        Rule(
            "no with the day that does not suit refuses the plan",
            "A: Dinner on Thursday? / B: No, I can't on Thursday → DENIED"
        ) { turn, talk in
            let saysNo = turn.reading.acts.first { $0.act != .filler }?.act == .no && !turn.isQuestion
            guard let plan = talk.plan, plan.state == .open, plan.proposer == turn.side.other, saysNo,
                !turn.refused.isEmpty, !talk.isOfferedBeside(turn), turn.asks.isEmpty,
                turn.reading.has([.refusePlan, .refuseValue])
            else { return nil }
            return [.deny]
        },
        Rule(
            "whoever cannot on a day refuses the day",
            "A: Dinner on Thursday at 8? / B: I'm busy Thursday → OPEN 2025-04-17 20:00"
        ) { turn, talk in
            guard let refusal = talk.refusal(turn), talk.plan?.isActive ?? false, !talk.isWithdrawal(turn),
                turn.reading.acts.count(where: { $0.act == .refusePlan }) == 1, !turn.reading.has(.apology)
            else { return nil }
            let isOfValue = turn.refused.contains {
                $0.clause == refusal.clause && !$0.isLong
                    && !turn.reading.bytes(refusal.words).overlaps($0.expression.range)
            }
            return isOfValue ? [.refuse] : nil
        },
        Rule("whoever cannot refuses the plan", "A: Dinner on Thursday? / B: Sorry, I can't make it → DENIED") {
            turn, talk in talk.refusal(turn) == nil ? nil : [.deny]
        },
        Rule(
            "a wish with a but refuses",
            "A: Dinner on Thursday? / B: I'd love to, but the kids have school → DENIED"
        ) { turn, talk in
            guard let plan = talk.plan, plan.state == .open, plan.proposer == turn.side.other, talk.isWishOnly(turn)
            else { return nil }
            return [.deny]
        },
    ]

    private static let refusedValues = [
        Rule(
            "an excuse before any plan refuses nothing", "A: Lunch tomorrow at 9? / B: no / B: too early → DENIED"
        ) { turn, talk in
            guard let plan = talk.plan, talk.refusesValue(turn),
                !plan.isActive || !plan.hasValue && plan.state != .idea
            else { return nil }
            return [.nothing]
        },
        Rule(
            "an apology without a day refuses the plan",
            "A: Lunch tomorrow at 1? / B: sorry, that doesn't work for me → DENIED"
        ) { turn, talk in
            guard talk.refusesValue(turn), turn.refused.isEmpty,
                turn.reading.has(.apology) || turn.reading.has([.yes, .like]) && turn.reading.clauses.count > 1
            else { return nil }
            return [.deny]
        },
        Rule(
            "a value that does not suit is refused",
            "A: Lunch tomorrow at 9? / B: too early → OPEN 2025-04-16 –"
        ) { turn, talk in talk.refusesValue(turn) ? [.refuse] : nil },
        Rule(
            "not on the day refuses the plan", "A: Dinner tonight? / B: not tonight → DENIED"
        ) { turn, talk in
            guard let plan = talk.plan, talk.refusesOnly(turn), plan.state != .agreed,
                turn.reading.acts.contains(where: { act in
                    act.act == .no
                        && turn.refused.contains { turn.reading.bytes(act.words).overlaps($0.expression.range) }
                })
            else { return nil }
            return [.deny]
        },
        Rule(
            "another day is asked for", "A: Dinner on Monday at 8pm? / B: not Monday → OPEN 2025-04-21 20:00"
        ) { turn, talk in talk.refusesOnly(turn) ? [.refuse] : nil },
    ]

    private static let bareNos = [
        Rule(
            "no to a warning takes the plan",
            "A: I'll pick you up tomorrow at 7am, don't be late / B: no no I'll be outside → AGREED 2025-04-16 07:00"
        ) { turn, talk in
            guard let plan = talk.plan, talk.isBareNo(turn), plan.state == .open, plan.proposer == turn.side.other,
                plan.hasDay, plan.time != nil, talk.memory.last?.warns ?? false, talk.memory.last?.side != turn.side,
                turn.values.isEmpty, !turn.reading.has([.refusePlan, .refuseValue, .defer, .condition]),
                turn.reading.words.count(where: { $0.kind == .word }) > 2
            else { return nil }
            return [.agree(turn.mark([.no]), .commit)]
        },
        Rule(
            "no to something else refuses nothing",
            "A: Lunch tomorrow at 1? / B: do you have a car? / A: no → OPEN 2025-04-16 13:00"
        ) { turn, talk in
            guard let plan = talk.plan, talk.isBareNo(turn) else { return nil }
            // "Come on, try it" – "no" still answers the plan whose day was refused before.
            let isRefusedAgain = plan.refusedDay != nil && plan.proposer == turn.side.other
            let isAnswer = talk.memory[turn.side.other].isAboutPlan || isRefusedAgain
            return plan.isActive && isAnswer ? nil : [.nothing]
        },
        Rule(
            "no with a correction keeps the plan",
            "A: Table for two tomorrow at 8? / B: No, I need dinner for three people → OPEN 2025-04-16 20:00"
        ) { turn, talk in
            guard let plan = talk.plan, talk.isBareNo(turn), talk.corrects(turn) else { return nil }
            return plan.proposer == turn.side.other && plan.state == .idea ? [.open(nil)] : [.nothing]
        },
        Rule(
            "a bare no after an agreement answers something else",
            "A: Lunch tomorrow at 1? / B: sure / A: shall I bring cake? / B: no → AGREED 2025-04-16 13:00"
        ) { turn, talk in
            guard let plan = talk.plan, talk.isBareNo(turn), plan.state == .agreed, plan.acceptedBy != .like,
                !talk.memory[turn.side.other].asksFormally
            else { return nil }
            return [.nothing]
        },
        Rule("a bare no refuses the plan", "A: Lunch tomorrow at 1? / B: no → DENIED") { turn, talk in
            talk.isBareNo(turn) ? [.deny] : nil
        },
    ]
}

extension Talk {
    /// Returns true if values are offered beside a refusal. "Can't tonight, exam tomorrow", "no, I'm off to work early
    /// tomorrow": the other day is the reason.
    fileprivate func isOfferedBeside(_ turn: Turn) -> Bool {
        let saysNo =
            turn.reading.acts.first { $0.act != .filler }?.act == .no
            && turn.values.allSatisfy { $0.expression.best.minute == nil }
        let isReason =
            (!turn.refused.isEmpty || saysNo) && !turn.reading.isBare && turn.activity == nil && !turn.isQuestion
            && !turn.reading.has(MessageReading.directed.union(MessageReading.yeses).union([.correct]))
        return !turn.values.isEmpty && !isReason
    }

    /// Returns the words that refuse the plan; nil if a message has none, or offers something else.
    fileprivate func refusal(_ turn: Turn) -> MessageReading.FoundAct? {
        guard let refusal = turn.reading.first([.refusePlan]), turn.means(.refusePlan), !isOfferedBeside(turn),
            !isChecked(refusal, turn.reading)
        else { return nil }
        return refusal
    }

    /// Returns true for "let me see whether he is busy": what is to be found out refuses nothing.
    private func isChecked(_ refusal: MessageReading.FoundAct, _ reading: MessageReading) -> Bool {
        reading.acts.contains { act in
            guard act.act == .defer else { return false }
            if act.words.upperBound <= refusal.words.lowerBound { return act.clause == refusal.clause }
            return act.words.contains { lexicon.isMarked(.answer, reading.words, at: $0) }
        }
    }

    /// Returns true for "I can't tomorrow" after tomorrow was agreed, with no word of another day.
    fileprivate func isWithdrawal(_ turn: Turn) -> Bool {
        guard let plan, plan.state == .agreed, let day = plan.day?.value else { return false }
        return turn.asks.isEmpty && !turn.isQuestion && !turn.isDirected
            && turn.refused.contains { $0.expression.best.date == day.date }
    }

    /// Returns true for "I'd love to, but the children have school", with no other day.
    fileprivate func isWishOnly(_ turn: Turn) -> Bool {
        let words = turn.reading.words
        guard turn.values.isEmpty, !turn.isQuestion, !turn.reading.has([.commit, .condition, .defer]),
            let wish = words.indices.first(where: { lexicon.isMarked(.wish, words, at: $0) })
        else { return false }
        return turn.reading.clauses.contains { clause in
            clause.words.lowerBound > wish && lexicon.isMarked(.but, words, at: clause.words.lowerBound)
                && clause.words.count > 2
                && !turn.reading.acts.contains {
                    MessageReading.yeses.contains($0.act) && clause.words.overlaps($0.words)
                }
        }
    }

    /// Returns true for "too early" and the like. "If I finish early" refuses nothing.
    fileprivate func refusesValue(_ turn: Turn) -> Bool {
        let isCondition = turn.reading.acts.contains { act in
            act.act == .condition
                && turn.reading.acts.contains { $0.act == .refuseValue && $0.clause == act.clause }
        }
        return turn.means(.refuseValue) && !isOfferedBeside(turn) && !isCondition
    }

    /// Returns true for a day or an hour that is refused, with nothing instead.
    fileprivate func refusesOnly(_ turn: Turn) -> Bool {
        !turn.refused.isEmpty && !isOfferedBeside(turn) && plan?.isActive ?? false
    }

    /// Returns true for a no that answers no offer of more, and offers nothing else.
    fileprivate func isBareNo(_ turn: Turn) -> Bool {
        let isOfferedMore = turn.asked.contains(.more) && memory.last?.values.isEmpty ?? true
        return turn.reading.has(.no) && !isOfferedBeside(turn) && !isOfferedMore
    }

    /// Returns true for "no, I only need one ticket".
    fileprivate func corrects(_ turn: Turn) -> Bool {
        let reading = turn.reading
        guard let no = reading.first([.no]), !reading.has(.refusePlan),
            reading.has([.propose, .counter, .correct])
                || reading.activities.contains(where: { $0.clause != no.clause })
        else { return false }
        let rest = reading.words.indices.filter { index in
            reading.words[index].kind == .word
                && !reading.acts.contains {
                    $0.words.contains(index) && [.no, .filler, .nothing, .not].contains($0.act)
                }
        }
        return rest.count >= 3
    }

    /// Returns true for "I'll let you know tomorrow", but not for "I'll let you know when I arrive".
    func promisesAnswer(_ turn: Turn) -> Bool {
        let reading = turn.reading
        return reading.acts.contains { act in
            guard act.act == .defer,
                act.words.contains(where: { lexicon.isMarked(.answer, reading.words, at: $0) })
            else { return false }
            return (act.words.upperBound..<reading.clauses[act.clause].words.upperBound).allSatisfy { index in
                reading.words[index].kind != .word
                    || reading.times.contains { $0.expression.range.overlaps(reading.words[index].range) }
            }
        }
    }
}

extension Turn {
    /// True for "don't be late", لا تتأخر.
    fileprivate var warns: Bool {
        let words = reading.words
        return words.indices.dropLast().contains { index in
            words[index].text == "dont"
                || words[index].text == "لا" && words[index + 1].text.hasPrefix("ت")
                    && words[index + 1].text.utf8.count >= 8
        }
    }
}

extension MessageReading.FoundTime {
    /// True for a week, a month and the like: whoever cannot then refuses the plan.
    fileprivate var isLong: Bool {
        guard let start = expression.best.date, let end = expression.best.endDate else { return false }
        return end - start >= 3
    }
}
