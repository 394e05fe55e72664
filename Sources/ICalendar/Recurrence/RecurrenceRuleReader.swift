extension RecurrenceRule {
    /// Reads the value of RRULE or EXRULE (RFC 5545 §3.3.10, RFC 7529 §4.1).
    ///
    /// Strict reading refuses everything that the standard forbids. Lenient reading accepts what programs
    /// write:
    /// - an extra semicolon, white space, parts without a value, unknown parts;
    /// - COUNT beside UNTIL (both hold), a day with a Z in UNTIL;
    /// - an interval of 0 (read as 1), a count of -1 (read as none), a count of 0 (the rule adds nothing to DTSTART);
    /// - positions beyond 366;
    /// - parts that RFC 2445 allowed with any frequency; they limit the occurrences.
    public init(_ text: some StringProtocol, reading: Reading = .lenient) throws(RecurrenceRuleError) {
        // The longest rule without repetitions has some 5,000 characters.
        guard text.utf8.count <= 65_536 else { throw .tooLong }
        var reader = RecurrenceRuleReader(reading)
        for part in Array(text.utf8).split(separator: semicolon, omittingEmptySubsequences: false) {
            try reader.read(part)
        }
        self = try reader.finish()
    }
}

/// Reads a rule part by part, in any order.
private struct RecurrenceRuleReader {
    private let reading: Reading
    private var rule = RecurrenceRule(.daily)
    private var names: Set<String> = []

    init(_ reading: Reading) {
        self.reading = reading
    }

    mutating func read(_ part: ArraySlice<UInt8>) throws(RecurrenceRuleError) {
        let sign = part.firstIndex(of: equalsSign) ?? part.endIndex
        guard sign < part.endIndex else {
            if reading == .lenient { return }
            throw .unknownPart(decodedText(part))
        }
        let name = upperCased(trimmed(part[..<sign])), value = upperCased(trimmed(part[(sign + 1)...]))
        if value.isEmpty, reading == .lenient { return }
        guard names.insert(name).inserted else {
            if reading == .lenient { return }
            throw .repeatedPart(name)
        }
        try read(name, value)
    }

    private mutating func read(_ name: String, _ value: String) throws(RecurrenceRuleError) {
        switch name {
        case "FREQ":
            guard let frequency = RecurrenceRule.Frequency(rawValue: value) else { throw bad(name, value) }
            rule.frequency = frequency
        case "INTERVAL":
            let interval = try number(name, value, 0...Self.largest)
            if interval == 0, reading == .strict { throw bad(name, value) }
            rule.interval = max(1, interval)
        case "COUNT":
            let count = try number(name, value, -1...Self.largest)
            if count < 1, reading == .strict { throw bad(name, value) }
            rule.count = count < 0 ? nil : count
        case "UNTIL": rule.until = try end(value)
        case "BYSECOND": rule.seconds = try numbers(name, value, 0...60)
        case "BYMINUTE": rule.minutes = try numbers(name, value, 0...59)
        case "BYHOUR": rule.hours = try numbers(name, value, 0...23)
        case "BYDAY": rule.weekdays = try items(name, value) { weekday($0) }
        case "BYMONTHDAY": rule.monthDays = try numbers(name, value, -31...31)
        case "BYYEARDAY": rule.yearDays = try numbers(name, value, -385...385)
        case "BYWEEKNO": rule.weekNumbers = try numbers(name, value, -55...55)
        case "BYMONTH": rule.months = try items(name, value) { month($0) }
        case "BYSETPOS": rule.setPositions = try numbers(name, value, -31_622_400...31_622_400)
        case "WKST":
            guard let day = weekday(value), day.ordinal == nil else { throw bad(name, value) }
            rule.weekStart = day.weekday
        case "RSCALE":
            guard let calendar = CalendarSystem(rawValue: value) else { throw .unknownCalendar(value) }
            rule.calendar = calendar
        case "SKIP":
            guard let skip = RecurrenceRule.Skip(rawValue: value) else { throw bad(name, value) }
            rule.skip = skip
        default:
            if reading == .strict { throw .unknownPart(name) }
        }
    }

    /// The largest INTEGER (RFC 5545 §3.3.8), larger than any real interval or count.
    private static let largest = 2_147_483_647

    func finish() throws(RecurrenceRuleError) -> RecurrenceRule {
        guard names.contains("FREQ") else { throw .noFrequency }
        try checkRanges()
        if reading == .strict { try rule.checkCombinations(names) }
        return rule
    }

    /// Checks the ranges of the Gregorian calendar. A Hebrew leap year has more days, and RSCALE may stand
    /// behind the days.
    private func checkRanges() throws(RecurrenceRuleError) {
        try checkPositions()
        guard rule.calendar == nil || rule.calendar == .gregorian else { return }
        if let day = rule.yearDays.first(where: { abs($0) > 366 }) { throw bad("BYYEARDAY", String(day)) }
        if let week = rule.weekNumbers.first(where: { abs($0) > 53 }) { throw bad("BYWEEKNO", String(week)) }
        if let month = rule.months.first(where: { $0.number > 12 }) { throw bad("BYMONTH", month.text) }
    }

    /// Checks BYSETPOS. The grammar gives positions the range of a year's days. The seconds of a year have
    /// more positions, which lenient reading accepts.
    private func checkPositions() throws(RecurrenceRuleError) {
        guard reading == .strict else { return }
        let most = rule.calendar == nil || rule.calendar == .gregorian ? 366 : 385
        if let position = rule.setPositions.first(where: { abs($0) > most }) { throw bad("BYSETPOS", String(position)) }
    }

    // MARK: Values

    private func number(
        _ name: String, _ value: String, _ range: ClosedRange<Int>
    ) throws(RecurrenceRuleError) -> Int {
        guard let number = Int(value), range.contains(number) else { throw bad(name, value) }
        return number
    }

    /// Reads numbers that count from one end or the other. 0 is not allowed if the range has negative
    /// numbers.
    private func numbers(
        _ name: String, _ value: String, _ range: ClosedRange<Int>
    ) throws(RecurrenceRuleError) -> [Int] {
        try items(name, value) { item in
            signed(item).flatMap { range.contains($0) && (range.lowerBound == 0 || $0 != 0) ? $0 : nil }
        }
    }

    private func items<Item>(
        _ name: String, _ value: String, _ read: (String) -> Item?
    ) throws(RecurrenceRuleError) -> [Item] {
        var items: [Item] = []
        for text in Array(value.utf8).split(separator: comma, omittingEmptySubsequences: reading == .lenient) {
            guard let item = read(decodedText(trimmed(text))) else { throw bad(name, decodedText(text)) }
            items.append(item)
        }
        guard !items.isEmpty else { throw bad(name, value) }
        return items
    }

    private func end(_ value: String) throws(RecurrenceRuleError) -> DateOrTime {
        do throws(Irregularity) {
            let isDayInUTC = reading == .lenient && value.utf8.count == 9 && value.hasSuffix("Z")
            return try DateOrTime(isDayInUTC ? String(value.dropLast()) : value, reading: reading)
        } catch {
            throw bad("UNTIL", value)
        }
    }

    private func bad(_ name: String, _ value: String) -> RecurrenceRuleError {
        .badValue(part: name, value: value)
    }

    private func trimmed(_ octets: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        guard reading == .lenient else { return octets }
        let start = octets.drop(while: isSpace)
        return start[..<(start.lastIndex { !isSpace($0) }.map { $0 + 1 } ?? start.startIndex)]
    }
}

/// Reads at most nine digits with an optional sign.
private func signed(_ text: String) -> Int? {
    var cursor = Cursor(text)
    let isNegative = cursor.skip(UInt8(ascii: "-"))
    if !isNegative { _ = cursor.skip(UInt8(ascii: "+")) }
    guard let number = cursor.number(), cursor.isAtEnd else { return nil }
    return isNegative ? -number : number
}

private func weekday(_ text: String) -> WeekdayPosition? {
    guard let weekday = weekdaysByName[String(text.suffix(2))] else { return nil }
    let digits = String(text.dropLast(2))
    if digits.isEmpty { return WeekdayPosition(weekday) }
    guard let ordinal = signed(digits), ordinal != 0, abs(ordinal) <= 53 else { return nil }
    return WeekdayPosition(weekday, ordinal: ordinal)
}

private func month(_ text: String) -> RuleMonth? {
    var cursor = Cursor(text)
    guard let number = cursor.number(), (1...13).contains(number) else { return nil }
    let isLeap = cursor.skip(letter: UInt8(ascii: "L"))
    return cursor.isAtEnd ? RuleMonth(number, isLeap: isLeap) : nil
}
