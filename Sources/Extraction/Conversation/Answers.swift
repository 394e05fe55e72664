import CivilTime

extension Negotiation {
    /// Decides what a message does to the plan that the chat is about.
    mutating func answer(_ step: Step) {
        let reading = step.reading
        if reading.has(.joke) { return takeBackJoke(step) }
        if answerHalf(step) || answersTold(step) || letsGo(step) { return }
        let values = step.values
        let isNew = !values.isEmpty && (isProposal(step) || isOffer(step))
        let isWithdrawn = isMeant(.withdraw, step) && !isMoved(step) && !isOtherThing(step)
        if isWithdrawn, !isNew || isAll(values, of: .withdraw, reading) {
            // "Should we cancel?" asks.
            let isQuestion = reading.first([.withdraw]).map { reading.isQuestion($0.clause) } ?? false
            return isQuestion ? reopen(step) : deny(step)
        }
        // "Anything earlier?" – "all booked": the hour that was offered stands.
        let isOffered = current.map { plans[$0].hasValue } ?? false
        if isOffered, step.asked.contains(.askEarlier), values.isEmpty, reading.has(.fail) { return }
        if isBookedBesideFailure(step), books(step) { return }
        if reading.has(.fail), isMeant(.fail, step), let current, plans[current].isActive || isNew {
            let hasOther = !values.isEmpty && (isNew || !isAll(values, of: .fail, reading))
            deny(step)
            plans[current].hasFailed = true
            if hasOther { propose(step, isSure: true) }
            return
        }
        if reading.has(.postpone), isMeant(.postpone, step), let current, plans[current].isActive, !isNew {
            let isQuestion = reading.first([.postpone]).map { reading.isQuestion($0.clause) } ?? false
            if values.isEmpty, postpones(step, by: current) { return }
            if isQuestion || !step.asks.isEmpty || !values.isEmpty {
                plans[current].day = nil
                return reopen(step)
            }
            return deny(step)
        }
        if books(step) { return }
        if refuses(step) { return }
        if delays(step) { return }
        if tellsOwnPlans(step) || joinsInvitation(step) { return }
        let wantsOthers = asksForOthers(step)
        if wantsOthers, let current { forgetOffers(current, of: step.side.other) }
        if !wantsOthers, accepts(step) { return }
        guard !values.isEmpty || isIdea(step) else {
            place(step)
            if answersWhere(step) { return }
            return remember(step)
        }
        propose(step)
    }

    /// Takes the place after "perfect, where?". Returns true if that makes the agreement.
    private mutating func answersWhere(_ step: Step) -> Bool {
        guard let current, step.asked.contains(.askPlace), plans[current].state == .open, plans[current].hasDay,
            let yes = plans[current].isFree, yes.side == step.side.other, yes.message == step.index - 1,
            plans[current].proposer == step.side, plans[current].place?.message == step.index,
            !plans[current].isAvailability, !plans[current].isConditional, step.reading.questions.isEmpty
        else { return false }
        agree(step, current, yes, .yes)
        return true
    }

    /// Takes "can we put it off a day?": the plan that was agreed on, so much later. Returns true if a length was said.
    private mutating func postpones(_ step: Step, by index: Int) -> Bool {
        guard let day = plans[index].day, plans[index].state == .agreed,
            let (minutes, bytes) = length(behind: .postpone, step)
        else { return false }
        let before = plans[index]
        if minutes % 1_440 == 0 {
            plans[index].day = Plan.Slot(
                value: Plan.Day(date: day.value.date + minutes / 1_440), side: step.side, message: step.index,
                bytes: bytes)
        } else if let time = before.time, (0..<1_440).contains(time.value.minute + minutes) {
            plans[index].time?.value.minute += minutes
        } else {
            return false
        }
        plans[index].settled = [before]
        plans[index].wasAgreed = true
        plans[index].state = .open
        plans[index].acceptance = nil
        plans[index].proposal = mark(step, [.postpone])
        return true
    }

    /// Returns the minutes of the length behind an act, and its bytes: "a day", يومين.
    private func length(behind act: Act, _ step: Step) -> (minutes: Int, bytes: Range<Int>)? {
        guard let found = step.reading.first([act]), let text = textOfStep else { return nil }
        let words = step.reading.words, folded = FoldedText(text, times.lexicon)
        for index in found.words.upperBound..<step.reading.clauses[found.clause].words.upperBound
        where words[index].kind != .sign {
            let start = words[index].range.lowerBound
            let isArabic = words[index].text.utf8.first.map { $0 > 0x7F } ?? false
            let lead = isArabic ? "لمدة " : "for "
            guard let expression = times.expression(beginning: lead + folded.words(start..<text.utf8.count), context),
                expression.kind == .length, let minutes = expression.best.length, minutes > 0
            else { continue }
            return (minutes, start..<min(start + expression.range.upperBound - lead.utf8.count, text.utf8.count))
        }
        return nil
    }

    /// Takes "I fly to Medina on Thursday" after "what are you doing on Thursday?": the question proposes nothing more.
    private mutating func tellsOwnPlans(_ step: Step) -> Bool {
        let times = step.reading.times.filter { !$0.expression.isVague }
        guard let current, plans[current].isAvailability, plans[current].state == .open,
            plans[current].proposer == step.side.other, !times.isEmpty, times.allSatisfy({ $0.frame == .own }),
            acceptance(step) == nil, step.reading.questions.isEmpty
        else { return false }
        plans[current].state = .idea
        return true
    }

    /// Returns true for "we have cancelled tomorrow and moved you to Thursday".
    private func isMoved(_ step: Step) -> Bool {
        guard let current else { return false }
        // "My 10:30 just cancelled, would you like it?"
        if let time = plans[current].time?.value, step.reading.has([.propose, .confirm, .invite]),
            step.values.contains(where: { $0.expression.best.minute.map { $0 % 720 != time.minute % 720 } ?? false })
        {
            return true
        }
        guard step.reading.has(.done) else { return false }
        return step.values.contains { $0.expression.best.date == plans[current].day?.value.date }
    }

    /// Returns true for "the car is sold" beside a plan that nobody went to look at it for.
    private func isOtherThing(_ step: Step) -> Bool {
        guard step.marks.contains(.gone), let current, let key = plans[current].activity?.key else { return false }
        return !["viewing", "visit", "appointment", "meet"].contains(key)
    }

    /// Returns true if all values are in the clause of an act: "tomorrow's meeting is cancelled".
    func isAll(_ values: [MessageReading.FoundTime], of act: Act, _ reading: MessageReading) -> Bool {
        values.allSatisfy { value in reading.acts.contains { $0.act == act && $0.clause == value.clause } }
    }

    /// Returns true if an act is in a clause about this plan: not the past, not other people.
    func isMeant(_ act: Act, _ step: Step) -> Bool {
        step.reading.acts.contains { found in
            found.act == act
                && !step.reading.acts.contains {
                    $0.clause == found.clause && [.reported, .third, .hours].contains($0.act)
                }
        }
    }

    /// A joke takes back the sender's own proposal and acceptance before it.
    mutating func takeBackJoke(_ step: Step) {
        guard let current, plans[current].isActive else { return }
        if plans[current].acceptance?.side == step.side, plans[current].state == .agreed {
            plans[current].state = .open
            plans[current].acceptance = nil
        } else if plans[current].proposer == step.side, plans[current].state != .agreed || !plans[current].wasAgreed {
            if plans[current].existing == nil { drop(current) }
        }
    }

    /// Forgets a plan. Nothing is talked about then: another plan has to be named again.
    mutating func drop(_ index: Int) {
        plans[index].isDropped = true
        current = nil
    }

    /// Takes "pm" after "am or pm?", and "pm?" after an hour whose half was not said.
    mutating func answerHalf(_ step: Step) -> Bool {
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
    func half(_ step: Step) -> Bool? {
        step.reading.first([.morning, .evening]).map { $0.act == .evening }
    }

    func mark(_ step: Step, _ acts: CaseSet<Act>) -> Plan.Mark {
        Plan.Mark(side: step.side, message: step.index, bytes: step.bytes(acts))
    }
}
