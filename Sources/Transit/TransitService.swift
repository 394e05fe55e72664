public import CivilTime

/// The days on which trips of a service start, by calendar.txt and calendar_dates.txt.
public struct TransitService: Hashable, Sendable {
    private(set) var hasCalendar = false
    /// A bit for each weekday, Monday first.
    private var weekdays: UInt8 = 0
    private var start = 0, end = -1
    /// The days since 1970 on which the calendar does not decide, and whether there is service.
    private var exceptions: [Int: Bool] = [:]

    init() {}

    mutating func setCalendar(_ weekdays: UInt8, _ start: LocalDate, _ end: LocalDate) {
        hasCalendar = true
        (self.weekdays, self.start, self.end) = (weekdays, start.daysSince1970, end.daysSince1970)
    }

    mutating func setException(_ date: LocalDate, runs: Bool) { exceptions[date.daysSince1970] = runs }

    /// Returns true if trips of the service start on a day.
    public func runs(on date: LocalDate) -> Bool {
        let day = date.daysSince1970
        if let exception = exceptions[day] { return exception }
        return start <= day && day <= end && weekdays & (1 << UInt8(date.weekday.rawValue - 1)) != 0
    }

    /// The first and the last day with service; nil if there is none.
    var days: ClosedRange<LocalDate>? {
        let added = exceptions.filter(\.value).keys
        var days = added.min().flatMap { first in added.max().map { first...$0 } }
        if weekdays != 0, start <= end, let first = regularDay(from: start, step: 1),
           let last = regularDay(from: end, step: -1) {
            days = days.map { min($0.lowerBound, first)...max($0.upperBound, last) } ?? first...last
        }
        return days.map { LocalDate(daysSince1970: $0.lowerBound)...LocalDate(daysSince1970: $0.upperBound) }
    }

    /// Returns the first day with service by the calendar from a day on, forwards or backwards; nil if there is none.
    private func regularDay(from first: Int, step: Int) -> Int? {
        var day = first
        while start <= day, day <= end {
            if runs(on: LocalDate(daysSince1970: day)) { return day }
            day += step
        }
        return nil
    }
}
