import CivilTime

/// The clock of a series: it turns wall-clock times into moments, and compares them with other values.
///
/// Times of one series are compared by keys. A key is seconds since 1970 in a series of moments. In a series
/// of days or floating times it is seconds on the wall clock; they have no moment without a reader's zone.
///
/// It is a class, as are `RecurrenceSet` and `SeriesPart` that hold it, because every question passes them
/// on.
final class SeriesClock: Sendable {
    enum Kind: Sendable {
        case days, floating, utc
        case zone(any ZoneRules)
    }

    let kind: Kind
    /// True if its times are written without a zone: floating times, or times of the calendar's own zone.
    let writesFloating: Bool
    private let zones: ZoneResolver

    private init(kind: Kind, writesFloating: Bool = false, zones: ZoneResolver) {
        self.kind = kind
        self.writesFloating = writesFloating
        self.zones = zones
    }

    /// Makes the clock of a start.
    ///
    /// - Throws: `.unknownZone`; the caller then uses `ofUnknownZone(_:)`.
    static func of(_ start: DateOrTime, _ zones: ZoneResolver) throws(Irregularity) -> SeriesClock {
        let kind: Kind = switch start {
        case .date: .days
        case .floating: zones.floatingRules.map { .zone($0) } ?? .floating
        case .utc: .utc
        case .zoned(_, let tzid): .zone(try zones.rules(tzid: tzid))
        }
        return SeriesClock(kind: kind, writesFloating: start.isFloating, zones: zones)
    }

    /// Makes the clock of a start; that of an unknown zone if its zone is unknown.
    static func orUnknownZone(_ start: DateOrTime, _ zones: ZoneResolver) -> SeriesClock {
        do throws(Irregularity) {
            return try of(start, zones)
        } catch {
            return ofUnknownZone(zones)
        }
    }

    /// Makes the clock of times in an unknown zone: that of floating times.
    static func ofUnknownZone(_ zones: ZoneResolver) -> SeriesClock {
        SeriesClock(kind: zones.floatingRules.map { .zone($0) } ?? .floating, writesFloating: true, zones: zones)
    }

    /// Returns the key of a wall time.
    ///
    /// A time in a gap is read with the offset before it (§3.3.5), even if a rule made it (§3.3.10, corrected
    /// by erratum 4271).
    func key(ofWall wall: Int) -> Int {
        guard case .zone(let rules) = kind else { return wall }
        return Int(rules.instant(of: LocalDateTime(wallSeconds: Int64(wall))).secondsSince1970)
    }

    func wall(ofKey key: Int) -> Int {
        guard case .zone(let rules) = kind else { return key }
        return key + rules.offset(at: Instant(secondsSince1970: Int64(key)))
    }

    /// Returns the series' time that a value means (EXDATE, RECURRENCE-ID).
    ///
    /// The standard requires DTSTART's type. Programs also write a day in a series of times, or leave the
    /// zone out. Such a day means every occurrence that begins on it; a floating time is read by the series'
    /// own clock.
    func identity(of value: DateOrTime) -> SeriesTime {
        switch (kind, value) {
        case (.days, _):
            .key(value.local.date.daysSince1970 * secondsPerDay)
        case (_, .date(let date)):
            .day(date.daysSince1970)
        case (.floating, _):
            .key(Int(value.local.wallSeconds))
        case (_, .utc(let instant)):
            .key(Int(instant.secondsSince1970))
        case (_, .floating(let local)):
            .key(key(ofWall: Int(local.wallSeconds)))
        case (_, .zoned(let local, let tzid)):
            // An unknown zone is probably the series' own under another name.
            .key(moment(local, tzid) ?? key(ofWall: Int(local.wallSeconds)))
        }
    }

    /// Returns the key of a value; the beginning of the day for a day in a series of times.
    func key(of value: DateOrTime) -> Int {
        switch identity(of: value) {
        case .key(let key): key
        case .day(let day): key(ofWall: day * secondsPerDay)
        }
    }

    private func moment(_ local: LocalDateTime, _ tzid: String) -> Int? {
        zones.knownRules(tzid).map { Int($0.instant(of: local).secondsSince1970) }
    }

    /// True if its keys are moments.
    var isMoments: Bool {
        switch kind {
        case .days, .floating: false
        case .utc, .zone: true
        }
    }

    /// Returns the moment of a key for a reader in the zone `floating`.
    func instant(ofKey key: Int, floating: any ZoneRules) -> Instant {
        isMoments ? Instant(secondsSince1970: Int64(key)) : floating.instant(of: LocalDateTime(wallSeconds: Int64(key)))
    }

    /// Returns the range of keys for a window of moments. The reader's zone applies to days and floating
    /// times. Around a change of its clocks, a time is also read with the offset before the change: times in
    /// a gap, and times that are shown twice.
    func keys(in window: Range<Instant>, floating: any ZoneRules) -> ClosedRange<Int> {
        let first = window.lowerBound, last = window.upperBound
        guard !isMoments else { return Int(first.secondsSince1970)...Int(last.secondsSince1970) }
        let wall = { (instant: Instant) in Int(floating.local(instant).wallSeconds) }
        let lower = min(wall(first), wall(first - .seconds(secondsPerDay)) + secondsPerDay)
        let upper = max(wall(last), wall(last - .seconds(secondsPerDay)) + secondsPerDay)
        return lower...max(lower, upper)
    }
}

/// A time of a series as EXDATE or RECURRENCE-ID refers to it.
enum SeriesTime: Hashable, Sendable {
    case key(Int)
    /// Every occurrence that begins on the day, in days since 1970.
    case day(Int)
}
