// From a local time to the moments that it means. A change of the clocks repeats some local times
// and skips others.

extension TimeZoneRules {
    /// Returns the moment or moments at which the clocks of the zone show a local time, or the change
    /// that skipped it.
    public func resolve(_ local: LocalDateTime) -> LocalTimeResolution {
        let wall = local.secondsSince1970
        // Between two changes the offset is constant, so each interval gives one candidate. The first
        // interval that does not end before its candidate decides.
        var begun: (time: Int64, before: LocalTimeType, after: LocalTimeType)?
        var start = wall - Self.farthestOffset
        while true {
            let candidate = wall - Int64(type(at: start).offset)
            let change = next(after: start)
            if let change, change.time <= candidate {
                begun = change
                start = change.time
                continue
            }
            if let begun, candidate < begun.time {
                return .skipped(ZoneTransition(
                    instant: Instant(secondsSince1970: begun.time), before: begun.before, after: begun.after))
            }
            let first = Instant(secondsSince1970: candidate)
            let second = secondMoment(wall, after: candidate)
            return second.map { .repeated(first: first, second: Instant(secondsSince1970: $0)) } ?? .unique(first)
        }
    }

    /// Returns the next moment after `first` at which the clocks show the same local time; nil if
    /// there is none.
    private func secondMoment(_ wall: Int64, after first: Int64) -> Int64? {
        var change = next(after: first)
        while let begun = change, begun.time <= first + 2 * Self.farthestOffset {
            let candidate = wall - Int64(begun.after.offset)
            change = next(after: begun.time)
            if candidate >= begun.time, change.map({ candidate < $0.time }) ?? true { return candidate }
        }
        return nil
    }

    /// A limit for every offset from UTC, in seconds (RFC 8536 §3.2).
    private static let farthestOffset: Int64 = 95_000

    /// Returns the moment that a local time means in a calendar (RFC 5545 §3.3.5).
    ///
    /// A repeated time means the first of its two moments. A skipped time is read with the offset
    /// before the change, so it falls after the change.
    public func instant(of local: LocalDateTime) -> Instant {
        // Most times are days away from the next change. They need no resolving.
        let wall = local.secondsSince1970
        let (start, end, offset) = interval(at: wall)
        if wall > start + 2 * Self.farthestOffset, wall < end - 2 * Self.farthestOffset {
            return Instant(secondsSince1970: wall - Int64(offset))
        }
        return switch resolve(local) {
        case .unique(let moment), .repeated(let moment, _): moment
        case .skipped(let change): Instant(secondsSince1970: local.secondsSince1970 - Int64(change.before.offset))
        }
    }

    /// Returns the first moment of a day. If its midnight was skipped, that is the moment of the change.
    ///
    /// A day that was skipped as a whole (Apia, 30 December 2011) begins when the next day begins.
    public func startOfDay(_ date: LocalDate) -> Instant {
        switch resolve(.midnight(date)) {
        case .unique(let moment), .repeated(let moment, _): moment
        case .skipped(let change): change.instant
        }
    }
}
