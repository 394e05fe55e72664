import CivilTime
import Text
import WebClient

/// The times between fetches.
enum Intervals {
    static let leastSeconds = 900, mostSeconds = 86_400
    /// The interval of an address that asks for none: if one of its customers was here this week, and otherwise.
    static let visitedSeconds = 3_600, unvisitedSeconds = 21_600

    /// Returns the seconds until the next fetch after a good one.
    ///
    /// - Parameters:
    ///   - hint: the interval that the answer asks for.
    ///   - digest: that of the address, by which addresses that began together spread over two fifths of the time.
    static func afterGood(hint: Int?, isVisited: Bool, digest: [UInt8]) -> Int {
        let usual = hint.map { min(max($0, leastSeconds), mostSeconds) }
            ?? (isVisited ? visitedSeconds : unvisitedSeconds)
        let share = digest.first.map { Double($0) / 255 } ?? 0.5
        return min(max(Int(Double(usual) * (0.8 + 0.4 * share)), leastSeconds), mostSeconds)
    }

    /// Returns the seconds until the next fetch after a failure: 1, 2, 4, … 24 hours.
    ///
    /// - Parameter failures: the failures before this one.
    static func afterFailure(_ problem: FetchProblem, failures: Int, retryAfter: Int?) -> Int {
        switch problem {
        case .busy where retryAfter != nil: min(max(retryAfter ?? 0, 60), mostSeconds)
        // Nobody expects such a calendar to come back. A person can still ask for it.
        case .gone: 365 * mostSeconds
        case _ where problem.needsPerson && failures >= 3: mostSeconds
        case _ where problem.needsPerson: 8 * 3_600
        default: min(3_600 << min(failures, 5), mostSeconds)
        }
    }

    /// Reads `Retry-After`: seconds, or a date (RFC 9110 §10.2.3).
    static func retryAfter(_ text: String?, at now: Instant) -> Int? {
        guard let text = text.map({ String($0.trimmed()) }), !text.isEmpty else { return nil }
        if text.utf8.allSatisfy(isDigit) { return Int(text.prefix(9)) }
        return Instant(httpDate: text, now: now).map { date in
            max(0, Int((date.microsecondsSince1970 - now.microsecondsSince1970) / 1_000_000))
        }
    }

    /// Reads `max-age` of `Cache-Control`; nil without it.
    static func maxAge(_ text: String?) -> Int? {
        text.flatMap { $0.lowercased().firstMatch(of: /(?:^|[ ,])max-age=([0-9]{1,9})/) }.flatMap { Int($0.1) }
    }

    /// Reads a duration of weeks, days, hours, minutes and seconds (RFC 5545 §3.3.6); nil for other text.
    ///
    /// Feeds write `REFRESH-INTERVAL:VALUE=DURATION:PT1H` with a colon too many, so only what is behind the last counts.
    static func duration(_ text: String) -> Int? {
        let last = text.split(separator: ":").last.map(String.init) ?? ""
        let form = /\+?P(?:([0-9]{1,4})W)?(?:([0-9]{1,4})D)?(?:T(?:([0-9]{1,5})H)?(?:([0-9]{1,6})M)?(?:([0-9]{1,8})S)?)?/
        guard let found = last.uppercased().trimmed().wholeMatch(of: form) else { return nil }
        let parts = [(found.1, 604_800), (found.2, 86_400), (found.3, 3_600), (found.4, 60), (found.5, 1)]
        let given = parts.compactMap { part, seconds in part.flatMap { Int($0) }.map { $0 * seconds } }
        return given.isEmpty ? nil : given.reduce(0, +)
    }
}
