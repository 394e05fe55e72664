public import CivilTime

/// An alarm of one occurrence that a server brings to the person.
public struct DueAlarm: Hashable, Sendable {
    public let time: AlarmTime
    /// The occurrence that the person is reminded of.
    public let occurrence: Occurrence
    /// The alarm's name among those of its component: its UID, or its trigger. It stays the same when a program writes
    /// the event again.
    public let name: String
    /// True for an alarm that wants a mail. Its receivers are not obeyed: the mail is for the person.
    public let isMail: Bool

    public var moment: Instant { time.moment }
}

extension Series {
    /// Returns the alarms that a server brings to the person in a window, by their moments.
    ///
    /// Those that the person has seen on a device (RFC 9074 §6), those that wait for a place, placeholders, and those
    /// after the end of their occurrence are left out. A snooze may be after the end.
    ///
    /// - Parameters:
    ///   - most: the number after which it stops looking.
    ///   - isWanted: false for a component whose alarms do not count, as a cancelled one.
    public func dueAlarms(
        in window: Range<Instant>, most: Int, of isWanted: (Component) -> Bool, budget: inout WorkBudget
    ) throws(RecurrenceError) -> [DueAlarm] {
        var found: [DueAlarm] = []
        for part in components.indices where found.count < most && isWanted(components[part]) {
            let alarms = remindingAlarms(ofPart: part)
            guard !alarms.isEmpty else { continue }
            var times: [(AlarmTime, RemindingAlarm)] = []
            try visitAlarms(ofPart: part, TimeRange(window), budget: &budget) { time in
                if let alarm = alarms[time.alarmIndex], alarm.isUnseen(at: time.moment) { times.append((time, alarm)) }
                return found.count + times.count < most
            }
            for (time, alarm) in times {
                if let due = try dueAlarm(time, alarm, budget: &budget) { found.append(due) }
            }
        }
        return found.sorted { ($0.moment, $0.time.partIndex, $0.name) < ($1.moment, $1.time.partIndex, $1.name) }
    }

    /// Returns a moment before which no alarm of a wanted component goes off; nil if no further one goes off.
    ///
    /// - Parameter moment: the first moment that counts.
    public func nextDueAlarm(
        from moment: Instant, of isWanted: (Component) -> Bool, budget: inout WorkBudget
    ) throws(RecurrenceError) -> Instant? {
        var next: Instant?
        for part in components.indices where isWanted(components[part]) {
            let alarms = remindingAlarms(ofPart: part)
            guard !alarms.isEmpty else { continue }
            // The first that is found bounds the search: an earlier one may belong to a later occurrence.
            var end = next ?? TimeRange.latest
            for pass in 0..<2 where moment < end {
                var earliest: Instant?
                try visitAlarms(ofPart: part, TimeRange(moment..<end), budget: &budget) { time in
                    guard let alarm = alarms[time.alarmIndex], alarm.isUnseen(at: time.moment) else { return true }
                    earliest = min(earliest ?? time.moment, time.moment)
                    return pass > 0
                }
                guard let earliest else { break }
                next = earliest
                end = earliest
            }
        }
        return next
    }

    /// Returns the alarms of a component that remind somebody, by their index.
    private func remindingAlarms(ofPart part: Int) -> [Int: RemindingAlarm] {
        var alarms: [Int: RemindingAlarm] = [:]
        for (index, component) in components[part].components.enumerated() {
            alarms[index] = Alarm(component).flatMap { RemindingAlarm($0, zones, floating) }
        }
        return alarms
    }

    /// - Returns: nil if the occurrence is over at the time of its alarm.
    private func dueAlarm(
        _ time: AlarmTime, _ alarm: RemindingAlarm, budget: inout WorkBudget
    ) throws(RecurrenceError) -> DueAlarm? {
        guard var occurrence = time.occurrence else { return nil }
        if alarm.isAbsolute, occurrence.isOver(at: time.moment) {
            // An absolute alarm of a series, as a snooze, is meant for the occurrence of its time.
            var rest = Occurrences(self, ofPart: time.partIndex, in: time.moment..<TimeRange.latest)
            occurrence = try rest.next(&budget) ?? occurrence
        }
        guard alarm.isSnooze || !occurrence.isOver(at: time.moment) else { return nil }
        return DueAlarm(time: time, occurrence: occurrence, name: alarm.name, isMail: alarm.isMail)
    }
}

extension Occurrence {
    /// True after its end. One without length is over after its start.
    fileprivate func isOver(at moment: Instant) -> Bool { moment > max(startInstant, endInstant) }
}

/// An alarm that a server brings to a person, read once for all occurrences.
private struct RemindingAlarm {
    let name: String
    let isMail: Bool, isAbsolute: Bool, isSnooze: Bool
    /// The moment up to which the person has seen it.
    private let seenUntil: Instant?

    /// - Returns: nil for a placeholder, a program's own action, and an alarm that waits for a place (RFC 9074 §8).
    init?(_ alarm: Alarm, _ zones: ZoneResolver, _ floating: any ZoneRules) {
        guard let action = alarm.action, ["DISPLAY", "AUDIO", "EMAIL"].contains(action),
              alarm.component.first("PROXIMITY") == nil, alarm.component.first("X-APPLE-PROXIMITY") == nil
        else { return nil }
        isMail = action == "EMAIL"
        do throws(Problem) {
            if case .absolute = try alarm.trigger { isAbsolute = true } else { isAbsolute = false }
        } catch {
            // It never goes off.
            return nil
        }
        do throws(Problem) {
            seenUntil = try alarm.acknowledged.map { zones.instant(of: $0, floating: floating) }
        } catch {
            seenUntil = nil
        }
        let relation = alarm.component.first("RELATED-TO")
        isSnooze = relation?.keyword("RELTYPE") == "SNOOZE"
        let trigger = alarm.component.first("TRIGGER")
        let uid = alarm.component.first("UID") ?? alarm.component.first("X-WR-ALARMUID")
        let own = uid.map(\.value) ?? "\(trigger?.keyword("RELATED") ?? "") \(trigger?.value ?? "")"
        name = isMail ? "mail \(own)" : own
    }

    /// True unless the person has seen it at a device.
    func isUnseen(at moment: Instant) -> Bool { seenUntil.map { moment > $0 } ?? true }
}
