import CivilTime

extension Negotiation {
    enum Change { case none, filled, changed }

    /// Returns true if a message with times proposes something to the other.
    func isProposal(_ step: Step) -> Bool {
        let reading = step.reading
        guard !step.values.isEmpty else { return false }
        let clauses = Set(step.values.map(\.clause)), sentences = Set(clauses.map { reading.clauses[$0].sentence })
        if reading.acts.contains(where: { act in
            MessageReading.directed.contains(act.act) && !isFramed(act, reading)
        }) {
            return true
        }
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
        if inquired[step.side.other] ?? false, current == nil { return false }
        return reading.isBare
    }

    private func values(_ step: Step, haveHourIn reading: MessageReading) -> Bool {
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
        guard step.activity != nil || step.reading.place != nil else { return false }
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
                !reading.has(.counter)
            {
                return
            }
            if before.state == .agreed { return change(step, current) }
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
            // "What are you doing on Friday?" – "dinner with family at 8" tells of one's own plan.
            if before.isAvailability, before.proposer == step.side.other, step.activity != nil,
                !reading.has(MessageReading.directed), acceptance(step) == nil
            {
                plans[current].state = .idea
                return
            }
            let change = merge(step, into: current)
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
            if repeats, !reading.isBare, !isChoice, !reading.has(MessageReading.directed.union(MessageReading.yeses)),
                step.activity == nil
            {
                return
            }
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
        let isNew = !values.isEmpty ? isProposal(step) || isAsked && step.asked.contains(.propose) : isIdea(step)
        // "See you on Sunday" is a farewell, whose day counts if a plan follows.
        let isFarewell = !isNew && reading.has(.farewell) && !values.isEmpty
        guard isNew || isFarewell else { return }
        start(step)
        if isFarewell {
            plans[plans.count - 1].state = .idea
            plans[plans.count - 1].isFarewell = true
        }
    }

    /// Returns true if a value is one of several that were proposed.
    private func isOption(_ value: MessageReading.FoundTime, _ plan: Plan) -> Bool {
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

    private mutating func start(_ step: Step) {
        let reading = step.reading
        var plan = Plan(proposal: mark(step, MessageReading.directed))
        plan.activity = step.activity
        plan.isConditional = reading.has(.condition)
        let isSpoken = reading.has(MessageReading.directed.subtracting([.counter])) || !reading.questions.isEmpty
        plan.isAvailability = reading.has(.free) && !reading.has([.propose, .invite])
        plan.isInquiry = isInquiry(reading)
        plan.isAnnouncement = !isSpoken && !(plan.activity?.isFormal ?? false) && !reading.isBare
        plans.append(plan)
        current = plans.count - 1
        merge(step, into: plans.count - 1)
        if plans[plans.count - 1].hasValue, !plan.isInquiry { plans[plans.count - 1].state = .open }
        place(step)
    }

    /// Returns true for a question whether something takes place: "is there a match today?".
    private func isInquiry(_ reading: MessageReading) -> Bool {
        reading.has(.inquiry) && !reading.has(MessageReading.directed)
    }

    /// Takes new values after the agreement.
    private mutating func change(_ step: Step, _ index: Int) {
        let before = plans[index], reading = step.reading
        let isFormal = reading.has(.confirm) || asksByRestating(step) && !reading.questions.isEmpty
        // "It is booked" tells of what was agreed, perhaps with the hour.
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
        let change = copy.merge(step, into: index)
        let isAsked = !step.asked.isDisjoint(with: [.askWhen, .askDay, .askTime])
        let isHourAdded = change == .filled && before.time == nil && !reading.has(.condition)
        guard isProposal(step) || isAsked || isHourAdded else { return }
        if change == .none, !isFormal {
            place(step)
            return
        }
        if step.reading.has(.another) || before.existing == nil && isOther(step, than: index) { return start(step) }
        let isTimeAdded = change == .filled
        self = copy
        plans[index].wasAgreed = true
        plans[index].state = .open
        plans[index].acceptance = nil
        plans[index].proposal = mark(step, MessageReading.directed)
        place(step)
        // The end of an agreed meeting is a detail, not a new plan. So is the hour for which the other asked.
        if isTimeAdded, before.day != nil, before.time != nil || isAsked {
            plans[index].state = .agreed
            plans[index].acceptance = before.acceptance
            plans[index].proposal = before.proposal
        }
    }

    /// Returns true for words about something that is booked: a table, tickets, an appointment.
    private func isBooking(_ step: Step) -> Bool {
        step.reading.activities.contains { $0.sense.isFormal || Self.booked.contains($0.sense.key) }
    }

    /// Returns true for a message that tells a booking's values again, for the other to confirm.
    ///
    /// "Booking a table for two at 7 on Friday" books nothing yet; "table for two on Friday, right?" asks.
    func asksByRestating(_ step: Step) -> Bool {
        let reading = step.reading
        guard isBooking(step), !reading.has(.done), !step.values.isEmpty || !reading.questions.isEmpty else {
            return false
        }
        if reading.has(.booking) || reading.clauses.contains(where: { isTag($0, reading) }) { return true }
        // A bare restatement has the words of the booking, but none of the speaker's own mind.
        return acceptance(step) == nil && !reading.has(MessageReading.directed.union([.no, .refuseValue, .own]))
            && reading.words.count { $0.kind == .word } >= 6
    }

    /// Returns true for "correct?" and "right?" at the end of a sentence.
    private func isTag(_ clause: MessageReading.Clause, _ reading: MessageReading) -> Bool {
        guard clause.isQuestion else { return false }
        let words = reading.words[clause.words].filter { $0.kind == .word }
        return words.count <= 2 && reading.acts.contains { [.yes, .confirm].contains($0.act) && clause.words.overlaps($0.words) }
    }

    /// Returns true for a plan that a business books.
    func isBooked(_ plan: Plan) -> Bool {
        plan.activity.map { $0.isFormal || Self.booked.contains($0.key) } ?? true
    }

    private static let booked: Set<String> = ["table", "event", "concert", "match", "show", "movie"]

    /// Returns true if a message is about the current plan.
    private func belongs(_ step: Step, to index: Int) -> Bool { !isOther(step, than: index) }

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
    private static let general: Set<String> = [
        "meet", "event", "visit", "gathering", "meal", "appointment", "viewing",
        "table", "call", "trip",
    ]

    // MARK: slots

    /// Takes the values of a message into a plan.
    ///
    /// - Returns: whether an empty slot was filled, or the value of a full one changed.
    @discardableResult
    mutating func merge(_ step: Step, into index: Int) -> Change {
        var change = Change.none
        func note(_ new: Change) { if change != .changed, new != .none { change = new } }
        let values = step.values
        if values.contains(where: \.isOption) {
            // "8pm? or 9pm?" in two messages is a choice, too.
            let before = values.first?.isOption ?? false ? plans[index].lastProposed : []
            plans[index].options = before + values.map(\.expression)
        } else if values.count == 1, plans[index].options.count > 1 {
            plans[index].options = []
        }
        // "I am free on Sunday and Monday" leaves a choice.
        let times = step.reading.has(.free) ? values.map(\.expression) : joined(values, step)
        for value in times { note(take(value, step, into: index)) }
        if !values.isEmpty { plans[index].lastProposed = values.map(\.expression) }
        for value in step.refused where value.expression.best.minute != nil && plans[index].time == nil {
            lastTime = time(of: value.expression, step)
        }
        if let time = plans[index].time { lastTime = time }
        if step.reading.has(.sameTime), plans[index].time == nil, let last = lastTime {
            plans[index].time = last
            note(.filled)
        }
        if step.reading.has(.sameDay), plans[index].day == nil, let day = lastDay {
            plans[index].day = day
            note(.filled)
        }
        return change
    }

    /// Returns the times of a message, two days next to each other as one: الجمعة والسبت.
    private func joined(_ values: [MessageReading.FoundTime], _ step: Step) -> [TimeExpression] {
        var joined: [TimeExpression] = []
        for value in values {
            let day = value.expression.best
            guard let last = joined.last, let start = last.best.date, last.best.minute == nil, last.best.part == nil,
                !last.best.isDayImplied, last.best.endDate == nil, day.minute == nil, day.part == nil,
                day.date == start + 1, day.endDate == nil, isAnd(last.range.upperBound..<value.expression.range.lowerBound, step)
            else {
                joined.append(value.expression)
                continue
            }
            joined[joined.count - 1].readings = [last.best]
            joined[joined.count - 1].readings[0].endDate = day.date
            joined[joined.count - 1].range = last.range.lowerBound..<value.expression.range.upperBound
        }
        return joined
    }

    /// Returns true if nothing but "and" stands between two days.
    private func isAnd(_ bytes: Range<Int>, _ step: Step) -> Bool {
        let between = step.reading.words.filter {
            bytes.contains($0.range.lowerBound) && $0.range.upperBound <= bytes.upperBound
        }
        return between.count <= 1 && between.allSatisfy { ["and", "&", "n", "+", "و"].contains($0.text) }
    }

    /// Returns the hour of an expression that no plan has.
    private func time(of expression: TimeExpression, _ step: Step) -> Plan.Slot<Plan.Time>? {
        guard let minute = expression.best.minute else { return nil }
        let best = expression.best
        return slot(
            Plan.Time(minute: minute, isHalfImplied: best.isHalfImplied, said: best.date, anchor: best.anchor),
            step, expression)
    }

    /// Remembers the last day that was named, whatever it was about, for "that day".
    mutating func noteDay(_ step: Step) {
        guard
            let time = step.reading.times.last(where: { time in
                !time.expression.isVague && time.expression.best.date != nil && !time.expression.best.isDayImplied
            }), let date = time.expression.best.date
        else { return }
        lastDay = slot(Plan.Day(date: date), step, time.expression)
    }

    private mutating func take(_ expression: TimeExpression, _ step: Step, into index: Int) -> Change {
        let best = expression.best
        var change = Change.none
        func note(_ new: Change) { if change != .changed, new != .none { change = new } }
        if let date = best.date, !best.isDayImplied {
            let day = Plan.Day(
                date: date, end: best.endDate.flatMap { best.minute == nil && $0 > date ? $0 : nil },
                isVague: isVague(expression), isAmbiguous: isAmbiguous(expression), repetition: best.repetition,
                hijri: best.hijri)
            let old = plans[index].day?.value
            // "Next week" says less than the day that is known.
            if !(day.isVague && old != nil && old?.isVague == false && holds(day, old)) {
                let isSame = old.map { $0.date == day.date && ($0.end == day.end || day.end == nil) } ?? false
                if !isSame {
                    note(old == nil || old?.isVague == true ? .filled : .changed)
                    plans[index].day = slot(day, step, expression)
                    plans[index].refusedDay = nil
                }
            }
        }
        if let part = best.part {
            plans[index].part = part
            // "Friday morning?" leaves nothing of "Thursday at two".
            if best.minute == nil, let time = plans[index].time?.value, let hours = Self.hours[part],
                !hours.contains(time.minute), !time.isHalfImplied || !hours.contains((time.minute + 720) % 1_440)
            {
                plans[index].time = nil
                plans[index].end = nil
                note(.changed)
            }
        }
        if let minute = best.minute {
            var time = Plan.Time(
                minute: minute, isHalfImplied: best.isHalfImplied,
                nextDay: best.isDayImplied
                    ? best.date : nil, anchor: best.anchor,
                isLateNight: best.part == .night && minute < 300 && best.isDayImplied,
                isApproximate: best.isApproximate, zone: best.zone)
            time.said = best.date
            if time.isHalfImplied, time.minute < 720, let part = best.part ?? plans[index].part,
                [.evening, .night].contains(part), time.minute >= 240
            {
                time.minute += 720
                if time.nextDay != nil { time.nextDay = next(time.minute, step.at) }
            }
            settleHalf(&time, plans[index], step)
            let old = plans[index].time?.value
            if old?.minute != time.minute || old == nil {
                note(old == nil ? .filled : .changed)
                plans[index].time = slot(time, step, expression)
                if old != nil { plans[index].end = nil }
            } else if old?.isHalfImplied == true, !time.isHalfImplied {
                plans[index].time = slot(time, step, expression)
            }
            // A new hour of another day's plan keeps its day, but an hour alone means the next one.
        } else if best.part != nil, var time = plans[index].time?.value, time.isHalfImplied {
            settleHalf(&time, plans[index], step)
            plans[index].time?.value = time
        }
        let end = Plan.End(minute: best.minute == nil ? nil : best.endMinute, length: best.length)
        if end.minute != nil || end.length != nil && plans[index].time != nil
            || best.length != nil
                && expression.kind == .length
        {
            if plans[index].end?.value != end {
                note(plans[index].end == nil ? .filled : .changed)
                plans[index].end = slot(end, step, expression)
            }
        }
        return change
    }

    private func slot<Value>(_ value: Value, _ step: Step, _ expression: TimeExpression) -> Plan.Slot<Value> {
        Plan.Slot(value: value, side: step.side, message: step.index, bytes: expression.range)
    }

    /// Chooses the half of the day by its part, or by the hour that is replaced.
    private func settleHalf(_ time: inout Plan.Time, _ plan: Plan, _ step: Step) {
        guard time.isHalfImplied else { return }
        let other = (time.minute + 720) % 1_440
        if let part = plan.part, let hours = Self.hours[part] {
            if !hours.contains(time.minute), hours.contains(other) { time.minute = other }
        } else if let old = plan.time?.value {
            if abs(other - old.minute) < abs(time.minute - old.minute) { time.minute = other }
        } else {
            return
        }
        if time.nextDay != nil { time.nextDay = next(time.minute, step.at) }
    }

    private static let hours: [PartOfDay: Range<Int>] = [
        .dawn: 180..<420, .morning: 240..<720, .forenoon: 420..<780, .noon: 660..<900, .afternoon: 720..<1_140,
        .evening: 960..<1_440, .night: 1_080..<1_440,
    ]

    /// Returns true for a stretch of days of which none was named: "next week".
    private func isVague(_ expression: TimeExpression) -> Bool {
        let best = expression.best
        guard let start = best.date, let end = best.endDate, best.minute == nil, end - start >= 3 else { return false }
        let bytes = expression.range
        return !stepHasDigit(bytes)
    }

    private func stepHasDigit(_ bytes: Range<Int>) -> Bool {
        guard let text = textOfStep else { return false }
        let utf8 = text.utf8
        guard bytes.upperBound <= utf8.count else { return false }
        return text[
            utf8.index(
                utf8.startIndex, offsetBy: bytes.lowerBound)..<utf8.index(
                    utf8.startIndex,
                    offsetBy: bytes.upperBound)
        ]
        .unicodeScalars.contains { digit($0) != nil }
    }

    private func holds(_ outer: Plan.Day, _ inner: Plan.Day?) -> Bool {
        guard let inner, let end = outer.end else { return false }
        return (outer.date...end).contains(inner.date)
    }

    private func isAmbiguous(_ expression: TimeExpression) -> Bool {
        guard
            let other = expression.readings.dropFirst().first(where: {
                $0.date != expression.best.date
                    && !$0.isDayImplied
            })
        else {
            return false
        }
        return other.weight > 0.15
    }
}
