import CivilTime
import PrayerTimes

extension TaskReader {
    /// Finds windows, days and deadlines in one pass from left to right.
    mutating func findTimes() {
        eachToken { reader, index, hidden in
            reader.takeDayRange(at: index, &hidden) ?? reader.takeDayList(at: index, &hidden)
                ?? reader.takeDeadline(at: index, &hidden)
                ?? reader.takeAfterClock(at: index, &hidden) ?? reader.takeExpression(at: index, &hidden)
        }
    }

    /// Reads "after 5 pm", `بعد الساعة ٥`, "not before 9".
    private mutating func takeAfterClock(at index: Int, _ hidden: inout [Range<Int>]) -> Int? {
        guard found.window.from == nil, let start = base.says(TaskWords.after, index),
            let clock = base.scanner.clock(at: base.scanner.skip(.at, start), isLed: true),
            base.scanner.joint(at: clock.next) == nil || !base.scanner.has(.from, index),
            clock.isStrong || start > index + 1 || base.scanner.has(.at, start) || base.scanner.has(.after, index)
        else { return nil }
        let part = base.scanner.part(at: clock.next, isBeside: true, afterHour: true)
        found.window.from = .clock(minute(clock, part))
        return mark(index..<(part?.next ?? clock.next), .time, &hidden)
    }

    private mutating func takeExpression(at index: Int, _ hidden: inout [Range<Int>]) -> Int? {
        guard let slots = base.scanner.slots(at: index) else { return nil }
        guard slots.day?.isVague != true, slots.day?.isPast != true else { return slots.next }
        if slots.moment != nil { return takeMoment(slots, &hidden) }
        let hasTime = slots.hasTime || slots.part != nil
        let isTimeTaken = hasTime && takeTime(slots)
        let isDayTaken = slots.day != nil && takeDay(slots)
        guard isTimeTaken == hasTime, isDayTaken == (slots.day != nil), hasTime || slots.day != nil else {
            return isTimeTaken || isDayTaken ? markPieces(of: slots, time: isTimeTaken, day: isDayTaken, &hidden) : nil
        }
        return mark(index..<slots.next, hasTime ? .time : .day, &hidden)
    }

    private mutating func markPieces(
        of slots: Slots, time: Bool, day: Bool, _ hidden: inout [Range<Int>]
    ) -> Int {
        for piece in slots.pieces where piece.kind == .time && time || piece.kind == .day && day {
            _ = mark(piece.tokens, piece.kind == .time ? .time : .day, &hidden)
        }
        return slots.next
    }

    /// Takes "within 3 hours" as a deadline. Other moments counted from now are no window.
    private mutating func takeMoment(_ slots: Slots, _ hidden: inout [Range<Int>]) -> Int? {
        guard let moment = slots.moment, !moment.isPast, !moment.isVague, found.lastDay == nil else {
            return slots.next
        }
        found.lastDay = moment.moment.date
        if moment.bound == nil {
            found.firstDay = moment.moment.date
            takeFrom(.clock(moment.moment.minuteOfDay))
        } else {
            found.lastMinute = moment.moment.minuteOfDay
        }
        return mark(slots.start..<slots.next, .day, &hidden)
    }

    // MARK: Windows

    private mutating func takeTime(_ slots: Slots) -> Bool {
        if found.isPart, slots.hasTime { (found.window, found.isPart) = (TaskWindow(), false) }
        if let anchor = slots.prayer?.anchor { return takePrayer(anchor, slots) }
        if let clock = slots.clock { return takeClock(clock, slots) }
        guard let part = slots.part, found.window == TaskWindow() else { return false }
        let window = part.part.window(edge: part.edge)
        found.window = TaskWindow(from: .clock(window.lowerBound), to: .clock(window.upperBound % 1_440))
        found.isPart = true
        return true
    }

    private mutating func takePrayer(_ anchor: PrayerAnchorReading, _ slots: Slots) -> Bool {
        // A window has no distance to a prayer, and the sun's rise is none.
        guard anchor.minutes ?? 0 == 0, anchor.prayer != .sunrise else { return false }
        if anchor.isFriday, found.weekdays.isEmpty, slots.day == nil { found.weekdays = [.friday] }
        let end = slots.end.first
        switch anchor.relation {
        case .before: return takeTo(.prayer(anchor.prayer))
        case .after, .at:
            guard takeFrom(.prayer(anchor.prayer)) else { return false }
            if let edge = end.flatMap(edge) { _ = takeTo(edge) }
            return true
        case .between:
            guard let second = anchor.second, takeFrom(.prayer(anchor.prayer)) else { return false }
            return takeTo(.prayer(second))
        }
    }

    private func edge(_ slots: Slots) -> TaskEdge? {
        if let anchor = slots.prayer?.anchor { return .prayer(anchor.prayer) }
        return slots.clock.map { .clock(minute($0, slots.part)) }
    }

    private mutating func takeClock(_ clock: ClockPiece, _ slots: Slots) -> Bool {
        if let end = slots.end.first {
            guard found.window.from == nil, found.window.to == nil else { return false }
            if let last = end.clock {
                let range = base.hourRule().range(
                    base.reading(clock, slots.part), base.reading(last, end.part), part: base.findings.part)
                found.window = TaskWindow(from: .clock(range.start), to: .clock((range.start + range.length) % 1_440))
            } else {
                found.window = TaskWindow(from: .clock(minute(clock, slots.part)), to: edge(end))
            }
            return true
        }
        let edge = TaskEdge.clock(minute(clock, slots.part))
        if slots.bound == .end {
            // "After Fajr before 7": the reader of times keeps only the hour.
            let anchor = base.scanner.prayer(at: slots.start, afterDay: false)?.anchor
            if let anchor, anchor.relation == .after, anchor.minutes == nil { takeFrom(.prayer(anchor.prayer)) }
            return takeTo(edge)
        }
        guard takeFrom(edge) else { return false }
        found.isHour = !isOpen(slots)
        return true
    }

    /// Returns true for "from 5" and "tomorrow after 5", and false for "at 5".
    private func isOpen(_ slots: Slots) -> Bool {
        base.scanner.has(.from, slots.start)
            || slots.pieces.contains { piece in
                piece.kind == .time && base.says(TaskWords.after, piece.tokens.lowerBound) != nil
            }
    }

    func minute(_ clock: ClockPiece, _ part: PartPiece?) -> Int {
        base.hourRule().minute(base.reading(clock, part), part: nil)
    }

    @discardableResult
    private mutating func takeFrom(_ edge: TaskEdge) -> Bool {
        guard found.window.from == nil else { return false }
        found.window.from = edge
        return true
    }

    private mutating func takeTo(_ edge: TaskEdge) -> Bool {
        guard found.window.to == nil || found.isHour else { return false }
        found.window.to = edge
        found.isHour = false
        return true
    }
}
