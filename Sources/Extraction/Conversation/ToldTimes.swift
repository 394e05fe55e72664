import CivilTime

/// Times that one told without asking anything: "court booked for Thursday at 9", كتب الكتاب الخميس في الجامع.
///
/// They are a plan once the other answers as to an invitation: comes along, puts the answer off, or declines.
extension Negotiation {
    /// Remembers a message that tells a day and says what, when or where, while no plan is talked about.
    mutating func remember(_ step: Step) {
        if let current, [.open, .agreed].contains(plans[current].state) { return }
        if step.reading.has([.own, .refusePlan]), step.activity?.isFormal ?? false {
            var own = unframed(step)
            for index in own.reading.times.indices { own.reading.times[index].isRefused = false }
            if !own.values.isEmpty { ownAppointment = own }
        }
        if tells(step) { told = step }
        if step.values.contains(where: { namesDay($0) && $0.expression.best.endDate == nil }) { mentioned = step }
    }

    /// Takes the answer to what the other told. Returns true if the message is done with.
    mutating func answersTold(_ step: Step) -> Bool {
        if cancelsOwn(step) { return true }
        guard let told = standingTold(step), told.side != step.side, told.at.date == step.at.date,
            step.values.isEmpty || repeats(told, step), step.reading.questions.isEmpty
        else { return false }
        let isRefused = isMeant(.refusePlan, step) || isMeant(.withdraw, step) && !step.reading.has(.past)
        if isRefused, step.index - told.index <= 3 {
            begin(told)
            deny(step)
            return true
        }
        let suiting = standing([.yes], step).first { yes in
            reader.lexicon.isMarked(.suits, step.reading.words, at: yes.words.lowerBound)
        }
        if let yes = standing([.commit], step).first ?? suiting {
            begin(told)
            guard let current, plans[current].hasDay else { return true }
            agree(step, current, mark(step, [yes.act]), yes.act)
            return true
        }
        if isMeant(.defer, step), promisesAnswer(step) {
            begin(told)
            return true
        }
        return false
    }

    /// Takes "will you come?" soon after one's own message that only told when: the two propose together.
    mutating func joinsInvitation(_ step: Step) -> Bool {
        guard step.values.isEmpty, step.reading.has([.invite, .propose]),
            !(current.map { plans[$0].isActive } ?? false), step.asks.isSubset(of: [.propose]),
            let told = (step.reading.has(.invite) ? standingTold(step) : nil) ?? last.map(unframed),
            told.side == step.side, !told.values.isEmpty
        else { return false }
        begin(told)
        let index = plans.count - 1
        plans[index].proposal = mark(step, MessageReading.directed)
        plans[index].isAnnouncement = false
        if plans[index].activity == nil { plans[index].activity = step.activity }
        place(step)
        return true
    }

    /// Takes "I have to cancel it" of the one who mentioned an appointment: "I have an appointment tomorrow at 4".
    private mutating func cancelsOwn(_ step: Step) -> Bool {
        guard let own = ownAppointment, own.side == step.side, step.index > own.index, step.index - own.index <= 6,
            !(current.map { plans[$0].isActive } ?? false),
            isMeant(.withdraw, step) || isMeant(.postpone, step)
        else { return false }
        begin(own)
        deny(step)
        return true
    }

    /// Returns true a few messages after one's own "come with me", to which the other said "when?".
    func hasInvited(_ step: Step) -> Bool {
        invited[step.side].map { step.index - $0 <= 4 } ?? false
    }

    /// Forgets what was told once its teller asks something else: "where are you?" has another answer.
    mutating func leaveTold(_ step: Step) {
        guard let told, told.side == step.side, step.index > told.index, !step.reading.has(.invite),
            !step.asks.isEmpty || !step.reading.questions.isEmpty
        else { return }
        self.told = nil
    }

    /// Returns what was told a few messages before, if no open plan is talked about.
    func standingTold(_ step: Step) -> Step? {
        guard let told, step.index - told.index <= 5, !(current.map { plans[$0].state == .open } ?? false)
        else { return nil }
        return told
    }

    /// Starts the plan that was told.
    private mutating func begin(_ step: Step) {
        (told, ownAppointment) = (nil, nil)
        start(step)
    }

    /// Takes the day of what the same side told before into a plan that begins with another message: "the birthday is on
    /// the 12th", then "come from 3".
    mutating func takeTold(before step: Step) {
        let namesDay = step.values.contains { !$0.expression.best.isDayImplied }, index = plans.count - 1
        defer {
            (told, mentioned) = (nil, nil)
            textOfStep = messages[step.index].text
        }
        guard !namesDay, !step.values.isEmpty else { return }
        if let told, told.index != step.index, told.side == step.side, step.index - told.index <= 4 {
            textOfStep = messages[told.index].text
            merge(told, into: index)
            place(told)
            if plans[index].activity == nil { plans[index].activity = told.activity }
        } else if let mentioned, mentioned.index != step.index, step.index - mentioned.index <= 4 {
            let isAsked = !step.asked.isDisjoint(with: [.askTime, .askWhen])
            let asksDay = !mentioned.reading.questions.isEmpty && mentioned.side == step.side
            guard isAsked || asksDay else { return }
            textOfStep = messages[mentioned.index].text
            for value in mentioned.values where value.expression.best.minute == nil {
                _ = take(value.expression, mentioned, into: index)
            }
        }
    }

    /// Returns true for a message that tells a day with an hour, a place or an activity.
    private func tells(_ step: Step) -> Bool {
        let reading = step.reading
        let hasDay = step.values.contains {
            namesDay($0) && $0.expression.best.repetition == nil && !isVague($0.expression)
        }
        guard hasDay, step.asks.isEmpty, reading.questions.isEmpty, !reading.has(Self.untold)
        else { return false }
        return values(step, haveHourIn: reading) || reading.place != nil || step.activity != nil
    }

    /// Returns true for words that name a day, and not only a bound such as "by Friday".
    private func namesDay(_ value: MessageReading.FoundTime) -> Bool {
        let best = value.expression.best
        return best.date != nil && !best.isDayImplied && !best.isBound
    }

    /// Acts of messages that are about something other than a plan.
    static let untold: CaseSet<Act> = [
        .past, .reported, .topic, .hours, .window, .joke, .inquiry, .withdraw, .postpone, .refusePlan, .refuseValue,
        .condition, .own, .third,
    ]

    /// Returns a message whose own times count: "I'm at the stadium on Friday at 8" before "will you come?".
    private func unframed(_ step: Step) -> Step {
        var step = step
        for index in step.reading.times.indices where [.own, .third].contains(step.reading.times[index].frame) {
            step.reading.times[index].frame = nil
        }
        return step
    }

    /// Returns true if a message names no other day and no hour than what the other told.
    func echoesTold(_ step: Step) -> Bool {
        guard let told = standingTold(step), told.side != step.side else { return false }
        return repeats(told, step) && step.values.allSatisfy { $0.expression.best.minute == nil }
    }

    private func repeats(_ told: Step, _ step: Step) -> Bool {
        step.values.allSatisfy { value in
            told.values.contains { $0.expression.best.date == value.expression.best.date }
        }
    }
}
