import CivilTime

/// A change of the plan that is talked about, or of things remembered beside it.
enum Move: Sendable {
    /// Nothing: the message is answered.
    case nothing
    /// Goes on with the rules of a family.
    case goOn(String)

    // The plan that is talked about.
    /// Begins a plan with the message.
    case start
    /// Begins a plan with an earlier message that told something.
    case startTold(Turn)
    /// Turns to another plan, or to none.
    case turn(to: Int?)
    /// Goes back to a plan as it was.
    case restore(Plan, at: Int)
    /// Forgets the plan. Nothing is talked about then: another plan has to be named again.
    case drop

    // Values.
    /// Takes the values of the message.
    case take
    /// Takes one of the options.
    case choose(TimeExpression)
    /// Takes the place.
    case place
    /// Takes the activity.
    case name(ActivitySense?)
    /// Puts an hour, without anything else of the message.
    case time(Plan.Slot<Plan.Time>?)
    /// Puts a day.
    case day(Plan.Slot<Plan.Day>)
    /// Empties the day, which stays as the one that the plan was about.
    case refuseDay
    /// Empties the slots that the message refuses.
    case refuse
    /// Drops what the other side offered, but not what one asked for oneself.
    case forgetOffers

    // The state of the plan.
    /// Opens the plan, with the words that propose it if they are new.
    case open(Plan.Mark?)
    /// Opens the plan again, with the values of the message.
    case reopen
    /// Leaves the plan open with a request.
    case offer
    /// Opens an agreed plan to be confirmed again.
    case reopenAsChange(Plan.Mark)
    /// Opens an agreed plan for a change; `settled` stands until the other agrees.
    case change(settled: Plan?, Plan.Mark)
    /// Agrees.
    case agree(Plan.Mark, Act)
    /// Keeps the yes of one who is asked something back, or who is only free.
    case free(Plan.Mark)
    case deny
    /// Denies a plan that could not be booked.
    case fail
    /// Makes a mere thought of the plan.
    case shelve
    /// Remembers who puts the answer off.
    case putOff
    /// The writer comes along to what others agreed on.
    case join
    /// The writer does not come; the others may.
    case leaveOut
    /// Leaves nothing of what was agreed before.
    case unsettle
    /// Says how the plan was put.
    case put(Manner, Bool)
    /// Says whose proposal it is, where nobody may accept it.
    case leave(to: ChatSide)
    /// Takes the words of an earlier request as the proposal.
    case request(Plan.Mark)

    // Memory.
    /// Remembers what the message tells, without a plan.
    case remember
    /// Forgets days that were only told.
    case forget
    /// Remembers or ends a subject that is no plan.
    case subject(Int?)
}

/// The manners in which a plan is put.
enum Manner: Sendable {
    case availability, inquiry, farewell, announcement, condition, agreedBefore
}

extension Talk {
    /// Makes a move: the only place where a plan changes.
    mutating func apply(_ move: Move, of turn: Turn) {
        switch move {
        case .nothing, .goOn: break
        case .start: start(turn)
        case .startTold(let told):
            (memory.told, memory.ownAppointment) = (nil, nil)
            start(told)
        case .turn(let index): current = index
        case .restore(let plan, let index):
            current = index
            plans[index] = plan
        case .remember: remember(turn)
        case .forget: (memory.told, memory.mentioned, memory.lastDay) = (nil, nil, nil)
        case .subject(let message): memory.lastTopic = message
        default:
            guard let current else { return }
            applyToPlan(move, current, of: turn)
        }
    }

    /// Makes a move of the values of a plan.
    private mutating func applyToPlan(_ move: Move, _ index: Int, of turn: Turn) {
        switch move {
        case .drop:
            plans[index].isDropped = true
            current = nil
        case .take: take(turn, into: index)
        case .choose(let option):
            plans[index].options = []
            var taking = Taking(self, turn, into: plans[index])
            taking.take(option)
            plans[index] = taking.plan
        case .place: if let place = place(turn) { plans[index].place = place }
        case .name(let activity): plans[index].activity = activity
        case .time(let time): plans[index].time = time
        case .day(let day): plans[index].day = day
        case .refuse: refuse(turn, index)
        case .forgetOffers: plans[index].forgetOffers(of: turn.side.other)
        case .agree(let mark, let act): agree(turn, index, mark, act)
        case .join: plans[index].coming.insert(turn.writer)
        case .leaveOut: leaveOut(turn, index)
        case .reopen:
            guard plans[index].isActive else { return }
            plans[index].reopen(turn.mark())
            take(turn, into: index)
        default: plans[index].apply(move, by: turn)
        }
    }

    /// Takes the values of a message, here or in an earlier one.
    private mutating func take(_ turn: Turn, into index: Int) {
        var taking = Taking(self, turn, into: plans[index])
        taking.takeAll()
        plans[index] = taking.plan
        memory.lastTime = taking.lastTime
    }

    /// Returns this talk after some moves.
    func after(_ moves: Move..., of turn: Turn) -> Talk {
        var talk = self
        for move in moves { talk.apply(move, of: turn) }
        return talk
    }

    private mutating func agree(_ turn: Turn, _ index: Int, _ acceptance: Plan.Mark, _ act: Act) {
        if let place = place(turn) { plans[index].place = place }
        if plans[index].activity == nil { plans[index].activity = turn.activity }
        // A business that books has not booked yet: "that works" only chooses.
        if memory.service != nil, act != .done, plans[index].isBooked {
            plans[index].isFree = acceptance
            return
        }
        memory.told = nil
        plans[index].agree(acceptance, act)
        plans[index].agreedBy = trace.last?.rule
        plans[index].coming = Set([plans[index].proposal, acceptance].compactMap { writer(of: $0.message) })
    }

    /// Empties the slots that were refused.
    private mutating func refuse(_ turn: Turn, _ index: Int) {
        // Booking failed, and what the business offers for it is refused, too.
        if plans[index].failedAt != nil, memory.service == turn.side.other { return plans[index].deny() }
        plans[index].refuse(turn.refused.map(\.expression.best))
        plans[index].proposal.side = turn.side.other
    }

    /// Begins a plan.
    private mutating func start(_ turn: Turn) {
        plans.append(Plan(turn, isInquiry: isInquiry(turn.reading)))
        let index = plans.count - 1
        current = index
        takeTold(before: turn, into: index)
        take(turn, into: index)
        if plans[index].hasValue, !plans[index].isInquiry { plans[index].open(nil) }
        if let place = place(turn) { plans[index].place = place }
    }

    /// Takes the day of what the same side told before into a plan that begins with another message: "the birthday is
    /// on the 12th", then "come from 3".
    private mutating func takeTold(before turn: Turn, into index: Int) {
        let namesDay = turn.values.contains { !$0.expression.best.isDayImplied }
        let (told, mentioned, shared) = (memory.told, memory.mentioned, sharedTold(turn))
        (memory.told, memory.mentioned) = (nil, nil)
        if let shared { return take(shared, into: index) }
        if let told, told.index != turn.index, asksAgain(told, turn) { return take(told, into: index) }
        guard !namesDay else { return }
        if turn.values.isEmpty {
            if let mentioned, mentioned.isQuestion, mentioned.index != turn.index,
                Memory.isWithin(.subject, mentioned.index, before: turn)
            {
                takeDay(of: mentioned, into: index)
            }
            return
        }
        if let told, told.index != turn.index, Memory.isWithin(.exchange, told.index, before: turn),
            told.side == turn.side || isChosen(turn)
        {
            take(told, into: index)
            if let place = place(told) { plans[index].place = place }
            if plans[index].activity == nil { plans[index].activity = told.activity }
        } else if let mentioned, mentioned.index != turn.index,
            Memory.isWithin(.exchange, mentioned.index, before: turn), isMeant(mentioned, by: turn)
        {
            takeDay(of: mentioned, into: index)
        }
    }

    /// Takes the day that a message mentioned into a plan.
    private mutating func takeDay(of mentioned: Turn, into index: Int) {
        var taking = Taking(self, mentioned, into: plans[index])
        for value in mentioned.values where value.expression.best.minute == nil { taking.take(value.expression) }
        plans[index] = taking.plan
    }

    /// Returns true for "so Wednesday?" after one told what is on Wednesday, and at which hour.
    private func asksAgain(_ told: Turn, _ turn: Turn) -> Bool {
        let days = turn.values.map(\.expression.best)
        guard !days.isEmpty, told.hasHour, Memory.isWithin(.appointment, told.index, before: turn) else { return false }
        return days.allSatisfy { best in
            best.minute == nil && !best.isDayImplied
                && told.values.contains { $0.expression.best.date == best.date }
        }
    }

    /// Returns true for "6:15 please" after the other's "they have 6:15 or 8".
    private func isChosen(_ turn: Turn) -> Bool {
        guard let last = memory.last, last.side != turn.side else { return false }
        let hours = turn.values.compactMap { $0.expression.best.minute.map { $0 % 720 } }
        return last.reading.times.contains { time in
            time.expression.best.minute.map { hours.contains($0 % 720) } ?? false
        }
    }

    /// Returns true if an hour is one of a day that was mentioned: it was asked for, or the same side asked for the
    /// day.
    private func isMeant(_ mentioned: Turn, by turn: Turn) -> Bool {
        turn.asked.contains(.askTime) || turn.asked.contains(.askWhen)
            || mentioned.isQuestion && mentioned.side == turn.side
    }
}
