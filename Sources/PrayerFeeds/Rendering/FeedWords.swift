import CivilTime
import ICalendar
import Places
import Runtime
import Templates

/// The words of a feed in its language, or in both languages.
struct FeedWords {
    package let catalogue: Catalogue
    /// One or two languages, in the order in which they are written.
    let languages: [Language]

    package init(_ names: FeedNames, _ catalogue: Catalogue) {
        self.catalogue = catalogue
        languages =
            switch names {
            case .english: [.english]
            case .arabic: [.arabic]
            case .both: [.english, .arabic]
            }
    }

    /// Returns a name or short text; two languages share one line.
    package func text(_ key: String, _ values: (Language) -> [String: String] = { _ in [:] }) -> String {
        languages.map { catalogue.text(key, $0, values($0)) }.joined(separator: " · ")
    }

    /// Returns a sentence; each language has its own line.
    package func lines(_ key: String, _ values: (Language) -> [String: String]) -> [String] {
        languages.map { catalogue.text(key, $0, values($0)) }
    }

    /// Returns a word of the catalogue, to put into another text.
    package func word(_ key: String, _ language: Language) -> String { catalogue.text(key, language) }
}

/// Hijri dates in words. Each month's text is made once, since a feed has hundreds of days.
struct HijriWords {
    private let words: FeedWords
    private let calendar: HijriCalendar
    private var months: [Int: [String]] = [:]

    package init(_ words: FeedWords, _ calendar: HijriCalendar) {
        self.words = words
        self.calendar = calendar
    }

    /// Returns a date in words, `13 Jumada II 1448 AH`; nil outside the table of months.
    package mutating func text(_ day: LocalDate) -> String? {
        guard let date = calendar.date(of: day) else { return nil }
        let key = date.year * 12 + date.month
        let templates = months[key] ?? words.languages.map { language in
            words.catalogue.text("hijri.date", language, [
                "month": words.word("hijri.month.\(date.month)", language), "year": language.digits(String(date.year)),
            ])
        }
        months[key] = templates
        return zip(words.languages, templates).map { language, template in
            filledDay(template, language.number(date.day))
        }.joined(separator: " · ")
    }

    private func filledDay(_ template: String, _ day: String) -> String {
        guard let range = template.firstRange(of: "{{day}}") else { return template }
        return template[..<range.lowerBound] + day + template[range.upperBound...]
    }
}
