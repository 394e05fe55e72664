import PrayerTimes
import Templates
import Text

/// The half of the day beside a time of a 12-hour clock.
enum HalfOfDay: Sendable {
    case morning, evening

    /// Reads `am`, `p.m.`, `ص`, `مساءً` and the like.
    init?(_ text: some StringProtocol) {
        var word = text.lowercased()
        word.unicodeScalars.removeAll { $0 == "." || $0.properties.generalCategory == .nonspacingMark }
        switch word {
        case "am", "a", "ص", "صباحا": self = .morning
        case "pm", "p", "م", "مسا", "مساء", "مساءا": self = .evening
        default: return nil
        }
    }
}

/// A time as it is written in a cell.
struct WrittenTime: Equatable {
    /// The cell's text, for messages.
    let text: String
    let hour: Int, minute: Int
    let half: HalfOfDay?

    /// Reads `5:12`, `05.12`, `5:12:00`, `5:12 pm` or `٥:١٢ م` (with ASCII digits already); nil for anything else.
    init?(_ cell: String) {
        text = cell
        var rest = cell[...]
        while rest.last == "*" { rest = rest.dropLast() }
        let digits = rest.trimmed(while: { !$0.isASCII || !$0.isNumber })
        guard !digits.isEmpty else { return nil }
        let before = String(rest[..<digits.startIndex]).trimmed, after = String(rest[digits.endIndex...]).trimmed
        switch (before.isEmpty, after.isEmpty) {
        case (true, true): half = nil
        case (true, false):
            guard let found = HalfOfDay(after) else { return nil }
            half = found
        case (false, true):
            guard let found = HalfOfDay(before) else { return nil }
            half = found
        case (false, false): return nil
        }
        let parts = digits.split(omittingEmptySubsequences: false) { $0 == ":" || $0 == "." }
        let numbers = parts.compactMap { part in part.allSatisfy(\.isASCIIDigit) ? Int(part) : nil }
        guard (2...3).contains(parts.count), numbers.count == parts.count, (1...2).contains(parts[0].count),
              parts.dropFirst().allSatisfy({ $0.count == 2 }), numbers[0] < 24, numbers[1] < 60,
              numbers.count == 2 || numbers[2] == 0
        else { return nil }
        (hour, minute) = (numbers[0], numbers[1])
        if half == .morning, hour > 12 { return nil }
        if half == .evening, hour == 0 { return nil }
    }

    /// True if a 12-hour clock does not show it.
    var isOf24Hours: Bool { half == nil && (hour == 0 || hour > 12) }

    /// Returns the minutes of the day that it can mean.
    ///
    /// - Parameter isOf12Hours: true if the times of the table have halves of the day, and do not say which.
    func minutes(isOf12Hours: Bool) -> [Int] {
        let ofHalf = hour % 12 * 60 + minute
        switch half {
        case .morning: return [ofHalf]
        case .evening: return [ofHalf + 720]
        case nil: return isOf12Hours ? [ofHalf, ofHalf + 720] : [hour * 60 + minute]
        }
    }
}

extension DayEvent {
    /// The minutes of a day at which it can be, anywhere and in any season. They are wide: they find a time in the
    /// wrong half of the day, or in the wrong column.
    var possibleMinutes: ClosedRange<Int> {
        switch self {
        case .fajr: 0...659
        case .sunrise: 60...779
        case .dhuhr: 600...959
        case .asr: 660...1_259
        case .maghrib: 690...1_559
        case .isha: 780...MosqueDay.latestMinute
        }
    }

    /// Returns the minutes that a written time can mean for the event, in order. Maghrib and Isha can be after
    /// midnight.
    func minutes(_ time: WrittenTime, isOf12Hours: Bool) -> [Int] {
        let onDay = time.minutes(isOf12Hours: isOf12Hours)
        guard self == .maghrib || self == .isha else { return onDay }
        return onDay + onDay.filter { $0 < 360 }.map { $0 + 1_440 }
    }
}

/// The time to an iqama as it is written in a cell.
enum WrittenIqama: Equatable {
    case time(WrittenTime)
    /// Minutes after the prayer's time: `+20`, `20`, `20 min`.
    case minutes(Int)

    init?(_ cell: String) {
        if let time = WrittenTime(cell) {
            self = .time(time)
            return
        }
        let digits = cell.drop { $0 == "+" || $0 == " " }.prefix(while: \.isASCIIDigit)
        let unit = String(cell[digits.endIndex...]).trimmed.lowercased()
        guard let number = Int(digits), number <= MosqueDay.longestIqama,
              ["", "m", "min", "mins", "minutes", "'", "د", "دقيقة", "دقائق"].contains(unit)
        else { return nil }
        self = .minutes(number)
    }
}

extension Character {
    var isASCIIDigit: Bool { ("0"..."9").contains(self) }
}
