public import CivilTime

extension Series {
    /// The occurrences that overlap a window, by their starts.
    ///
    /// A rule is entered near the window, however long ago the series began; only COUNT may have to be
    /// counted from there.
    ///
    /// - Parameters:
    ///   - window: half open; something without length is in it where it starts.
    ///   - budget: is used up as work is done; hand one to several series to limit them together.
    public func occurrences(
        in window: Range<Instant>, budget: inout WorkBudget
    ) throws(RecurrenceError) -> [Occurrence] {
        var found: [Occurrence] = []
        try visit(window, budget: &budget) { occurrence in
            found.append(occurrence)
            return true
        }
        if changes.isEmpty && overrides.isEmpty && master?.part.recurrence.extraTimes.isEmpty ?? true { return found }
        return found.sorted { ($0.startInstant, $0.endInstant) < ($1.startInstant, $1.endInstant) }
    }

    /// Shows the occurrences that overlap a window, in no certain order, until `body` has seen enough.
    ///
    /// - Parameter body: whether more are wanted.
    func visit(
        _ window: Range<Instant>, budget: inout WorkBudget, _ body: (Occurrence) -> Bool
    ) throws(RecurrenceError) {
        for override in overrides {
            try budget.spend()
            let occurrence = occurrence(of: override)
            if occurrence.overlaps(window), !body(occurrence) { return }
        }
        guard let master else { return }
        // What an override said of later occurrences may have moved or stretched them.
        let reach = changes.map { $0.part.length.longest + abs(shift(of: $0)) }.max() ?? 0
        let before = max(master.part.length.longest, reach, master.part.recurrence.longestPeriod)
        let after = changes.map { abs(shift(of: $0)) }.max() ?? 0
        let clock = master.part.clock
        var starts = RecurrenceStarts(
            master.part.recurrence,
            from: clock.key(of: window.lowerBound, floating: floating) - before - clock.blur,
            through: clock.key(of: window.upperBound, floating: floating) + after + clock.blur)
        while let start = try starts.next(&budget) {
            if isOverridden(start) { continue }
            let occurrence = occurrence(start, of: master)
            if occurrence.overlaps(window), !body(occurrence) { return }
        }
    }

    /// By which clock a component's own times are meant; nil for one that is at no time.
    func clock(ofPart index: Int) -> SeriesClock? {
        if let master, master.index == index { return master.part.clock }
        return (changes + overrides).first { $0.index == index }?.part.clock
    }

    func isOverridden(_ start: RecurrenceStart) -> Bool {
        if overridden.isEmpty { return false }
        return overridden.contains(.key(start.key)) || overridden.contains(.day(floorQuotient(start.wall, secondsPerDay)))
    }

    /// An occurrence of the series itself, or of the last change that is in force by then.
    func occurrence(_ start: RecurrenceStart, of master: IndexedPart) -> Occurrence {
        let id = master.part.start.at(LocalDateTime(wallSeconds: Int64(start.wall)))
        let recurrenceID = master.part.recurrence.isRecurring ? id : nil
        let count = changes.partitionPoint { $0.key <= start.key }
        guard count > 0 else {
            return makeOccurrence(master, wall: start.wall, key: start.key, end: start.extra?.end, recurrenceID)
        }
        let change = changes[count - 1]
        // In the master's clock for as long as the change is: the change may even be in another zone.
        let wall = start.wall + shift(of: change)
        let key = master.part.clock.key(ofWall: wall)
        let moved = change.part.clock.wall(ofKey: key)
        return makeOccurrence(change, wall: moved, key: change.part.clock.key(ofWall: moved), end: nil, recurrenceID)
    }

    /// An override's one occurrence.
    func occurrence(of override: IndexedPart) -> Occurrence {
        let wall = Int(override.part.start.local.wallSeconds)
        return makeOccurrence(
            override, wall: wall, key: override.part.clock.key(ofWall: wall), end: nil, override.part.recurrenceID)
    }

    /// By how much a change moves what it holds for, on the master's wall clock.
    func shift(of change: IndexedPart) -> Int {
        guard let clock = master?.part.clock else { return 0 }
        let start = switch clock.identity(of: change.part.start) {
        case .key(let key): clock.wall(ofKey: key)
        case .day(let day): day * secondsPerDay
        }
        return start - clock.wall(ofKey: change.key)
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
            endKey = switch clock.identity(of: time) {
            case .key(let key): key
            case .day(let day): clock.key(ofWall: day * secondsPerDay)
            }
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
    /// When what starts then is over.
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
        case (.utc, .utc), (.floating, .floating):
            end.at(LocalDateTime(wallSeconds: Int64(key)))
        default:
            // Start and end in two zones, as a flight's: the end in the start's says the same moment.
            start.at(LocalDateTime(wallSeconds: Int64(clock.wall(ofKey: key))))
        }
    }
}
