import CivilTime
import Templates

/// Days and times as browsers send them, or as somebody typed them in a field without a picker.
enum TypedTime {
    /// Reads `2026-11-25`, also with slashes and in Arabic digits; nil for any other text and for a day that is not in
    /// the calendar.
    static func day(_ typed: String) -> LocalDate? {
        let parts = plainNumber(typed).split(omittingEmptySubsequences: false) { "-/.".contains($0) }
        guard parts.count == 3, let year = number(parts[0], 4...4), let month = number(parts[1], 1...2),
              let day = number(parts[2], 1...2), years.contains(year)
        else { return nil }
        return LocalDate(year: year, month: month, day: day)
    }

    /// Reads `15:00`, `9:05` and `09:05:30`, also in Arabic digits; nil for any other text.
    static func time(_ typed: String, on day: LocalDate) -> LocalDateTime? {
        let parts = plainNumber(typed).split(separator: ":", omittingEmptySubsequences: false)
        guard (2...3).contains(parts.count), let hour = number(parts[0], 1...2), let minute = number(parts[1], 2...2),
              let second = parts.count == 3 ? number(parts[2], 2...2) : 0
        else { return nil }
        return LocalDateTime(date: day, hour: hour, minute: minute, second: second)
    }

    /// Reads `2026-11-25T10:00`; nil for any other text.
    static func moment(_ typed: String) -> LocalDateTime? {
        let parts = plainNumber(typed).split(whereSeparator: { "T ".contains($0) })
        guard parts.count == 2, let day = day(String(parts[0])) else { return nil }
        return time(String(parts[1]), on: day)
    }

    /// Reads a whole number without a sign, in either kind of digits; nil for any other text.
    static func number(_ typed: String) -> Int? {
        number(plainNumber(typed)[...], 1...7)
    }

    /// The years that calendar files can write and rules can count in.
    static let years = 1583...9999

    private static func number(_ text: Substring, _ length: ClosedRange<Int>) -> Int? {
        guard length.contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return Int(text)
    }
}
