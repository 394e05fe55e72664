import CivilTime

/// A repetition as one piece of a message says it.
struct RepetitionPiece {
    var repetition: RepetitionReading
    var part: PartOfDay?
    var next: Int
}

extension Scanner {
    /// Reads "every Sunday and Tuesday", `كل أسبوعين`, "daily", "on Fridays", "every morning".
    func repetition(at index: Int) -> RepetitionPiece? {
        if let (sense, next) = find(.repeats, index), let unit = RepetitionReading.Unit(rawValue: sense.value) {
            return weekly(RepetitionPiece(repetition: RepetitionReading(interval: 1, unit: unit), next: next))
        }
        if let (sense, next) = find(.repeats, index), sense.value == "fortnights" {
            return weekly(RepetitionPiece(repetition: RepetitionReading(interval: 2, unit: .weeks), next: next))
        }
        if let (_, next) = find(.workingDays, index) { return workingDays(next) }
        let lead = skip(.on, index)
        if let piece = weekdayParts(at: lead) { return piece }
        if find(.weekdays, lead) != nil { return weekdays(at: lead, interval: 1, .weekdays) }
        if let (_, next) = find(.everyOther, index) { return every(at: next, interval: 2) }
        // `صباح كل يوم`
        if let (part, next) = find(.weakPart, index), let name = PartOfDay(rawValue: part.value),
            let every = find(.every, next),
            let unit = find(.unit, every.next), unit.sense.value == "days"
        {
            return RepetitionPiece(repetition: RepetitionReading(interval: 1, unit: .days), part: name, next: unit.next)
        }
        return find(.every, index).flatMap { everyUnit(at: $0.next) }
    }

    private func workingDays(_ next: Int) -> RepetitionPiece {
        var repetition = RepetitionReading(interval: 1, unit: .weeks)
        repetition.isWorkingDays = true
        return RepetitionPiece(repetition: repetition, next: next)
    }

    /// Reads what follows "every".
    private func everyUnit(at next: Int) -> RepetitionPiece? {
        if let (_, end) = find(.workingDays, next) { return workingDays(end) }
        if let (dual, end) = find(.dual, next), let unit = RepetitionReading.Unit(rawValue: dual.value) {
            return weekly(RepetitionPiece(repetition: RepetitionReading(interval: 2, unit: unit), next: end))
        }
        if let (part, end) = find(.weakPart, next) ?? find(.part, next), let name = PartOfDay(rawValue: part.value) {
            return RepetitionPiece(repetition: RepetitionReading(interval: 1, unit: .days), part: name, next: end)
        }
        if let piece = everyNight(at: next) { return piece }
        // "Every first Friday" is one of each month.
        if let (value, end) = number(at: next) ?? ordinal(at: next).flatMap({ $0.value > 1 ? $0 : nil }),
            (1...60).contains(value), let piece = every(at: end, interval: value)
        {
            return piece
        }
        return every(at: next, interval: 1)
    }

    /// Reads "Tuesday nights": each Tuesday's.
    private func weekdayParts(at index: Int) -> RepetitionPiece? {
        guard let (sense, next) = find(.weekday, index), let day = Weekday(rawValue: sense.number),
            ["mornings", "afternoons", "evenings", "nights"].contains(word(next)),
            let (part, end) = find(.weakPart, next)
        else { return nil }
        return RepetitionPiece(
            repetition: RepetitionReading(interval: 1, unit: .weeks, weekdays: [day]),
            part: PartOfDay(rawValue: part.value), next: end)
    }

    /// Reads the words after `كل` in `كل ليلة` and `كل ليلة جمعة`: the night before a day is the day's.
    private func everyNight(at index: Int) -> RepetitionPiece? {
        guard let (_, next) = find(.eve, index), token(index)?.kind == .arabic else { return nil }
        guard let piece = weekday(at: next, isExpected: true), let day = piece.weekday else {
            return RepetitionPiece(repetition: RepetitionReading(interval: 1, unit: .days), part: .night, next: next)
        }
        let eve = Weekday(rawValue: (day.rawValue + 5) % 7 + 1).map { Set([$0]) } ?? []
        return RepetitionPiece(
            repetition: RepetitionReading(interval: 1, unit: .weeks, weekdays: eve), part: .night, next: piece.next)
    }

    private func every(at index: Int, interval: Int) -> RepetitionPiece? {
        if let days = weekdays(at: index, interval: interval, .weekday) { return days }
        guard let (sense, next) = find(.unit, index) else { return nil }
        if sense.value == "fortnights" {
            return weekly(RepetitionPiece(repetition: RepetitionReading(interval: 2, unit: .weeks), next: next))
        }
        guard let unit = RepetitionReading.Unit(rawValue: sense.value) else { return nil }
        return weekly(RepetitionPiece(repetition: RepetitionReading(interval: interval, unit: unit), next: next))
    }

    /// Adds the weekdays after "every week on".
    private func weekly(_ piece: RepetitionPiece) -> RepetitionPiece {
        guard piece.repetition.unit == .weeks,
            let days = weekdays(
                at: skip(.on, piece.next), interval: piece.repetition.interval, .weekday)
        else { return piece }
        return days
    }

    /// Reads `وأحد`, which is written like the number one.
    func andSunday(at index: Int) -> (Weekday, Int)? {
        word(index) == "واحد" && token(index)?.kind == .arabic ? (.sunday, index + 1) : nil
    }

    /// Reads a list of weekdays.
    private func weekdays(at index: Int, interval: Int, _ category: Category) -> RepetitionPiece? {
        func weekday(_ index: Int) -> (Weekday, Int)? {
            let start = skip(.dayWord, index)
            guard
                let (sense, next) = find(category, start) ?? find(.weekday, start) ?? find(.weekdays, start)
                    ?? find(.bareWeekday, start)
            else { return nil }
            return Weekday(rawValue: sense.number).map { ($0, next) }
        }
        let start = skip(.dayWord, index)
        guard has(category, start) || category == .weekday && (has(.bareWeekday, start) || has(.weekdays, start)),
            let (first, afterFirst) = weekday(index)
        else { return nil }
        var days: Set = [first], next = afterFirst
        while days.count < 7 {
            var start = isSign(",", next) ? next + 1 : next
            start = skip(.and, start)
            guard let (day, end) = start > next ? weekday(start) : andSunday(at: next), !days.contains(day)
            else { break }
            days.insert(day)
            next = end
        }
        return RepetitionPiece(
            repetition: RepetitionReading(interval: interval, unit: .weeks, weekdays: days), next: next)
    }
}
