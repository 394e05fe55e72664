import CivilTime

extension SentenceReader {
    mutating func takeTime(at index: Int) -> Int? {
        guard findings.start == nil, let (start, end) = time(at: index) else { return nil }
        findings.start = .clock(start)
        findings.end = end
        return take(index..<(end ?? start).next, .time)
    }

    /// Reads a time of day, or a range of two.
    private func time(at index: Int) -> (start: ClockReading, end: ClockReading?)? {
        let at = find(TimeWords.at, index), from = find(TimeWords.from, index)
        let first = from.map { skip(TimeWords.at, $0.next) } ?? at?.next ?? index
        let isAt = at != nil || from.map { first > $0.next || isHourWord(before: first) } ?? false
        guard isFreeNumber(at: first), let start = clock(at: first, isMarked: isAt || from != nil) else { return nil }
        if let to = find(TimeWords.to, start.next), isFreeNumber(at: to.next) {
            let end = clock(at: skip(TimeWords.at, to.next), isMarked: true)
            // "and" and `و` join a range only after "between".
            let isJoined = !["and", folded("و")].contains(sentence.tokens[start.next].word) || from != nil
            if let end, isJoined, isAt || from != nil || start.isClear || end.isClear { return (start, end) }
        }
        return isAt || start.isClear ? (start, nil) : nil
    }

    private func isHourWord(before index: Int) -> Bool {
        token(index - 1)?.word == folded("الساعة")
    }

    /// Returns false if a number belongs to something else: a date or a length.
    private func isFreeNumber(at index: Int) -> Bool {
        guard let token = token(index) else { return false }
        if token.number != nil, find(NumberWords.units, index + 1) != nil || amount(at: index) != nil { return false }
        return writtenDate(at: index) == nil
    }

    /// Finds "until 5" anywhere, if there is a time that it can end.
    mutating func findEnd() {
        guard case .clock? = findings.start, findings.end == nil, findings.minutes == nil else { return }
        for index in sentence.tokens.indices where freeToken(index) != nil {
            guard let until = find(TimeWords.until, index), freeToken(until.next) != nil,
                  isFreeNumber(at: until.next), let end = clock(at: until.next, isMarked: true)
            else { continue }
            findings.end = end
            _ = take(index..<end.next, .time)
            return
        }
    }

    /// Reads "in 20 minutes": a moment counted from now.
    mutating func takeMoment(at index: Int) -> Int? {
        guard findings.start == nil, findings.day == nil, let after = find(DayWords.after, index),
              let (minutes, next) = amount(at: after.next) ?? oneHour(at: after.next)
        else { return nil }
        let later = now.minuteOfDay + minutes
        let day = now.date + later / 1_440
        guard let moment = LocalDateTime(date: day, hour: later / 60 % 24, minute: later % 60) else { return nil }
        findings.start = .moment(moment)
        return take(index..<next, .time)
    }

    mutating func takePart(at index: Int) -> Int? {
        guard findings.part == nil else { return nil }
        if let (part, next) = find(TimeWords.parts, index), find(TimeWords.greetings, next) == nil {
            findings.part = part
            return take(index..<next, .time)
        }
        guard let (part, next) = find(TimeWords.partsBesideDay, index), findings.start.map(\.isClock) ?? true else {
            return nil
        }
        guard findings.day?.next == index || (findings.day == nil && day(at: next) != nil) else { return nil }
        findings.part = part
        return take(index..<next, .time)
    }
}

extension FoundStart {
    var isClock: Bool {
        if case .clock = self { true } else { false }
    }
}
