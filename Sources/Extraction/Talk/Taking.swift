import CivilTime

/// Takes the values of a message into a plan: its day, hour, end and options.
struct Taking {
    enum Change { case none, filled, changed }

    let talk: Talk
    let turn: Turn
    private(set) var plan: Plan
    /// The greatest change so far: an empty slot filled, or the value of a full one changed.
    private(set) var change = Change.none
    /// The hour that "same time" means from now on.
    private(set) var lastTime: Plan.Slot<Plan.Time>?

    init(_ talk: Talk, _ turn: Turn, into plan: Plan) {
        (self.talk, self.turn, self.plan) = (talk, turn, plan)
        lastTime = talk.memory.lastTime
    }

    /// Takes all values of the message.
    mutating func takeAll() {
        let values = turn.values
        let chosen = values.count == 1 ? option(of: values[0]) : nil
        noteOptions(values)
        if turn.marks.contains(.early), plan.part == nil, !turn.reading.has([.refuseValue, .refusePlan, .no]) {
            takePart(.morning, hasHour: true)
        }
        // "I am free on Sunday and Monday" leaves a choice.
        let times =
            chosen.map { [$0] }
            ?? (turn.reading.has(.free) ? values.map(\.expression) : JoinedTimes(talk: talk, turn: turn).joined(values))
        for value in times { take(value) }
        if !values.isEmpty { plan.lastProposed = values.map(\.expression) }
        for value in turn.refused where plan.time == nil { lastTime = hour(of: value.expression) ?? lastTime }
        if let time = plan.time { lastTime = time }
        takeSame()
    }

    private mutating func note(_ new: Change) { if change != .changed, new != .none { change = new } }

    /// Takes "same time" and "that day".
    private mutating func takeSame() {
        if turn.reading.has(.sameTime), plan.time == nil, let last = lastTime {
            plan.time = last
            note(.filled)
        }
        if turn.reading.has(.sameDay), plan.day == nil, let day = talk.memory.lastDay {
            plan.day = day
            note(.filled)
        }
    }

    /// Keeps the options of which one has to be chosen. "8pm? or 9pm?" in two messages is a choice, too.
    private mutating func noteOptions(_ values: [MessageReading.FoundTime]) {
        if values.contains(where: \.isOption) || offersSeveral(values) {
            let before = values.first?.isOption ?? false ? plan.lastProposed : []
            plan.options = before + values.map(\.expression)
        } else if values.count == 1, plan.options.count > 1 {
            plan.options = []
        }
    }

    /// Returns true for several days with an hour each: "Tuesday at 11 and Wednesday at 4".
    private func offersSeveral(_ values: [MessageReading.FoundTime]) -> Bool {
        guard values.count > 1, !turn.reading.has([.counter, .correct, .postpone]) else { return false }
        let days = values.map(\.expression.best).filter { !$0.isDayImplied && $0.minute != nil }.compactMap(\.date)
        return days.count == values.count && Set(days).count > 1
    }

    /// Returns the option that a value chooses, with the day and the hour that it leaves out: "Thursday then", "12.30".
    private func option(of value: MessageReading.FoundTime) -> TimeExpression? {
        let mine = value.expression.best
        guard plan.options.count > 1, !value.isOption else { return nil }
        let matching = plan.options.filter { option in
            let isHour = mine.minute.map { $0 % 720 } == option.best.minute.map { $0 % 720 }
            if mine.isDayImplied { return mine.minute != nil && isHour }
            return option.best.date == mine.date && (isHour || mine.minute == nil && mine.part == nil)
        }
        guard matching.count == 1, var option = matching.first, option.best.minute != nil else { return nil }
        option.range = value.expression.range
        return option
    }

    /// Returns the hour of an expression that no plan has.
    private func hour(of expression: TimeExpression) -> Plan.Slot<Plan.Time>? {
        let best = expression.best
        guard let minute = best.minute else { return nil }
        return turn.slot(
            Plan.Time(minute: minute, isHalfImplied: best.isHalfImplied, said: best.date, anchor: best.anchor),
            expression)
    }

    /// Takes one value.
    mutating func take(_ expression: TimeExpression) {
        let best = expression.best
        // "This year" is no time for a plan.
        if let start = best.date, let end = best.endDate, best.minute == nil, end - start > 31 { return }
        takeDay(expression)
        if let part = best.part { takePart(part, hasHour: best.minute != nil) }
        if best.minute != nil || best.anchor != nil {
            plan.untimedPrayer = best.minute == nil ? best.anchor : nil
        }
        if best.minute != nil {
            takeTime(expression)
        } else if best.part != nil, let time = plan.time?.value, time.isHalfImplied {
            let settled = HalfOfDay(talk: talk, turn: turn, plan: plan, lastTime: lastTime).settled(time)
            plan.time?.value = settled
        }
        takeEnd(expression)
    }

    /// Takes a day. "Every Tuesday" names no day, but the plan repeats from the next one on.
    private mutating func takeDay(_ expression: TimeExpression) {
        let best = expression.best
        guard let date = best.date, !best.isDayImplied || best.repetition != nil else { return }
        let day = Plan.Day(
            date: date, end: best.endDate.flatMap { best.minute == nil && $0 > date ? $0 : nil },
            isVague: turn.isVague(expression), isAmbiguous: isAmbiguous(expression), repetition: best.repetition,
            hijri: best.hijri)
        let old = plan.day?.value
        // "Next week" says less than the day that is known.
        if day.isVague, let old, !old.isVague, day.holds(old) { return }
        let isSame = old.map { $0.date == day.date && ($0.end == day.end || day.end == nil) } ?? false
        guard !isSame, !isWeekday(expression, of: old) else { return }
        note(old == nil || old?.isVague == true ? .filled : .changed)
        plan.day = turn.slot(day, expression)
        plan.refusedDay = nil
    }

    /// Takes a part of the day. "Friday morning?" leaves nothing of "Thursday at two".
    private mutating func takePart(_ part: PartOfDay, hasHour: Bool) {
        plan.part = part
        guard !hasHour, let time = plan.time?.value, let hours = HalfOfDay.hours[part], !hours.contains(time.minute),
            !time.isHalfImplied || !hours.contains((time.minute + 720) % 1_440)
        else { return }
        plan.time = nil
        plan.end = nil
        note(.changed)
    }

    /// Takes an hour.
    private mutating func takeTime(_ expression: TimeExpression) {
        let best = expression.best
        guard let minute = best.minute else { return }
        var time = Plan.Time(
            minute: minute, isHalfImplied: best.isHalfImplied, nextDay: best.isDayImplied ? best.date : nil,
            anchor: best.anchor, isLateNight: best.part == .night && minute < 300 && best.isDayImplied,
            isApproximate: best.isApproximate, zone: best.zone)
        time.said = best.date
        time = HalfOfDay(talk: talk, turn: turn, plan: plan, lastTime: lastTime).inPart(best.part, time)
        let old = plan.time?.value
        let settlesHalf = old.map { $0.isHalfImplied && $0.minute % 720 == time.minute % 720 } ?? false
        if settlesHalf, !time.isHalfImplied {
            plan.time = turn.slot(time, expression)
        } else if old?.minute != time.minute {
            note(old == nil ? .filled : .changed)
            plan.time = turn.slot(time, expression)
            if old != nil { plan.end = nil }
        }
    }

    /// Takes an end or a length.
    private mutating func takeEnd(_ expression: TimeExpression) {
        let best = expression.best
        let end = Plan.End(minute: best.minute == nil ? nil : best.endMinute, length: best.length)
        let isLength = best.length != nil && (plan.time != nil || expression.kind == .length)
        guard end.minute != nil || isLength, plan.end?.value != end else { return }
        note(plan.end == nil ? .filled : .changed)
        plan.end = turn.slot(end, expression)
    }

    /// Returns true for a mere weekday that is the one of a later day that is known: "the 19th" – "is it a Wednesday?".
    private func isWeekday(_ expression: TimeExpression, of day: Plan.Day?) -> Bool {
        guard let day, let date = expression.best.date, day.date > date, (day.date - date) % 7 == 0,
            expression.best.endDate == nil, expression.best.minute == nil, !turn.hasDigit(expression.range)
        else { return false }
        return turn.reading.words.count { expression.range.overlaps($0.range) && $0.kind == .word } == 1
    }

    /// Returns true if the words allow another day, too.
    private func isAmbiguous(_ expression: TimeExpression) -> Bool {
        let other = expression.readings.dropFirst().first { $0.date != expression.best.date && !$0.isDayImplied }
        return other.map { $0.weight > 0.15 } ?? false
    }
}

extension Talk {
    /// Returns the current plan with the values of a message; nil without a current plan.
    func taking(_ turn: Turn) -> Taking? {
        plan.map { plan in
            var taking = Taking(self, turn, into: plan)
            taking.takeAll()
            return taking
        }
    }
}

extension Turn {
    /// Returns a value with its source.
    func slot<Value>(_ value: Value, _ expression: TimeExpression) -> Plan.Slot<Value> {
        Plan.Slot(value: value, side: side, message: index, bytes: expression.range)
    }
}

extension Plan.Day {
    /// Returns true if a stretch of days holds a day.
    func holds(_ inner: Plan.Day) -> Bool { end.map { (date...$0).contains(inner.date) } ?? false }
}
