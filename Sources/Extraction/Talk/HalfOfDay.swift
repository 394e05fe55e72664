import CivilTime

/// Chooses the morning or the evening for an hour whose words leave it open.
struct HalfOfDay {
    let talk: Talk
    let turn: Turn
    let plan: Plan
    /// The hour that was named last.
    let lastTime: Plan.Slot<Plan.Time>?

    /// The hours at which nobody meets, unless they say so: "at two" is the afternoon.
    static let nightHours = 15..<330
    /// The hours of the evening that people do not call so: "tomorrow at 8".
    static let eveningHours = 330..<600
    static let hours: [PartOfDay: Range<Int>] = [
        .dawn: 180..<420, .morning: 240..<720, .forenoon: 420..<780, .noon: 660..<900, .afternoon: 720..<1_140,
        .evening: 960..<1_440, .night: 1_080..<1_440,
    ]

    /// Returns an hour as it is meant beside a part of the day.
    func inPart(_ part: PartOfDay?, _ time: Plan.Time) -> Plan.Time {
        var time = time
        if time.isHalfImplied, (240..<720).contains(time.minute), let part = part ?? plan.part,
            [.evening, .night].contains(part)
        {
            move(&time, to: time.minute + 720)
        }
        time = settled(time)
        // An hour of today that is over is one of the evening, if that is still to come.
        if time.isHalfImplied, time.minute < 720, plan.day?.value.date == turn.at.date, plan.day?.value.end == nil,
            time.minute <= turn.at.minuteOfDay, time.minute + 720 > turn.at.minuteOfDay
        {
            time.minute += 720
            if time.nextDay != nil { time.nextDay = turn.at.date }
        }
        return time
    }

    /// Returns an hour in the half of the day that the plan, or the hour that it replaces, has.
    func settled(_ time: Plan.Time) -> Plan.Time {
        var time = time
        let other = (time.minute + 720) % 1_440
        if time.isHalfImplied, prefers(other, to: time) { move(&time, to: other) }
        return time
    }

    /// Returns true if the other half of the day is meant.
    private func prefers(_ other: Int, to time: Plan.Time) -> Bool {
        let isNight = Self.nightHours.contains(time.minute)
        if let part = plan.part, let hours = Self.hours[part] {
            let isImpossible = isNight && part != .night && part != .dawn
            return !hours.contains(time.minute) && (hours.contains(other) || isImpossible)
        }
        if let old = plan.time?.value ?? refusedTime {
            return abs(other - old.minute) < abs(time.minute - old.minute)
        }
        // Late at night "at nine" for tomorrow's cinema is still the evening.
        if plan.activity?.hours == .evening, plan.day.map({ $0.value.date > turn.at.date }) ?? false,
            (240..<720).contains(time.minute)
        {
            return true
        }
        return isNight && !(plan.activity?.is(.early) ?? false) || isEveningHour(time)
    }

    /// Returns true for "tomorrow at 8" of what is neither work nor a meal: then people meet in the evening.
    private func isEveningHour(_ time: Plan.Time) -> Bool {
        guard Self.eveningHours.contains(time.minute), !plan.isBooked || plan.activity == nil, plan.part == nil,
            plan.day.map({ $0.value.date > turn.at.date }) ?? false
        else { return false }
        return plan.activity.map { $0.hours == nil && !$0.is(.early) } ?? true
    }

    private func move(_ time: inout Plan.Time, to minute: Int) {
        time.minute = minute
        if time.nextDay != nil { time.nextDay = turn.at.next(minute) }
    }

    /// The hour of this plan that was refused just before: "9am" – "too early" – "10?".
    private var refusedTime: Plan.Time? {
        guard let lastTime, plan.activity?.hours == nil, lastTime.message >= plan.origin,
            Memory.isWithin(.exchange, lastTime.message, before: turn)
        else { return nil }
        return lastTime.value
    }
}

extension LocalDateTime {
    /// Returns the day of the next time after this moment.
    func next(_ minute: Int) -> LocalDate { minute > minuteOfDay ? date : date + 1 }
}
