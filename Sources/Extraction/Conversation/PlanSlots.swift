import CivilTime

extension Negotiation {
    enum Change { case none, filled, changed }

    /// Takes the values of a message into a plan.
    ///
    /// - Returns: whether an empty slot was filled, or the value of a full one changed.
    @discardableResult
    mutating func merge(_ step: Step, into index: Int) -> Change {
        var change = Change.none
        func note(_ new: Change) { if change != .changed, new != .none { change = new } }
        let values = step.values
        let chosen = values.count == 1 ? option(of: values[0], plans[index]) : nil
        if values.contains(where: \.isOption) || offersSeveral(values, step) {
            // "8pm? or 9pm?" in two messages is a choice, too.
            let before = values.first?.isOption ?? false ? plans[index].lastProposed : []
            plans[index].options = before + values.map(\.expression)
        } else if values.count == 1, plans[index].options.count > 1 {
            plans[index].options = []
        }
        // "I am free on Sunday and Monday" leaves a choice.
        let times =
            chosen.map { [$0] } ?? (step.reading.has(.free) ? values.map(\.expression) : joined(values, step))
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

    /// Returns true for several days with an hour each: "Tuesday at 11 and Wednesday at 4".
    private func offersSeveral(_ values: [MessageReading.FoundTime], _ step: Step) -> Bool {
        guard values.count > 1, !step.reading.has([.counter, .correct, .postpone]) else { return false }
        let days = values.map(\.expression.best).filter { !$0.isDayImplied && $0.minute != nil }.compactMap(\.date)
        return days.count == values.count && Set(days).count > 1
    }

    /// Returns the option that a value chooses, with the day and the hour that it leaves out: "Thursday then", "12.30".
    private func option(of value: MessageReading.FoundTime, _ plan: Plan) -> TimeExpression? {
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

    /// Returns the times of a message, two days next to each other as one: الجمعة والسبت.
    func joined(_ values: [MessageReading.FoundTime], _ step: Step) -> [TimeExpression] {
        var joined: [TimeExpression] = []
        for (number, value) in values.enumerated() {
            if number + 1 < values.count, isActivity(value, before: values[number + 1], step) { continue }
            if let moved = moved(value.expression, step) {
                joined.append(moved)
                continue
            }
            let day = value.expression.best
            guard let last = joined.last, let start = last.best.date, last.best.minute == nil, last.best.part == nil,
                !last.best.isDayImplied, last.best.endDate == nil, day.minute == nil, day.part == nil,
                day.date == start + 1, day.endDate == nil, last.range.upperBound <= value.expression.range.lowerBound,
                isAnd(last.range.upperBound..<value.expression.range.lowerBound, step)
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

    /// Returns true for غدا in غدا الجمعة: a lunch, not tomorrow.
    private func isActivity(
        _ value: MessageReading.FoundTime, before next: MessageReading.FoundTime, _ step: Step
    ) -> Bool {
        let words = step.reading.words.indices(of: value.expression.range)
        guard words.count == 1, let index = words.first, value.expression.best.minute == nil,
            next.expression.best.date != value.expression.best.date, !next.expression.best.isDayImplied,
            step.reading.words.indices(of: next.expression.range).first == index + 1
        else { return false }
        return !reader.lexicon.activities.matches(step.reading.words, at: index).isEmpty
    }

    /// Returns the new day of "moved from the 23rd to the 24th"; nil for other times.
    private func moved(_ expression: TimeExpression, _ step: Step) -> TimeExpression? {
        let words = step.reading.words
        guard let end = expression.best.endDate, let first = words.indices(of: expression.range).first,
            (max(0, first - 4)..<first).contains(where: { reader.lexicon.isMarked(.moved, words, at: $0) })
        else { return nil }
        if expression.best.minute == nil, let new = lastDay(of: expression, step) { return new }
        var moved = expression
        var reading = expression.best
        (reading.date, reading.endDate) = (end, nil)
        if let minute = reading.endMinute { (reading.minute, reading.endMinute) = (minute, nil) }
        moved.readings = [reading]
        return moved
    }

    /// Reads the end of a stretch of days as a single day, with the hour beside it:
    /// "from Sunday to Monday at 10".
    private func lastDay(of expression: TimeExpression, _ step: Step) -> TimeExpression? {
        guard let text = textOfStep else { return nil }
        let folded = FoldedText(text, times.lexicon), words = step.reading.words
        var context = context
        context.reference = step.at
        for index in words.indices(of: expression.range).dropFirst() where words[index].kind == .word {
            let isTo = ["to", "الي", "ل"].contains(words[index - 1].text)
            let isJoined = words[index].text.hasPrefix("لل")
            guard isTo || isJoined else { continue }
            let start = words[index].range.lowerBound
            let rest = folded.words(start..<expression.range.upperBound)
            // "للجمعة" is "to Friday", الجمعة the day; both have as many bytes.
            let day = isJoined ? "ال" + String(rest.unicodeScalars.dropFirst(2)) : String(rest)
            guard var found = times.expression(beginning: day, context), found.best.date != nil,
                !found.best.isDayImplied, !found.isVague
            else { continue }
            found.range = start..<min(start + found.range.upperBound, expression.range.upperBound)
            return found
        }
        return nil
    }

    /// Returns true if nothing but "and" is between two days.
    func isAnd(_ bytes: Range<Int>, _ step: Step) -> Bool {
        let between = step.reading.words.filter {
            bytes.contains($0.range.lowerBound) && $0.range.upperBound <= bytes.upperBound
        }
        return between.count <= 1 && between.allSatisfy { ["and", "&", "n", "+", "و"].contains($0.text) }
    }

    /// Returns the hour of an expression that no plan has.
    func time(of expression: TimeExpression, _ step: Step) -> Plan.Slot<Plan.Time>? {
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

    mutating func take(_ expression: TimeExpression, _ step: Step, into index: Int) -> Change {
        let best = expression.best
        var change = Change.none
        func note(_ new: Change) { if change != .changed, new != .none { change = new } }
        // "This year" is no time for a plan.
        if let start = best.date, let end = best.endDate, best.minute == nil, end - start > 31 { return .none }
        // "Every Tuesday" names no day, but the plan repeats from the next one on.
        if let date = best.date, !best.isDayImplied || best.repetition != nil {
            let day = Plan.Day(
                date: date, end: best.endDate.flatMap { best.minute == nil && $0 > date ? $0 : nil },
                isVague: isVague(expression), isAmbiguous: isAmbiguous(expression), repetition: best.repetition,
                hijri: best.hijri)
            let old = plans[index].day?.value
            // "Next week" says less than the day that is known.
            if !(day.isVague && old != nil && old?.isVague == false && holds(day, old)) {
                let isSame =
                    old.map { $0.date == day.date && ($0.end == day.end || day.end == nil) } ?? false
                    || isWeekday(expression, of: old)
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
        if best.minute != nil || best.anchor != nil {
            plans[index].untimedPrayer = best.minute == nil ? best.anchor : nil
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
            leaveMorning(&time, plans[index], step)
            let old = plans[index].time?.value
            let settlesHalf = old.map { $0.isHalfImplied && $0.minute % 720 == time.minute % 720 } ?? false
            if settlesHalf, !time.isHalfImplied {
                plans[index].time = slot(time, step, expression)
            } else if old?.minute != time.minute || old == nil {
                note(old == nil ? .filled : .changed)
                plans[index].time = slot(time, step, expression)
                if old != nil { plans[index].end = nil }
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

    func slot<Value>(_ value: Value, _ step: Step, _ expression: TimeExpression) -> Plan.Slot<Value> {
        Plan.Slot(value: value, side: step.side, message: step.index, bytes: expression.range)
    }

    /// Returns true for a mere weekday that is the one of a later day that is known: "the 19th" – "is it a Wednesday?".
    private func isWeekday(_ expression: TimeExpression, of day: Plan.Day?) -> Bool {
        guard let day, let date = expression.best.date, day.date > date, (day.date - date) % 7 == 0,
            expression.best.endDate == nil, expression.best.minute == nil, !stepHasDigit(expression.range),
            let text = textOfStep
        else { return false }
        let words = reader.lexicon.words(text).filter { expression.range.overlaps($0.range) && $0.kind == .word }
        return words.count == 1
    }

    /// Moves an hour of today that is over to the evening, if that is still to come.
    private func leaveMorning(_ time: inout Plan.Time, _ plan: Plan, _ step: Step) {
        guard time.isHalfImplied, time.minute < 720, plan.day?.value.date == step.at.date, plan.day?.value.end == nil,
            time.minute <= step.at.minuteOfDay, time.minute + 720 > step.at.minuteOfDay
        else { return }
        time.minute += 720
        if time.nextDay != nil { time.nextDay = step.at.date }
    }

    /// Chooses the half of the day by its part, or by the hour that is replaced.
    func settleHalf(_ time: inout Plan.Time, _ plan: Plan, _ step: Step) {
        guard time.isHalfImplied else { return }
        let other = (time.minute + 720) % 1_440
        if let part = plan.part, let hours = Self.hours[part] {
            let isNight = Self.nightHours.contains(time.minute) && part != .night && part != .dawn
            if !hours.contains(time.minute), hours.contains(other) || isNight { time.minute = other }
        } else if let old = plan.time?.value ?? refusedTime(plan, step) {
            if abs(other - old.minute) < abs(time.minute - old.minute) { time.minute = other }
        } else if plan.activity?.hours == .evening, plan.day.map({ $0.value.date > step.at.date }) ?? false,
            (240..<720).contains(time.minute)
        {
            // Late at night "at nine" for tomorrow's cinema is still the evening.
            time.minute = other
        } else if Self.nightHours.contains(time.minute), !Self.earlyActivities.contains(plan.activity?.key ?? "") {
            time.minute = other
        } else {
            return
        }
        if time.nextDay != nil { time.nextDay = next(time.minute, step.at) }
    }

    /// Returns the hour of this plan that was refused just before: "9am" – "too early" – "10?".
    private func refusedTime(_ plan: Plan, _ step: Step) -> Plan.Time? {
        guard let lastTime, plan.activity?.hours == nil, lastTime.message >= plan.origin,
            step.index - lastTime.message <= 4
        else { return nil }
        return lastTime.value
    }

    /// The hours at which nobody meets, unless they say so: "at two" is the afternoon.
    static let nightHours = 60..<330
    /// Activities of the early morning.
    static let earlyActivities: Set<String> = ["suhoor", "prayer", "pickup", "trip", "beach", "desert"]

    static let hours: [PartOfDay: Range<Int>] = [
        .dawn: 180..<420, .morning: 240..<720, .forenoon: 420..<780, .noon: 660..<900, .afternoon: 720..<1_140,
        .evening: 960..<1_440, .night: 1_080..<1_440,
    ]

    /// Returns true for a stretch of days of which none was named: "next week".
    func isVague(_ expression: TimeExpression) -> Bool {
        let best = expression.best
        guard let start = best.date, let end = best.endDate, best.minute == nil, end - start >= 3 else { return false }
        let bytes = expression.range
        return !stepHasDigit(bytes)
    }

    func stepHasDigit(_ bytes: Range<Int>) -> Bool {
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

    func holds(_ outer: Plan.Day, _ inner: Plan.Day?) -> Bool {
        guard let inner, let end = outer.end else { return false }
        return (outer.date...end).contains(inner.date)
    }

    func isAmbiguous(_ expression: TimeExpression) -> Bool {
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

    /// Returns the day of the next time after a moment.
    func next(_ minute: Int, _ at: LocalDateTime) -> LocalDate {
        minute > at.minuteOfDay ? at.date : at.date + 1
    }
}
