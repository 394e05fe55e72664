import CivilTime

extension Negotiation {
    /// Takes a yes. Returns true if the message is done with.
    mutating func accepts(_ step: Step) -> Bool {
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
        if answersUrging(step, plans[current]) { return true }
        if isRegret(yes, step) || isWeak(yes, step, plans[current]) { return true }
        // A second plan begins with "ok" too: "Ok. And lunch on Sunday?"
        if isOther(step, than: current), !step.values.isEmpty, !repeatsValues(step, current) { return false }
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
            // "Sure. March 14th at City Walk?" of a business still asks.
            if service == step.side, step.values.contains(where: { reading.isQuestion($0.clause) }) { return false }
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
            if isChoice, step.values.isEmpty { return choosesByOrder(step, current, yes) }
            if change == .changed { plans[current].settled = [] }
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

    /// Returns true for a bare yes to "don't be long" after "let me check": the plan is not what it answers.
    private func answersUrging(_ step: Step, _ plan: Plan) -> Bool {
        guard plan.state != .agreed, plan.deferredBy == step.side, let last, last.side != step.side,
            last.values.isEmpty, step.values.isEmpty, !step.reading.has(.commit), step.reading.words.count <= 3
        else { return false }
        let isEcho = last.reading.words.indices.allSatisfy { index in
            last.reading.words[index].kind != .word
                || last.reading.acts.contains {
                    $0.words.contains(index) && MessageReading.yeses.union([.filler]).contains($0.act)
                }
        }
        return !isEcho && !last.reading.has(MessageReading.directed)
    }

    /// Returns true for a yes that answers something else: "amazing, thanks" or "inshallah" after "let me ask him",
    /// "understood" and "lovely" after talk beside the plan.
    private func isWeak(_ yes: MessageReading.FoundAct, _ step: Step, _ plan: Plan) -> Bool {
        guard plan.state == .open, plan.proposer == step.side.other, step.values.isEmpty, !step.reading.has(.commit)
        else { return false }
        let other = last.flatMap { $0.side == step.side.other ? $0 : nil }
        let isAsked = other.map { !$0.reading.questions.isEmpty || $0.isAboutPlan } ?? false
        if plan.deferredBy == step.side, !isAsked {
            let isSoon = other.map { step.at.date == $0.at.date && step.at.minuteOfDay - $0.at.minuteOfDay < 5 } ?? true
            let isBare = standing(MessageReading.yeses, step).count < 2
            return [.like, .inshallah].contains(yes.act) || isSoon && isBare
        }
        let isDirect = step.index - plan.proposal.message <= 2 || isAsked
        let acknowledges = reader.lexicon.isMarked(.acknowledge, step.reading.words, at: yes.words.lowerBound)
        return !isDirect && (yes.act == .like || acknowledges)
    }

    /// Takes "the first one" after several options. Returns true, as a bare yes to options chooses none.
    private mutating func choosesByOrder(_ step: Step, _ index: Int, _ yes: MessageReading.FoundAct) -> Bool {
        let options = plans[index].options
        let isFirst = step.marks.contains(.firstOption), isLast = step.marks.contains(.lastOption)
        guard isFirst != isLast, var option = isFirst ? options.first : options.last else { return true }
        option.range = step.reading.bytes(yes.words)
        plans[index].options = []
        _ = take(option, step, into: index)
        agree(step, index, mark(step, [yes.act]), yes.act)
        return true
    }

    /// Returns true for "sounds lovely, but the children have school": what is only liked is not taken.
    private func isRegret(_ yes: MessageReading.FoundAct, _ step: Step) -> Bool {
        guard yes.act == .like, step.values.isEmpty else { return false }
        let words = step.reading.words
        return step.reading.clauses.contains { clause in
            clause.words.lowerBound >= yes.words.upperBound
                && reader.lexicon.isMarked(.but, words, at: clause.words.lowerBound)
                && clause.words.count { words[$0].kind == .word } > 1
        }
    }

    /// Returns true if every value of a message is one of the plan: "yep 5, I'll bring the pickup".
    func repeatsValues(_ step: Step, _ index: Int) -> Bool {
        step.values.allSatisfy { value in
            let best = value.expression.best
            if let minute = best.minute {
                guard let time = plans[index].time?.value, time.minute % 720 == minute % 720 else { return false }
            }
            return best.isDayImplied || best.date == nil || best.date == plans[index].day?.value.date
        }
    }

    /// The asker goes on after the other said that they are free: that makes it a plan.
    mutating func acceptFreedom(_ step: Step, _ current: Int) -> Bool {
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
        if service != nil, act != .done, isBooked(plans[index]) {
            plans[index].isFree = acceptance
            return
        }
        told = nil
        plans[index].settled = []
        plans[index].state = .agreed
        plans[index].acceptance = acceptance
        plans[index].acceptedBy = act
        plans[index].options = []
    }

    /// Returns the act of acceptance that stands: not asked, not about the past, not of others.
    func acceptance(_ step: Step) -> MessageReading.FoundAct? {
        let found = standing(MessageReading.yeses, step)
        return found.first { $0.act != .inshallah && $0.act != .like } ?? found.first { $0.act == .like } ?? found.first
    }

    /// Returns the acts of acceptance that stand, of some sorts.
    func standing(_ sorts: CaseSet<Act>, _ step: Step) -> [MessageReading.FoundAct] {
        let reading = step.reading
        return reading.acts.filter { act in
            guard sorts.contains(act.act) else { return false }
            let clause = reading.clauses[act.clause]
            let inClause = reading.acts.filter { $0.clause == act.clause }
            let isOfOthers = inClause.contains { other in
                [.past, .reported, .hours].contains(other.act)
                    || other.act == .third && other.words.lowerBound < act.words.lowerBound
            }
            if isOfOthers, act.act != .done { return false }
            // "ok?" and "8 works?" ask for a yes; "sure, why not?" gives one.
            if clause.isQuestion, act.act != .done {
                let rest = reading.words[act.words.upperBound..<clause.words.upperBound].contains { $0.kind == .word }
                let isOpening = act.words.lowerBound == clause.words.lowerBound && rest
                let isWhyNot = reading.words[act.words].contains { ["not", "لا"].contains($0.text) }
                if !isOpening, !isWhyNot { return false }
            }
            return true
        }
    }
}
