package import CivilTime
package import Templates

/// The way in which a page shows the time of day.
package enum ClockStyle: Int, Sendable, Hashable, CaseIterable {
    /// `2:05 PM`
    case hours12 = 12
    /// `14:05`
    case hours24 = 24
}

/// The digits of a page.
package enum DigitStyle: String, Sendable, Hashable, CaseIterable {
    /// `0123456789`
    case latin
    /// `٠١٢٣٤٥٦٧٨٩`
    case arabic
}

/// A writer of dates, times and numbers in the words of a language. Every page writes them through it, so a person's
/// choice of clock and digits is made in one place.
package struct Formatter: Sendable {
    package let language: Language
    package let clock: ClockStyle
    package let digitStyle: DigitStyle
    private let catalogue: Catalogue

    package init(_ catalogue: Catalogue, _ language: Language, clock: ClockStyle, digits: DigitStyle) {
        self.catalogue = catalogue
        self.language = language
        self.clock = clock
        digitStyle = digits
    }

    /// Returns a text of the catalogue with values in place of its tags.
    package func text(_ key: String, _ values: [String: String] = [:]) -> String {
        catalogue.text(key, language, hasLatinDigits: digitStyle == .latin, values)
    }

    /// Returns a text that counts, in the plural form of its language: `3 events`.
    package func text(_ key: String, counting n: Int, _ values: [String: String] = [:]) -> String {
        var values = values
        values["n"] = number(n)
        return text("\(key).\(language.pluralCategory(n))", values)
    }

    // MARK: Numbers

    /// Returns a whole number.
    package func number(_ value: Int) -> String { digits(String(value)) }

    /// Returns a number with at most `places` decimals: `18.5`, `١٨٫٥`.
    package func decimal(_ value: Double, places: Int) -> String {
        let text = decimalText(value, places: places)
        return digits(digitStyle == .arabic ? text.replacing(".", with: "\u{066B}") : text)
    }

    /// Replaces the European digits of a text by those of the page.
    package func digits(_ text: String) -> String {
        digitStyle == .arabic ? Language.arabic.digits(text) : text
    }

    /// Joins texts as a list: `a, b`, `أ، ب`.
    package func list(_ texts: [String]) -> String {
        texts.joined(separator: language == .arabic ? "، " : ", ")
    }

    // MARK: Times

    /// Returns a time of day: `9:05`, `٩:٠٥`, `9:05 AM`.
    ///
    /// - Parameter minute: minutes since midnight, 0 to 1,439; others count round the clock.
    package func time(minute: Int) -> String {
        let time = bareTime(minute: minute)
        guard clock == .hours12 else { return time }
        return text(Self.isMorning(minute) ? "clock.am" : "clock.pm", ["time": time])
    }

    /// Returns a time of day without its half of the day, for places that say which half it is.
    package func bareTime(minute: Int) -> String {
        let minute = ((minute % 1_440) + 1_440) % 1_440, hour = minute / 60, rest = minute % 60
        return digits("\(clock == .hours12 ? (hour + 11) % 12 + 1 : hour):\(rest < 10 ? "0" : "")\(rest)")
    }

    /// Returns a time of day for a narrow place: by a clock of 12 hours, a whole hour goes without minutes: `9 AM`.
    package func briefTime(minute: Int) -> String {
        let hour = ((minute / 60 % 24) + 24) % 24
        guard clock == .hours12, minute % 60 == 0 else { return time(minute: minute) }
        return text(Self.isMorning(minute) ? "clock.am" : "clock.pm", ["time": number((hour + 11) % 12 + 1)])
    }

    /// Returns the half of the day beside `bareTime(minute:)`: `PM`, `م`; nil by a clock of 24 hours.
    package func halfOfDay(minute: Int) -> String? {
        clock == .hours24 ? nil : text(Self.isMorning(minute) ? "clock.am" : "clock.pm", ["time": ""]).trimmed
    }

    private static func isMorning(_ minute: Int) -> Bool { ((minute % 1_440) + 1_440) % 1_440 < 720 }

    /// Returns the time that the clocks of a zone show.
    package func time(_ moment: Instant, _ zone: TimeZoneRules) -> String {
        let local = zone.local(moment)
        return time(minute: local.minuteOfDay)
    }

    /// Returns two times as a range: `9:00–11:30`.
    package func times(_ start: Instant, _ end: Instant, _ zone: TimeZoneRules) -> String {
        let first = zone.local(start), last = zone.local(end)
        return times(minute: first.minuteOfDay, to: last.minuteOfDay)
    }

    /// Returns two times of day as a range: `9:00–11:30`, `9:00–11:30 AM`.
    package func times(minute first: Int, to last: Int) -> String {
        let isOneHalf = clock == .hours12 && first != last && Self.isMorning(first) == Self.isMorning(last)
        return range(isOneHalf ? bareTime(minute: first) : time(minute: first), time(minute: last))
    }

    /// Returns two texts as a range. Each stands for itself where directions mix.
    package func range(_ first: String, _ last: String) -> String {
        first == last ? first : text("range", ["first": first, "last": last])
    }

    /// Returns a length: `45 min`, `1 h 15 min`, `2 h`.
    package func duration(minutes: Int) -> String {
        let (hours, rest) = (minutes / 60, minutes % 60)
        if hours == 0 { return text("length.minutes", counting: rest) }
        let words = text("length.hours", counting: hours)
        return rest == 0
            ? words : text("length.both", ["hours": words, "minutes": text("length.minutes", counting: rest)])
    }

    /// Returns a number of seconds to wait in words: `30 seconds`, `12 minutes`.
    package func wait(_ seconds: Int) -> String {
        seconds < 60
            ? text("wait.seconds", counting: max(1, seconds)) : text("wait.minutes", counting: (seconds + 59) / 60)
    }

    /// Returns the time since a past moment in words: `now`, `5 minutes ago`.
    package func ago(_ seconds: Int) -> String {
        switch seconds {
        case ..<60: text("time.now")
        case ..<3_600: text("time.minutes", counting: seconds / 60)
        case ..<86_400: text("time.hours", counting: seconds / 3_600)
        default: text("time.days", counting: seconds / 86_400)
        }
    }

    // MARK: Dates

    /// The forms of a date in words.
    package enum DayStyle: Sendable {
        /// `Monday 23 November 2026`
        case full
        /// `Monday 23 November`
        case weekday
        /// `Mon 23 November`
        case brief
        /// `23 November`
        case short
        /// `23 November 2026`
        case year
    }

    package func day(_ date: LocalDate, _ style: DayStyle) -> String {
        let (year, month, day) = date.components
        var values = ["day": number(day), "month": monthName(month)]
        switch style {
        case .full:
            values["year"] = number(year)
            values["weekday"] = weekday(date.weekday)
            return text("date.long", values)
        case .weekday, .brief:
            values["weekday"] = style == .brief ? shortWeekday(date.weekday) : weekday(date.weekday)
            return text("date.weekday", values)
        case .short: return text("date.short", values)
        case .year:
            values["year"] = number(year)
            return text("date.year", values)
        }
    }

    /// Returns a range of days: `10 – 16 November 2026`, `29 November – 5 December 2026`.
    ///
    /// - Parameter hasYear: false leaves the year away if all days are of one year.
    package func days(_ days: ClosedRange<LocalDate>, hasYear: Bool = true) -> String {
        let first = days.lowerBound.components, last = days.upperBound.components
        if first == last { return day(days.lowerBound, hasYear ? .year : .short) }
        if first.year != last.year {
            return text("range.wide", ["first": day(days.lowerBound, .year), "last": day(days.upperBound, .year)])
        }
        let start = first.month == last.month ? number(first.day) : day(days.lowerBound, .short)
        return text("range.wide", ["first": start, "last": day(days.upperBound, hasYear ? .year : .short)])
    }

    /// Returns the name of a Gregorian month, 1 to 12.
    package func monthName(_ month: Int) -> String { text("month.\(month)") }

    /// Returns a month and its year: `November 2026`.
    package func month(_ date: LocalDate) -> String {
        text("month.year", ["month": monthName(date.month), "year": number(date.year)])
    }

    package func weekday(_ weekday: Weekday) -> String { text(Self.weekdayKeys[weekday.rawValue - 1]) }

    /// The keys of the names of the week's days, in the order of ISO 8601.
    private static let weekdayKeys = [
        "day.monday", "day.tuesday", "day.wednesday", "day.thursday", "day.friday", "day.saturday", "day.sunday",
    ]

    package func shortWeekday(_ weekday: Weekday) -> String { text("day.short.\(weekday.rawValue)") }

    // MARK: Hijri dates

    /// Returns the name of a Hijri month, 1 to 12.
    package func hijriMonthName(_ month: Int) -> String { text("hijri.month.\(month)") }

    /// Returns a Hijri date: `13 Jumada II 1448`.
    package func hijri(_ date: HijriDate) -> String {
        text("hijri.short", [
            "day": number(date.day), "month": hijriMonthName(date.month), "year": number(date.year),
        ])
    }

    /// Returns a Hijri date with its era: `13 Jumada II 1448 AH`.
    package func longHijri(_ date: HijriDate) -> String {
        text("hijri.date", [
            "day": number(date.day), "month": hijriMonthName(date.month), "year": number(date.year),
        ])
    }

    /// Returns a range of Hijri days: `12 – 18 Jumada II 1448`; nil outside the table.
    package func hijriDays(_ days: ClosedRange<LocalDate>, _ calendar: HijriCalendar) -> String? {
        guard let first = calendar.date(of: days.lowerBound), let last = calendar.date(of: days.upperBound)
        else { return nil }
        if first == last { return hijri(first) }
        let start = first.year != last.year
            ? hijri(first)
            : first.month == last.month
                ? number(first.day) : "\(number(first.day)) \(hijriMonthName(first.month))"
        return text("range.wide", ["first": start, "last": hijri(last)])
    }

    /// Returns the Hijri months of some days: `Jumada I – Jumada II 1448`; nil outside the table.
    package func hijriMonths(_ days: ClosedRange<LocalDate>, _ calendar: HijriCalendar) -> String? {
        guard let first = calendar.date(of: days.lowerBound), let last = calendar.date(of: days.upperBound)
        else { return nil }
        func words(_ date: HijriDate, year: Bool) -> String {
            let name = hijriMonthName(date.month)
            return year ? text("month.year", ["month": name, "year": number(date.year)]) : name
        }
        if first.year == last.year, first.month == last.month { return words(last, year: true) }
        return text("range.wide", [
            "first": words(first, year: first.year != last.year), "last": words(last, year: true),
        ])
    }
}

/// Returns a time of day as programs read it: `09:05`, for `datetime` and fields.
package func clockText(minute: Int) -> String {
    let (hour, rest) = (minute / 60 % 24, minute % 60)
    return "\(hour < 10 ? "0" : "")\(hour):\(rest < 10 ? "0" : "")\(rest)"
}
