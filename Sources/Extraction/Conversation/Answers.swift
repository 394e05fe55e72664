import CivilTime

extension Negotiation {
    /// Decides what a message does to the plan that the chat is about.
    mutating func answer(_ step: Step) {
        let reading = step.reading
        if reading.has(.joke) { return takeBackJoke(step) }
        if answerHalf(step) { return }
        let values = step.values
        let isNew = !values.isEmpty && (isProposal(step) || isOffer(step))
        if reading.has(.withdraw), isMeant(.withdraw, step), !isNew || isAll(values, of: .withdraw, reading) {
            // "Should we cancel?" asks.
            let isQuestion = reading.first([.withdraw]).map { reading.isQuestion($0.clause) } ?? false
            return isQuestion ? reopen(step) : deny(step)
        }
        if reading.has(.fail), isMeant(.fail, step), let current, plans[current].isActive || isNew {
            let hasOther = !values.isEmpty && (isNew || !isAll(values, of: .fail, reading))
            deny(step)
            if hasOther { propose(step, isSure: true) }
            return
        }
        if reading.has(.postpone), isMeant(.postpone, step), let current, plans[current].isActive, !isNew {
            let isQuestion = reading.first([.postpone]).map { reading.isQuestion($0.clause) } ?? false
            if isQuestion || !step.asks.isEmpty || !values.isEmpty {
                plans[current].day = nil
                return reopen(step)
            }
            return deny(step)
        }
        if books(step) { return }
        if refuses(step) { return }
        if delays(step) { return }
        let wantsOthers = asksForOthers(step)
        if wantsOthers, let current { forgetOffers(current, of: step.side.other) }
        if !wantsOthers, accepts(step) { return }
        guard !values.isEmpty || isIdea(step) else {
            place(step)
            return
        }
        propose(step)
    }

    /// Returns true if all values stand in the clause of an act: "tomorrow's meeting is cancelled".
    private func isAll(_ values: [MessageReading.FoundTime], of act: Act, _ reading: MessageReading) -> Bool {
        values.allSatisfy { value in reading.acts.contains { $0.act == act && $0.clause == value.clause } }
    }

    /// Returns true if an act stands in a clause that is about this plan: not the past, not other people.
    private func isMeant(_ act: Act, _ step: Step) -> Bool {
        step.reading.acts.contains { found in
            found.act == act
                && !step.reading.acts.contains {
                    $0.clause == found.clause && [.reported, .third, .hours].contains($0.act)
                }
        }
    }

    // MARK: jokes and halves of the day

    /// A joke takes back the sender's own proposal and acceptance before it.
    private mutating func takeBackJoke(_ step: Step) {
        guard let current, plans[current].isActive else { return }
        if plans[current].acceptance?.side == step.side, plans[current].state == .agreed {
            plans[current].state = .open
            plans[current].acceptance = nil
        } else if plans[current].proposer == step.side, plans[current].state != .agreed || !plans[current].wasAgreed {
            if plans[current].existing == nil {
                plans.remove(at: current)
                self.current = plans.isEmpty ? nil : plans.count - 1
            }
        }
    }

    /// Takes "pm" after "am or pm?", and "pm?" after an hour whose half was not said.
    private mutating func answerHalf(_ step: Step) -> Bool {
        guard let current, plans[current].isActive, var time = plans[current].time, let isEvening = half(step),
            step.values.isEmpty,
            step.asked.contains(.askHalf) || time.value.isHalfImplied && step.reading.words.count <= 3
        else { return false }
        time.value.minute = time.value.minute % 720 + (isEvening ? 720 : 0)
        time.value.isHalfImplied = false
        if time.value.nextDay != nil { time.value.nextDay = next(time.value.minute, step.at) }
        plans[current].time = time
        plans[current].proposal = mark(step, MessageReading.directed)
        plans[current].state = .open
        place(step)
        return true
    }

    /// Returns true for the evening, false for the morning, nil if the message names no half of the day.
    private func half(_ step: Step) -> Bool? {
        step.reading.first([.morning, .evening]).map { $0.act == .evening }
    }

    // MARK: refusal

    /// Takes "no", refused values and refused plans. Returns true if the message is done with.
    private mutating func refuses(_ step: Step) -> Bool {
        let reading = step.reading
        guard let current else { return false }
        let isOffered = !step.values.isEmpty
        if let refusal = reading.first([.refusePlan]), isMeant(.refusePlan, step), !isOffered {
            guard plans[current].isActive else { return true }
            // "I can't on Monday" refuses a day; with "another time" beside it, all.
            let isOfValue =
                step.refused.contains { $0.clause == refusal.clause }
                && reading.acts.count { $0.act == .refusePlan } == 1 && !isApology(step)
            if isOfValue { refuseValues(step) } else { deny(step) }
            return true
        }
        // "If I finish early" refuses nothing.
        let isCondition = reading.acts.contains { act in
            act.act == .condition && reading.acts.contains { $0.act == .refuseValue && $0.clause == act.clause }
        }
        if reading.has(.refuseValue), isMeant(.refuseValue, step), !isOffered, !isCondition {
            // One's own excuse before any plan is none.
            guard plans[current].isActive, plans[current].hasValue || plans[current].state == .idea else { return true }
            // "I'd love to, but I'm away": the plan is refused.
            let isRegret = isApology(step) || reading.has([.yes, .like]) && reading.clauses.count > 1
            if step.refused.isEmpty, isRegret { deny(step) } else { refuseValues(step) }
            return true
        }
        if !step.refused.isEmpty, !isOffered, plans[current].isActive {
            refuseValues(step)
            return true
        }
        guard reading.has(.no), let no = reading.first([.no]) else { return false }
        if isOffered || step.asked.contains(.more) { return false }
        guard plans[current].isActive, touched[step.side.other] ?? false else { return true }
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

    private func isApology(_ step: Step) -> Bool { step.reading.has(.apology) }

    /// Empties the slots that were refused.
    private mutating func refuseValues(_ step: Step) {
        guard let current else { return }
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

    private mutating func reopen(_ step: Step) {
        guard let current, plans[current].isActive else { return }
        if plans[current].state == .agreed { plans[current].wasAgreed = true }
        plans[current].state = .open
        plans[current].acceptance = nil
        plans[current].proposal = mark(step, MessageReading.directed)
        merge(step, into: current)
    }

    // MARK: booking

    /// Takes "your table is booked", with whatever else is told beside it. Returns true if that makes the agreement.
    ///
    /// A booking says yes to the one who asked for it, or who was asked whether to book.
    private mutating func books(_ step: Step) -> Bool {
        let reading = step.reading
        guard let current, plans[current].state == .open || plans[current].state == .idea,
            !reading.has([.confirm, .fail, .condition, .defer]), plans[current].hasDay, !plans[current].isConditional
        else { return false }
        let yes = plans[current].isFree.flatMap { $0.side == step.side.other ? $0 : nil }
        if let done = reading.first([.done]) {
            let isOther = reading.acts.contains {
                $0.clause == done.clause && [.past, .reported, .third].contains($0.act)
            }
            if reading.isQuestion(done.clause) || isOther { return false }
        } else {
            let isToldByService =
                service == step.side && yes?.message == step.index - 1 && reading.questions.isEmpty
                && !reading.has([.not, .refuseValue, .refusePlan]) && reader.lexicon.hasMark(.booked, reading.words)
            if !isToldByService { return false }
        }
        guard plans[current].proposer == step.side ? yes != nil || plans[current].requests[step.side.other] != nil : true
        else { return false }
        var copy = self
        if copy.merge(step, into: current) == .changed { return false }
        self = copy
        if plans[current].proposer == step.side, yes == nil, let request = plans[current].requests[step.side.other] {
            plans[current].proposal = request
        }
        agree(step, current, yes ?? mark(step, [.done]), .done)
        return true
    }

    /// Returns true for "any others?": what the other offered is not taken, however good it sounds.
    private func asksForOthers(_ step: Step) -> Bool {
        guard let others = step.reading.first([.others]), let current, plans[current].isActive,
            !step.reading.has(.done)
        else { return false }
        if plans[current].state != .agreed { return true }
        let isOnlyLiked = plans[current].acceptedBy == .like && plans[current].acceptance?.side == step.side
        return isOnlyLiked && step.values.allSatisfy { $0.clause != others.clause }
    }

    // MARK: delay

    /// Takes "let me check" and "if I can". Returns true if the message is done with.
    private mutating func delays(_ step: Step) -> Bool {
        let reading = step.reading
        guard reading.has([.defer, .maybe, .condition, .doubt]) else { return false }
        guard let current, plans[current].isActive else {
            // "Maybe we could meet on Friday" still proposes.
            return false
        }
        if reading.has(.doubt) {
            reopen(step)
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
            return step.values.isEmpty || !isProposal(step)
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

    // MARK: acceptance

    /// Takes a yes. Returns true if the message is done with.
    private mutating func accepts(_ step: Step) -> Bool {
        guard let current, let yes = acceptance(step), plans[current].isActive else { return false }
        let reading = step.reading
        // "Yes, please confirm that" says yes to who asked.
        let isConfirming =
            reading.has(.confirm) && (!step.values.isEmpty || !reading.questions.isEmpty)
            || !step.values.isEmpty && asksByRestating(step)
        // "Yes" after "did you get my letter?" answers that.
        if inquired[step.side.other] ?? false, step.values.isEmpty, yes.act != .done,
            plans[current].proposal.message != step.index - 1
        {
            return false
        }
        // A second plan begins with "ok" too: "Ok. And lunch on Sunday?"
        if isOther(step, than: current), !step.values.isEmpty { return false }
        switch plans[current].state {
        case .denied: return false
        case .agreed:
            guard step.values.isEmpty, !isConfirming else { return false }
            place(step)
            return true
        case .idea, .open:
            if plans[current].proposer == step.side {
                // "Done, it is booked" of the one who asked to confirm: the answer before was the yes.
                if yes.act == .done, let reply = neutralReply, reply.side == step.side.other, plans[current].hasValue,
                    reply.message > plans[current].proposal.message
                {
                    agree(step, current, reply, .done)
                    return true
                }
                return acceptFreedom(step, current)
            }
            if isConfirming { return false }
            if plans[current].isInquiry || plans[current].isFarewell && step.values.isEmpty { return false }
            if plans[current].isAnnouncement, yes.act == .like, !step.asked.contains(.propose) { return true }
            let isAsking = !step.asks.isDisjoint(with: [.askWhen, .askDay, .askTime, .askHalf])
            let isChoice = plans[current].options.count > 1
            let change = merge(step, into: current)
            if change != .none {
                plans[current].isFarewell = false
                plans[current].isAnnouncement = false
                plans[current].state = .open
            }
            if isAsking || reading.has(.askPlace) && step.asks.contains(.askPlace) {
                if change != .none {
                    plans[current].proposal = mark(step, MessageReading.directed); plans[current].state = .open
                }
                plans[current].isFree = mark(step, [yes.act])
                return true
            }
            if isChoice, step.values.isEmpty { return true }
            if change == .changed, !isChoice {
                plans[current].proposal = mark(step, MessageReading.directed)
                plans[current].state = .open
                return true
            }
            let isOffer = step.values.contains { reading.isQuestion($0.clause) } && change == .filled
            if isOffer || plans[current].isConditional || !plans[current].hasValue || !plans[current].hasDay {
                if plans[current].hasValue, isOffer { plans[current].proposal = mark(step, MessageReading.directed) }
                plans[current].isFree = mark(step, [yes.act])
                return true
            }
            if plans[current].isAvailability, change == .none {
                plans[current].isFree = mark(step, [yes.act])
                return true
            }
            agree(step, current, mark(step, [yes.act]), yes.act)
            return true
        }
    }

    /// The asker goes on after the other said that they are free: that makes it a plan.
    private mutating func acceptFreedom(_ step: Step, _ current: Int) -> Bool {
        guard let free = plans[current].isFree, plans[current].isAvailability, step.asks.isEmpty,
            step.reading.questions.isEmpty, step.values.isEmpty
        else {
            return step.values.isEmpty && !isIdea(step)
                ? {
                    place(step); return true
                }() : false
        }
        place(step)
        agree(step, current, free, .yes)
        return true
    }

    mutating func agree(_ step: Step, _ index: Int, _ acceptance: Plan.Mark, _ act: Act) {
        place(step)
        if plans[index].activity == nil { plans[index].activity = step.activity }
        // A business that books has not booked yet: "that works" only chooses.
        let wasAsked = service == acceptance.side.other && (asksFormally[acceptance.side.other] ?? false)
        if service != nil, act != .done, !wasAsked, isBooked(plans[index]) {
            plans[index].isFree = acceptance
            return
        }
        plans[index].state = .agreed
        plans[index].acceptance = acceptance
        plans[index].acceptedBy = act
        plans[index].options = []
    }

    /// Returns the act of acceptance that stands: not asked, not about the past, not of others.
    func acceptance(_ step: Step) -> MessageReading.FoundAct? {
        let reading = step.reading
        let found = reading.acts.filter { act in
            guard MessageReading.yeses.contains(act.act) else { return false }
            let clause = reading.clauses[act.clause]
            let inClause = reading.acts.filter { $0.clause == act.clause }
            if inClause.contains(where: { [.past, .reported, .third, .hours].contains($0.act) }), act.act != .done {
                return false
            }
            // "ok?" and "8 works?" ask for a yes; "sure, why not?" gives one.
            if clause.isQuestion, act.act != .done {
                let rest = reading.words[act.words.upperBound..<clause.words.upperBound].contains { $0.kind == .word }
                let isOpening = act.words.lowerBound == clause.words.lowerBound && rest
                let isWhyNot = reading.words[act.words].contains { ["not", "لا"].contains($0.text) }
                if !isOpening, !isWhyNot { return false }
            }
            return true
        }
        return found.first { $0.act != .inshallah && $0.act != .like } ?? found.first { $0.act == .like } ?? found.first
    }

    // MARK: marks, offers and places

    func mark(_ step: Step, _ acts: Set<Act>) -> Plan.Mark {
        Plan.Mark(side: step.side, message: step.index, bytes: step.bytes(acts))
    }

    /// Returns the day of the next time after a moment.
    func next(_ minute: Int, _ at: LocalDateTime) -> LocalDate {
        minute > at.minuteOfDay ? at.date : at.date + 1
    }

    /// Drops what the other side offered, but not what one asked for oneself.
    private mutating func forgetOffers(_ index: Int, of side: ChatSide) {
        if plans[index].day?.side == side { plans[index].day = nil }
        if plans[index].time?.side == side { plans[index].time = nil }
        if plans[index].place?.side == side { plans[index].place = nil }
        plans[index].state = .idea
        plans[index].acceptance = nil
    }

    /// Takes the place that a message names.
    mutating func place(_ step: Step) {
        guard let current, plans[current].isActive else { return }
        let isAnswer = step.asked.contains(.askPlace)
        if let place = (isAnswer ? answeredPlace(step) : nil) ?? step.reading.place {
            let isMore = plans[current].place == nil || isAnswer || step.reading.has(.counter)
            if isMore {
                plans[current].place = Plan.Slot(value: place, side: step.side, message: step.index, bytes: place)
            }
        }
    }

    /// Returns the whole answer to "where?".
    private func answeredPlace(_ step: Step) -> Range<Int>? {
        let reading = step.reading
        guard
            let clause = reading.clauses.first(where: { clause in
                !clause.isQuestion
                    && !reading.acts.contains {
                        $0.words.overlaps(clause.words) && $0.act != .nothing
                            && $0.act != .filler
                    }
            }), clause.words.count <= 6,
            !clause.words.contains(where: { index in
                ["is", "its", "was", "are", "هو", "هي"].contains(reading.words[index].text)
                    || reading.times.contains { $0.expression.range.overlaps(reading.words[index].range) }
            })
        else { return nil }
        // "At the mall" and "في المول" answer with the mall.
        let isLed =
            clause.words.count > 1
            && reader.lexicon.places.matches(reading.words, at: clause.words.lowerBound)
                .contains { $0.value == .before || $0.value == .maybe }
        return isLed ? step.reading.place : reading.bytes(clause.words)
    }
}
