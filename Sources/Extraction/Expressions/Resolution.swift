import CivilTime
import PrayerTimes

/// A day and a minute, and how likely they are meant.
struct TimeOption {
    var date: LocalDate
    var minute: Int
    var weight: Double
}

extension Scanner {
    /// Returns what the pieces of an expression mean; nil if nothing is left.
    func resolve(_ slots: Slots) -> TimeExpression? {
        var readings: [Reading]
        if let moment = slots.moment {
            readings = [reading(of: moment)]
        } else if let prayer = slots.prayer {
            readings = self.readings(of: prayer, slots)
        } else if slots.clock != nil {
            readings = clockReadings(slots)
        } else if slots.day != nil || slots.part != nil {
            readings = dayReadings(slots)
        } else {
            readings = [Reading()]
        }
        guard !readings.isEmpty else { return nil }
        complete(&readings, slots)
        let range = text.range(slots.start..<slots.next)
        var expression = TimeExpression(range: range, kind: kind(slots, readings[0]), readings: readings)
        expression.isVague = slots.day?.isVague ?? false || slots.moment?.isVague ?? false
        expression.isPast = slots.day?.isPast ?? false || slots.moment?.isPast ?? false
        return expression
    }

    /// Adds what all readings have, and makes their weights sum to 1.
    private func complete(_ readings: inout [Reading], _ slots: Slots) {
        let sum = readings.reduce(0) { $0 + $1.weight }
        for index in readings.indices {
            readings[index].weight /= sum
            readings[index].isApproximate = slots.isApproximate || slots.clock?.isApproximate ?? false
            readings[index].isBound = slots.bound != nil
            readings[index].isDeadline = slots.bound == .end
            readings[index].repetition = slots.repetition?.repetition
            if readings[index].part == nil { readings[index].part = slots.repetition?.part }
            if let length = slots.length {
                if length.isOfDays, let date = readings[index].date, readings[index].minute == nil {
                    readings[index].endDate = day(date, plus: length) - 1
                } else {
                    readings[index].length = length.minutes
                }
            }
            if let repetition = slots.repetition?.repetition,
                readings[index].date == nil || readings[index].isDayImplied
            {
                place(&readings[index], repetition)
            }
            if let zone = slots.zone { convert(&readings[index], from: zone) }
            checkClockChange(&readings[index])
        }
        readings.sort { $0.weight > $1.weight }
    }

    private func kind(_ slots: Slots, _ reading: Reading) -> TimeExpression.Kind {
        let isRange = !slots.end.isEmpty || reading.anchor?.relation == .between
        if slots.moment != nil { return reading.length == nil ? .dateTime : .dateTimeRange }
        let hasDay = slots.day != nil
        if slots.hasTime { return isRange ? (hasDay ? .dateTimeRange : .timeRange) : hasDay ? .dateTime : .time }
        if slots.part != nil || slots.day?.part != nil { return hasDay ? .dateTimeRange : .timeRange }
        if hasDay { return reading.endDate == nil ? .date : .dateRange }
        return slots.repetition == nil ? .length : .repetition
    }

    private func reading(of piece: MomentPiece) -> Reading {
        var reading = Reading()
        reading.date = piece.moment.date
        reading.minute = piece.moment.minuteOfDay
        reading.second = piece.hasSeconds || piece.isVague ? piece.moment.second : 0
        reading.length = piece.length
        return reading
    }

    // MARK: Days

    private func dayReadings(_ slots: Slots) -> [Reading] {
        let part = slots.part?.part ?? slots.day?.part
        var reading = Reading()
        reading.part = part
        reading.edge = slots.part?.edge ?? 0
        guard let day = slots.day else {
            guard let part else { return [] }
            reading.date = part.window.upperBound <= nowMinute ? today + 1 : today
            reading.isDayImplied = true
            return [reading]
        }
        reading.hijri = day.hijri
        let share = 1 - day.others.reduce(0) { $0 + $1.weight }
        return ([(date: day.date, end: day.end, weight: share)] + day.others).compactMap { option in
            var reading = reading
            (reading.date, reading.endDate, reading.weight) = (option.date, option.end, option.weight)
            guard let last = slots.end.first?.day else { return reading }
            reading.endDate = lastDay(last, from: option.date)
            return reading.endDate == nil ? nil : reading
        }
    }

    /// Returns the last day of a range that begins on a day; nil for one before it.
    private func lastDay(_ last: DayPiece, from date: LocalDate) -> LocalDate? {
        var end = last.end ?? last.date
        // "from Saturday to Thursday": the Thursday after that Saturday.
        if end < date, last.weekday != nil || last.dayOfMonth != nil { end = following(last, after: date) }
        if last.kind == .weekday, end - date >= 7 { end = end - 7 }
        return end >= date ? end : nil
    }

    private func following(_ last: DayPiece, after date: LocalDate) -> LocalDate {
        if let weekday = last.weekday { return date + (weekday.rawValue - date.weekday.rawValue + 7) % 7 }
        guard let day = last.dayOfMonth else { return last.date }
        return LocalDate(year: date.year, month: date.month, day: day).flatMap { $0 > date ? $0 : nil }
            ?? LocalDate(year: date.startOfNextMonth.year, month: date.startOfNextMonth.month, day: day) ?? last.date
    }

    /// Returns today, or tomorrow for a part of the day that is over.
    private func nextDay(of part: PartOfDay) -> LocalDate {
        part.window.upperBound <= nowMinute ? today + 1 : today
    }

    // MARK: Prayers

    private func minutes(_ piece: PrayerPiece, on date: LocalDate) -> (start: Int, end: Int?)? {
        context.prayerTimes(date).flatMap { minutes(piece, $0) }
    }

    /// Puts the time of a prayer on a day into a reading; where it is not known, the usual part of the day.
    private func put(_ piece: PrayerPiece, on date: LocalDate, hasDay: Bool, in reading: inout Reading) {
        guard let found = minutes(piece, on: date) else {
            let part = piece.anchor.prayer.usualPart(piece.anchor.relation)
            reading.part = part
            reading.date = hasDay || piece.anchor.isFriday ? date : nextDay(of: part)
            return
        }
        (reading.date, reading.minute) = (date + found.start / 1_440, found.start % 1_440)
        if let end = found.end { (reading.endMinute, reading.endDate) = (end % 1_440, date + end / 1_440) }
    }

    private func readings(of piece: PrayerPiece, _ slots: Slots) -> [Reading] {
        var reading = Reading()
        reading.anchor = piece.anchor
        let day = slots.day ?? slots.end.first?.day
        let isToday = day != nil
        reading.isDayImplied = !isToday
        reading.hijri = day?.hijri
        var date = day?.date ?? today
        if piece.anchor.isFriday, day == nil || day?.date.weekday != .friday, day?.weekday == nil {
            date = today + (Weekday.friday.rawValue - today.weekday.rawValue + 7) % 7
            reading.isDayImplied = false
        }
        if let found = minutes(piece, on: date), day == nil, found.start <= nowMinute, date == today {
            date = date + (piece.anchor.isFriday ? 7 : 1)
        }
        reading.endDate = day?.end
        put(piece, on: date, hasDay: isToday, in: &reading)
        if let end = end(of: slots, after: reading.minute ?? piece.anchor.prayer.usualPart(.at).window.lowerBound, date)
        {
            (reading.endMinute, reading.endDate) = (end % 1_440, date + end / 1_440)
        }
        guard let part = piece.part else { return [reading] }
        var other = Reading()
        other.part = part
        other.date = day?.date ?? nextDay(of: part)
        other.isDayImplied = day == nil
        (reading.weight, other.weight) = reading.minute == nil ? (0.3, 0.7) : (0.6, 0.4)
        return [reading, other]
    }

    /// Returns the end of a range that begins with a prayer, in minutes after midnight of a day; nil without one.
    private func end(of slots: Slots, after start: Int, _ date: LocalDate) -> Int? {
        guard let last = slots.end.first else { return nil }
        if let clock = last.clock { return rangeEnd(clock, part: last.part?.part, after: start) }
        guard let prayer = last.prayer, let times = context.prayerTimes(date) else { return nil }
        return minutes(prayer, times).start
    }

    /// Returns the minutes after midnight that words beside a prayer mean.
    ///
    /// After a prayer: 30 minutes later, rounded up to five. Before: 30 earlier, rounded down. At: rounded up.
    func minutes(_ piece: PrayerPiece, _ times: PerEvent<Int>) -> (start: Int, end: Int?) {
        let start = times[piece.anchor.prayer]
        func up(_ minutes: Int) -> Int { (minutes + 4) / 5 * 5 }
        func down(_ minutes: Int) -> Int { minutes / 5 * 5 }
        if piece.isTaraweeh { return (up(start + 90), nil) }
        switch piece.anchor.relation {
        case .after: return (piece.anchor.minutes.map { start + $0 } ?? up(start + 30), nil)
        case .before: return (max(0, piece.anchor.minutes.map { start + $0 } ?? down(start - 30)), nil)
        case .at: return (up(start), nil)
        case .between:
            let end = piece.anchor.second.map { times[$0] } ?? start
            return (up(start), down(end <= start ? end + 1_440 : end))
        }
    }

    // MARK: Repetitions, zones and changes of the clocks

    /// Moves a time without a day to the first day of its repetition.
    private func place(_ reading: inout Reading, _ repetition: RepetitionReading) {
        guard !repetition.weekdays.isEmpty || repetition.isWorkingDays else {
            if reading.date == nil, repetition.unit != .minutes, repetition.unit != .hours { return }
            return
        }
        let isOver = reading.minute.map { $0 <= nowMinute } ?? true
        for days in (isOver ? 1 : 0)...8 {
            let date = today + days
            let isWorkingDay = date - date.startOfWeek(context.weekend.rawValue) > 1
            if repetition.weekdays.contains(date.weekday) || repetition.isWorkingDays && isWorkingDay {
                if let end = reading.endDate, let start = reading.date { reading.endDate = date + (end - start) }
                reading.date = date
                reading.isDayImplied = true
                return
            }
        }
    }

    private func convert(_ reading: inout Reading, from name: String) {
        guard let zone = context.zones(name), let date = reading.date, let minute = reading.minute else { return }
        func own(_ date: LocalDate, _ minute: Int) -> LocalDateTime? {
            LocalDateTime(date: date, hour: minute / 60, minute: minute % 60).map {
                context.timeZone.local(zone.instant(of: $0))
            }
        }
        guard var start = own(date, minute) else { return }
        if reading.isDayImplied,
            let next = (-1...1).lazy.compactMap({ own(date + $0, minute) }).first(where: { $0 > context.reference })
        {
            start = next
        }
        if let endMinute = reading.endMinute, let end = own(reading.endDate ?? date, endMinute) {
            (reading.endDate, reading.endMinute) = (end.date + (start.date - date > 1 ? 1 : 0), end.minuteOfDay)
        }
        (reading.date, reading.minute, reading.zone) = (start.date, start.minuteOfDay, name)
    }

    private func checkClockChange(_ reading: inout Reading) {
        guard let date = reading.date, let minute = reading.minute,
            let local = LocalDateTime(date: date, hour: minute / 60, minute: minute % 60)
        else { return }
        switch context.timeZone.resolve(local) {
        case .unique: break
        case .repeated: reading.clockChange = .repeated
        case .skipped:
            let moved = context.timeZone.local(context.timeZone.instant(of: local))
            (reading.date, reading.minute, reading.clockChange) = (moved.date, moved.minuteOfDay, .skipped)
        }
    }
}
