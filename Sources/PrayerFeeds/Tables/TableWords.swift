import PrayerTimes
package import Runtime

extension Formatter {
    /// Returns an error of an uploaded timetable in a sentence that says what to change, with its line.
    package func sentence(_ problem: TableProblem) -> String {
        let sentence = sentence(problem.reason)
        guard let line = problem.line else { return sentence }
        return text("table.problem.line", ["line": number(line), "problem": sentence])
    }

    private func sentence(_ reason: TableProblem.Reason) -> String {
        switch reason {
        case .spreadsheet: text("table.problem.spreadsheet")
        case .pdf: text("table.problem.pdf")
        case .notText: text("table.problem.not-text")
        case .encoding: text("table.problem.encoding")
        case .tooLarge(let limit): text("table.problem.too-large", ["limit": number(limit)])
        case .tooManyDays(let limit): text("table.problem.too-many-days", ["limit": number(limit)])
        case .empty: text("table.problem.empty")
        case .noDates: text("table.problem.no-dates")
        case .noTimes: text("table.problem.no-times")
        case .doubledColumn(let event, false): text("table.problem.doubled", prayer(event))
        case .doubledColumn(let event, true): text("table.problem.doubled-iqama", prayer(event))
        case .noHeader(let found): text("table.problem.no-header", ["found": number(found)])
        case .cells(let found, let wanted):
            text("table.problem.cells", ["found": number(found), "wanted": number(wanted)])
        case .noDate: text("table.problem.no-date")
        case .date(let cell): text("table.problem.date", ["cell": quoted(cell)])
        case .ambiguousDate(let cell): text("table.problem.ambiguous-date", ["cell": quoted(cell)])
        case .shortYear(let cell): text("table.problem.short-year", ["cell": quoted(cell)])
        case .otherCalendar(let year): text("table.problem.other-calendar", ["year": number(year)])
        case .farYear(let year): text("table.problem.far-year", ["year": number(year)])
        case .noLeapDay: text("table.problem.no-leap-day")
        case .repeatedDate(let date, let line):
            text("table.problem.repeated", ["date": day(date, .year), "first": number(line)])
        case .time(let cell, let event): text("table.problem.time", prayer(event, cell))
        case .unlikely(let cell, let event): text("table.problem.unlikely", prayer(event, cell))
        case .outOfOrder(let cell, let event, let other, let earlier):
            text("table.problem.out-of-order", prayer(event, cell).merging([
                "other": quoted(other), "earlier": text(earlier.time.textKey),
            ]) { $1 })
        case .skipped(let cell, let event): text("table.problem.skipped", prayer(event, cell))
        case .iqama(let cell, let event): text("table.problem.iqama", prayer(event, cell))
        case .loneIqama(let cell, let event): text("table.problem.lone-iqama", prayer(event, cell))
        case .farIqama(let cell, let event, let other):
            text("table.problem.far-iqama", prayer(event, cell).merging(["other": quoted(other)]) { $1 })
        }
    }

    private func prayer(_ event: DayEvent, _ cell: String? = nil) -> [String: String] {
        var values = ["prayer": text(event.time.textKey)]
        if let cell { values["cell"] = quoted(cell) }
        return values
    }

    /// Returns a cell as it was written, apart from the direction of the sentence around it.
    private func quoted(_ cell: String) -> String {
        let plain = cell.prefix(40).unicodeScalars.filter { $0.properties.generalCategory != .control }
        return "\u{2068}\(String(String.UnicodeScalarView(plain)))\u{2069}"
    }
}

extension TableProblems {
    /// Returns the sentences of the errors, and of those that are not listed.
    package func sentences(_ format: Formatter) -> [String] {
        list.map(format.sentence) + (more > 0 ? [format.text("table.problem.more", counting: more)] : [])
    }
}
