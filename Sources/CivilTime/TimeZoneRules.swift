/// A time zone of the IANA database: its local time at every moment.
///
/// It is made from the bytes of a file (RFC 8536), which the caller reads. Before the first change the
/// first type of local time holds. After the last change the rule at the end of the file holds.
public struct TimeZoneRules: Sendable {
    /// The IANA name, as in Asia/Riyadh.
    public let name: String
    /// A hash of the file as 16 hexadecimal digits, the same on every host.
    public let fingerprint: String

    private let changes: Changes

    /// The content, which all copies share: calendars pass a zone along with every date.
    private final class Changes: Sendable {
        let times: [Int64]
        let typeIndexes: [Int]
        let types: [LocalTimeType]
        let cycle: FooterCycle?
        /// The moment from which the rule at the end of the file holds.
        let cycleStart: Int64

        init(_ file: TZifFile) {
            times = file.times
            typeIndexes = file.typeIndexes
            types = file.types
            cycle = file.footer.map { FooterCycle($0) }
            cycleStart = cycle == nil ? .max : file.times.last ?? .min
        }
    }

    public init(name: String, tzif bytes: [UInt8]) throws(TZifError) {
        let file = try TZifFile(bytes)
        self.init(name: name, file, bytes)
    }

    private init(name: String, _ file: TZifFile, _ bytes: [UInt8]) {
        self.name = name
        changes = Changes(file)
        var fingerprint = Fingerprint()
        fingerprint.add(bytes)
        self.fingerprint = fingerprint.text
    }

    /// Universal time, which needs no file.
    public static let utc = TimeZoneRules(
        name: "UTC",
        TZifFile(constant: LocalTimeType(offset: 0, isDaylightSaving: false, abbreviation: "UTC")), Array("UTC".utf8))
}

extension TimeZoneRules {
    /// Returns the offset at a moment, in seconds east of UTC.
    public func offset(at instant: Instant) -> Int { type(at: instant).offset }

    public func abbreviation(at instant: Instant) -> String { type(at: instant).abbreviation }

    public func type(at instant: Instant) -> LocalTimeType { type(at: instant.secondsSince1970) }

    /// Returns the local time at a moment, rounded down to the second.
    public func local(_ instant: Instant) -> LocalDateTime {
        LocalDateTime(secondsSince1970: wallSeconds(instant))
    }

    /// Returns the local date at a moment.
    public func date(at instant: Instant) -> LocalDate {
        LocalDate(daysSince1970: Int(flooredDivision(wallSeconds(instant), by: 86_400).quotient))
    }

    /// Returns the next change of the offset, the name or daylight saving after a moment; nil if there
    /// is none.
    public func nextTransition(after instant: Instant) -> ZoneTransition? {
        guard let next = next(after: instant.secondsSince1970) else { return nil }
        let moment = Instant(secondsSince1970: next.time)
        // At the end of the range of Instant the moment is clamped, which is not the change.
        guard moment > instant, moment.secondsSince1970 == next.time else { return nil }
        return ZoneTransition(instant: moment, before: next.before, after: next.after)
    }

    private func wallSeconds(_ instant: Instant) -> Int64 {
        let seconds = instant.secondsSince1970
        return seconds + Int64(type(at: seconds).offset)
    }

    func type(at seconds: Int64) -> LocalTimeType {
        if let cycle = changes.cycle, seconds >= changes.cycleStart { return cycle.type(at: seconds) }
        return changes.times.lastIndex(notAfter: seconds).map { changes.types[changes.typeIndexes[$0]] } ?? changes.types[0]
    }

    /// Returns an interval around a moment in which the offset is constant. Its ends are within a
    /// quarter of the range of Int64.
    ///
    /// - Parameter seconds: a moment in the range of `LocalDateTime`.
    func interval(at seconds: Int64) -> (start: Int64, end: Int64, offset: Int) {
        if let cycle = changes.cycle, seconds >= changes.cycleStart {
            let (start, end, offset) = cycle.interval(at: seconds)
            return (max(start, changes.cycleStart), end, offset)
        }
        let index = changes.times.lastIndex(notAfter: seconds)
        let next = index.map { $0 + 1 } ?? 0
        return (
            index.map { max(changes.times[$0], .min / 4) } ?? .min / 4, next < changes.times.count ? min(changes.times[next], .max / 4) : .max / 4,
            changes.types[index.map { changes.typeIndexes[$0] } ?? 0].offset)
    }

    func next(after seconds: Int64) -> (time: Int64, before: LocalTimeType, after: LocalTimeType)? {
        var index = changes.times.lastIndex(notAfter: seconds).map { $0 + 1 } ?? 0
        while index < changes.times.count {
            let before = index == 0 ? changes.types[0] : changes.types[changes.typeIndexes[index - 1]]
            let after = type(at: changes.times[index])
            // For older readers, files have changes that change nothing.
            if before != after { return (changes.times[index], before, after) }
            index += 1
        }
        return changes.cycle?.next(after: max(seconds, changes.cycleStart))
    }
}
