// Dates of HTTP headers, RFC 9110 §5.6.7.

import Text

extension Instant {
    /// The date of an HTTP header, as in `Sat, 21 Nov 2026 03:45:37 GMT`, rounded down to the second.
    public var httpDate: String {
        // Mail headers have the same form except for the zone (RFC 5322 §3.3).
        rfc5322.replacingSuffix("+0000", with: "GMT")
    }

    /// Reads the three forms that a server must understand: the present one, RFC 850's with a year of
    /// two digits, and the form of C's `asctime`. The name of the day is not compared with the date.
    ///
    /// - Parameter now: gives a year of two digits its century. The year is at most fifty years ahead.
    public init?(httpDate text: String, now: Instant) {
        let words = text.split(separator: " ").map(String.init)
        switch (words.count, text.contains(",")) {
        case (6, true):     // Sat, 21 Nov 2026 03:45:37 GMT
            guard words[5] == "GMT" else { return nil }
            self.init(year: words[3], month: words[2], day: words[1], clock: words[4])
        case (4, true):     // Saturday, 21-Nov-26 03:45:37 GMT
            let parts = words[1].split(separator: "-").map(String.init)
            guard words[3] == "GMT", parts.count == 3, parts[2].utf8.count == 2, let short = number(parts[2]) else { return nil }
            let year = now.utc.year, guess = year - year % 100 + short
            self.init(year: String(guess > year + 50 ? guess - 100 : guess), month: parts[1], day: parts[0], clock: words[2])
        case (5, false):    // Sat Nov 21 03:45:37 2026
            self.init(year: words[4], month: words[1], day: words[2], clock: words[3])
        default:
            return nil
        }
    }

    private init?(year: String, month: String, day: String, clock: String) {
        let parts = clock.split(separator: ":", omittingEmptySubsequences: false).map { number(String($0)) }
        guard year.utf8.count == 4, let year = number(year), let month = shortMonthNames.firstIndex(of: month),
              let day = number(day), parts.count == 3, let hour = parts[0], let minute = parts[1], let second = parts[2]
        else { return nil }
        // A leap second counts as the second after it.
        guard let instant = Instant(
            utcYear: year, month: month + 1, day: day, hour: hour, minute: minute, second: min(second, 59)), second <= 60
        else { return nil }
        self = second == 60 ? instant + .seconds(1) : instant
    }
}

private let shortMonthNames = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
]

/// Reads one to four digits; nil for anything else.
private func number(_ text: String) -> Int? {
    (1...4).contains(text.utf8.count) ? decimal(text.utf8) : nil
}

extension String {
    fileprivate func replacingSuffix(_ suffix: String, with other: String) -> String {
        hasSuffix(suffix) ? dropLast(suffix.count) + other : self
    }
}
