import PrayerTimes

extension SentenceReader {
    /// Reads "15 minutes after Asr", `قبل المغرب بنص ساعة`, "at Maghrib", and a prayer directly after a day.
    mutating func takePrayer(at index: Int) -> Int? {
        if case .clock(let clock)? = findings.start, findings.part == nil, clock.part == nil, !clock.isExact {
            return takeAfternoon(at: index)
        }
        guard findings.start == nil, let found = besidePrayer(at: index) ?? atPrayer(at: index) else { return nil }
        findings.start = .prayer(found.event, minutes: found.minutes, side: found.side, isFriday: found.isFriday)
        return take(index..<found.next, .time)
    }

    private struct Found {
        var event: DayEvent
        var isFriday: Bool
        var minutes: Int?
        var side = 0
        var next: Int
    }

    /// Reads `بعد الظهر` as the half of the day of an hour before it, as in `الساعة ٣ بكرة بعد الظهر`.
    private mutating func takeAfternoon(at index: Int) -> Int? {
        guard let (part, next) = find(TimeWords.partsAfterHour, index), next == index + 2 else { return nil }
        findings.part = part
        return take(index..<next, .time)
    }

    private func besidePrayer(at index: Int) -> Found? {
        let amount = amount(at: index) ?? oneHour(at: index)
        guard let (side, afterSide) = find(TimeWords.sides, amount?.next ?? index) else { return nil }
        if var found = prayer(at: afterSide) {
            let by = amount == nil ? amountAfterBy(at: found.next) : nil
            found.side = side
            found.minutes = (amount ?? by).map { $0.minutes * side }
            found.next = by?.next ?? found.next
            return found
        }
        // `بعد ساعة من العصر`
        guard amount == nil, let (minutes, afterAmount) = self.amount(at: afterSide) ?? oneHour(at: afterSide),
              let of = find(DayWords.between, afterAmount), var found = prayer(at: of.next)
        else { return nil }
        found.side = side
        found.minutes = minutes * side
        return found
    }

    private func atPrayer(at index: Int) -> Found? {
        if let at = find(TimeWords.atPrayer, index), let found = prayer(at: at.next) { return found }
        // Dinner and a country have the names of two prayers.
        guard findings.day?.next == index, let found = prayer(at: index),
              found.event != .isha || token(index)?.word.hasPrefix(folded("العشا")) != true
        else { return nil }
        return found
    }

    private func prayer(at index: Int) -> Found? {
        if let friday = find(TimeWords.fridayPrayer, index) {
            return Found(event: .dhuhr, isFriday: true, next: friday.next)
        }
        guard let (event, next) = find(TimeWords.prayers, skip(TimeWords.beforePrayer, index)) else { return nil }
        return Found(event: event, isFriday: false, next: skip(TimeWords.afterPrayer, next))
    }
}
