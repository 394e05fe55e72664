import CivilTime

/// The times of a VAVAILABILITY in a window: its validity, and the free times in it (RFC 7953 §3.1).
struct AvailabilityTimes: Sendable {
    /// The rank of its PRIORITY: 1 overrides 9, and 9 overrides 10, which stands for 0, a missing or a wrong
    /// value (§4).
    let rank: Int
    /// The kind of the time that is not free.
    let kind: BusyPeriod.Kind
    let span: Range<Instant>
    /// The free times inside the span, in order and without overlaps.
    let free: [Range<Instant>]

    /// - Returns: nil if it is not valid in the window, or its bounds cannot be read. A mistake makes nobody
    ///   unavailable.
    init?(
        _ availability: Availability, in window: Range<Instant>, _ zones: ZoneResolver, _ floating: any ZoneRules,
        _ budget: inout WorkBudget
    ) throws(RecurrenceError) {
        guard let bounds = availability.span(zones, floating) else { return nil }
        let start = max(bounds.start, window.lowerBound), end = min(bounds.end, window.upperBound)
        guard start < end else { return nil }
        span = start..<end
        rank = availability.rank
        // The types of FBTYPE without FREE; an unknown one is BUSY (§3.2).
        kind = BusyPeriod.Kind(rawValue: availability.busyType) ?? .busy
        var free: [Range<Instant>] = []
        let slots = Series.all(
            in: availability.component, names: [AvailableSlot.componentName], zones: zones, floating: floating)
        for series in slots {
            for slot in try series.occurrences(in: span, budget: &budget) where slot.startInstant < slot.endInstant {
                free.append((slot.startInstant..<slot.endInstant).clamped(to: span))
            }
        }
        self.free = merged(free)
    }
}

extension [AvailabilityTimes] {
    /// The times that are not free. A higher priority decides alone while it is valid. Of equal ones, time
    /// that is free in any of them is free, and the strongest kind counts (RFC 7953 §4).
    var busyTimes: [BusyPeriod.Kind: [Range<Instant>]] {
        var busy: [BusyPeriod.Kind: [Range<Instant>]] = [:]
        for (_, equals) in Dictionary(grouping: self, by: \.rank).sorted(by: { $0.key > $1.key }) {
            let covered = merged(equals.map(\.span))
            for kind in busy.keys { busy[kind] = subtracting(covered, from: busy[kind] ?? []) }
            var taken = merged(equals.flatMap(\.free))
            for kind in BusyPeriod.Kind.allCases {
                let own = merged(equals.filter { $0.kind == kind }.map(\.span))
                busy[kind] = merged((busy[kind] ?? []) + subtracting(taken, from: own))
                taken = merged(taken + own)
            }
        }
        return busy
    }
}

extension Availability {
    /// Returns its validity. It is open at the start without DTSTART, and at the end without an end.
    ///
    /// - Returns: nil if a bound cannot be read, or its zone is unknown.
    func span(_ zones: ZoneResolver, _ floating: any ZoneRules) -> (start: Instant, end: Instant)? {
        var first = TimeRange.earliest, last = TimeRange.latest
        do throws(Problem) {
            let start = try start, end = try end, duration = try duration
            // A mistake makes nobody unavailable.
            for case .zoned(_, let tzid)? in [start, end] where !zones.knows(tzid) { return nil }
            if let start {
                first = zones.instant(of: start, floating: floating)
                if let duration {
                    let day = start.at(start.local + Int64(duration.days * secondsPerDay))
                    last = zones.instant(of: day, floating: floating) + .seconds(duration.seconds)
                }
            }
            if let end { last = zones.instant(of: zones.end(end, of: start ?? end), floating: floating) }
            return (first, last)
        } catch {
            return nil
        }
    }

    fileprivate var rank: Int {
        do throws(Problem) {
            let priority = try priority
            return (1...9).contains(priority) ? priority : 10
        } catch {
            return 10
        }
    }
}
