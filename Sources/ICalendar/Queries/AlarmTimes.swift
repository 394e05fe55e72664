public import CivilTime

/// An alarm of one occurrence.
public struct AlarmTime: Hashable, Sendable {
    public let moment: Instant
    /// The occurrence it belongs to; nil if its component is at no time, as a to-do without DTSTART and DUE.
    public let occurrence: Occurrence?
    /// The index of the series' component that has the alarm.
    public let partIndex: Int
    /// The index of the alarm among the component's own components.
    public let alarmIndex: Int
}

extension Series {
    /// Returns the alarms that go off in a window, by their moments (RFC 5545 §3.6.6). Relative alarms go off
    /// with each occurrence, absolute ones once, with the first.
    ///
    /// An alarm whose trigger cannot be read never goes off, and of one component only a hundred do.
    public func alarms(in window: Range<Instant>, budget: inout WorkBudget) throws(RecurrenceError) -> [AlarmTime] {
        var found: [AlarmTime] = []
        for part in components.indices {
            try visitAlarms(ofPart: part, TimeRange(window), budget: &budget) { alarm in
                found.append(alarm)
                return true
            }
        }
        return found.sorted { ($0.moment, $0.partIndex, $0.alarmIndex) < ($1.moment, $1.partIndex, $1.alarmIndex) }
    }

    /// Visits the alarms of one component.
    ///
    /// - Parameter body: returns false to stop.
    func visitAlarms(
        ofPart part: Int, _ range: TimeRange, budget: inout WorkBudget, _ body: (AlarmTime) -> Bool
    ) throws(RecurrenceError) {
        let schedules = Array(components[part].components.enumerated().lazy.compactMap { index, component in
            Alarm(component).flatMap { AlarmSchedule($0, index: index, zones, floating) }
        }.prefix(100))
        // Each alarm and each repetition that is examined costs work, too.
        try budget.spend(components[part].components.count)
        var continues = true
        func visit(_ schedule: AlarmSchedule, _ first: Instant, _ occurrence: Occurrence?) throws(RecurrenceError) {
            try budget.spend(schedule.delays.count)
            for delay in schedule.delays where continues && range.contains(first + .seconds(delay)) {
                continues = body(AlarmTime(
                    moment: first + .seconds(delay), occurrence: occurrence, partIndex: part, alarmIndex: schedule.index))
            }
        }

        // An absolute alarm may go off long before or after its occurrence, which must be found then.
        let due = schedules.filter { schedule in
            guard let first = schedule.absolute else { return false }
            return schedule.delays.contains { range.contains(first + .seconds($0)) }
        }
        if !due.isEmpty {
            var all = Occurrences(self, ofPart: part, in: TimeRange.earliest..<TimeRange.latest)
            let first = try all.next(&budget)
            guard first != nil || components[part].isAtNoTime else { return }
            for schedule in due where continues {
                if let moment = schedule.absolute { try visit(schedule, moment, first) }
            }
        }

        let relative = schedules.filter { $0.absolute == nil }
        guard continues, !relative.isEmpty else { return }
        let reach = relative.map(\.reach).max() ?? 0
        let window = range.start - .seconds(reach + 1)..<range.end + .seconds(reach + 1)
        var left = Occurrences(self, ofPart: part, in: window)
        while continues, let occurrence = try left.next(&budget) {
            for schedule in relative where continues {
                guard case .relative(let duration, let toEnd) = schedule.trigger else { continue }
                try visit(schedule, moment(duration, after: occurrence, toEnd: toEnd), occurrence)
            }
        }
    }
}

extension Series {
    /// Returns a moment at a duration after an occurrence's start or end. Days are counted on the clock of
    /// the component that describes it. One day before nine o'clock is nine o'clock, even if clocks change in
    /// between (RFC 5545 §3.3.6).
    fileprivate func moment(_ duration: NominalDuration, after occurrence: Occurrence, toEnd: Bool) -> Instant {
        let anchor = toEnd ? occurrence.endInstant : occurrence.startInstant
        guard duration.days != 0, let clock = clock(ofPart: occurrence.partIndex) else {
            return anchor + .seconds(duration.days * secondsPerDay + duration.seconds)
        }
        let wall = Int((toEnd ? occurrence.end : occurrence.start).local.wallSeconds) + duration.days * secondsPerDay
        return clock.instant(ofKey: clock.key(ofWall: wall), floating: floating) + .seconds(duration.seconds)
    }
}

/// The trigger and repetitions of a VALARM, read once for all occurrences (RFC 5545 §3.6.6, §3.8.6).
private struct AlarmSchedule {
    /// The index of the alarm among the component's own components.
    let index: Int
    let trigger: Alarm.Trigger
    /// The first moment of an absolute alarm; nil if the alarm is relative.
    let absolute: Instant?
    private let repetitions: Int
    /// The seconds from one repetition to the next.
    private let pause: Int

    /// The seconds from the first time to each time, beginning with 0.
    var delays: LazyMapSequence<ClosedRange<Int>, Int> { (0...repetitions).lazy.map { [pause] in $0 * pause } }

    /// - Returns: nil if the trigger is missing or cannot be read.
    init?(_ alarm: Alarm, index: Int, _ zones: ZoneResolver, _ floating: any ZoneRules) {
        do throws(Problem) {
            guard let trigger = try alarm.trigger else { return nil }
            if case .absolute(let time) = trigger {
                absolute = zones.instant(of: time, floating: floating)
            } else {
                absolute = nil
            }
            let repetition = try alarm.repetition
            pause = max(0, repetition.map { $0.interval.days * secondsPerDay + $0.interval.seconds } ?? 0)
            self.index = index
            self.trigger = trigger
            // No person hears more than a thousand repetitions.
            repetitions = min(repetition?.count ?? 0, 1_000)
        } catch {
            return nil
        }
    }

    /// The largest number of seconds from an occurrence's start or end to a time it goes off.
    var reach: Int {
        guard case .relative(let duration, _) = trigger else { return 0 }
        // A day may be an hour longer.
        let days = duration.days == 0 ? 0 : abs(duration.days) + 1
        return days * secondsPerDay + abs(duration.seconds) + repetitions * pause
    }
}
