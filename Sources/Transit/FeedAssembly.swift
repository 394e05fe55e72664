internal import CivilTime

/// The last step of reading: the feed from the rows of all files.
struct FeedAssembly {
    private var draft: FeedDraft
    private let limits: FeedLimits
    private var trips = TransitTrips()

    init(_ draft: FeedDraft, _ limits: FeedLimits) {
        self.draft = draft
        self.limits = limits
    }

    consuming func feed(_ zone: (String) -> TimeZoneRules?) throws(FeedError) -> TransitFeed {
        let zoneName = draft.zoneName ?? ("", 1)
        guard let rules = zone(zoneName.name) else { throw .unknownZone(zoneName.name, line: zoneName.line) }
        draft.stopTimes.gatherScattered()
        reportUnknown()
        let stops = draft.stops
        let check = PatternCheck(draft.stopTimes.patterns, used: usedPatterns()) { stops[$0] != nil }
        for problem in check.problems { draft.report(problem.kind, .stopTimes, problem.line) }
        try addTrips(check)
        let days = serviceDays()
        guard let days, trips.count > 0 else { throw .noTrips }
        return TransitFeed(
            zone: rules, days: clip(days), stops: TransitStops(draft.stops),
            lines: draft.lines.values.map { $0 ?? .unknown },
            services: draft.services.values.map { $0 ?? TransitService() }, headsigns: draft.headsigns,
            patterns: check.patterns, trips: trips,
            transfers: draft.transfers.filter { stops[$0.from] != nil && stops[$0.to] != nil },
            problems: draft.problems, problemCount: draft.problemCount)
    }

    /// Reports each id that is named somewhere and has no row, at the first row that names it.
    private mutating func reportUnknown() {
        func report<Value>(_ registry: Registry<Value>, _ kind: (String) -> FeedProblem.Kind) {
            for number in 0..<registry.count where registry[number] == nil {
                let mention = registry.mentions[number]
                draft.report(kind(registry.ids[number]), mention.file, Int(mention.line))
            }
        }
        report(draft.stops) { .unknownStop($0) }
        report(draft.lines) { .unknownLine($0) }
        report(draft.services) { .unknownService($0) }
        report(draft.trips) { .unknownTrip($0) }
    }

    private func usedPatterns() -> Set<UInt32> {
        let patterns = draft.stopTimes.patternOfTrip
        return Set(patterns.indices.lazy.filter { draft.trips[$0] != nil }.map { patterns[$0] })
    }

    private mutating func addTrips(_ check: PatternCheck) throws(FeedError) {
        let repeats = Frequencies(draft.frequencies)
        for number in 0..<draft.trips.count {
            guard let row = draft.trips[number] else { continue }
            let patterns = draft.stopTimes.patternOfTrip
            guard number < patterns.count, patterns[number] != StopTimeDraft.none else {
                draft.report(.tooFewStops, .trips, Int(row.row))
                continue
            }
            guard let pattern = check.numbers[Int(patterns[number])],
                  draft.lines[Int(row.line)] != nil, draft.services[Int(row.service)] != nil
            else { continue }
            for start in repeats.starts(of: number) ?? [Int(draft.stopTimes.startOfTrip[number])] {
                trips.add(pattern: pattern, start: start, row)
                guard trips.count <= limits.trips else { throw .tooMany(.frequencies, limit: limits.trips) }
            }
        }
    }

    /// Returns the first and the last day on which a trip starts; nil if there is none.
    private func serviceDays() -> ClosedRange<LocalDate>? {
        let days = Set(trips.services).compactMap { draft.services[Int($0)]?.days }
        guard let first = days.map(\.lowerBound).min(), let last = days.map(\.upperBound).max() else { return nil }
        return first...last
    }

    /// Returns the days for which feed_info.txt says that the feed holds.
    private func clip(_ days: ClosedRange<LocalDate>) -> ClosedRange<LocalDate> {
        let first = max(days.lowerBound, draft.feedStart ?? days.lowerBound)
        let last = min(days.upperBound, draft.feedEnd ?? days.upperBound)
        return first <= last ? first...last : days
    }
}

extension TransitLine {
    /// In the place of a line that no trip has.
    fileprivate static let unknown = TransitLine(id: "", name: "", kind: .other)
}
