public import CivilTime

/// An alarm of one occurrence.
public struct AlarmTime: Hashable, Sendable {
    public let moment: Instant
    /// Nil where what it reminds of is at no time itself, as a to-do without DTSTART and DUE.
    public let occurrence: Occurrence?
    /// Which of the series' components has it.
    public let partIndex: Int
    /// Which of the component's own components it is.
    public let alarmIndex: Int
}

extension Series {
    /// The alarms that go off in a window, by their moments (RFC 5545 §3.6.6): relative ones with each
    /// occurrence, absolute ones once, with the first.
    ///
    /// An alarm whose trigger cannot be read never goes off, nor does one behind a hundred others.
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

    /// The alarms of one component.
    ///
    /// - Parameter body: whether more are wanted.
    func visitAlarms(
        ofPart part: Int, _ range: TimeRange, budget: inout WorkBudget, _ body: (AlarmTime) -> Bool
    ) throws(RecurrenceError) {
        let schedules = Array(components[part].components.enumerated().lazy.compactMap { index, component in
            Alarm(component).flatMap { AlarmSchedule($0, index: index, zones, floating) }
        }.prefix(100))
        // Every alarm and every repetition that is looked at is work, too.
        try budget.spend(components[part].components.count)
        var wantsMore = true
        func tell(_ schedule: AlarmSchedule, _ first: Instant, _ occurrence: Occurrence?) throws(RecurrenceError) {
            try budget.spend(schedule.delays.count)
            for delay in schedule.delays where wantsMore && range.contains(first + .seconds(delay)) {
                wantsMore = body(AlarmTime(
                    moment: first + .seconds(delay), occurrence: occurrence, partIndex: part, alarmIndex: schedule.index))
            }
        }

        // An absolute alarm may go off long before or after what it is about, which then has to be found.
        let due = schedules.filter { schedule in
            guard let first = schedule.absolute else { return false }
            return schedule.delays.contains { range.contains(first + .seconds($0)) }
        }
        if !due.isEmpty {
            var all = Occurrences(self, ofPart: part, in: TimeRange.earliest..<TimeRange.latest)
            let first = try all.next(&budget)
            guard first != nil || components[part].isAtNoTime else { return }
            for schedule in due where wantsMore {
                if let moment = schedule.absolute { try tell(schedule, moment, first) }
            }
        }

        let relative = schedules.filter { $0.absolute == nil }
        guard wantsMore, !relative.isEmpty else { return }
        let reach = relative.map(\.reach).max() ?? 0
        let window = range.start - .seconds(reach + 1)..<range.end + .seconds(reach + 1)
        var left = Occurrences(self, ofPart: part, in: window)
        while wantsMore, let occurrence = try left.next(&budget) {
            for schedule in relative where wantsMore {
                guard case .relative(let duration, let toEnd) = schedule.trigger else { continue }
                try tell(schedule, moment(duration, after: occurrence, toEnd: toEnd), occurrence)
            }
        }
    }
}

extension Series {
    /// A moment some time after an occurrence's start or end. Days are counted on the clock of the
    /// component that describes it: a day before nine o'clock is nine o'clock, also when clocks are
    /// changed in between (RFC 5545 §3.3.6).
    fileprivate func moment(_ duration: NominalDuration, after occurrence: Occurrence, toEnd: Bool) -> Instant {
        let anchor = toEnd ? occurrence.endInstant : occurrence.startInstant
        guard duration.days != 0, let clock = clock(ofPart: occurrence.partIndex) else {
            return anchor + .seconds(duration.days * secondsPerDay + duration.seconds)
        }
        let wall = Int((toEnd ? occurrence.end : occurrence.start).local.wallSeconds) + duration.days * secondsPerDay
        return clock.instant(ofKey: clock.key(ofWall: wall), floating: floating) + .seconds(duration.seconds)
    }
}

/// A VALARM's trigger and repetitions, read once for all occurrences (RFC 5545 §3.6.6, §3.8.6).
private struct AlarmSchedule {
    /// Which of the component's own components it is.
    let index: Int
    let trigger: Alarm.Trigger
    /// When it goes off first, for an alarm that does so whenever its occurrence is.
    let absolute: Instant?
    private let repetitions: Int
    /// Seconds from one time to the next.
    private let pause: Int

    /// Seconds from the first time it goes off to each time, 0 among them.
    var delays: LazyMapSequence<ClosedRange<Int>, Int> { (0...repetitions).lazy.map { [pause] in $0 * pause } }

    /// - Returns: nil for an alarm without a trigger that can be read, or in a zone that nobody knows.
    init?(_ alarm: Alarm, index: Int, _ zones: ZoneResolver, _ floating: any ZoneRules) {
        do throws(Problem) {
            guard let trigger = try alarm.trigger else { return nil }
            if case .absolute(let time) = trigger {
                guard let moment = zones.knownInstant(of: time, floating: floating) else { return nil }
                absolute = moment
            } else {
                absolute = nil
            }
            let repetition = try alarm.repetition
            pause = max(0, repetition.map { $0.interval.days * secondsPerDay + $0.interval.seconds } ?? 0)
            self.index = index
            self.trigger = trigger
            // A thousand times is more than anybody hears.
            repetitions = min(repetition?.count ?? 0, 1_000)
        } catch {
            return nil
        }
    }

    /// How many seconds before an occurrence's start or after its end it can go off, at most.
    var reach: Int {
        guard case .relative(let duration, _) = trigger else { return 0 }
        // A day may have an hour more.
        let days = duration.days == 0 ? 0 : abs(duration.days) + 1
        return days * secondsPerDay + abs(duration.seconds) + repetitions * pause
    }
}
