import CivilTime

extension SentenceReader {
    /// Reads a date of either calendar, as `2026-11-25`, `25/11`, `25 November`, `١٠ رمضان` or `on the 25th`.
    func writtenDate(at index: Int) -> FoundDay? {
        yearFirst(at: index) ?? dayFirst(at: index) ?? dayAndMonth(at: index) ?? monthAndDay(at: index)
            ?? dayNumber(at: index)
    }

    /// Returns the numbers of `25/11/2026`, without spaces between them.
    private func numbers(at index: Int, separator: String) -> [Token] {
        guard let first = token(index), first.number != nil else { return [] }
        var found = [first], next = index + 1
        while found.count < 4, let mark = token(next), mark.word == separator, mark.isGlued,
              let number = token(next + 1), number.number != nil, number.isGlued {
            found.append(number)
            next += 2
        }
        return found
    }

    private func yearFirst(at index: Int) -> FoundDay? {
        for separator in ["-", "/"] {
            let parts = numbers(at: index, separator: separator)
            guard parts.count == 3, parts[0].word.count == 4,
                  let year = parts[0].number, let month = parts[1].number, let day = parts[2].number,
                  let date = date(day, month, year: year, isHijri: year < 1_700)
            else { continue }
            return FoundDay(date: date, next: index + 5)
        }
        return nil
    }

    private func dayFirst(at index: Int) -> FoundDay? {
        for separator in ["/", "-", "."] {
            let parts = numbers(at: index, separator: separator)
            guard (separator == "/" ? 2 : 3)...3 ~= parts.count, let day = parts[0].number, let month = parts[1].number,
                  parts[0].word.count <= 2, parts[1].word.count <= 2
            else { continue }
            let next = index + parts.count * 2 - 1
            var year = parts.count == 3 ? parts[2].number : nil
            if let short = year, parts[2].word.count == 2 { year = 2_000 + short }
            let isFraction = year == nil && ((day, month) == (24, 7) || find(NumberWords.units, next) != nil)
            guard !isFraction, parts.count < 3 || (1_300...2_200).contains(year ?? 0) else { continue }
            let isHijri = (year ?? 2_000) < 1_700
            let (first, second) = month > 12 ? (month, day) : (day, month)
            if let date = date(first, second, year: year, isHijri: isHijri) { return FoundDay(date: date, next: next) }
        }
        return nil
    }

    /// Reads `25th of November 2026`, `25-27 November` and `٢٥ شهر ١١`.
    private func dayAndMonth(at index: Int) -> FoundDay? {
        let start = skip(TimeWords.from, index)
        guard let (day, afterDay) = monthDay(at: start) else { return nil }
        if let found = month(at: afterDay, days: day, last: nil) { return start == index ? found : nil }
        guard let to = find(TimeWords.to, afterDay), let (last, afterLast) = monthDay(at: to.next), last > day else {
            return nil
        }
        return month(at: afterLast, days: day, last: last)
    }

    private func monthDay(at index: Int) -> (day: Int, next: Int)? {
        if let token = token(index), let day = token.number, (1...31).contains(day) {
            let ordinal = find(DayWords.ordinals, index + 1)
            return (day, ordinal?.next ?? index + 1)
        }
        return find(NumberWords.monthDays, index).map { ($0.meaning, $0.next) }
    }

    private func month(at index: Int, days day: Int, last: Int?) -> FoundDay? {
        let between = find(DayWords.between, index)
        let start = between?.next ?? index
        if let (month, next) = find(DayWords.months, start) {
            return finished(day, month, last: last, isHijri: false, next)
        }
        if let (month, next) = find(DayWords.hijriMonths, start) {
            return finished(day, month, last: last, isHijri: true, next)
        }
        guard between != nil, token(start - 1)?.word == folded("شهر"), let month = token(start)?.number
        else { return nil }
        return finished(day, month, last: last, isHijri: false, start + 1)
    }

    /// Reads `November 25, 2026` and `November 25-27`.
    private func monthAndDay(at index: Int) -> FoundDay? {
        let months = find(DayWords.months, index), hijriMonths = find(DayWords.hijriMonths, index)
        guard let (month, afterMonth) = months ?? hijriMonths, let token = token(index),
              // "may" and "march" are verbs too.
              token.isCapital || !["may", "march", "mar"].contains(token.word),
              let day = self.token(afterMonth)?.number, (1...31).contains(day),
              self.token(afterMonth + 1)?.word != ":",
              find(TimeWords.partsAfterHour, afterMonth + 1) == nil
        else { return nil }
        let next = skip(DayWords.ordinals, afterMonth + 1)
        if let dash = self.token(next), ["-", "–"].contains(dash.word), dash.isGlued,
           let last = self.token(next + 1)?.number, (day + 1...32).contains(last), self.token(next + 2)?.word != ":" {
            return finished(day, month, last: last, isHijri: months == nil, next + 2)
        }
        return finished(day, month, last: nil, isHijri: months == nil, next)
    }

    /// Reads "on the 25th" and `يوم ٢٥`: the next such day.
    private func dayNumber(at index: Int) -> FoundDay? {
        guard let lead = find(DayWords.beforeDayNumber, index), let day = token(lead.next)?.number,
              (1...31).contains(day), dayAndMonth(at: lead.next) == nil, dayFirst(at: lead.next) == nil
        else { return nil }
        let ordinal = find(DayWords.ordinals, lead.next + 1)
        let next = ordinal?.next ?? lead.next + 1
        if sentence.tokens[index].word.utf8.first.map({ $0 < 0x80 }) ?? false {
            guard ordinal != nil, token(next)?.isSymbol ?? true || find(DayWords.afterDayNumber, next) != nil else {
                return nil
            }
        } else if token(next)?.word == ":" || find(NumberWords.units, next) != nil {
            return nil
        }
        for months in 0..<12 {
            let month = now.date.year * 12 + now.date.month - 1 + months
            if let date = LocalDate(year: month / 12, month: month % 12 + 1, day: day), date >= now.date {
                return FoundDay(date: date, next: next)
            }
        }
        return nil
    }

    /// Reads the year after day and month, if one follows.
    private func finished(_ day: Int, _ month: Int, last: Int?, isHijri: Bool, _ index: Int) -> FoundDay? {
        var next = index, year: Int?
        let start = token(index)?.word == "," ? index + 1 : index
        if let token = token(start), token.word.count == 4, let number = token.number,
           (isHijri ? 1_300...1_600 : 1_900...2_200).contains(number), self.token(start + 1)?.word != ":" {
            year = number
            next = skip(isHijri ? DayWords.hijriMarks : DayWords.gregorianMarks, start + 1)
        }
        guard let date = date(day, month, year: year, isHijri: isHijri) else { return nil }
        return FoundDay(date: date, last: last.map { date + ($0 - day) }, next: next)
    }

    /// Returns a day of a calendar; without a year the next one, today included. Nil if there is none.
    private func date(_ day: Int, _ month: Int, year: Int?, isHijri: Bool) -> LocalDate? {
        if let year { return isHijri ? hijriDay(day, month, year) : LocalDate(year: year, month: month, day: day) }
        let thisYear = isHijri ? hijri.date(of: now.date)?.year ?? 0 : now.date.year
        // Between two 29 February are at most eight years.
        return (thisYear...thisYear + 8).lazy.compactMap { year in
            isHijri ? hijriDay(day, month, year) : LocalDate(year: year, month: month, day: day)
        }.first { $0 >= now.date }
    }

    private func hijriDay(_ day: Int, _ month: Int, _ year: Int) -> LocalDate? {
        guard let days = hijri.days(inYear: year, month: month), (1...days).contains(day) else { return nil }
        return hijri.firstDay(year: year, month: month).map { $0 + (day - 1) }
    }
}
