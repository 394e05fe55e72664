import CivilTime

extension Negotiation {
    /// Takes "no", refused values and refused plans. Returns true if the message is done with.
    mutating func refuses(_ step: Step) -> Bool {
        let reading = step.reading
        guard let current else { return false }
        // "Can't tonight, exam tomorrow": the other day is the reason.
        let isReason = !step.refused.isEmpty && !reading.isBare && step.activity == nil
            && reading.questions.isEmpty
            && !reading.has(MessageReading.directed.union(MessageReading.yeses).union([.correct]))
        let isOffered = !step.values.isEmpty && !isReason
        // Once a business has booked, "no, thanks" answers its next offer.
        let isBookedByService = service == step.side.other && plans[current].acceptedBy == .done
        if plans[current].state == .agreed, isBookedByService, !isOffered,
            reading.has([.no, .refusePlan, .refuseValue])
        {
            return true
        }
        // "I'm on shift that day, I'll get back to you": the answer is still to come.
        if plans[current].state == .open, plans[current].proposer == step.side.other, promisesAnswer(step) {
            return false
        }
        // "No, can't on Saturday" is a no to the plan; "can't on Saturday" asks for another day.
        let saysNo = reading.acts.first { $0.act != .filler }?.act == .no && reading.questions.isEmpty
        if saysNo, !step.refused.isEmpty, !isOffered, step.asks.isEmpty, plans[current].state == .open,
            plans[current].proposer == step.side.other, reading.has([.refusePlan, .refuseValue])
        {
            deny(step)
            return true
        }
        if let refusal = reading.first([.refusePlan]), isMeant(.refusePlan, step), !isOffered,
            !isChecked(refusal, reading)
        {
            guard plans[current].isActive else { return true }
            // "I can't on Monday" refuses a day; with "another time" beside it, all.
            let isOfValue =
                step.refused.contains {
                    $0.clause == refusal.clause && !isLong($0.expression.best)
                        && !reading.bytes(refusal.words).overlaps($0.expression.range)
                }
                && reading.acts.count { $0.act == .refusePlan } == 1 && !isApology(step)
            if isOfValue, !isWithdrawal(step) { refuseValues(step) } else { deny(step) }
            return true
        }
        if isWishOnly(step), plans[current].state == .open, plans[current].proposer == step.side.other {
            deny(step)
            return true
        }
        // "If I finish early" refuses nothing.
        let isCondition = reading.acts.contains { act in
            act.act == .condition && reading.acts.contains { $0.act == .refuseValue && $0.clause == act.clause }
        }
        if reading.has(.refuseValue), isMeant(.refuseValue, step), !isOffered, !isCondition {
            // One's own excuse before any plan refuses nothing.
            guard plans[current].isActive, plans[current].hasValue || plans[current].state == .idea else { return true }
            // "I'd love to, but I'm away": the plan is refused.
            let isRegret = isApology(step) || reading.has([.yes, .like]) && reading.clauses.count > 1
            if step.refused.isEmpty, isRegret { deny(step) } else { refuseValues(step) }
            return true
        }
        if !step.refused.isEmpty, !isOffered, plans[current].isActive {
            // "Not tonight" to a plan for tonight refuses it, "not Monday" asks for another day.
            let isNo = reading.acts.contains { act in
                act.act == .no
                    && step.refused.contains { reading.bytes(act.words).overlaps($0.expression.range) }
            }
            if isNo, plans[current].state != .agreed { deny(step) } else { refuseValues(step) }
            return true
        }
        guard reading.has(.no), let no = reading.first([.no]) else { return false }
        let isOfferedMore = step.asked.contains(.more) && last?.values.isEmpty ?? true
        if isOffered || isOfferedMore { return false }
        // "Come on, try it" – "no" still answers the plan whose day was refused before.
        let isRefusedAgain = plans[current].refusedDay != nil && plans[current].proposer == step.side.other
        guard plans[current].isActive, (touched[step.side.other] ?? false) || isRefusedAgain else { return true }
        // "No, I only need one ticket" corrects.
        let rest = reading.words.indices.filter { index in
            reading.words[index].kind == .word
                && !reading.acts.contains {
                    $0.words.contains(index) && [.no, .filler, .nothing, .not].contains($0.act)
                }
        }
        let corrects =
            reading.has([.propose, .counter, .correct])
            || reading.activities.contains { $0.clause != no.clause }
        if corrects, rest.count >= 3, !reading.has(.refusePlan) {
            if plans[current].proposer == step.side.other {
                plans[current].state = plans[current].state == .agreed ? .agreed : .open
            }
            return true
        }
        // After an agreement a bare "no" answers something else, unless that was only "sounds good" to an offer.
        if plans[current].state == .agreed, plans[current].acceptedBy != .like,
            !(asksFormally[step.side.other]
                ?? false)
        {
            return true
        }
        deny(step)
        return true
    }

    /// Returns true for "I'd love to, but the children have school", with no other day.
    private func isWishOnly(_ step: Step) -> Bool {
        guard step.values.isEmpty, step.reading.questions.isEmpty, !step.reading.has([.commit, .condition, .defer])
        else { return false }
        let words = step.reading.words
        guard let wish = words.indices.first(where: { reader.lexicon.isMarked(.wish, words, at: $0) }) else {
            return false
        }
        return step.reading.clauses.contains { clause in
            clause.words.lowerBound > wish && reader.lexicon.isMarked(.but, words, at: clause.words.lowerBound)
                && clause.words.count > 2
                && !step.reading.acts.contains {
                    MessageReading.yeses.contains($0.act) && clause.words.overlaps($0.words)
                }
        }
    }

    /// Returns true for "let me see whether he is busy": what is to be found out refuses nothing.
    private func isChecked(_ refusal: MessageReading.FoundAct, _ reading: MessageReading) -> Bool {
        reading.acts.contains { act in
            guard act.act == .defer else { return false }
            if act.words.upperBound <= refusal.words.lowerBound { return act.clause == refusal.clause }
            return act.words.contains { reader.lexicon.isMarked(.answer, reading.words, at: $0) }
        }
    }

    /// Returns true for "I can't tomorrow" after tomorrow was agreed, with no word of another day.
    private func isWithdrawal(_ step: Step) -> Bool {
        guard let current, plans[current].state == .agreed, let day = plans[current].day?.value else { return false }
        return step.asks.isEmpty && step.reading.questions.isEmpty && !step.reading.has(MessageReading.directed)
            && step.refused.contains { $0.expression.best.date == day.date }
    }

    /// Returns true for a week, a month and the like: whoever cannot then refuses the plan.
    private func isLong(_ reading: Reading) -> Bool {
        guard let start = reading.date, let end = reading.endDate else { return false }
        return end - start >= 3
    }

    func isApology(_ step: Step) -> Bool { step.reading.has(.apology) }

    /// Takes "ok, another time" of the one whose day was refused. Returns true if the message is done with.
    mutating func letsGo(_ step: Step) -> Bool {
        guard let current, plans[current].state == .open, plans[current].refusedDay != nil, !plans[current].hasDay,
            plans[current].proposer == step.side, last?.side == step.side.other, last?.refused.isEmpty == false,
            step.reading.times.isEmpty, step.reading.questions.isEmpty, step.asks.isEmpty,
            step.reading.has(MessageReading.yeses.union([.refusePlan, .apology])),
            !step.reading.has(MessageReading.directed)
        else { return false }
        deny(step)
        return true
    }

    /// Empties the slots that were refused.
    mutating func refuseValues(_ step: Step) {
        guard let current else { return }
        // Booking failed, and what the business offers for it is refused, too.
        if plans[current].hasFailed, service == step.side.other { return deny(step) }
        let kinds = step.refused.map(\.expression.best)
        let hasDay = kinds.contains { $0.date != nil && !$0.isDayImplied },
            hasTime = kinds.contains { $0.minute != nil }
        if hasDay || kinds.isEmpty && plans[current].time == nil {
            plans[current].refusedDay = plans[current].day ?? plans[current].refusedDay
            plans[current].day = nil
        }
        if hasTime || kinds.isEmpty && plans[current].time != nil {
            plans[current].time = nil
            plans[current].end = nil
        }
        if plans[current].state == .agreed { plans[current].wasAgreed = true }
        plans[current].state = .open
        plans[current].acceptance = nil
        plans[current].isFree = nil
        plans[current].proposal.side = step.side.other
    }

    mutating func deny(_ step: Step) {
        guard let current, plans[current].isActive else { return }
        plans[current].state = .denied
        plans[current].acceptance = nil
        plans[current].isFree = nil
    }

    mutating func reopen(_ step: Step) {
        guard let current, plans[current].isActive else { return }
        if plans[current].state == .agreed { plans[current].wasAgreed = true }
        plans[current].state = .open
        plans[current].acceptance = nil
        plans[current].proposal = mark(step, MessageReading.directed)
        merge(step, into: current)
    }

    /// Returns true for "if I wake up" of the one who accepted just before.
    private func isSecondThought(_ step: Step) -> Bool {
        guard let current, plans[current].state == .agreed, let yes = plans[current].acceptance else { return false }
        guard yes.side == step.side, step.index - yes.message <= 3, repeatsValues(step, current),
            step.reading.questions.isEmpty
        else { return false }
        if promisesAnswer(step) { return true }
        guard !step.reading.has(MessageReading.yeses.subtracting([.inshallah])) else { return false }
        // "Sounds fun. Let me check with my wife": it was only liked.
        let isOnlyLiked = plans[current].acceptedBy == .like && step.reading.has(.defer)
        return step.reading.has(.condition) && !step.reading.has(.farewell) || isOnlyLiked
    }

    /// Returns true for "I'll let you know tomorrow", but not for "I'll let you know when I arrive".
    func promisesAnswer(_ step: Step) -> Bool {
        let reading = step.reading
        return reading.acts.contains { act in
            guard act.act == .defer,
                act.words.contains(where: { reader.lexicon.isMarked(.answer, reading.words, at: $0) })
            else { return false }
            return (act.words.upperBound..<reading.clauses[act.clause].words.upperBound).allSatisfy { index in
                reading.words[index].kind != .word
                    || reading.times.contains { $0.expression.range.overlaps(reading.words[index].range) }
            }
        }
    }

    /// Takes "let me check" and "if I can". Returns true if the message is done with.
    mutating func delays(_ step: Step) -> Bool {
        let reading = step.reading
        guard reading.has([.defer, .maybe, .condition, .doubt]) else { return false }
        guard let current, plans[current].isActive else {
            // "Maybe we could meet on Friday" still proposes.
            return false
        }
        if reading.has(.doubt) || isSecondThought(step) {
            reopen(step)
            // Whoever doubts proposes nothing that the other could accept.
            plans[current].proposal.side = step.side.other
            return true
        }
        let isQuestion = !reading.questions.isEmpty
        if plans[current].state == .agreed {
            // "I'll let you know when I arrive" changes nothing.
            if step.values.isEmpty { return true }
            return false
        }
        if let delay = reading.first([.defer]) {
            // "Let me see… yes, 9 is fine": the yes after it counts.
            if let yes = acceptance(step), yes.clause > delay.clause, !step.values.isEmpty { return false }
            let isDelay = step.values.isEmpty || !isProposal(step)
            // "Answer me tomorrow" leaves the answer to the other.
            if isDelay { plans[current].deferredBy = plans[current].deferredBy ?? step.side }
            return isDelay
        }
        if reading.has(.condition) {
            if plans[current].proposer == step.side.other || step.values.isEmpty {
                return !isQuestion || step.values.isEmpty
            }
            return false
        }
        // "Maybe" alone puts off; with a value or a question it proposes.
        return step.values.isEmpty && !isQuestion && !reading.has(.counter)
    }
}
