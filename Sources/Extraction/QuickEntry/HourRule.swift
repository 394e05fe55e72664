/// The hours that people mean when they say neither morning nor evening.
struct HourRule: Sendable {
    /// True if a word of the sentence makes 7 to 11 evening hours.
    var isEvening: Bool
    /// True if a word of the sentence makes 3 to 6 morning hours.
    var isMorning: Bool

    /// Returns the minute of the day, 0 to 1439.
    func minute(_ reading: ClockReading, part: QuickDayPart?) -> Int {
        hour(reading, part: part) * 60 + reading.minute
    }

    private func hour(_ reading: ClockReading, part: QuickDayPart?) -> Int {
        let hour = reading.hour
        guard !reading.isExact, let part = reading.part ?? part else {
            return reading.isExact ? hour : usualHour(hour)
        }
        switch part {
        case .morning: return hour % 12
        case .noon: return hour >= 10 ? hour : hour + 12
        case .afternoon, .evening: return hour % 12 + 12
        // One to four at night are the small hours.
        case .night: return hour == 12 ? 0 : hour <= 4 ? hour : hour + 12
        }
    }

    private func usualHour(_ hour: Int) -> Int {
        switch hour {
        case 3...6: isMorning ? hour : hour + 12
        case 1...2: hour + 12
        case 7...11: isEvening ? hour + 12 : hour
        default: hour
        }
    }

    /// Returns start and length of a range in minutes. A half of the day that is said of one end counts for both.
    func range(_ start: ClockReading, _ end: ClockReading, part: QuickDayPart?) -> (start: Int, length: Int) {
        let day = 1_440
        let isStartOpen = !start.isExact && start.part == nil
        let isEndOpen = !end.isExact && end.part == nil
        if isStartOpen, !isEndOpen {
            let last = minute(end, part: nil), first = start.hour % 12 * 60 + start.minute
            let length = [first, first + day / 2].map { (last - $0 + day) % day }.filter { $0 > 0 }.min() ?? day / 2
            return ((last - length + day) % day, length)
        }
        let first = minute(start, part: part)
        guard isEndOpen else { return (first, positive(minute(end, part: nil) - first, modulo: day)) }
        return (first, positive(end.hour % 12 * 60 + end.minute - first, modulo: day / 2))
    }

    private func positive(_ minutes: Int, modulo: Int) -> Int {
        let rest = (minutes % modulo + modulo) % modulo
        return rest == 0 ? modulo : rest
    }
}
