import CivilTime

// Counting on the wall: what the clock shows so many seconds later if nobody changes it.
extension LocalDateTime {
    /// Seconds on the same wall since it showed 1970-01-01T00:00:00.
    var wallSeconds: Int64 {
        Int64(date.daysSince1970) * 86_400 + Int64(hour * 3_600 + minute * 60 + second)
    }

    /// From a count of seconds that began at 1970-01-01T00:00:00 on the same wall. Beyond the range of
    /// `LocalDate` it is the last day there is.
    init(wallSeconds seconds: Int64) {
        var (days, secondOfDay) = seconds.quotientAndRemainder(dividingBy: 86_400)
        if secondOfDay < 0 {
            days -= 1
            secondOfDay += 86_400
        }
        let date = LocalDate(daysSince1970: Int(days))
        // A time of day within its day is always on the clock.
        self = LocalDateTime(
            date: date, hour: Int(secondOfDay / 3_600), minute: Int(secondOfDay / 60 % 60), second: Int(secondOfDay % 60))
            ?? .midnight(date)
    }

    /// - Parameter seconds: may be negative; the ends of the range stop it.
    static func + (local: LocalDateTime, seconds: Int64) -> LocalDateTime {
        let (sum, overflow) = local.wallSeconds.addingReportingOverflow(seconds)
        return LocalDateTime(wallSeconds: overflow ? (seconds < 0 ? .min : .max) : sum)
    }
}
