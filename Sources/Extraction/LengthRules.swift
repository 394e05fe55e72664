extension SentenceReader {
    mutating func takeLength(at index: Int) -> Int? {
        guard findings.minutes == nil, findings.end == nil, findings.dayCount == nil else { return nil }
        let during = find(NumberWords.during, index)
        let start = during?.next ?? index
        if during != nil, let (count, unit, next) = dayCount(at: start), unit > 0, (1...366).contains(count * unit) {
            findings.dayCount = count * unit
            return take(index..<next, .length)
        }
        guard during != nil || !follows(NumberWords.notLengths, index),
              let (minutes, next) = amount(at: start) ?? (during == nil ? nil : oneHour(at: start)),
              during != nil || (find(NumberWords.notAfterLength, next) == nil && !isPartOfNumber(index))
        else { return nil }
        findings.minutes = minutes
        return take(index..<next, .length)
    }

    /// Returns true for the `2` of `1/2` and `1.2`.
    private func isPartOfNumber(_ index: Int) -> Bool {
        guard let token = token(index), token.isGlued, let mark = self.token(index - 1) else { return false }
        return ["/", ".", ",", ":"].contains(mark.word) && mark.isGlued
    }

    /// Reads a length in hours and minutes, 1 to 10,080 minutes.
    func amount(at index: Int) -> (minutes: Int, next: Int)? {
        if let (minutes, next) = find(NumberWords.lengths, index) { return (minutes, next) }
        guard let (count, afterCount) = number(at: index) else { return nil }
        return amount(count, at: afterCount)
    }

    func oneHour(at index: Int) -> (minutes: Int, next: Int)? {
        find(NumberWords.oneHour, index).map { ($0.meaning, $0.next) }
    }

    /// Reads a length after `ب`, as in `بنص ساعة` and `بعشر دقائق`.
    func amountAfterBy(at index: Int) -> (minutes: Int, next: Int)? {
        if let (minutes, next) = find(NumberWords.lengthsAfterBy, index) { return (minutes, next) }
        if let (minutes, next) = find(NumberWords.oneHourAfterBy, index) { return (minutes, next) }
        if let (count, next) = find(NumberWords.numbersAfterBy, index) { return amount(count, at: next) }
        return token(index)?.word == folded("ب") ? amount(at: index + 1) : nil
    }

    /// Reads the unit after a number, and what follows it.
    private func amount(_ count: Int, at index: Int) -> (minutes: Int, next: Int)? {
        if let point = token(index), [".", ",", "\u{66B}"].contains(point.word), point.isGlued,
           let tenths = token(index + 1), tenths.isGlued, let value = tenths.number, tenths.word.count <= 2,
           let (unit, next) = find(NumberWords.units, index + 2) {
            return bounded(count * unit + value * unit / (tenths.word.count == 1 ? 10 : 100), next)
        }
        if let (half, afterHalf) = find(NumberWords.halves, index),
           let (unit, next) = find(NumberWords.units, afterHalf) {
            return bounded(count * unit + half * unit / 60, next)
        }
        guard let (unit, next) = find(NumberWords.units, index) else { return nil }
        guard unit == 60 else { return bounded(count, next) }
        if let (half, end) = find(NumberWords.halves, next) { return bounded(count * 60 + half, end) }
        let start = skip(NumberWords.and, next)
        if let (minutes, afterMinutes) = number(at: start), minutes < 60 {
            if let (unit, end) = find(NumberWords.units, afterMinutes), unit == 1 {
                return bounded(count * 60 + minutes, end)
            }
            if start == next, token(start)?.isGlued ?? false, token(start)?.word.count == 2 {
                return bounded(count * 60 + minutes, afterMinutes)
            }
        }
        return bounded(count * 60, next)
    }

    private func bounded(_ minutes: Int, _ next: Int) -> (minutes: Int, next: Int)? {
        (1...10_080).contains(minutes) ? (minutes, next) : nil
    }
}
