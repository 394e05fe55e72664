import Calendars
import CivilTime
import PrayerTimes
import Scheduling
import Storage

/// An event that is not saved yet, among what takes the customer's time.
struct WantedTime {
    private let wanted: WantedEvent
    private let time: PlannedTime
    /// The customer's time without an older version of the event.
    private let availability: Availability
    private let conflicts: Conflicts
    /// The number of its place, and the ways from and to it.
    private let place: Int?
    private let travel: TravelTimes

    init(_ wanted: WantedEvent, in time: PlannedTime) {
        self.wanted = wanted
        self.time = time
        var availability = time.availability
        for item in availability.busy.items where item.number < time.events.count {
            if time.events[item.number].uid == wanted.uid { availability.busy.remove(number: item.number) }
        }
        self.availability = availability
        var places = time.places
        place = (wanted.point ?? places.point(named: wanted.place)).map { places.number(of: $0) }
        travel = places.travel
        conflicts = Conflicts(availability, travel: travel, reserve: time.wayReserve)
    }

    /// Returns the clashes of some occurrences, in order: those of the first one that clashes, and how many do.
    ///
    /// - Returns: nil if nothing is in the way of any.
    func clashes(at spans: [TimeSpan], after now: Instant) -> DraftClashes? {
        let found = spans.compactMap(clashes)
        guard let first = found.first(where: \.isConflict) ?? found.first else { return nil }
        let isSeries = !wanted.times.isEmpty, count = found.count(where: \.isConflict)
        let start = "\(wanted.time.lowerBound.secondsSince1970) \(wanted.time.upperBound.secondsSince1970)"
        let others = isSeries ? ["\(count)"] + Set(found.flatMap(\.texts)).sorted() : []
        return DraftClashes(
            overlaps: first.overlaps.map { time.events[$0].entry },
            doubles: first.doubles.map { time.events[$0].entry },
            prayers: first.prayers.map { availability.prayers[$0] },
            tight: first.tight.map { TightWay(entry: time.events[$0.other].entry, lacking: $0.lacking) },
            better: isSeries ? better(than: count, spans, at: first, after: now) : better(at: first, after: now),
            firstOfSeries: isSeries ? first.span : nil, count: count,
            text: ([start] + first.texts + first.prayers.map(text) + others).joined(separator: "\n"))
    }

    private func text(ofPrayer index: Int) -> String { "prayer \(availability.prayers[index].adhan)" }

    /// Returns better times for one occurrence, best first.
    private func better(at found: Found, after now: Instant) -> [BetterTime] {
        let request = request(for: found, after: now)
        let suggestions = wanted.keepsDay
            ? availability.suggestions(within: request, travel: travel)
            : availability.suggestions(for: request, travel: travel)
        return time.betterTimes(suggestions, length: found.span.upperBound - found.span.lowerBound)
    }

    /// Returns better times for all occurrences of a series: those of the first one that clashes, at which fewer of
    /// them clash. Each is the time of the event itself.
    private func better(
        than count: Int, _ spans: [TimeSpan], at found: Found, after now: Instant
    ) -> [BetterTime] {
        let times = candidates(at: found, after: now).map { suggestion in
            let distance = Duration.seconds((suggestion.start - found.item.time.lowerBound) * 60)
            let left = spans.count { clashes(at: $0.moved(by: distance))?.isConflict ?? false }
            return BetterTime(time: wanted.time.moved(by: distance), suggestion: suggestion, clashes: left)
        }
        let fewer = times.filter { $0.clashes < max(count, 1) }
        // The best ones stay in front of others that clash as often.
        return fewer.enumerated().sorted { ($0.element.clashes, $0.offset) < ($1.element.clashes, $1.offset) }
            .map(\.element).prefix(Self.mostShown).map(\.self)
    }

    /// Returns the possible times of one occurrence, the best first, at least half an hour apart.
    private func candidates(at found: Found, after now: Instant) -> [Suggestion] {
        let starts = availability.possibleStarts(for: request(for: found, after: now), travel: travel)
            .sorted { ($0.cost.total, $0.start) < ($1.cost.total, $1.start) }
        var apart: [Suggestion] = []
        for suggestion in starts where apart.allSatisfy({ abs($0.start - suggestion.start) >= 30 }) {
            guard apart.count < Self.mostTried else { break }
            apart.append(suggestion)
        }
        return apart
    }

    /// The most times of a series that are compared with all of its occurrences, and the most that are shown.
    private static let mostTried = 12, mostShown = 3

    private func request(for found: Found, after now: Instant) -> SuggestionRequest {
        var request = SuggestionRequest(
            start: found.item.time.lowerBound, duration: found.item.time.count, place: place,
            number: found.item.number, now: availability.line.minute(at: now))
        request.reserve = conflicts.reserve
        if wanted.keepsDay { (request.backDays, request.horizonDays) = (0, 1) }
        return request
    }

    /// The clashes of one occurrence, as places in what was read.
    private struct Found {
        let span: TimeSpan
        let item: BusyItem
        var overlaps: [Int] = [], doubles: [Int] = [], prayers: [Int] = []
        var tight: [(other: Int, lacking: Int)] = []
        /// The events of its clashes, in words for a comparison.
        var texts: [String] = []

        var isConflict: Bool { !overlaps.isEmpty || !prayers.isEmpty || !tight.isEmpty }
    }

    /// Returns the clashes of one occurrence; nil if nothing is in its way.
    private func clashes(at span: TimeSpan) -> Found? {
        var occurrence = ScheduledOccurrence(
            uid: wanted.uid, calendar: Int(wanted.calendar.number), time: span, title: wanted.title, place: place)
        occurrence.isTentative = wanted.isTentative
        occurrence.anchor = wanted.anchor
        guard let item = availability.item(occurrence, number: time.newNumber) else { return nil }
        var found = Found(span: span, item: item)
        for clash in conflicts.clashes(of: item) {
            switch clash.cause {
            case .tight(let other, let lacking):
                found.tight.append((other, lacking))
                found.texts.append("tight \(time.events[other].uid)")
            case _ where wanted.isMovedOnMapOnly: continue
            case .overlap(let other):
                found.overlaps.append(other)
                found.texts.append("overlap \(time.events[other].uid)")
            case .double(let other):
                found.doubles.append(other)
                found.texts.append("double \(time.events[other].uid)")
            case .prayer(let index): found.prayers.append(index)
            case .hours: continue
            }
        }
        return found.isConflict || !found.doubles.isEmpty ? found : nil
    }
}

extension TimeSpan {
    fileprivate func moved(by distance: Duration) -> TimeSpan { lowerBound + distance..<upperBound + distance }
}
