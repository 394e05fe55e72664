import CivilTime

/// A length of time as people say it.
struct Span: Hashable {
    var months = 0, days = 0, seconds = 0

    /// True if it has no hours, minutes or seconds.
    var isOfDays: Bool { seconds == 0 }
    /// The length in minutes; nil for months.
    var minutes: Int? { months == 0 ? days * 1_440 + seconds / 60 : nil }

    init() {}

    /// Makes a length of some sixtieths of a unit.
    init(sixtieths: Int, of unit: String) {
        switch unit {
        case "seconds": seconds = sixtieths / 60
        case "minutes": seconds = sixtieths
        case "hours": seconds = sixtieths * 60
        case "days": (days, seconds) = (sixtieths / 60, sixtieths % 60 * 1_440)
        case "weeks": days = sixtieths * 7 / 60
        case "fortnights": days = sixtieths * 14 / 60
        case "months": (months, days) = (sixtieths / 60, sixtieths % 60 / 2)
        case "quarters": months = sixtieths * 3 / 60
        case "years": months = sixtieths * 12 / 60
        default: break
        }
    }

    static func + (first: Span, second: Span) -> Span {
        var sum = first
        sum.months += second.months
        sum.days += second.days
        sum.seconds += second.seconds
        return sum
    }
}

extension Scanner {
    /// Reads a length: "two and a half hours", `ساعة ونص`, `1h30`, `3 أيام`.
    ///
    /// - Parameter allowsOne: true where a unit alone is one of it, as in `بعد ساعة`.
    func span(at index: Int, allowsOne: Bool = false) -> (span: Span, next: Int)? {
        guard let first = simpleSpan(at: index, allowsOne: allowsOne) else { return nil }
        // "2 hours and 15 minutes", `ساعتين و٢٠ دقيقة`
        guard first.span.months > 0 || first.span.seconds >= 3_600 || first.span.days > 0 else { return first }
        let and = skip(.and, first.next)
        if let more = simpleSpan(at: and, allowsOne: false), and > first.next || token(and)?.kind == .number,
            more.span.seconds < 3_600 || first.span.seconds == 0 || first.span.days > 0,
            more.span.months == 0, more.span.days < 7 || first.span.months > 0
        {
            return (first.span + more.span, more.next)
        }
        return first
    }

    private func simpleSpan(at index: Int, allowsOne: Bool) -> (span: Span, next: Int)? {
        if let (sense, next) = find(.partOfHour, index) { return (Span(sixtieths: sense.number, of: "hours"), next) }
        if let (fraction, unit, next) = fractionOfUnit(at: index) {
            return (Span(sixtieths: fraction, of: unit), next)
        }
        if let (dual, next) = find(.dual, index) {
            return withFraction(Span(sixtieths: 120, of: dual.value), dual.value, next)
        }
        if let (sixtieths, next) = amount(at: index) {
            guard let (unit, end) = unit(at: next) else { return nil }
            return withFraction(Span(sixtieths: sixtieths, of: unit), unit, end)
        }
        // "an hour", `ساعة`
        let start = find(.article, index).flatMap { $0.sense.value == "a" ? $0.next : nil } ?? index
        guard allowsOne || start > index, let (unit, afterUnit) = unit(at: start) else { return nil }
        // `ساعة واحدة`
        let end =
            find(.number, afterUnit).flatMap {
                $0.sense.number == 1 && token(afterUnit)?.kind == .arabic ? $0.next : nil
            } ?? afterUnit
        return withFraction(Span(sixtieths: 60, of: unit), unit, end)
    }

    /// Reads a unit. One letter counts only directly after its number, as in `2h`.
    private func unit(at index: Int) -> (unit: String, next: Int)? {
        let start = isInner(["-"], index) ? index + 1 : index
        guard let (sense, next) = find(.unit, start) else { return nil }
        return (sense.value, next)
    }

    /// Reads an amount in sixtieths: `3`, `1.5`, `3/4`, "two and a half".
    private func amount(at index: Int) -> (sixtieths: Int, next: Int)? {
        guard let (value, next) = number(at: index), value <= 1_000 else { return nil }
        if token(index)?.kind == .number, isInner([".", ",", "/"], next), let part = token(next + 1),
            let digits = part.number
        {
            if word(next) == "/" {
                guard digits > 0, digits <= 60 else { return nil }
                return (value * 60 / digits, next + 2)
            }
            let scale = part.word.utf8.count == 1 ? 10 : 100
            guard part.word.utf8.count <= 2 else { return nil }
            return (value * 60 + digits * 60 / scale, next + 2)
        }
        // "two and a half hours"
        let and = skip(.and, next), article = find(.article, and)?.next ?? and
        if and > next, let (fraction, end) = find(.fraction, article), has(.unit, end) {
            return (value * 60 + fraction.number, end)
        }
        if isSign("½", next) { return (value * 60 + 30, next + 1) }
        return (value * 60, next)
    }

    /// Reads "half an hour", `نص ساعة`, "three quarters of an hour", "a quarter of an hour".
    private func fractionOfUnit(at index: Int) -> (sixtieths: Int, unit: String, next: Int)? {
        var start = find(.article, index)?.next ?? index, count = 1
        if let (value, next) = number(at: start), value == 3, has(.fraction, next) { (count, start) = (3, next) }
        if isSign("½", start), let (unit, end) = find(.unit, start + 1) { return (30, unit.value, end) }
        // `تلت أيام` are three days.
        guard let (fraction, next) = find(.fraction, start), !has(.number, start) else { return nil }
        let of = find(.of, next)?.next ?? next
        let article = find(.article, of)?.next ?? of
        guard let (unit, end) = find(.unit, article), ["hours", "days", "years", "months"].contains(unit.value) else {
            return nil
        }
        // `نص شهر` and `half of the day` are no lengths after an article.
        return (fraction.number * count, unit.value, end)
    }

    /// Reads what follows a unit: "and a half", `ونص`, `إلا ربع`.
    private func withFraction(_ span: Span, _ unit: String, _ next: Int) -> (Span, Int) {
        if let (_, after) = find(.minus, next), let (fraction, end) = find(.fraction, after), unit == "hours" {
            var less = span
            less.seconds -= fraction.number * 60
            return (less, end)
        }
        let and = skip(.and, next), article = find(.article, and)?.next ?? and
        if and > next, let (fraction, end) = find(.fraction, article), !has(.unit, end) {
            return (span + Span(sixtieths: fraction.number, of: unit), end)
        }
        // `1h30`
        if unit == "hours", let minutes = token(next), minutes.isGlued, minutes.word.utf8.count == 2,
            let value = minutes.number, value < 60
        {
            let end = has(.unit, next + 1) && token(next + 1)?.isGlued ?? false ? next + 2 : next + 1
            return (span + Span(sixtieths: value * 60, of: "minutes"), end)
        }
        return (span, next)
    }

    /// Returns the day some months and days later. A month without that day gives its last one.
    func day(_ date: LocalDate, plus span: Span) -> LocalDate {
        guard span.months != 0 else { return date + span.days }
        let months = date.year * 12 + date.month - 1 + span.months
        let (year, month) = ((months - (months % 12 + 12) % 12) / 12, (months % 12 + 12) % 12 + 1)
        for day in stride(from: date.day, through: 28, by: -1) {
            if let found = LocalDate(year: year, month: month, day: day) { return found + span.days }
        }
        return (LocalDate(year: year, month: month, day: min(date.day, 28)) ?? date) + span.days
    }
}
