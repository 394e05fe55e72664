import Text

/// The rule for the future, as the last line of a time zone file gives it: `EST5EDT,M3.2.0,M11.1.0`.
///
/// The format is that of POSIX.1-2017 §8.3 (the TZ variable), with the wider range of hours of RFC
/// 8536 §3.3.1. POSIX counts offsets to the west, this type counts them to the east.
struct PosixTimeZone: Hashable {
    let standard: LocalTimeType
    /// The daylight saving time; nil if the clocks never change.
    let daylight: Daylight?

    struct Daylight: Hashable {
        let type: LocalTimeType
        let start: Change, end: Change
    }

    /// A day of the year, and the time that the clock shows before it changes.
    struct Change: Hashable {
        let day: Day
        /// The seconds from midnight of that day; -167 to 167 hours.
        let seconds: Int
    }

    enum Day: Hashable {
        /// `Jn`: 1 to 365, without 29 February, so that 60 is always 1 March.
        case julian(Int)
        /// `n`: 0 to 365, with 29 February.
        case ofYear(Int)
        /// `Mm.w.d`: month, week 1 to 5 (5 is the last), weekday 0 to 6 from Sunday.
        case ofMonth(month: Int, week: Int, weekday: Int)
    }

    /// Reads a TZ string; nil unless all of the text is one.
    init?(_ text: some Collection<UInt8>) {
        var parser = PosixParser(rest: Array(text)[...])
        guard let name = parser.name(), let west = parser.time(hours: 24), LocalTimeType.offsets.contains(-west)
        else { return nil }
        standard = LocalTimeType(offset: -west, isDaylightSaving: false, abbreviation: name)
        guard !parser.rest.isEmpty else {
            daylight = nil
            return
        }
        guard let name = parser.name() else { return nil }
        // The default for daylight saving is one hour ahead.
        var offset = standard.offset + 3_600
        if parser.rest.first != UInt8(ascii: ",") {
            guard let west = parser.time(hours: 24) else { return nil }
            offset = -west
        }
        guard LocalTimeType.offsets.contains(offset), let start = parser.change(), let end = parser.change(),
              parser.rest.isEmpty
        else { return nil }
        daylight = Daylight(
            type: LocalTimeType(offset: offset, isDaylightSaving: true, abbreviation: name), start: start, end: end)
    }
}

extension PosixTimeZone.Change {
    /// Returns the moment of the change in a year, in seconds since 1970.
    ///
    /// - Parameter offset: of the clock before the change, in seconds east of UTC.
    func moment(inYear year: Int, offset: Int) -> Int64 {
        Int64(day.daysSince1970(inYear: year)) * 86_400 + Int64(seconds - offset)
    }
}

extension PosixTimeZone.Day {
    func daysSince1970(inYear year: Int) -> Int {
        let newYear = CivilTime.daysSince1970(year: year, month: 1, day: 1)
        switch self {
        case .ofYear(let day):
            return newYear + day
        case .julian(let day):
            let marchFirst = CivilTime.daysSince1970(year: year, month: 3, day: 1)
            return day < 60 ? newYear + day - 1 : marchFirst + day - 60
        case .ofMonth(let month, let week, let weekday):
            let first = CivilTime.daysSince1970(year: year, month: month, day: 1)
            let next = month == 12
                ? CivilTime.daysSince1970(year: year + 1, month: 1, day: 1)
                : CivilTime.daysSince1970(year: year, month: month + 1, day: 1)
            // Sunday is 0 in POSIX and 7 in ISO 8601.
            let firstWeekday = CivilTime.weekday(ofDay: first).rawValue % 7
            let day = first + (weekday - firstWeekday + 7) % 7 + (week - 1) * 7
            return day < next ? day : day - 7
        }
    }
}

private struct PosixParser {
    var rest: ArraySlice<UInt8>

    /// Reads a name: at least three letters, or at least three letters, digits and signs in angle
    /// brackets.
    mutating func name() -> String? {
        if take("<") {
            guard let end = rest.firstIndex(of: UInt8(ascii: ">")) else { return nil }
            defer { rest = rest[(end + 1)...] }
            let name = rest[..<end]
            return name.count >= 3 && name.allSatisfy { isLetter($0) || isDigit($0) || $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-") }
                ? String(decoding: name, as: UTF8.self) : nil
        }
        let name = rest.prefix(while: isLetter)
        rest = rest[name.endIndex...]
        return name.count >= 3 ? String(decoding: name, as: UTF8.self) : nil
    }

    /// Reads `[+-]h[:mm[:ss]]` as seconds.
    mutating func time(hours limit: Int) -> Int? {
        let sign = take("-") ? -1 : 1
        if sign == 1 { _ = take("+") }
        guard let hours = number(0...limit) else { return nil }
        var seconds = hours * 3_600
        for unit in [60, 1] where take(":") {
            guard let count = number(0...59) else { return nil }
            seconds += count * unit
        }
        return sign * seconds
    }

    /// Reads `,date[/time]`. The default time is 02:00.
    mutating func change() -> PosixTimeZone.Change? {
        guard take(","), let day = day() else { return nil }
        guard take("/") else { return PosixTimeZone.Change(day: day, seconds: 7_200) }
        return time(hours: 167).map { PosixTimeZone.Change(day: day, seconds: $0) }
    }

    private mutating func day() -> PosixTimeZone.Day? {
        if take("J") { return number(1...365).map { .julian($0) } }
        guard take("M") else { return number(0...365).map { .ofYear($0) } }
        guard let month = number(1...12), take("."), let week = number(1...5), take("."), let weekday = number(0...6)
        else { return nil }
        return .ofMonth(month: month, week: week, weekday: weekday)
    }

    private mutating func number(_ range: ClosedRange<Int>) -> Int? {
        let digits = rest.prefix(while: isDigit)
        guard digits.count <= 3, let number = decimal(digits), range.contains(number) else { return nil }
        rest = rest[digits.endIndex...]
        return number
    }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard rest.first == UInt8(ascii: character) else { return false }
        rest = rest.dropFirst()
        return true
    }
}
