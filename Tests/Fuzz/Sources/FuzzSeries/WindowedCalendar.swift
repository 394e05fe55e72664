import CivilTime
import ICalendar

/// A calendar with a window of time, and the checks of everything the engine says about the two.
struct WindowedCalendar {
    let calendar: Component
    let window: Range<Instant>
    let zones: ZoneResolver

    init(_ calendar: Component, _ window: Range<Instant>) {
        self.calendar = calendar
        self.window = window
        zones = ZoneResolver(calendar, database: MadeZones.rules)
    }

    private var series: [Series] { Series.all(in: calendar, zones: zones, floating: TimeZoneRules.utc) }

    /// Returns the occurrences in the window; nil if they take too much work.
    func occurrences(_ window: Range<Instant>? = nil) -> [Occurrence]? {
        var budget = WorkBudget(steps: 20_000), found: [Occurrence] = []
        for series in series {
            guard let more = try? series.occurrences(in: window ?? self.window, budget: &budget) else { return nil }
            found += more
        }
        return found
    }

    func require(_ isTrue: Bool, _ promise: String) {
        if isTrue { return }
        fatalError("\(promise)\n\(String(decoding: CalendarStream([calendar]).octets, as: UTF8.self))\n\(window)")
    }

    /// Checks that the calendar is unchanged after writing and reading, as text and as jCal.
    func checkForms() {
        let again = try? CalendarStream(CalendarStream([calendar]).octets, .strict)
        require(again?.components == [calendar], "reading the written text gives something else")
        // The parts of a rule have another order in jCal.
        let jCal = calendar.jCal
        require((try? Component(jCal: jCal))?.jCal == jCal, "reading the written jCal gives something else")
    }

    // MARK: One window and its halves

    func checkWindows(_ all: [Occurrence], _ octets: inout OctetSource) {
        require(zip(all, all.dropFirst()).allSatisfy { $0.startInstant <= $1.startInstant }, "not in order")
        require(all.allSatisfy { $0.overlaps(window) }, "not in the window")
        let middle = window.lowerBound + .seconds(octets.below(800) * 86_400 + octets.below(86_400))
        guard window.contains(middle), let early = occurrences(window.lowerBound..<middle),
              let late = occurrences(middle..<window.upperBound)
        else { return }
        require(Set(early).union(late) == Set(all), "the two halves of the window have other occurrences")
    }

    func checkBounds(_ all: [Occurrence]) {
        for series in series {
            var budget = WorkBudget(steps: 20_000)
            guard let bounds = try? series.bounds(budget: &budget) else { continue }
            require(all.allSatisfy { $0.startInstant >= bounds.firstStart }, "before the first start")
            require(all.allSatisfy { $0.endInstant <= bounds.lastEnd ?? $0.endInstant }, "after the last end")
        }
    }

    func checkQueries(_ all: [Occurrence]) {
        var budget = WorkBudget(steps: 20_000)
        let range = TimeRange(window), utc = TimeZoneRules.utc
        if let expanded = try? calendar.expanded(range, zones: zones, floating: utc, budget: &budget) {
            let events = expanded.components.count { $0.name == "VEVENT" }
            require(events <= all.count, "the expansion has more occurrences")
            require(!expanded.components.contains { $0.first("RRULE") != nil }, "the expansion has a rule")
        }
        let limited = WindowedCalendar(calendar.limitedRecurrenceSet(range, zones: zones, floating: utc), window)
        if let some = limited.occurrences() { require(some.map(\.startInstant) == all.map(\.startInstant), "the limited set has other occurrences") }
        for series in series {
            budget = WorkBudget(steps: 20_000)
            guard let alarms = try? series.alarms(in: window, budget: &budget) else { continue }
            require(alarms.allSatisfy { window.contains($0.moment) }, "an alarm outside the window")
        }
        var busy = BusyTimes(window)
        budget = WorkBudget(steps: 20_000)
        guard (try? busy.add(calendar, zones: zones, floating: utc, budget: &budget)) != nil else { return }
        let periods = busy.result
        require(zip(periods, periods.dropFirst()).allSatisfy { $0.end <= $1.start }, "busy periods overlap")
        require(periods.allSatisfy { $0.start < $0.end && $0.start >= window.lowerBound && $0.end <= window.upperBound }, "a busy period outside the window")
    }
}
