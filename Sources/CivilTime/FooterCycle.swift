/// The changes of a zone file's footer over 400 years, which then repeat for ever.
///
/// 400 years of the Gregorian calendar are a whole number of weeks, so every rule of a footer falls
/// on the same days again. With all changes in one list, one binary search finds any moment.
struct FooterCycle {
    /// The moments of change in ascending order, from 0 to the length of the cycle; empty if the
    /// clocks never change.
    private let times: [Int64]
    /// The type that begins at each time.
    private let types: [LocalTimeType]
    /// The type of a zone whose clocks never change.
    private let constant: LocalTimeType

    private static let firstYear = 2000
    private static let start = Int64(daysSince1970(year: firstYear, month: 1, day: 1)) * 86_400
    private static let length: Int64 = 146_097 * 86_400

    init(_ footer: PosixTimeZone) {
        guard let daylight = footer.daylight else {
            (times, types, constant) = ([], [], footer.standard)
            return
        }
        var changes: [(time: Int64, toDaylight: Bool)] = []
        for year in Self.firstYear..<Self.firstYear + 400 {
            // The rule gives the time that the clock shows before the change.
            let start = daylight.start.moment(inYear: year, offset: footer.standard.offset)
            let end = daylight.end.moment(inYear: year, offset: daylight.type.offset)
            changes.append((Self.split(start).withinCycle, true))
            changes.append((Self.split(end).withinCycle, false))
        }
        // If daylight saving ends at the moment at which it begins again, it never ends (RFC 8536 §3.3.1).
        changes.sort { ($0.time, $0.toDaylight ? 1 : 0) < ($1.time, $1.toDaylight ? 1 : 0) }
        var kept: [(time: Int64, toDaylight: Bool)] = []
        for change in changes {
            if kept.last?.time == change.time { kept.removeLast() }
            kept.append(change)
        }
        let isConstant = kept.allSatisfy { $0.toDaylight == kept[0].toDaylight }
        constant = kept[0].toDaylight ? daylight.type : footer.standard
        times = isConstant ? [] : kept.map(\.time)
        types = isConstant ? [] : kept.map { $0.toDaylight ? daylight.type : footer.standard }
    }

    func type(at seconds: Int64) -> LocalTimeType {
        guard let last = types.last else { return constant }
        let (_, time) = Self.split(seconds)
        // Before the first change of the cycle, the type of its last change holds.
        return times.lastIndex(notAfter: time).map { types[$0] } ?? last
    }

    /// Returns an interval around a moment in which the offset is constant.
    func interval(at seconds: Int64) -> (start: Int64, end: Int64, offset: Int) {
        guard let first = times.first, let last = times.last else { return (.min / 4, .max / 4, constant.offset) }
        let (cycle, time) = Self.split(seconds)
        let base = Self.start + cycle * Self.length
        guard let index = times.lastIndex(notAfter: time) else {
            return (base - Self.length + last, base + first, types[types.count - 1].offset)
        }
        let end = index + 1 < times.count ? times[index + 1] : Self.length + first
        return (base + times[index], base + end, types[index].offset)
    }

    /// Returns the next change after a moment; nil if the clocks never change.
    func next(after seconds: Int64) -> (time: Int64, before: LocalTimeType, after: LocalTimeType)? {
        guard let last = types.last else { return nil }
        let (cycle, time) = Self.split(seconds)
        let next = times.lastIndex(notAfter: time).map { $0 + 1 } ?? 0
        let wraps = next == times.count
        let index = wraps ? 0 : next
        let base = Self.start + (wraps ? cycle + 1 : cycle) * Self.length
        return (base + times[index], index == 0 ? last : types[index - 1], types[index])
    }

    private static func split(_ seconds: Int64) -> (cycle: Int64, withinCycle: Int64) {
        let (cycle, withinCycle) = flooredDivision(seconds - start, by: length)
        return (cycle, withinCycle)
    }
}
