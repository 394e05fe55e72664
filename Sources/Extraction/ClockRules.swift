extension SentenceReader {
    /// Reads an hour with what belongs to it: minutes, a fraction, a half of the day.
    ///
    /// - Parameter isMarked: true after a word such as "at", where a mere number is an hour.
    func clock(at index: Int, isMarked: Bool) -> ClockReading? {
        if let (minute, next) = find(TimeWords.moments, index) {
            return ClockReading(
                hour: minute / 60 % 24, isExact: true, isClear: true, isMidnight: minute == 1_440, next: next)
        }
        if let reading = movedHour(at: index) { return withPart(reading) }
        guard var reading = hour(at: index, isMarked: isMarked) else { return nil }
        if let mark = token(reading.next), mark.isGlued, [":", "."].contains(mark.word),
           let minute = token(reading.next + 1), minute.isGlued, minute.word.count == 2, let value = minute.number,
           value < 60, mark.word == ":" || isMarked || find(TimeWords.partsAfterHour, reading.next + 2) != nil {
            reading.minute = value
            reading.isClear = true
            reading.isExact = reading.isExact || token(index)?.hasLeadingZero ?? false
            reading.next += 2
        } else if let (minutes, next) = find(TimeWords.fractions, reading.next) {
            reading = moved(reading, by: minutes, next: next)
        } else if let and = find(NumberWords.and, reading.next), let minutes = token(and.next)?.number, minutes < 60,
                  let unit = find(NumberWords.units, and.next + 1), unit.meaning == 1 {
            reading = moved(reading, by: minutes, next: unit.next)
        }
        if let next = find(TimeWords.oClock, reading.next)?.next {
            reading.isClear = true
            reading.next = next
        }
        return withPart(reading)
    }

    /// Reads "half past two".
    private func movedHour(at index: Int) -> ClockReading? {
        guard let (minutes, start) = find(TimeWords.hourMoves, index), let (hour, next) = number(at: start),
              (1...12).contains(hour)
        else { return nil }
        return moved(ClockReading(hour: hour, next: start), by: minutes, next: next)
    }

    private func hour(at index: Int, isMarked: Bool) -> ClockReading? {
        if let token = token(index), let hour = token.number, token.word.count <= 2, hour < 24 {
            return ClockReading(hour: hour, isExact: hour > 12 || hour == 0, next: index + 1)
        }
        if let (hour, next) = find(NumberWords.hours, index) {
            return isMarked || find(TimeWords.fractions, next) != nil || find(TimeWords.partsAfterHour, next) != nil
                || find(TimeWords.parts, next) != nil ? ClockReading(hour: hour, next: next) : nil
        }
        guard let (hour, next) = find(NumberWords.numbers, index), hour <= 12 else { return nil }
        return ClockReading(hour: hour, next: next)
    }

    private func moved(_ reading: ClockReading, by minutes: Int, next: Int) -> ClockReading {
        var moved = reading
        if minutes < 0 {
            moved.hour = reading.hour == 1 ? 12 : reading.hour == 0 ? 23 : reading.hour - 1
            moved.minute = 60 + minutes
        } else {
            moved.minute = minutes
        }
        moved.isClear = true
        moved.next = next
        return moved
    }

    private func withPart(_ reading: ClockReading) -> ClockReading {
        var reading = reading
        guard let (part, next) = find(TimeWords.partsAfterHour, reading.next) ?? find(TimeWords.parts, reading.next),
              find(TimeWords.greetings, next) == nil
        else { return reading }
        // `١٤ م` are metres. After an hour of the 24-hour clock only the half that agrees is read.
        guard reading.hour <= 12 || part != .morning else { return reading }
        reading.part = part
        reading.isExact = reading.hour > 12
        reading.isClear = true
        reading.next = next
        return reading
    }
}
