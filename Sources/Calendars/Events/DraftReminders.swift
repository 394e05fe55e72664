import CivilTime
import ICalendar

// Reminders of a draft as alarms, and back.

extension EventDraft {
    /// Changes the alarms of a component from those of another draft to those of this one. Alarms that are in both, and
    /// alarms that the form does not know, stay as they are.
    func writeReminders(into component: inout Component, changedFrom old: EventDraft, _ context: EventContext) {
        let kept = Set(reminders), before = Set(old.reminders)
        component.components.removeAll { inner in
            guard let reminder = Alarm(inner).flatMap({ Reminder($0, clocks: context.clocks) }) else { return false }
            return before.contains(reminder) && !kept.contains(reminder)
        }
        for reminder in reminders where !before.contains(reminder) {
            component.components.append(reminder.alarm(title: title, clocks: context.clocks))
        }
    }
}

extension Reminder {
    /// Makes the VALARM (RFC 5545 §3.6.6).
    ///
    /// - Parameter clocks: those of the customer.
    func alarm(title: String, clocks: TimeZoneRules) -> Component {
        let text = Property("DESCRIPTION", text: title.isEmpty ? "Jadwal" : title)
        return Component("VALARM", properties: [Property("ACTION", value: "DISPLAY"), trigger(clocks), text])
    }

    private func trigger(_ clocks: TimeZoneRules) -> Property {
        switch self {
        case .before(let minutes): return Property("TRIGGER", duration: .minutes(-minutes))
        case .afterStart(let minutes): return Property("TRIGGER", duration: .minutes(minutes))
        case .beforeEnd(let minutes):
            var trigger = Property("TRIGGER", duration: .minutes(-minutes))
            trigger.setParameter("RELATED", "END")
            return trigger
        case .at(let time):
            var trigger = Property("TRIGGER", .utc(clocks.instant(of: time)))
            trigger.setParameter("VALUE", "DATE-TIME")
            return trigger
        }
    }

    /// Reads an alarm that shows a message or plays a sound; nil for one that the form does not know.
    init?(_ alarm: Alarm, clocks: TimeZoneRules) {
        guard alarm.action == "DISPLAY" || alarm.action == "AUDIO", let trigger = readable(try alarm.trigger)
        else { return nil }
        switch trigger {
        case .relative(let duration, let isToEnd):
            let seconds = duration.days * 86_400 + duration.seconds
            guard seconds % 60 == 0 else { return nil }
            let minutes = seconds / 60
            if isToEnd {
                self = .beforeEnd(minutes: -minutes)
            } else {
                self = minutes > 0 ? .afterStart(minutes: minutes) : .before(minutes: -minutes)
            }
        case .absolute(let time):
            guard case .utc(let moment) = time else { return nil }
            let local = clocks.local(moment)
            guard local.second == 0 else { return nil }
            self = .at(local)
        }
    }
}

extension NominalDuration {
    /// Returns a duration of minutes: whole days count on the calendar.
    fileprivate static func minutes(_ minutes: Int) -> NominalDuration {
        minutes % 1_440 == 0 ? NominalDuration(days: minutes / 1_440) : NominalDuration(seconds: minutes * 60)
    }
}
