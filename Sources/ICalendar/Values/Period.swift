/// A PERIOD: a start with an end or a duration (RFC 5545 §3.3.9).
public struct Period: Hashable, Sendable {
    public enum End: Hashable, Sendable {
        case time(DateOrTime)
        case duration(NominalDuration)
    }

    public var start: DateOrTime
    public var end: End

    public init(start: DateOrTime, end: End) {
        self.start = start
        self.end = end
    }

    /// Reads `start/end` or `start/duration`.
    ///
    /// - Parameter tzid: the TZID parameter, for both ends.
    /// - Throws: `.malformed(.period)`, also for a day without a time and for a negative duration.
    public init(_ text: some StringProtocol, tzid: String? = nil, reading: Reading = .lenient) throws(Irregularity) {
        do throws(Irregularity) {
            try self.init(ends: text, tzid, reading)
        } catch {
            // A malformed end makes the whole period malformed.
            if case .malformed = error { throw .malformed(.period) }
            throw error
        }
    }

    private init(ends text: some StringProtocol, _ tzid: String?, _ reading: Reading) throws(Irregularity) {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2 else { throw .malformed(.period) }
        start = try DateOrTime(parts[0], type: .dateTime, tzid: tzid, reading: reading)
        let mark = parts[1].utf8.first { !isSpace($0) }
        if mark == UInt8(ascii: "P") || mark == UInt8(ascii: "p") || mark == UInt8(ascii: "+") {
            let duration = try NominalDuration(parts[1], reading: reading)
            guard !duration.isNegative else { throw .malformed(.period) }
            end = .duration(duration)
        } else {
            let time = try DateOrTime(parts[1], type: .dateTime, tzid: tzid, reading: reading)
            guard time.isDate == start.isDate else { throw .malformed(.period) }
            end = .time(time)
        }
    }

    /// The text `start/end` or `start/duration`. The zone belongs to the TZID parameter.
    public var text: String {
        switch end {
        case .time(let time): "\(start.text)/\(time.text)"
        case .duration(let duration): "\(start.text)/\(duration.text)"
        }
    }
}
