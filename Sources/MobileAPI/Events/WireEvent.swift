import Calendars
import CivilTime
import Places
import PrayerTimes
import Runtime
import Storage
import SwiftProtobuf
import Wire

extension CustomerCall {
    /// Returns a stored event as a message.
    func event(_ stored: StoredEvent) throws -> Jadwal_V1_Event {
        let draft = stored.draft
        return try .with {
            ($0.id, $0.calendarID, $0.etag) = (stored.place.segment, stored.place.calendar, stored.tag)
            ($0.uid, $0.recurrenceID) = (stored.uid, stored.recurrenceID ?? "")
            ($0.title, $0.location, $0.notes, $0.url) = (draft.title, draft.place, draft.note, draft.link)
            $0.setTime(draft.time)
            $0.recurrence = try draft.ruleText(weekStart: Weekday(rawValue: customer.firstDay) ?? .monday) { name in
                try app.shared.timeZones.rules(named: name)
            }
            $0.reminders = draft.reminders.compactMap(Jadwal_V1_Reminder.init)
            ($0.free, $0.priority) = (!draft.isBusy, UInt32(draft.priority.number))
            $0.color = draft.color?.color ?? ""
            $0.status = Jadwal_V1_EventStatus(draft.status)
            $0.categories = draft.categories
        }
    }
}

extension Jadwal_V1_Event {
    fileprivate mutating func setTime(_ time: EventTime) {
        switch time {
        case .timed(let start, let startZone, let end, let endZone):
            self.start = .with { ($0.dateTime, $0.timeZone) = (start.description, startZone) }
            self.end = .with { ($0.dateTime, $0.timeZone) = (end.description, endZone) }
        case .allDay(let days):
            start = .with { $0.date = days.lowerBound.iso8601 }
            end = .with { $0.date = days.upperBound.iso8601 }
        case .anchored(let anchor, let day, let minutes):
            prayer = .with {
                ($0.prayer, $0.minutes) = (anchor.prayer.rawValue, Int32(clamping: anchor.minutes))
                ($0.date, $0.lengthMinutes) = (day.iso8601, UInt32(clamping: minutes))
            }
        }
    }
}

extension Jadwal_V1_Reminder {
    /// - Returns: nil for a reminder that is not counted from the start; an update of other fields keeps it.
    fileprivate init?(_ reminder: Reminder) {
        self.init()
        switch reminder {
        case .before(let minutes): minutesBefore = Int32(clamping: minutes)
        case .afterStart(let minutes): minutesBefore = -Int32(clamping: minutes)
        case .beforeEnd, .at: return nil
        }
    }
}

extension Jadwal_V1_EventStatus {
    fileprivate init(_ status: EventStatus) {
        self = switch status {
        case .confirmed: .confirmed
        case .tentative: .tentative
        case .cancelled: .cancelled
        }
    }
}
