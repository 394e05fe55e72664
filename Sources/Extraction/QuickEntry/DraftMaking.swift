import CivilTime
import PrayerTimes
import Text

extension SentenceReader {
    func draft() -> QuickDraft {
        let time = startAndLength()
        let day = namedDay(time)
        let dayCount = findings.dayCount
        let first = firstOfSeries() ?? day ?? likelyDay(time.start)
        return QuickDraft(
            title: title(), day: day, lastDay: findings.day?.last ?? dayCount.map { first + ($0 - 1) },
            likelyDay: first, start: findings.isAllDay || dayCount != nil ? nil : time.start, minutes: time.minutes,
            isAllDay: findings.isAllDay || dayCount != nil || (findings.day?.last != nil && time.start == nil),
            place: findings.place.map(text), people: findings.people, repetition: findings.repetition,
            end: seriesEnd(from: first), isOnce: findings.series.isOnce, zone: findings.zone,
            hijri: time.daysLater == 0 && findings.series.first == nil ? findings.day?.hijri : nil,
            understood: understood(), notUnderstood: notUnderstood())
    }

    private typealias Time = (start: QuickStart?, minutes: Int?, daysLater: Int)

    private func startAndLength() -> Time {
        switch findings.start {
        case .clock(let reading)?: return clockTime(reading)
        case .moment(let moment)?:
            return (.clock(hour: moment.hour, minute: moment.minute), findings.minutes, moment.date - now.date)
        case .prayer(let event, let minutes, let side, let isFriday)?:
            let distance = minutes ?? usualDistance(event, side, isFriday: isFriday)
            return (.prayer(event, minutes: distance), findings.minutes, 0)
        case nil:
            let start = findings.part.map { QuickStart.clock(hour: $0.usualHour, minute: 0) }
            return (start, findings.minutes, 0)
        }
    }

    private func clockTime(_ reading: ClockReading) -> Time {
        let rule = hourRule()
        var minute = rule.minute(reading, part: findings.part), length = findings.minutes
        if let end = findings.end {
            let range = rule.range(reading, end, part: findings.part)
            (minute, length) = (range.start, range.length)
        } else if isTodaySaid, reading.part ?? findings.part == nil, !reading.isExact, minute < 720,
            minute <= nowMinute, minute + 720 > nowMinute
        {
            minute += 720
        }
        // The small hours of tonight are tomorrow's.
        let isTonight = (reading.part ?? findings.part) == .night && findings.day?.part == .night && minute < 300
        return (.clock(hour: minute / 60, minute: minute % 60), length, reading.isMidnight || isTonight ? 1 : 0)
    }

    private var nowMinute: Int { now.minuteOfDay }
    private var isTodaySaid: Bool { findings.day?.date == now.date }

    func hourRule() -> HourRule {
        // In Ramadan the Gulf breaks the fast with what is breakfast elsewhere.
        let isRamadan = hijri.isRamadan(findings.day?.date ?? now.date)
        return HourRule(
            isEvening: scanner.activities.contains(.evening),
            isMorning: scanner.activities.contains(.breakfast) && !isRamadan)
    }

    /// Returns the minutes after a prayer's beginning if the sentence says only "after" or "before".
    ///
    /// After it: iqama and prayer by the defaults of the day's blocks, rounded up to five minutes.
    private func usualDistance(_ event: DayEvent, _ side: Int, isFriday: Bool) -> Int {
        guard side > 0 else { return side * (findings.minutes ?? 60) }
        if isFriday { return 60 }
        switch event {
        case .fajr: return 40
        case .sunrise: return 15
        case .dhuhr, .asr, .isha: return 35
        case .maghrib: return 25
        }
    }

    private func namedDay(_ time: Time) -> LocalDate? {
        if case .moment(let moment)? = findings.start { return moment.date }
        if let day = findings.day { return day.date + time.daysLater }
        if case .prayer(_, _, _, isFriday: true)? = findings.start {
            return first { $0.weekday == .friday && ($0 != now.date || nowMinute < 780) }
        }
        return nil
    }

    /// Returns the first day of a series that says from when on it is, or on which weekday of a month.
    private func firstOfSeries() -> LocalDate? {
        guard let repetition = findings.repetition else { return nil }
        switch repetition {
        case .monthlyWeekday where findings.day == nil: break
        case .monthlyDays: break
        default: guard findings.series.first != nil else { return nil }
        }
        let base = findings.series.first ?? now.date
        return (0...62).lazy.map { base + $0 }.first(where: repetition.fits) ?? base
    }

    private func likelyDay(_ start: QuickStart?) -> LocalDate {
        var isOver = false
        if case .clock(let hour, let minute)? = start { isOver = hour * 60 + minute <= nowMinute }
        return first { day in
            if isOver && day == now.date { return false }
            return findings.repetition?.fits(day) ?? true
        }
    }

    /// Returns the first of the coming eight days, from today on, that fulfils a condition.
    private func first(where condition: (LocalDate) -> Bool) -> LocalDate {
        (0...7).lazy.map { now.date + $0 }.first(where: condition) ?? now.date
    }

    private func understood() -> [QuickPart] {
        findings.parts.sorted { $0.tokens.lowerBound < $1.tokens.lowerBound }.map { part in
            QuickPart(characters: characters(of: part.tokens), kind: part.kind)
        }
    }

    func notUnderstood() -> [QuickUnread] {
        func unread(_ tokens: Range<Int>, isInTitle: Bool) -> QuickUnread {
            QuickUnread(characters: characters(of: tokens), text: text(tokens), isInTitle: isInTitle)
        }
        let all =
            findings.unread.map { unread($0, isInTitle: false) } + findings.asides.map { unread($0, isInTitle: true) }
        return all.sorted { $0.characters.lowerBound < $1.characters.lowerBound }
    }

    private func characters(of tokens: Range<Int>) -> Range<Int> {
        let first = sentence.tokens[tokens.lowerBound].characters.lowerBound
        return first..<sentence.tokens[tokens.upperBound - 1].characters.upperBound
    }

    /// Returns what was not understood, and the people, on one line.
    func title() -> String {
        var pieces: [Substring] = [], start = 0
        let used = understood().filter { $0.kind != .people }.map(\.characters)
        let unread = notUnderstood().filter { !$0.isInTitle }.map(\.characters)
        for range in (used + unread).sorted(by: { $0.lowerBound < $1.lowerBound }) {
            pieces.append(piece(start..<range.lowerBound))
            start = range.upperBound
        }
        pieces.append(piece(start..<sentence.characters.count))
        let words = pieces.enumerated().map { number, piece in
            var piece = piece.trimmed(while: isSpace)
            if number > 0 { piece = piece.trimmedStart(while: isJoint) }
            if number < pieces.count - 1 { piece = piece.trimmedEnd(while: isJoint) }
            return piece
        }
        let title = words.filter { !$0.isEmpty }.joined(separator: " ")
        return title.isEmpty ? nameOfFridayPrayer() : title
    }

    private func piece(_ range: Range<Int>) -> Substring {
        tidied(sentence.characters[range])[...]
    }
}

/// Returns true for what joins two parts of a sentence and means nothing after one of them is gone.
private func isJoint(_ character: Character) -> Bool {
    isSpace(character) || ",،;؛-–—:.".contains(character)
}

extension Substring {
    fileprivate func trimmedStart(while isLeftOut: (Character) -> Bool) -> Substring { drop(while: isLeftOut) }

    fileprivate func trimmedEnd(while isLeftOut: (Character) -> Bool) -> Substring {
        var rest = self
        while let last = rest.last, isLeftOut(last) { rest.removeLast() }
        return rest
    }
}
