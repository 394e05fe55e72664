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
        if let (_, next) = find(.workingDays, index) {
            var repetition = RepetitionReading(interval: 1, unit: .weeks)
            repetition.isWorkingDays = true
            return RepetitionPiece(repetition: repetition, next: next)
        }
        let lead = skip(.on, index)
        if find(.weekdays, lead) != nil { return weekdays(at: lead, interval: 1, .weekdays) }
        if let (_, next) = find(.everyOther, index) { return every(at: next, interval: 2) }
        // `صباح كل يوم`
        if let (part, next) = find(.weakPart, index), let name = PartOfDay(rawValue: part.value),
            let every = find(.every, next),
            let unit = find(.unit, every.next), unit.sense.value == "days"
        {
            return RepetitionPiece(repetition: RepetitionReading(interval: 1, unit: .days), part: name, next: unit.next)
        }
        guard let (_, next) = find(.every, index) else { return nil }
        if let (_, end) = find(.workingDays, next) {
            var repetition = RepetitionReading(interval: 1, unit: .weeks)
            repetition.isWorkingDays = true
            return RepetitionPiece(repetition: repetition, next: end)
        }
        if let (dual, end) = find(.dual, next), let unit = RepetitionReading.Unit(rawValue: dual.value) {
            return weekly(RepetitionPiece(repetition: RepetitionReading(interval: 2, unit: unit), next: end))
        }
        if let (part, end) = find(.weakPart, next) ?? find(.part, next), let name = PartOfDay(rawValue: part.value) {
            return RepetitionPiece(repetition: RepetitionReading(interval: 1, unit: .days), part: name, next: end)
        }
        if let (value, end) = number(at: next) ?? ordinal(at: next), (1...60).contains(value),
            let piece = every(at: end, interval: value)
        {
            return piece
        }
        return every(at: next, interval: 1)
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
            guard start > next, let (day, end) = weekday(start), !days.contains(day) else { break }
            days.insert(day)
            next = end
        }
        return RepetitionPiece(
            repetition: RepetitionReading(interval: interval, unit: .weeks, weekdays: days), next: next)
    }
}
