package import CivilTime
import Text

/// A day or a month that somebody typed instead of words: `25 November`, `رمضان ١٤٤٨`, `2026-11-25`.
package struct WrittenDate: Sendable, Hashable {
    /// The day; of a month the first one.
    package let day: LocalDate
    package let isMonth: Bool
    /// True if it was written in the Hijri calendar.
    package let isHijri: Bool

    /// The names of months, for each month from the first on in all languages.
    package struct MonthNames: Sendable {
        let gregorian: [[[String]]], hijri: [[[String]]]

        package init(gregorian: [[String]], hijri: [[String]]) {
            self.gregorian = gregorian.map { $0.map(foldedWords) }
            self.hijri = hijri.map { $0.map(foldedWords) }
        }
    }

    /// Reads a text that is a date and nothing else.
    ///
    /// Numbers are year, month and day, or day, month and year. A year before 1700 is Hijri. Without a year, it is the
    /// present one.
    ///
    /// - Parameter hijri: the Hijri calendar, with the customer's shift.
    /// - Returns: nil if it is something else, or no day that exists.
    package init?(_ text: String, _ names: MonthNames, today: LocalDate, hijri: HijriCalendar) {
        guard text.utf8.count <= 100 else { return nil }
        let words = foldedWords(text)
        let hijriName = Self.month(in: words, names.hijri)
        let month: Int, isHijri: Bool
        var year: Int?, number: Int?
        if let named = hijriName ?? Self.month(in: words, names.gregorian) {
            month = named.month
            isHijri = hijriName != nil
            for word in named.rest where !Self.fillers.contains(word) {
                guard let value = Self.number(word) else { return nil }
                guard value > 31 ? year == nil : number == nil else { return nil }
                if value > 31 { year = value } else { number = value }
            }
        } else {
            let numbers = words.compactMap { Int($0) }
            guard words.count == 3, numbers.count == 3 else { return nil }
            let isYearFirst = numbers[0] > 31
            month = numbers[1]
            year = isYearFirst ? numbers[0] : numbers[2]
            number = isYearFirst ? numbers[2] : numbers[0]
            isHijri = year.map { $0 < 1_700 } ?? false
        }
        guard let first = isHijri
            ? hijri.firstDay(year: year ?? hijri.date(of: today)?.year ?? 0, month: month)
            : LocalDate(year: year ?? today.year, month: month, day: 1)
        else { return nil }
        guard let number else {
            (day, isMonth, self.isHijri) = (first, true, isHijri)
            return
        }
        guard (1...31).contains(number) else { return nil }
        let day = first + (number - 1)
        guard isHijri ? hijri.date(of: day)?.month == month : day.month == month else { return nil }
        (self.day, isMonth, self.isHijri) = (day, false, isHijri)
    }

    /// Returns the month whose name is among the words, and the words without it; the longest name counts.
    private static func month(in words: [String], _ names: [[[String]]]) -> (month: Int, rest: [String])? {
        var best: (month: Int, length: Int, rest: [String])?
        for (index, spellings) in names.enumerated() {
            for name in spellings where !name.isEmpty && name.count > best?.length ?? 0 && name.count <= words.count {
                for start in 0...(words.count - name.count) {
                    let end = start + name.count
                    guard words[start..<end].elementsEqual(name) else { continue }
                    best = (index + 1, name.count, Array(words[..<start] + words[end...]))
                }
            }
        }
        return best.map { ($0.month, $0.rest) }
    }

    /// Returns the number of a word, also of an English ordinal as in `25th`.
    private static func number(_ word: String) -> Int? {
        let digits = word.prefix { $0.isNumber }
        return ["", "st", "nd", "rd", "th"].contains(word.dropFirst(digits.count)) ? Int(digits) : nil
    }

    /// Words that belong to a date, folded.
    private static let fillers: Set<String> = ["of", "the", "on", "ah", "ad", "في", "من", "شهر", "يوم", "ه", "م"]
}
