import CivilTime
import PrayerTimes

extension Scanner {
    /// Reads a time beside a prayer: `قبل المغرب بربع ساعة`, "20 minutes after Isha", "between Maghrib and Isha".
    ///
    /// - Parameter afterDay: true directly after a day, where a prayer's name alone is its time.
    func prayer(at index: Int, afterDay: Bool) -> PrayerPiece? {
        betweenPrayers(at: index) ?? besidePrayer(at: index) ?? atPrayer(at: index, afterDay: afterDay)
    }

    private struct Named {
        var prayer: DayEvent
        var isFriday = false
        var isTaraweeh = false
        /// True with a word such as "prayer", which leaves no other meaning.
        var isClear = false
        var next: Int
    }

    private func named(at index: Int) -> Named? {
        if let (_, next) = find(.fridayPrayer, index) {
            return Named(prayer: .dhuhr, isFriday: true, isClear: true, next: next)
        }
        var start = find(.article, index)?.next ?? index
        let lead = find(.prayerLead, start)
        start = lead?.next ?? start
        if lead != nil, let (_, next) = find(.fridayPrayer, start) {
            return Named(prayer: .dhuhr, isFriday: true, isClear: true, next: next)
        }
        if lead != nil, let (sense, next) = find(.weekday, start), sense.number == Weekday.friday.rawValue {
            return Named(prayer: .dhuhr, isFriday: true, isClear: true, next: next)
        }
        guard let (sense, next) = find(.prayer, start) else { return nil }
        let tail = find(.prayerTail, next)
        if sense.value == "taraweeh" {
            guard context.hijri.isRamadan(today) else { return nil }
            return Named(prayer: .isha, isTaraweeh: true, isClear: true, next: tail?.next ?? next)
        }
        guard let prayer = DayEvent(rawValue: sense.value) else { return nil }
        return Named(
            prayer: prayer, isClear: lead != nil || tail != nil || token(start)?.kind == .latin,
            next: tail?.next ?? next)
    }

    private func side(at index: Int) -> (side: Int, next: Int)? {
        if let (sense, next) = find(.after, index), sense.value == "prayer" { return (1, next) }
        if let (_, next) = find(.before, index) { return (-1, next) }
        return nil
    }

    private func besidePrayer(at index: Int) -> PrayerPiece? {
        let amount = span(at: index, allowsOne: true).flatMap { $0.span.minutes == nil ? nil : $0 }
        guard let (side, afterSide) = side(at: amount?.next ?? index) else { return nil }
        if let found = named(at: afterSide) {
            var next = found.next, minutes = amount?.span.minutes
            // `قبل المغرب بربع ساعة`
            if minutes == nil, let token = token(next), token.isPrefix || token.word == "ب", token.word == "ب",
                let (span, end) = span(at: next + 1, allowsOne: true), let by = span.minutes
            {
                (minutes, next) = (by, end)
            }
            return piece(found, side, minutes, next, isBare: amount == nil && minutes == nil)
        }
        // `بعد ساعة من العصر`
        guard amount == nil, let (span, afterSpan) = span(at: afterSide, allowsOne: true), let minutes = span.minutes,
            let of = find(.of, afterSpan), let found = named(at: of.next)
        else { return nil }
        return piece(found, side, minutes, found.next, isBare: false)
    }

    private func piece(_ found: Named, _ side: Int, _ minutes: Int?, _ next: Int, isBare: Bool) -> PrayerPiece {
        var anchor = PrayerAnchorReading(
            prayer: found.prayer, relation: side > 0 ? .after : .before, minutes: minutes.map { $0 * side })
        anchor.isFriday = found.isFriday
        var piece = PrayerPiece(anchor: anchor, isTaraweeh: found.isTaraweeh, next: next)
        // `بعد الظهر` and `قبل الظهر` are parts of the day too.
        if isBare, found.prayer == .dhuhr, !found.isClear { piece.part = side > 0 ? .afternoon : .forenoon }
        return piece
    }

    /// Reads "after the prayer" beside a Friday: the prayer of Friday, whose name is left out.
    func fridayPrayer(at index: Int) -> PrayerPiece? {
        guard let (side, next) = side(at: index) else { return nil }
        let start = find(.article, next)?.next ?? next
        guard let (_, end) = find(.anyPrayer, start), !has(.prayer, end), !has(.fridayPrayer, start) else { return nil }
        return piece(Named(prayer: .dhuhr, isFriday: true, isClear: true, next: end), side, nil, end, isBare: true)
    }

    private func atPrayer(at index: Int, afterDay: Bool) -> PrayerPiece? {
        if let (_, next) = find(.atPrayer, index), let found = named(at: next),
            found.prayer != .isha || found.isClear || afterDay
                || word(index) != "at"
        {
            return at(found)
        }
        if has(.prayerLead, index), let found = named(at: index), afterDay || found.isFriday { return at(found) }
        guard let found = named(at: index), token(index)?.kind == .latin || !found.isFriday else { return nil }
        // `الفجر بكرة`
        if [.fajr, .dhuhr, .asr].contains(found.prayer), has(.day, found.next), token(index)?.kind == .arabic {
            return at(found)
        }
        // `العشا` is dinner too, and `المغرب` a country.
        let isName = found.isClear && token(index)?.kind != .arabic && has(.prayerTail, found.next - 1)
        guard afterDay && (found.prayer != .isha || found.isClear) || isName && afterDay else { return nil }
        return at(found)
    }

    private func at(_ found: Named) -> PrayerPiece {
        var anchor = PrayerAnchorReading(prayer: found.prayer, relation: .at)
        anchor.isFriday = found.isFriday
        return PrayerPiece(anchor: anchor, isTaraweeh: found.isTaraweeh, next: found.next)
    }

    private func betweenPrayers(at index: Int) -> PrayerPiece? {
        let between = find(.between, index), from = find(.from, index)
        guard let lead = between ?? from, let first = named(at: lead.next),
            let joint = between != nil ? find(.and, first.next) : find(.to, first.next),
            let second = named(at: joint.next), first.prayer != second.prayer
        else { return nil }
        let anchor = PrayerAnchorReading(prayer: first.prayer, relation: .between, second: second.prayer)
        return PrayerPiece(anchor: anchor, next: second.next)
    }
}
