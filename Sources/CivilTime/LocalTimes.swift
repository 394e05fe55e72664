// From a wall clock back to moments, which is where clocks that are changed make trouble.

extension TimeZoneRules {
    /// The moment or moments at which the zone's clocks show this, or the change that left it out.
    public func resolve(_ local: LocalDateTime) -> LocalTimeResolution {
        let wall = local.secondsSince1970
        // Between two changes the offset is constant, and leaves one candidate. The first stretch
        // of time that is not over before its candidate decides.
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
            let second = again(wall, after: candidate)
            return second.map { .repeated(first: first, second: Instant(secondsSince1970: $0)) } ?? .unique(first)
        }
    }

    /// The second moment at which the clocks show what they show at `first`.
    private func again(_ wall: Int64, after first: Int64) -> Int64? {
        var change = next(after: first)
        while let begun = change, begun.time <= first + 2 * Self.farthestOffset {
            let candidate = wall - Int64(begun.after.offset)
            change = next(after: begun.time)
            if candidate >= begun.time, change.map({ candidate < $0.time }) ?? true { return candidate }
        }
        return nil
    }

    /// No clock is farther from UTC than this, in seconds (RFC 8536 §3.2).
    private static let farthestOffset: Int64 = 95_000

    /// The moment that a calendar means (RFC 5545 §3.3.5): a time shown twice is the first one; a time
    /// left out is read with the offset before the change, so it falls after it.
    public func instant(of local: LocalDateTime) -> Instant {
        // Nearly all times are days away from the next change: then there is nothing to resolve.
        let wall = local.secondsSince1970
        let (start, end, offset) = stretch(at: wall)
        if wall > start + 2 * Self.farthestOffset, wall < end - 2 * Self.farthestOffset {
            return Instant(secondsSince1970: wall - Int64(offset))
        }
        return switch resolve(local) {
        case .unique(let moment), .repeated(let moment, _): moment
        case .skipped(let change): Instant(secondsSince1970: local.secondsSince1970 - Int64(change.before.offset))
        }
    }

    /// The first moment of a day, also where its midnight was left out: then it is the change itself.
    ///
    /// A day that was left out whole (Apia, 30 December 2011) begins where the next one begins.
    public func startOfDay(_ date: LocalDate) -> Instant {
        switch resolve(.midnight(date)) {
        case .unique(let moment), .repeated(let moment, _): moment
        case .skipped(let change): change.instant
        }
    }
}
