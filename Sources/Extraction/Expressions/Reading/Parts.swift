import CivilTime
import PrayerTimes

extension Scanner {
    /// Reads a part of the day.
    ///
    /// - Parameters:
    ///   - isBeside: true beside a day or an hour, where "morning" alone is a part of that day.
    ///   - afterHour: true directly after an hour, where a prayer's name is a part of the day.
    func part(at index: Int, isBeside: Bool, afterHour: Bool = false) -> PartPiece? {
        var start = index, edge = 0, isLed = false
        if let (sense, next) = find(.edge, start) {
            edge = sense.value == "early" ? -1 : 1
            start = find(.of, next)?.next ?? next
            isLed = true
        }
        if start == index, !has(.part, index),
            has(.inside, index) || (token(index)?.isPrefix ?? false && ["ب", "ع"].contains(word(index)))
        {
            let next = has(.inside, index) ? skip(.inside, index) : index + 1
            (start, isLed) = (next, true)
            if let (sense, after) = find(.edge, start) {
                edge = sense.value == "early" ? -1 : 1
                start = find(.of, after)?.next ?? after
            }
        }
        guard let (part, isStrong, prayer, next) = partName(at: start, afterHour: afterHour),
            isStrong || isBeside || (isLed && edge != 0), !has(.greeting, next)
        else { return nil }
        var piece = PartPiece(part: part, edge: edge, isStrong: isStrong || edge != 0, prayer: prayer, next: next)
        if let (sense, end) = find(.edgeAfter, next) {
            piece.edge = sense.value == "early" ? -1 : 1
            piece.next = end
        }
        return piece
    }

    private func partName(at index: Int, afterHour: Bool) -> (PartOfDay, Bool, DayEvent?, Int)? {
        if let (sense, next) = find(.part, index), let part = PartOfDay(rawValue: sense.value) {
            return (part, true, nil, next)
        }
        if let (sense, next) = find(.weakPart, index), let part = PartOfDay(rawValue: sense.value) {
            return (part, false, nil, next)
        }
        guard afterHour, let (prayer, next) = prayerName(at: index) else { return nil }
        switch prayer {
        case .fajr: return (.dawn, true, prayer, next)
        case .sunrise: return (.morning, true, prayer, next)
        case .dhuhr: return (.noon, true, prayer, next)
        case .asr: return (.afternoon, true, prayer, next)
        case .maghrib: return (.evening, true, prayer, next)
        case .isha: return (.night, true, prayer, next)
        }
    }

    func prayerName(at index: Int) -> (DayEvent, Int)? {
        guard let (sense, next) = find(.prayer, index), let prayer = DayEvent(rawValue: sense.value) else { return nil }
        return (prayer, next)
    }

    /// Reads a part before its day: "this morning", `صباح السبت`, `مساء الغد`, "the night of the 5th".
    func partAndDay(at index: Int) -> (part: PartPiece, day: DayPiece)? {
        if let (sense, next) = find(.this, index), let part = part(at: next, isBeside: true), sense.value != "same" {
            // `هذا الصباح` is today's. At night "this night" is the one that has begun.
            return (part, DayPiece(.day, today, next: part.next))
        }
        if let both = edgeAndDay(at: index) { return both }
        let start = find(.article, index).flatMap { $0.sense.value == "the" ? $0.next : nil } ?? index
        let found = part(at: start, isBeside: true) ?? prayerPart(at: start)
        guard let part = found else { return nil }
        let of = find(.of, part.next)?.next ?? part.next
        guard let day = day(at: of, isExpected: token(start)?.kind == .arabic), day.end == nil, day.part == nil,
            !day.isVague,
            token(start)?.kind == .arabic || of > part.next || has(.day, of) || has(.on, of)
        else { return nil }
        return (part, day)
    }

    /// Reads "early tomorrow morning".
    private func edgeAndDay(at index: Int) -> (part: PartPiece, day: DayPiece)? {
        guard let (sense, next) = find(.edge, index) else { return nil }
        let edge = sense.value == "early" ? -1 : 1
        if !has(.edge, next), var both = partAndDay(at: next) {
            both.part.edge = edge
            return both
        }
        guard let day = day(at: next), day.end == nil, !day.isVague else { return nil }
        if let part = day.part { return (PartPiece(part: part, edge: edge, isStrong: true, next: day.next), day) }
        guard var part = part(at: day.next, isBeside: true) else { return nil }
        part.edge = edge
        return (part, day.until(part.next))
    }

    /// Reads `عصر` and `ظهر` before a day, where they are parts of it.
    private func prayerPart(at index: Int) -> PartPiece? {
        guard token(index)?.kind == .arabic, let (prayer, next) = prayerName(at: index),
            has(.day, next) || has(.weekday, next) || has(.on, next)
        else { return nil }
        let parts: [DayEvent: PartOfDay] = [
            .fajr: .dawn, .sunrise: .morning, .dhuhr: .noon, .asr: .afternoon, .maghrib: .evening,
        ]
        guard let part = parts[prayer] else { return nil }
        return PartPiece(part: part, isStrong: true, prayer: prayer, next: next)
    }
}
