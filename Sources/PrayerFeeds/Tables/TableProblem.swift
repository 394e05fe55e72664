package import CivilTime
package import PrayerTimes

/// An error in an uploaded timetable, at a line that can be changed.
package struct TableProblem: Error, Hashable, Sendable {
    /// The line of the text, counted from 1; nil if the whole file is meant.
    package let line: Int?
    package let reason: Reason

    package enum Reason: Hashable, Sendable {
        /// A workbook, a PDF or another file that is no text.
        case spreadsheet, pdf, notText
        /// Text in another encoding than UTF-8 or UTF-16.
        case encoding
        case tooLarge(kilobytes: Int)
        case tooManyDays(Int)
        /// No line with a day, or no times in any of them.
        case empty
        /// The header has no column with dates, or none with times.
        case noDates, noTimes
        /// Two columns say that they have the same times.
        case doubledColumn(DayEvent, isIqama: Bool)
        /// The first line has neither the names of the columns nor the plain order.
        case noHeader(cells: Int)
        /// A line has another number of cells than the header.
        case cells(Int, wanted: Int)
        case noDate
        case date(String)
        /// The day and the month may be meant the other way round, and there is no year.
        case ambiguousDate(String)
        /// The year has two digits.
        case shortYear(String)
        /// The year is of the Hijri or the Persian calendar.
        case otherCalendar(year: Int)
        /// The year is too far from today.
        case farYear(Int)
        /// 29 February without a year, in a year that has none.
        case noLeapDay
        case repeatedDate(LocalDate, line: Int)
        case time(String, DayEvent)
        /// No prayer has this time of day.
        case unlikely(String, DayEvent)
        case outOfOrder(String, DayEvent, after: String, DayEvent)
        /// The clocks of the place skip this time.
        case skipped(String, DayEvent)
        case iqama(String, DayEvent)
        /// The iqama is a time, and the prayer has none.
        case loneIqama(String, DayEvent)
        case farIqama(String, DayEvent, after: String)
    }

    init(_ line: Int?, _ reason: Reason) {
        self.line = line
        self.reason = reason
    }
}

/// The errors of one text.
package struct TableProblems: Error, Sendable {
    /// The first errors, in the order of the lines.
    package let list: [TableProblem]
    /// The number of further errors.
    package let more: Int

    /// The errors that are listed: more would not be read.
    private static let mostListed = 20

    init(_ problems: [TableProblem]) {
        list = Array(problems.prefix(Self.mostListed))
        more = max(0, problems.count - Self.mostListed)
    }

    init(_ reason: TableProblem.Reason, line: Int? = nil) { self.init([TableProblem(line, reason)]) }
}
