import CivilTime

/// How a series' wall-clock times become moments, and which moments other values mean beside them.
///
/// Times of one series are compared by keys: seconds since 1970 for a series of moments, and seconds on
/// the wall for one of days or floating times, which is at no moment until somebody looks at it.
///
/// A class, as the set and the part that hold it are: they are handed on with every question.
final class SeriesClock: Sendable {
    enum Kind: Sendable {
        case days, floating, utc
        case zone(any ZoneRules)
    }

    let kind: Kind
    /// Its times are written without a zone: nobody's, or those of the calendar's own zone.
    let writesFloating: Bool
    private let zones: ZoneResolver

    private init(kind: Kind, writesFloating: Bool = false, zones: ZoneResolver) {
        self.kind = kind
        self.writesFloating = writesFloating
        self.zones = zones
    }

    /// - Throws: `.unknownZone`; what the value has in a zone nobody knows is then read as floating.
    static func of(_ start: DateOrTime, _ zones: ZoneResolver) throws(Irregularity) -> SeriesClock {
        let kind: Kind = switch start {
        case .date: .days
        case .floating: zones.floatingRules.map { .zone($0) } ?? .floating
        case .utc: .utc
        case .zoned(_, let tzid): .zone(try zones.rules(tzid: tzid))
        }
        return SeriesClock(kind: kind, writesFloating: start.isFloating, zones: zones)
    }

    /// The clock of a start, floating where nobody knows its zone.
    static func orFloating(_ start: DateOrTime, _ zones: ZoneResolver) -> SeriesClock {
        do throws(Irregularity) {
            return try of(start, zones)
        } catch {
            return floating(zones)
        }
    }

    static func floating(_ zones: ZoneResolver) -> SeriesClock { SeriesClock(kind: .floating, writesFloating: true, zones: zones) }

    /// When the clock shows a time.
    ///
    /// A time in a gap is read by the offset before it (§3.3.5), also where a rule made it (§3.3.10, as
    /// erratum 4271 corrects it).
    func key(ofWall wall: Int) -> Int {
        guard case .zone(let rules) = kind else { return wall }
        return Int(rules.instant(of: LocalDateTime(wallSeconds: Int64(wall))).secondsSince1970)
    }

    func wall(ofKey key: Int) -> Int {
        guard case .zone(let rules) = kind else { return key }
        return key + rules.offset(at: Instant(secondsSince1970: Int64(key)))
    }

    /// Which of the series' times a value means (EXDATE, RECURRENCE-ID).
    ///
    /// The standard wants the same type as DTSTART's. Programs also write a day where a time is meant, or
    /// leave the zone out: a day then means whatever begins on it, a floating time the series' own clock.
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
            // An unknown zone is most likely the series' own under another name.
            .key(moment(local, tzid) ?? key(ofWall: Int(local.wallSeconds)))
        }
    }

    /// The key of what a value means; of a day where times are meant, the day's beginning.
    func key(of value: DateOrTime) -> Int {
        switch identity(of: value) {
        case .key(let key): key
        case .day(let day): key(ofWall: day * secondsPerDay)
        }
    }

    private func moment(_ local: LocalDateTime, _ tzid: String) -> Int? {
        do throws(Irregularity) {
            return Int(try zones.rules(tzid: tzid).instant(of: local).secondsSince1970)
        } catch {
            return nil
        }
    }

    /// Whether its keys are moments.
    var isMoments: Bool {
        switch kind {
        case .days, .floating: false
        case .utc, .zone: true
        }
    }

    /// The moment of a key, to somebody who lives by these clocks.
    func instant(ofKey key: Int, floating: any ZoneRules) -> Instant {
        isMoments ? Instant(secondsSince1970: Int64(key)) : floating.instant(of: LocalDateTime(wallSeconds: Int64(key)))
    }

    /// Between which keys those of a window's moments are. Days and floating times are looked at through
    /// another zone; where its clocks are changed, a time on them is read by the offset before it as well:
    /// what is in a gap, and what is shown twice.
    func keys(in window: Range<Instant>, floating: any ZoneRules) -> ClosedRange<Int> {
        let first = window.lowerBound, last = window.upperBound
        guard !isMoments else { return Int(first.secondsSince1970)...Int(last.secondsSince1970) }
        let wall = { (instant: Instant) in Int(floating.local(instant).wallSeconds) }
        let lower = min(wall(first), wall(first - .seconds(secondsPerDay)) + secondsPerDay)
        let upper = max(wall(last), wall(last - .seconds(secondsPerDay)) + secondsPerDay)
        return lower...max(lower, upper)
    }
}

/// A time of a series as something else refers to it.
enum SeriesTime: Hashable, Sendable {
    case key(Int)
    /// Whatever begins on the day, in days since 1970.
    case day(Int)
}
