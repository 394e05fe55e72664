import CivilTime

extension Negotiation {
    /// Returns true if a message with times proposes something to the other.
    func isProposal(_ step: Step) -> Bool {
        let reading = step.reading
        guard !step.values.isEmpty, !deniesActivity(reading) else { return false }
        let clauses = Set(step.values.map(\.clause)), sentences = Set(clauses.map { reading.clauses[$0].sentence })
        if reading.acts.contains(where: { act in
            MessageReading.directed.contains(act.act) && !isFramed(act, reading)
        }) {
            return true
        }
        // "We have Thursday at five or Friday at six" offers a choice.
        if step.values.count > 1, step.values.contains(where: \.isOption) { return true }
        // "For the pest control, Sunday at ten ok?"
        if asksForYes(reading) { return true }
        // "See you at 8" proposes, "see you tomorrow" is a farewell.
        if reading.has(.farewell), reading.activities.allSatisfy({ $0.sense.key == "meet" }) {
            return values(step, haveHourIn: reading) || !reading.questions.isEmpty || reading.place != nil
        }
        // "Sara's birthday is on Friday" only tells.
        if reading.activities.contains(where: { activity in
            activity.sense.key != "birthday" && sentences.contains(reading.clauses[activity.clause].sentence)
        }) {
            return true
        }
        // "When is the exam?" asks.
        if reading.has([.askWhen, .askDay, .askTime]), current == nil { return false }
        // "I'll let you know about Friday" proposes nothing.
        if reading.has(.defer), step.activity == nil { return false }
        // "By five" is a task, not a meeting.
        if step.values.allSatisfy({ $0.expression.best.isBound }) { return false }
        // A bare "at 4" after "when does the bank close?" tells, and proposes nothing.
        let isQuestion = step.values.contains { reading.isQuestion($0.clause) }
        if inquired[step.side.other] ?? false, current == nil, !isQuestion { return false }
        return reading.isBare || asksForTime(step)
    }

    /// Returns true for "no gym today".
    private func deniesActivity(_ reading: MessageReading) -> Bool {
        reading.acts.contains { no in
            no.act == .no && reading.activities.contains { $0.words.lowerBound == no.words.upperBound }
        }
    }

    /// Returns true for a question with a day and an hour that asks nothing about them: "nandos sat 7pm, fancy it?".
    private func asksForTime(_ step: Step) -> Bool {
        let reading = step.reading
        guard current == nil, step.asks.isEmpty, !reading.has(Self.untold) else { return false }
        return step.values.contains { value in
            let best = value.expression.best
            guard reading.isQuestion(value.clause), best.minute != nil, !best.isDayImplied else { return false }
            let sentence = reading.clauses[value.clause].sentence
            let words = reading.clauses.filter { $0.sentence == sentence }.flatMap { reading.words[$0.words] }
            return !words.contains { Self.asking.contains($0.text) }
        }
    }

    /// Words of questions that want to know something.
    private static let asking: Set<String> = [
        "is", "are", "was", "does", "do", "did", "isnt", "right", "correct", "has", "have", "هل", "صح", "مو", "مش",
    ]

    /// Returns true for a question that ends in "ok?".
    private func asksForYes(_ reading: MessageReading) -> Bool {
        reading.acts.contains { act in
            act.act == .yes && reading.clauses[act.clause].isQuestion && act.words.count == 1
                && act.words.upperBound == reading.clauses[act.clause].words.upperBound
                && reading.clauses[act.clause].words.count > 1
        }
    }

    func values(_ step: Step, haveHourIn reading: MessageReading) -> Bool {
        step.values.contains { $0.expression.best.minute != nil || $0.expression.best.part != nil }
    }

    func isFramed(_ act: MessageReading.FoundAct, _ reading: MessageReading) -> Bool {
        // "Did you book it?" asks about the past; "I was thinking" is a proposal in itself.
        reading.acts.contains {
            $0.clause == act.clause && [.past, .reported, .hours, .topic].contains($0.act)
                && (act.act != .propose || $0.act == .past && $0.words.lowerBound < act.words.lowerBound)
        }
    }

    /// Returns true if the values of a message are offered beside a refusal: "can't do 5, 6 works".
    func isOffer(_ step: Step) -> Bool {
        step.reading.has([.counter, .yes, .like, .propose, .invite]) || !step.reading.questions.isEmpty
    }

    /// Returns true for a plan without any time: "shall we have dinner?".
    func isIdea(_ step: Step) -> Bool {
        // "Shall I look for another game?" offers help.
        if step.reading.has(.more), !step.reading.has(MessageReading.directed) { return false }
        guard step.activity != nil || step.reading.place != nil, !step.reading.has([.topic, .hours])
        else { return false }
        if step.reading.isBare, step.reading.activities.contains(where: { step.reading.isQuestion($0.clause) }) {
            return true
        }
        return step.reading.acts.contains { act in
            [.propose, .invite, .confirm, .free].contains(act.act) && !isFramed(act, step.reading)
        }
    }

    /// Takes what a message proposes.
    mutating func propose(_ step: Step, isSure: Bool = false) {
        let reading = step.reading, values = step.values
        let isAsked = !step.asked.isDisjoint(with: [.askWhen, .askDay, .askTime, .askHalf])
        if let current, belongs(step, to: current) {
            let before = plans[current]
            if before.state == .denied, values.isEmpty, !isIdea(step) { return }
            if before.state == .denied, !values.isEmpty, !isSure, !isProposal(step), !isAsked,
                !reading.has([.counter, .postpone])
            {
                return
            }
            if before.state == .agreed { return change(step, current) }
            // "And the dentist on Monday at ten" takes nothing of what was refused or is being moved.
            if before.state == .denied || before.wasAgreed, let activity = step.activity,
                activity.key != before.activity?.key, activity.key != "meet", namesDayAndHour(step),
                !reading.has([.counter, .postpone])
            {
                return start(step)
            }
            if before.state == .idea || before.state == .open, values.isEmpty {
                if plans[current].activity == nil || reading.has(.confirm) {
                    plans[current].activity = step.activity ?? plans[current].activity
                }
                place(step)
                if before.isFree == nil, reading.has([.propose, .invite]) || step.activity != nil {
                    plans[current].isAvailability = false
                }
                // The other is free, and the asker goes on: that makes it a plan.
                if let free = before.isFree, before.isAvailability, before.proposer == step.side,
                    reading.questions.isEmpty, step.asks.isEmpty, before.hasDay
                {
                    agree(step, current, free, .yes)
                    return
                }
                // "Shall I book it?" offers what is there.
                if reading.has([.confirm, .propose, .invite]), !reading.questions.isEmpty, before.hasValue {
                    plans[current].isAvailability = false
                    plans[current].proposal = mark(step, MessageReading.directed)
                    plans[current].state = .open
                }
                return
            }
            // "What are you doing on Friday?" – "dinner with family at 8" says one's own plan.
            if before.isAvailability, before.proposer == step.side.other, step.activity != nil,
                !reading.has(MessageReading.directed), acceptance(step) == nil
            {
                plans[current].state = .idea
                return
            }
            let change = merge(step, into: current)
            // Somebody who offers a third time does not come at the first one.
            if change == .changed { plans[current].settled = [] }
            place(step)
            if let activity = step.activity, plans[current].activity == nil || plans[current].activity?.key == "meet" {
                plans[current].activity = activity
            }
            let isQuestion = values.contains { reading.isQuestion($0.clause) } || reading.has(.confirm)
            let isChoice = before.options.count > 1 && values.count == 1 && isOption(values[0], before)
            let repeats =
                (change == .none || isChoice) && before.state == .open && before.proposer == step.side.other
                && !values.isEmpty && (before.options.count <= 1 || isChoice) && plans[current].hasDay
            // "Thursday is my daughter's recital" names the day, but does not repeat the plan.
            if repeats, !reading.isBare, !isHourAndPlace(step), !isEcho(step, before), !isChoice,
                !reading.has(MessageReading.directed.union(MessageReading.yeses)), step.activity == nil
            {
                return
            }
            // "6 AM 💀" wonders at the hour.
            if repeats, reader.lexicon.hasMark(.dismay, reading.words) { return }
            if repeats, !isQuestion, !asksByRestating(step), !before.isConditional, !reading.has(.condition),
                step.asks.isDisjoint(with: [.askWhen, .askDay, .askTime])
            {
                // Saying the same again is a yes.
                let words = Plan.Mark(side: step.side, message: step.index, bytes: values[0].expression.range)
                agree(step, current, words, .yes)
                return
            }
            if let free = before.isFree, before.isAvailability, change == .none, !isQuestion,
                before.proposer == step.side
            {
                agree(step, current, free, .yes)
                return
            }
            let isOnlyAsked =
                isInquiry(reading) && before.state != .open
                || before.isInquiry && before.state == .idea && !reading.has(MessageReading.directed)
            plans[current].isInquiry = isOnlyAsked
            plans[current].state = isOnlyAsked ? .idea : .open
            plans[current].acceptance = nil
            if change != .none || before.state != .open || isQuestion || asksByRestating(step) {
                plans[current].proposal = mark(step, MessageReading.directed)
            }
            // "At ten I'm free" in answer to a plan offers an hour.
            plans[current].isAvailability =
                reading.has(.free) && !reading.has([.propose, .invite])
                && before.proposer == step.side
            plans[current].isAnnouncement = false
            plans[current].isConditional = reading.has(.condition)
            return
        }
        let answersWhen = isAsked && (step.asked.contains(.propose) || hasInvited(step))
        let isNew = values.isEmpty ? isIdea(step) : isProposal(step) || answersWhen
        // "See you on Sunday" is a farewell, whose day counts if a plan follows.
        let isFarewell = !isNew && reading.has(.farewell) && !values.isEmpty
        // "Ah, Sunday": the day that the other told.
        let isEchoOfTold = !reading.has(MessageReading.directed) && step.activity == nil && echoesTold(step)
        guard isNew && !isEchoOfTold || isFarewell else { return remember(step) }
        start(step)
        if isFarewell {
            plans[plans.count - 1].state = .idea
            plans[plans.count - 1].isFarewell = true
        }
    }

    /// Returns true for a message that says the words of the proposal again: "Monday 5pm Rumi".
    private func isEcho(_ step: Step, _ plan: Plan) -> Bool {
        guard messages.indices.contains(plan.proposal.message) else { return false }
        let said = Set(reader.lexicon.words(messages[plan.proposal.message].text).map(\.text))
        return step.reading.words.indices.allSatisfy { index in
            let word = step.reading.words[index]
            return word.kind != .word || said.contains(word.text)
                || step.reading.times.contains { $0.expression.range.overlaps(word.range) }
        }
    }

    /// Returns true for an hour and the noun of a place: "4 library".
    private func isHourAndPlace(_ step: Step) -> Bool {
        let words = step.reading.words
        return step.values.contains { $0.expression.best.minute != nil }
            && words.indices.allSatisfy { index in
                words[index].kind != .word
                    || step.reading.times.contains { $0.expression.range.overlaps(words[index].range) }
                    || reader.lexicon.places.matches(words, at: index).contains { $0.value == .noun }
            }
    }

    /// Returns true if a value is one of several that were proposed.
    func isOption(_ value: MessageReading.FoundTime, _ plan: Plan) -> Bool {
        let mine = value.expression.best
        return plan.options.contains { option in
            let its = option.best
            if let minute = mine.minute, mine.isDayImplied {
                return its.minute.map {
                    $0 % 720 == minute % 720
                } ?? false
            }
            return its.date == mine.date
        }
    }

    mutating func start(_ step: Step) {
        let reading = step.reading
        textOfStep = messages[step.index].text
        var plan = Plan(proposal: mark(step, MessageReading.directed))
        plan.activity = step.activity
        plan.isConditional = reading.has(.condition)
        let isSpoken = reading.has(MessageReading.directed.subtracting([.counter])) || !reading.questions.isEmpty
        // "Are you free for a call tomorrow at 11?" asks for the call.
        let isConcrete =
            step.activity != nil
            && step.values.contains { $0.expression.best.minute != nil && !$0.expression.best.isDayImplied }
        plan.isAvailability = reading.has(.free) && !reading.has([.propose, .invite]) && !isConcrete
        plan.isInquiry = isInquiry(reading)
        plan.isAnnouncement = !isSpoken && !(plan.activity?.isFormal ?? false) && !reading.isBare
        plans.append(plan)
        current = plans.count - 1
        takeTold(before: step)
        merge(step, into: plans.count - 1)
        if plans[plans.count - 1].hasValue, !plan.isInquiry { plans[plans.count - 1].state = .open }
        place(step)
    }

    /// Returns true for a question whether something takes place: "is there a match today?".
    func isInquiry(_ reading: MessageReading) -> Bool {
        (reading.has(.inquiry) || asksForPublicEvent(reading)) && !reading.has(MessageReading.directed)
    }

    /// Returns true for "what time is the match?": asking is not proposing.
    private func asksForPublicEvent(_ reading: MessageReading) -> Bool {
        let last = reading.words.last { $0.kind == .word }?.text ?? ""
        let isTagged = ["right", "correct", "صح", "صحيح"].contains(last)
        if isTagged, reading.activities.contains(where: { Self.publicEvents.contains($0.sense.key) }) { return true }
        return reading.acts.contains { act in
            [.askWhen, .askTime].contains(act.act)
                && reading.activities.contains { $0.clause == act.clause && Self.publicEvents.contains($0.sense.key) }
        }
    }

    static let publicEvents: Set<String> = ["match", "event", "concert", "show"]

    /// Takes new values after the agreement.
    mutating func change(_ step: Step, _ index: Int) {
        let before = plans[index], reading = step.reading
        let restates = asksByRestating(step) && (!reading.questions.isEmpty || reading.has(.booking))
        let isFormal = reading.has(.confirm) || restates && before.acceptedBy != .done
        // "It is booked" reports what was agreed, perhaps with the hour.
        if step.values.isEmpty || reading.has(.done) {
            var copy = self
            if before.time == nil, !step.values.isEmpty, copy.merge(step, into: index) == .filled { self = copy }
            place(step)
            // "Four tickets, correct?" asks again before it is booked.
            if step.values.isEmpty, isFormal, !reading.has(.done), isBooking(step) {
                plans[index].wasAgreed = true
                plans[index].state = .open
                plans[index].acceptance = nil
                plans[index].proposal = mark(step, MessageReading.directed)
            }
            return
        }
        var copy = self
        var change = copy.merge(step, into: index)
        // "5am, I mean" changes an hour whose half of the day was guessed.
        if change == .none, copy.plans[index].time?.value.minute != before.time?.value.minute { change = .changed }
        let isAsked = !step.asked.isDisjoint(with: [.askWhen, .askDay, .askTime])
        let isHourAdded = change == .filled && before.time == nil && !reading.has(.condition)
        guard isProposal(step) || isAsked || isHourAdded else { return }
        if change == .none, !isFormal {
            // "7 pm" after "at 7" says the half of the day that was guessed.
            plans[index].time = copy.plans[index].time ?? plans[index].time
            place(step)
            return
        }
        let isAnother = step.reading.has(.another) && !step.reading.has([.counter, .postpone])
        if isAnother || before.existing == nil && isOther(step, than: index) { return start(step) }
        if isSecondPlan(step, before, change) || opensPlan(step, before, change) { return start(step) }
        let isTimeAdded = change == .filled
        self = copy
        // "Can't on Thursday. Friday?" leaves nothing of Thursday.
        let isTakenBack = !step.refused.isEmpty || reading.has([.refuseValue, .refusePlan, .withdraw])
        plans[index].settled = isTakenBack ? [] : [before]
        plans[index].isFree = nil
        plans[index].wasAgreed = true
        plans[index].state = .open
        plans[index].acceptance = nil
        plans[index].proposal = mark(step, MessageReading.directed)
        place(step)
        // The end of an agreed meeting is a detail, not a new plan. So is the hour for which the other asked.
        if isTimeAdded, before.day != nil, before.time != nil || isAsked {
            plans[index].state = .agreed
            plans[index].settled = []
            plans[index].acceptance = before.acceptance
            plans[index].proposal = before.proposal
        }
    }

    /// Returns true for a sentence with a day and an hour of its own behind an agreed plan, unless it says that it
    /// moves that plan, or names the same thing again.
    private func opensPlan(_ step: Step, _ before: Plan, _ change: Change) -> Bool {
        guard change == .changed, before.time != nil, let day = before.day, namesDayAndHour(step),
            step.values.contains(where: { value in
                let best = value.expression.best
                return !best.isDayImplied && best.date != nil && best.date != day.value.date
            }), !step.reading.has([.counter, .correct, .confirm, .sameTime, .postpone, .reconfirm])
        else { return false }
        return step.activity == nil || step.activity?.key != before.activity?.key
    }

    /// Returns true for a message with a day and an hour.
    func namesDayAndHour(_ step: Step) -> Bool {
        let readings = step.values.map(\.expression.best)
        return readings.contains { $0.date != nil && !$0.isDayImplied }
            && readings.contains { $0.minute != nil || $0.anchor != nil }
    }

    /// Activities that another one on another day does not replace.
    static let errands: Set<String> = ["visit", "call", "pickup"]

    /// Returns true for another day with an activity where the agreed plan has none: "and lunch at ours on Friday".
    private func isSecondPlan(_ step: Step, _ before: Plan, _ change: Change) -> Bool {
        guard change == .changed, before.existing == nil, before.time != nil,
            before.activity.map({ Self.errands.contains($0.key) }) ?? true,
            let activity = step.activity, !Self.general.contains(activity.key),
            !step.reading.has([.counter, .correct, .confirm, .sameTime, .postpone])
        else { return false }
        return step.values.contains { value in
            !value.expression.best.isDayImplied && value.expression.best.date != before.day?.value.date
        }
    }

    /// Returns true if a message is about the current plan.
    func belongs(_ step: Step, to index: Int) -> Bool { !isOther(step, than: index) }

    /// Returns true if a message names another activity than a plan's, and does not put it in its place.
    func isOther(_ step: Step, than index: Int) -> Bool {
        guard let activity = step.activity, let its = plans[index].activity?.key, activity.key != its,
            !step.reading.activities.contains(where: { $0.sense == activity && step.isPlace($0) })
        else { return false }
        let mine = activity.key
        if step.reading.has([.counter, .correct, .confirm]) || plans[index].state == .idea { return false }
        let same = step.reading.activities.contains { $0.sense.key == its }
        return !same && !Self.general.contains(mine) && !Self.general.contains(its)
    }

    /// Activities that any other can be.
    static let general: Set<String> = [
        "meet", "event", "visit", "gathering", "meal", "appointment", "viewing",
        "table", "call", "trip",
    ]
}
