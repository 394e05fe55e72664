import CivilTime

// Arithmetic on a wall clock that is never changed.
extension LocalDateTime {
    /// The seconds that the wall clock has counted since it showed 1970-01-01T00:00:00.
    var wallSeconds: Int64 {
        Int64(date.daysSince1970) * 86_400 + Int64(hour * 3_600 + minute * 60 + second)
    }

    /// Makes a time from seconds since the same wall clock showed 1970-01-01T00:00:00. Outside the range of
    /// `LocalDate` it is the nearest day.
    init(wallSeconds seconds: Int64) {
        var (days, secondOfDay) = seconds.quotientAndRemainder(dividingBy: 86_400)
        if secondOfDay < 0 {
            days -= 1
            secondOfDay += 86_400
        }
        let date = LocalDate(daysSince1970: Int(days))
        // Every time within a day is valid.
        self = LocalDateTime(
            date: date, hour: Int(secondOfDay / 3_600), minute: Int(secondOfDay / 60 % 60), second: Int(secondOfDay % 60))
            ?? .midnight(date)
    }

    /// Adds seconds on the wall clock.
    ///
    /// - Parameter seconds: may be negative; the result stops at the ends of the range.
    static func + (local: LocalDateTime, seconds: Int64) -> LocalDateTime {
        let (sum, overflow) = local.wallSeconds.addingReportingOverflow(seconds)
        return LocalDateTime(wallSeconds: overflow ? (seconds < 0 ? .min : .max) : sum)
    }
}
