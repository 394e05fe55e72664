public import CivilTime

/// An alarm of one occurrence.
public struct AlarmTime: Hashable, Sendable {
    public let moment: Instant
    public let occurrence: Occurrence
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
        try visitAlarms(TimeRange(window), budget: &budget) { alarm in
            found.append(alarm)
            return true
        }
        return found.sorted { $0.moment < $1.moment }
    }

    /// - Parameter body: whether more are wanted.
    func visitAlarms(
        _ range: TimeRange, budget: inout WorkBudget, _ body: (AlarmTime) -> Bool
    ) throws(RecurrenceError) {
        let schedules = components.map { component in
            Array(component.components.enumerated().lazy.compactMap { index, component in
                Alarm(component).flatMap { AlarmSchedule($0, index: index) }
            }.prefix(100))
        }
        var wantsMore = true
        // Every repetition that is looked at is work, too.
        var steps = budget.steps
        func tell(_ schedule: AlarmSchedule, _ first: Instant, _ occurrence: Occurrence) {
            steps -= schedule.delays.count
            wantsMore = wantsMore && steps >= 0
            for delay in schedule.delays where wantsMore && range.contains(first + .seconds(delay)) {
                let moment = first + .seconds(delay)
                wantsMore = body(AlarmTime(moment: moment, occurrence: occurrence, alarmIndex: schedule.index))
            }
        }

        // An absolute alarm may go off long before or after what it is about, which then has to be found.
        let isMeant: (AlarmSchedule) -> Bool = { schedule in
            guard let first = schedule.absolute else { return false }
            return schedule.delays.contains { range.contains(first + .seconds($0)) }
        }
        var parts = Set(schedules.indices.filter { schedules[$0].contains(where: isMeant) })
        if !parts.isEmpty {
            var left = occurrences(from: TimeRange.earliest)
            while wantsMore, !parts.isEmpty, let occurrence = try left.next(&budget) {
                guard parts.remove(occurrence.partIndex) != nil else { continue }
                for schedule in schedules[occurrence.partIndex] {
                    if let first = schedule.absolute { tell(schedule, first, occurrence) }
                }
            }
        }

        guard steps >= 0 else { throw .outOfBudget }
        guard wantsMore, schedules.joined().contains(where: { $0.absolute == nil }) else { return }
        let reach = schedules.joined().map(\.reach).max() ?? 0
        var left = Occurrences(self, in: range.start - .seconds(reach + 1)..<range.end + .seconds(reach + 1))
        while wantsMore, let occurrence = try left.next(&budget) {
            for schedule in schedules[occurrence.partIndex] {
                guard case .relative(let duration, let toEnd) = schedule.trigger else { continue }
                tell(schedule, moment(duration, after: occurrence, toEnd: toEnd), occurrence)
            }
        }
        guard steps >= 0 else { throw .outOfBudget }
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
    private let repetitions: Int
    /// Seconds from one time to the next.
    private let pause: Int

    /// Seconds from the first time it goes off to each time, 0 among them.
    var delays: LazyMapSequence<ClosedRange<Int>, Int> { (0...repetitions).lazy.map { [pause] in $0 * pause } }

    /// - Returns: nil for an alarm without a trigger that can be read.
    init?(_ alarm: Alarm, index: Int) {
        do throws(Problem) {
            guard let trigger = try alarm.trigger else { return nil }
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

    /// When it goes off first, for an alarm that does so whenever its occurrence is.
    var absolute: Instant? {
        guard case .absolute(let instant) = trigger else { return nil }
        return instant
    }

    /// How many seconds before an occurrence's start or after its end it can go off, at most.
    var reach: Int {
        guard case .relative(let duration, _) = trigger else { return 0 }
        // A day may have an hour more.
        let days = duration.days == 0 ? 0 : abs(duration.days) + 1
        return days * secondsPerDay + abs(duration.seconds) + repetitions * pause
    }
}
