import Calendars
package import CivilTime
package import PrayerTimes
package import Scheduling

/// A reason against a time for an event.
package enum TimeProblem: Sendable, Hashable {
    /// The UID and the title of the other event.
    case overlap(uid: String, title: String)
    case prayer(DayEvent, block: TimeSpan)
    /// That many minutes are lacking for the way from or to the other event.
    case tight(uid: String, title: String, lacking: Int)
}

extension PlannedTime {
    /// Returns the best times for an occurrence that is read, best first.
    ///
    /// - Parameters:
    ///   - number: its index in `events`.
    ///   - now: the moment before which nothing is suggested.
    func betterTimes(for number: Int, after now: Instant) -> [BetterTime] {
        guard let item = item(number) else { return [] }
        var request = SuggestionRequest(
            start: item.time.lowerBound, duration: item.time.count, place: item.place, number: number,
            now: availability.line.minute(at: now))
        request.reserve = wayReserve
        return betterTimes(
            availability.suggestions(for: request, travel: places.travel), length: .seconds(item.time.count * 60))
    }

    /// Returns suggestions as moments, best first.
    func betterTimes(_ found: Suggestions, length: Duration) -> [BetterTime] {
        found.best.map { suggestion in
            let start = availability.line.moment(at: suggestion.start)
            return BetterTime(time: start..<start + length, suggestion: suggestion)
        }
    }

    /// Returns what goes against a time for an occurrence that is read.
    ///
    /// - Parameter time: nil for its present time.
    func problems(of time: TimeSpan? = nil, for number: Int) -> [TimeProblem] {
        guard var item = item(number) else { return [] }
        if let time { item.time = availability.line.minutes(of: time) }
        return problems(of: item, places.travel)
    }

    /// Returns what goes against a time for one occurrence of an event, on days where that is not.
    ///
    /// - Parameter point: the point of its place; nil if it is not known.
    func problems(of time: TimeSpan, forOneOf uid: String, at point: Coordinates?) -> [TimeProblem] {
        var places = places
        let place = point.map { places.number(of: $0) }
        let occurrence = ScheduledOccurrence(uid: uid, recurrenceID: time.lowerBound, time: time, place: place)
        return availability.item(occurrence, number: newNumber).map { problems(of: $0, places.travel) } ?? []
    }

    /// Returns what goes against an item. An older version of it does not.
    private func problems(of item: BusyItem, _ travel: TravelTimes) -> [TimeProblem] {
        Conflicts(availability, travel: travel, reserve: wayReserve).clashes(of: item).filter(\.isConflict)
            .compactMap(problem)
    }

    /// Returns the item of an occurrence; nil if it takes no time.
    private func item(_ number: Int) -> BusyItem? {
        availability.busy.items.first { $0.number == number }
    }

    /// A number that no item has.
    var newNumber: Int { max(events.count, (availability.busy.items.map(\.number).max() ?? 0) + 1) }

    private func problem(_ clash: Clash) -> TimeProblem? {
        switch clash.cause {
        case .overlap(let other): .overlap(uid: events[other].uid, title: events[other].entry.title)
        case .tight(let other, let lacking):
            .tight(uid: events[other].uid, title: events[other].entry.title, lacking: lacking)
        case .prayer(let index):
            availability.prayers[index].prayer.map { .prayer($0, block: moments(availability.prayers[index].block)) }
        case .double, .hours: nil
        }
    }

    func moments(_ minutes: Range<Int>) -> TimeSpan {
        availability.line.moment(at: minutes.lowerBound)..<availability.line.moment(at: minutes.upperBound)
    }

    /// Returns what a day looks like, with an occurrence that may move.
    ///
    /// - Parameter meant: the time to which the occurrence would move; nil where it stays.
    func look(of day: LocalDate, for number: Int, against others: Set<String>, meant: TimeSpan?) -> DayLook {
        let window = zone.startOfDay(day)..<zone.startOfDay(day + 1)
        func clock(_ span: TimeSpan) -> Range<Int>? {
            guard span.overlaps(window) else { return nil }
            let part = span.clamped(to: window)
            let start = zone.local(part.lowerBound).minuteOfDay
            let end = part.upperBound == window.upperBound ? 1_440 : zone.local(part.upperBound).minuteOfDay
            return start < end ? start..<end : nil
        }
        let items = availability.busy.items.filter { $0.number != number && $0.number < events.count }
        func times(_ isInTheWay: Bool) -> [Range<Int>] {
            items.filter { others.contains(events[$0.number].uid) == isInTheWay }.compactMap { clock(moments($0.time)) }
        }
        return DayLook(
            date: day, taken: times(false), inTheWay: times(true),
            prayers: availability.prayers.compactMap { clock(moments($0.block)) },
            meant: meant.flatMap(clock).map { [$0] } ?? [])
    }

    /// Returns what takes a day, prayers too, in order.
    func items(on day: LocalDate) -> [DayItem] {
        let window = zone.startOfDay(day)..<zone.startOfDay(day + 1)
        let taken = availability.busy.items.filter { $0.number < events.count }.map { item in
            DayItem(time: moments(item.time), title: events[item.number].entry.title, prayer: nil)
        }
        let prayers = availability.prayers.filter { !$0.block.isEmpty }.compactMap { period in
            period.prayer.map { DayItem(time: moments(period.block), title: "", prayer: $0) }
        }
        return (taken + prayers).filter { $0.time.overlaps(window) }
            .sorted { ($0.time.lowerBound, $0.time.upperBound) < ($1.time.lowerBound, $1.time.upperBound) }
    }
}

/// An event or a prayer of a day.
package struct DayItem: Sendable, Hashable {
    package let time: TimeSpan
    package let title: String
    /// nil for an event.
    package let prayer: DayEvent?
}

/// A day with what takes it, in minutes of the clock, for a drawing.
package struct DayLook: Sendable, Hashable {
    package let date: LocalDate
    package let taken: [Range<Int>], inTheWay: [Range<Int>], prayers: [Range<Int>], meant: [Range<Int>]
}
