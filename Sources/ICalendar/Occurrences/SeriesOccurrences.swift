public import CivilTime

extension Series {
    /// Returns the occurrences that end after a moment, by their starts, one at a time.
    ///
    /// A rule is entered near the moment, however long ago the series began. Only COUNT may require counting
    /// from the beginning.
    ///
    /// - Parameter end: the limit of the starts, not included; nil if there is none.
    public func occurrences(from start: Instant, before end: Instant? = nil) -> Occurrences {
        Occurrences(self, in: start..<max(start, end ?? TimeRange.latest))
    }

    /// Returns the occurrences that overlap a window, by their starts.
    ///
    /// - Parameters:
    ///   - window: half open; an occurrence without length is in it at its start.
    ///   - budget: spent as work is done; pass one budget to several series to limit them together.
    public func occurrences(
        in window: Range<Instant>, budget: inout WorkBudget
    ) throws(RecurrenceError) -> [Occurrence] {
        var left = Occurrences(self, in: window), found: [Occurrence] = []
        while let occurrence = try left.next(&budget) { found.append(occurrence) }
        return found
    }

    /// Returns the occurrences in a window that one component describes, by their starts, one at a time: none for a
    /// component that another one replaces.
    ///
    /// - Parameter index: an index of `components`.
    public func occurrences(ofPart index: Int, in window: Range<Instant>) -> Occurrences {
        Occurrences(self, ofPart: index, in: window)
    }

    /// Returns the clock of a component's own times; nil if it is at no time.
    func clock(ofPart index: Int) -> SeriesClock? {
        switch roles[index] {
        case .none: nil
        case .master: master?.part.clock
        case .change(let place): changes[place].part.clock
        case .override(let place): overrides[place].part.clock
        }
    }

    func isOverridden(_ start: RecurrenceStart) -> Bool {
        if overridden.isEmpty { return false }
        return overridden.contains(.key(start.key)) || overridden.contains(.day(floorQuotient(start.wall, secondsPerDay)))
    }

    /// Makes an occurrence of the series itself, or of the last change that holds for it.
    func occurrence(_ start: RecurrenceStart, of master: IndexedPart) -> Occurrence {
        let id = master.part.start.at(LocalDateTime(wallSeconds: Int64(start.wall)))
        let recurrenceID = master.part.recurrence.isRecurring ? id : nil
        let count = changes.partitionPoint { $0.key <= start.key }
        guard count > 0 else {
            return makeOccurrence(master, wall: start.wall, key: start.key, end: start.extra?.end, recurrenceID)
        }
        let change = changes[count - 1]
        var moved = start.wall + shift(of: change)
        if master.part.clock.isMoments, change.part.clock.isMoments {
            // The start is moved on the master's clock, because the change may be in another zone.
            moved = change.part.clock.wall(ofKey: master.part.clock.key(ofWall: moved))
        }
        return makeOccurrence(change, wall: moved, key: change.part.clock.key(ofWall: moved), end: nil, recurrenceID)
    }

    /// Makes the occurrence of an override.
    func occurrence(of override: IndexedPart) -> Occurrence {
        let wall = Int(override.part.start.local.wallSeconds)
        return makeOccurrence(
            override, wall: wall, key: override.part.clock.key(ofWall: wall), end: nil, override.part.recurrenceID)
    }

    /// Returns the seconds by which a change moves its occurrences, on the master's wall clock. Values for
    /// that clock are used as written: midnight stays midnight, even if the change itself begins in a gap.
    func shift(of change: IndexedPart) -> Int {
        guard let master else { return 0 }
        let clock = master.part.clock, start = change.part.start
        func isOfMaster(_ value: DateOrTime) -> Bool { master.part.start.at(value.local) == value }
        var to = Int(start.local.wallSeconds), from = clock.wall(ofKey: change.key)
        if let id = change.part.recurrenceID, isOfMaster(id) { from = Int(id.local.wallSeconds) }
        if !isOfMaster(start), clock.isMoments, change.part.clock.isMoments {
            to = clock.wall(ofKey: change.part.clock.key(ofWall: to))
        }
        return to - from
    }

    private func makeOccurrence(
        _ entry: IndexedPart, wall: Int, key: Int, end: Period.End?, _ recurrenceID: DateOrTime?
    ) -> Occurrence {
        let part = entry.part, clock = part.clock
        let start = part.start.at(LocalDateTime(wallSeconds: Int64(wall)))
        let startInstant = clock.instant(ofKey: key, floating: floating)
        let endValue: DateOrTime, endKey: Int
        switch end {
        case .time(let time):
            endKey = max(key, clock.key(of: time))
            endValue = part.start.at(LocalDateTime(wallSeconds: Int64(clock.wall(ofKey: endKey))))
        case .duration(let duration):
            (endKey, endValue) = part.end(.nominal(duration), wall: wall, key: key)
        case nil:
            (endKey, endValue) = part.end(part.length, wall: wall, key: key)
        }
        return Occurrence(
            start: start, end: endValue, startInstant: startInstant,
            endInstant: endKey == key ? startInstant : clock.instant(ofKey: endKey, floating: floating),
            recurrenceID: recurrenceID, partIndex: entry.index)
    }
}

extension SeriesPart {
    /// Returns the end of an occurrence that starts at this time.
    fileprivate func end(_ length: OccurrenceLength, wall: Int, key: Int) -> (key: Int, value: DateOrTime) {
        switch length {
        case .exact(let seconds, let end):
            let endKey = key + seconds
            return (endKey, value(ofKey: endKey, like: end))
        case .nominal(let duration):
            let day = duration.days == 0 ? key : clock.key(ofWall: wall + duration.days * secondsPerDay)
            let endKey = day + duration.seconds
            return (endKey, start.at(LocalDateTime(wallSeconds: Int64(clock.wall(ofKey: endKey)))))
        case .days(let days):
            let endKey = key + days * secondsPerDay
            return (endKey, start.at(LocalDateTime(wallSeconds: Int64(endKey))))
        }
    }

    private func value(ofKey key: Int, like end: DateOrTime) -> DateOrTime {
        switch (end, start) {
        case (.zoned(_, let endZone), .zoned(_, let startZone)) where endZone == startZone:
            start.at(LocalDateTime(wallSeconds: Int64(clock.wall(ofKey: key))))
        case (.utc, .utc):
            end.at(LocalDateTime(wallSeconds: Int64(key)))
        default:
            // Start and end are in two zones, as of a flight: the end in the start's zone is the same moment.
            start.at(LocalDateTime(wallSeconds: Int64(clock.wall(ofKey: key))))
        }
    }
}
