import CivilTime
import PrayerTimes

enum PieceKind: Hashable {
    case day, time, length, repetition
}

/// The pieces of one time expression, each at most once.
struct Slots {
    var day: DayPiece?
    var clock: ClockPiece?
    var part: PartPiece?
    var prayer: PrayerPiece?
    var moment: MomentPiece?
    var repetition: RepetitionPiece?
    var zone: String?
    var length: Span?
    /// The end of a range: none or one.
    var end: [Slots] = []
    var isApproximate = false
    var bound: Bound?
    /// True if a word such as "at" or "from" came before a mere number.
    var isLed = false
    /// True for a side of a range.
    var isBound = false
    /// True if the expression begins with a mere number that may count things, as in "a table for 4 on Friday".
    var isCountLike = false
    /// The tokens of each piece, with the words that lead to it.
    var pieces: [(kind: PieceKind, tokens: Range<Int>)] = []
    let start: Int
    /// The token after the last piece.
    var next: Int

    init(at start: Int) {
        self.start = start
        next = start
    }

    var isEmpty: Bool {
        day == nil && clock == nil && part == nil && prayer == nil && moment == nil && repetition == nil
            && length == nil
    }

    /// True if one of the pieces cannot mean anything else.
    var isStrong: Bool {
        day?.isStrong ?? false || clock?.isStrong ?? false || part?.isStrong ?? false || prayer?.isStrong ?? false
            || moment != nil || repetition != nil || length != nil || end.first?.isStrong ?? false
    }

    var hasTime: Bool { clock != nil || prayer != nil || moment != nil }

    /// Notes which tokens the piece has that was added last.
    mutating func note(after old: Slots) {
        let kind: PieceKind =
            repetition != nil && old.repetition == nil
            ? .repetition
            : length != old.length
                ? .length
                : day?.next != old.day?.next ? .day : .time
        pieces.append((kind, old.next..<next))
    }

    // MARK: Adding pieces

    /// Puts a value that cannot contradict what is there.
    mutating func put<Value>(_ value: Value, in slot: WritableKeyPath<Slots, Value>, next: Int) -> Bool {
        self[keyPath: slot] = value
        self.next = next
        return true
    }

    /// Adds a day to what is there; false if they contradict each other.
    mutating func add(_ piece: DayPiece, _ scanner: Scanner) -> Bool {
        guard moment == nil else { return false }
        if let old = day {
            guard let both = scanner.combine(old, piece) else { return false }
            day = both
        } else {
            day = piece
        }
        if let bound = piece.bound { self.bound = bound }
        next = piece.next
        return true
    }

    mutating func add(_ piece: ClockPiece) -> Bool {
        guard clock == nil, moment == nil else { return false }
        if let prayer {
            // `بعد صلاة المغرب الساعة ٧`: the hour counts.
            guard part == nil else { return false }
            let half = prayer.part ?? prayer.anchor.prayer.usualPart(prayer.anchor.relation)
            if piece.half == nil {
                part = PartPiece(part: half, isStrong: true, prayer: prayer.anchor.prayer, next: prayer.next)
            }
            self.prayer = nil
        }
        clock = piece
        isApproximate = isApproximate || piece.isApproximate
        next = piece.next
        return true
    }

    mutating func add(_ piece: PartPiece) -> Bool {
        guard part == nil, moment == nil, prayer == nil, clock?.half == nil || clock?.half == .part(piece.part) else {
            // "8 pm in the evening" says it twice.
            guard let half = clock?.half, part == nil, half == (piece.part.isMorning ? .am : .pm) else { return false }
            next = piece.next
            return true
        }
        part = piece
        next = piece.next
        return true
    }

    mutating func add(_ piece: PrayerPiece) -> Bool {
        guard prayer == nil, moment == nil else { return false }
        if clock != nil {
            // `الساعة ٥ بعد العصر`: the hour counts.
            guard part == nil, clock?.half == nil else { return false }
            let half = piece.part ?? piece.anchor.prayer.usualPart(piece.anchor.relation)
            part = PartPiece(part: half, isStrong: true, prayer: piece.anchor.prayer, next: piece.next)
        } else {
            prayer = piece
        }
        next = piece.next
        return true
    }

    mutating func add(_ piece: MomentPiece) -> Bool {
        guard clock == nil, prayer == nil, moment == nil, part == nil, day == nil else { return false }
        moment = piece
        isApproximate = isApproximate || piece.isApproximate
        if let bound = piece.bound { self.bound = bound }
        next = piece.next
        return true
    }

    mutating func add(_ piece: RepetitionPiece) -> Bool {
        guard repetition == nil else { return false }
        repetition = piece
        next = piece.next
        return true
    }
}

extension PartOfDay {
    var isMorning: Bool { self == .dawn || self == .morning || self == .forenoon }

    /// The minutes of the day between which a part without an hour lies.
    var window: Range<Int> {
        switch self {
        case .dawn: 240..<360
        case .morning: 480..<720
        case .forenoon: 540..<720
        case .noon: 720..<840
        case .afternoon: 720..<960
        case .evening: 960..<1_200
        case .night: 1_200..<1_440
        }
    }

    /// Returns the minutes of the day that its early or late half lies between.
    public func window(edge: Int) -> Range<Int> {
        let middle = (window.lowerBound + window.upperBound) / 2
        return edge < 0 ? window.lowerBound..<middle : edge > 0 ? middle..<window.upperBound : window
    }
}

extension DayEvent {
    /// The part of the day beside a prayer.
    func usualPart(_ relation: PrayerAnchorReading.Relation) -> PartOfDay {
        switch self {
        case .fajr: relation == .after ? .morning : .dawn
        case .sunrise: .morning
        case .dhuhr: relation == .before ? .forenoon : relation == .after ? .afternoon : .noon
        case .asr: relation == .after ? .evening : .afternoon
        case .maghrib: .evening
        case .isha: relation == .before ? .evening : .night
        }
    }
}

extension Scanner {
    /// Joins two pieces that mean one day, as "Thursday" and "the 16th"; nil if they do not fit.
    func combine(_ old: DayPiece, _ new: DayPiece) -> DayPiece? {
        guard !old.isVague, !new.isVague, old.kind != .days, new.kind != .days, var piece = both(old, new)
        else { return nil }
        piece.part = old.part ?? new.part
        piece.bound = old.bound ?? new.bound
        piece.hijri = piece.hijri ?? old.hijri ?? new.hijri
        piece.isStrong = true
        piece.next = new.next
        return piece
    }

    private func both(_ old: DayPiece, _ new: DayPiece) -> DayPiece? {
        switch (old.kind, new.kind) {
        case (.weekday, .dayOfMonth): dayOfMonth(new, on: old) ?? new
        case (.dayOfMonth, .weekday): dayOfMonth(old, on: new)
        case (.weekday, .date): date(new, on: old)
        case (.date, .weekday): old.date.weekday == new.weekday ? old : nil
        case (.week, .weekday), (.weekend, .weekday): weekday(new, in: old)
        case (.weekday, .week), (.weekday, .weekend): weekday(old, in: new)
        case (.week, .day) where new.weekday != nil: weekday(new, in: old)
        case (.day, .week) where old.weekday != nil: weekday(old, in: new)
        case (.longPeriod, .dayOfMonth): day(new, in: old)
        case (.dayOfMonth, .longPeriod): day(old, in: new)
        case (.longPeriod, .date), (.date, .longPeriod): nil
        default: old.date == new.date && old.end == new.end ? old : nil
        }
    }

    /// Returns a date behind a weekday. If it is another one, the weekday may be what was meant.
    private func date(_ date: DayPiece, on weekday: DayPiece) -> DayPiece {
        guard weekday.date.weekday != date.date.weekday else { return date }
        var date = date
        date.isContradicted = true
        date.others = [(weekday.date, nil, 0.3)]
        return date
    }

    private func dayOfMonth(_ day: DayPiece, on weekday: DayPiece) -> DayPiece? {
        guard let number = day.dayOfMonth else { return nil }
        var month = today.startOfMonth
        for _ in 0..<14 {
            if let date = LocalDate(year: month.year, month: month.month, day: number), date >= today,
                date.weekday == weekday.weekday
            {
                return DayPiece(.date, date, next: day.next)
            }
            month = month.startOfNextMonth
        }
        return nil
    }

    private func weekday(_ weekday: DayPiece, in period: DayPiece) -> DayPiece? {
        guard let wanted = weekday.weekday, let end = period.end else { return nil }
        let start = period.kind == .week ? period.date.startOfWeek(context.firstDay.rawValue) : period.date
        let date = start + (wanted.rawValue - start.weekday.rawValue + 7) % 7
        guard date <= end || period.kind == .weekend else { return nil }
        return DayPiece(.day, date, next: weekday.next)
    }

    private func day(_ day: DayPiece, in month: DayPiece) -> DayPiece? {
        guard let number = day.dayOfMonth, let end = month.end, end - month.date < 32 else { return nil }
        if let hijri = context.hijri.date(of: end), month.hijri != nil {
            return hijriDate(month: hijri.month, day: number, year: hijri.year).map {
                DayPiece(.date, $0.0, next: day.next)
            }
        }
        return LocalDate(year: end.year, month: end.month, day: number).map { DayPiece(.date, $0, next: day.next) }
    }
}
