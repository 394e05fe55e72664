import CivilTime

extension Scanner {
    /// Returns the readings of an hour, or of a range of hours, with the day that belongs to it.
    func clockReadings(_ slots: Slots) -> [Reading] {
        guard let clock = slots.clock else { return [] }
        let day = slots.day ?? slots.end.first?.day
        let part = slots.part?.part ?? day?.part
        var reading = Reading()
        (reading.second, reading.part, reading.hijri) = (clock.second, part, day?.hijri)
        reading.isDayImplied = day == nil
        return choices(clock, part, slots).flatMap { choice in
            days(day, choice, slots).map { option in
                var reading = reading
                (reading.date, reading.minute, reading.weight) = (option.date, option.minute, option.weight)
                reading.isHalfImplied = choice.isHalfImplied
                guard let last = slots.end.first else { return reading }
                // A range that has just begun is today's.
                if day == nil, option.date == today + 1, (nowMinute - 60...nowMinute).contains(option.minute) {
                    reading.date = today
                }
                end(&reading, last, slots)
                return reading
            }
        }
    }

    private struct Choice {
        /// The minutes after midnight; 1,440 and more are on the next day.
        var minute: Int
        var weight: Double
        var isHalfImplied = false
    }

    // MARK: Halves of the day

    private func choices(_ clock: ClockPiece, _ part: PartOfDay?, _ slots: Slots) -> [Choice] {
        if let minute = minute(clock, part) {
            // Noon and midnight are both called `١٢ مساءً`.
            if clock.hour == 12, part == .evening, clock.half == nil {
                return [Choice(minute: minute, weight: 0.6), Choice(minute: 1_440 + clock.minute, weight: 0.4)]
            }
            return [Choice(minute: minute, weight: 1)]
        }
        let morning = clock.hour % 12 * 60 + clock.minute, evening = morning + 720
        if let last = slots.end.first, let clock = last.clock, let end = minute(clock, last.part?.part) {
            // "6-8pm": the half that makes the range shorter.
            let lengths = [morning, evening].map { (end - $0 + 1_440) % 1_440 }
            return [
                Choice(
                    minute: lengths[0] < lengths[1] && lengths[0] > 0 || lengths[1] == 0 ? morning : evening, weight: 1)
            ]
        }
        let (first, isSure) = usualHalf(clock, slots, morning, evening)
        let other = first == morning ? evening : morning
        return [
            Choice(minute: first, weight: isSure ? 0.9 : 0.65, isHalfImplied: true),
            Choice(minute: other, weight: isSure ? 0.1 : 0.35, isHalfImplied: true),
        ]
    }

    /// Returns the minutes of an hour whose half of the day is said; nil if it is not.
    func minute(_ clock: ClockPiece, _ part: PartOfDay?) -> Int? {
        let hour = clock.hour % 12, minute = clock.minute
        if clock.isExact, clock.hour > 12 { return clock.hour * 60 + minute }
        switch clock.half ?? part.map(Half.part) {
        case .am?: return hour * 60 + minute
        case .pm?: return (hour + 12) * 60 + minute
        case .part(let part)?:
            switch part {
            case .dawn, .morning: return hour * 60 + minute
            case .forenoon: return clock.hour == 12 ? 720 + minute : hour * 60 + minute
            case .noon: return (clock.hour >= 10 && clock.hour < 12 ? hour : hour + 12) * 60 + minute
            case .afternoon, .evening: return (hour + 12) * 60 + minute
            case .night:
                return clock.hour == 12 || clock.hour == 0
                    ? 1_440 + minute
                    : hour <= 4
                        ? 1_440 + hour * 60 + minute
                        : (hour + 12) * 60 + minute
            }
        case nil: return clock.isExact ? clock.hour * 60 + minute : nil
        }
    }

    /// Returns the likely half of an hour such as "at 8", and true if the activity decides it.
    private func usualHalf(_ clock: ClockPiece, _ slots: Slots, _ morning: Int, _ evening: Int) -> (
        minute: Int, isSure: Bool
    ) {
        let hour = clock.hour % 12, day = slots.day ?? slots.end.first?.day
        let working = (0...6).contains(hour) ? evening : morning
        // Today's hour that is over in the morning is still to come in the evening.
        if let day, day.date == today, day.end == nil, slots.repetition == nil, morning <= nowMinute,
            nowMinute < evening
        {
            return (evening, true)
        }
        switch activity {
        case .evening?: return (evening, true)
        case .breakfast?: return (hour >= 3 ? morning : evening, true)
        case .lunch?: return (hour >= 11 ? morning : evening, true)
        case .meeting?: return (working, true)
        case nil: break
        }
        if slots.repetition != nil || day.map({ $0.date > today }) ?? false { return (working, false) }
        if morning > nowMinute { return (morning, false) }
        // An evening that is nearly half a day away is no likelier than the next morning.
        if evening > nowMinute {
            return (day == nil && evening - nowMinute > 630 && hour >= 6 ? morning : evening, false)
        }
        return (day == nil ? morning : evening, false)
    }

    // MARK: Days

    private func days(_ day: DayPiece?, _ choice: Choice, _ slots: Slots) -> [TimeOption] {
        guard let day else { return [nextTime(choice)] }
        let share = 1 - day.others.reduce(0) { $0 + $1.weight }
        var options: [TimeOption] = []
        for option in [(date: day.date, end: day.end, weight: share)] + day.others {
            var minute = choice.minute, option = option
            if slots.clock?.isSame ?? false, let previous = context.previous, option.end != nil {
                let start = option.date.startOfWeek(context.firstDay.rawValue)
                option.date = start + (previous.date.weekday.rawValue - context.firstDay.rawValue + 7) % 7
            }
            // Said after midnight, "tonight at two" has no other day.
            if minute >= 1_440, option.date == today, nowMinute < 300, minute - 1_440 > nowMinute { minute -= 1_440 }
            options.append(
                TimeOption(
                    date: option.date + minute / 1_440, minute: minute % 1_440, weight: option.weight * choice.weight))
        }
        // The weekday of today is today's if its hour is still to come and nothing else is said; less likely, though.
        return options
    }

    /// Returns the next time with these minutes after the message.
    private func nextTime(_ choice: Choice) -> TimeOption {
        let minute = choice.minute % 1_440
        let isOver = minute < nowMinute || minute == nowMinute
        return TimeOption(date: isOver ? today + 1 : today, minute: minute, weight: choice.weight)
    }

    // MARK: Ends

    private func end(_ reading: inout Reading, _ last: Slots, _ slots: Slots) {
        guard let date = reading.date, let start = reading.minute else { return }
        if let prayer = last.prayer {
            guard let times = context.prayerTimes(date) else { return }
            let end = minutes(prayer, times).start
            (reading.endDate, reading.endMinute) = (date + end / 1_440, end % 1_440)
            return
        }
        guard let clock = last.clock else { return }
        let end = rangeEnd(clock, part: last.part?.part, after: start)
        (reading.endDate, reading.endMinute) = (date + end / 1_440, end % 1_440)
        if let day = last.day, slots.day != nil, day.date > date { reading.endDate = day.date }
    }

    /// Returns the minutes of the end of a range, counted from the midnight before its start.
    func rangeEnd(_ clock: ClockPiece, part: PartOfDay?, after start: Int) -> Int {
        if let minute = minute(clock, part) {
            let end = minute % 1_440
            return end <= start ? end + 1_440 : end
        }
        var end = clock.hour % 12 * 60 + clock.minute
        while end <= start { end += 720 }
        return end
    }
}
