import CivilTime
import Crypto
import ICalendar
import Runtime
import Storage

// Reminders: the due times of the alarms of events.
//
// - Reminders.swift: the due times of an object, written with it. RemindersAhead.swift: the chore that continues them.
//
// They are facts about an object, as its bounds are. Who sends them reads rows, never events.

extension CalendarHome {
    /// The days ahead for which due times are written.
    static let reminderDays: Int64 = 8
    /// An alarm that is later than that when its event is written never goes off: a file may hold years of them.
    private static let lateSeconds: Int64 = 60
    /// The most due times of an object.
    private static let mostReminders = 500

    /// Returns the due times of an object's alarms in the coming days. Only events have any.
    ///
    /// Days and floating times are read in the customer's zone: an alarm at nine o'clock is at nine where they are.
    ///
    /// - Parameter known: the moment up to which due times were found before; nil for an object that is written.
    func reminders(of calendar: Component, after known: Instant? = nil) -> ObjectReminders {
        let parts = calendar.components.filter { $0.name == "VEVENT" }
        guard parts.contains(where: { $0.components.contains { $0.name == "VALARM" } })
        else { return ObjectReminders() }
        let series = Series(parts, zones: ZoneResolver(calendar, database: zoneDatabase), floating: floating)
        let start = app.now() - .seconds(Self.lateSeconds)
        let end = app.now() + .seconds(Self.reminderDays * 86_400)
        let first = max(known ?? start, start)
        var budget = Self.budget
        do throws(RecurrenceError) {
            let due = first < end
                ? try series.dueAlarms(in: first..<end, most: Self.mostReminders, of: isReminding, budget: &budget) : []
            let next = try series.nextDueAlarm(from: max(first, end), of: isReminding, budget: &budget)
            return ObjectReminders(rows: due.map { row($0, series) }, until: next)
        } catch {
            // A hostile rule. The worker tries again when these days are over.
            return ObjectReminders(until: end)
        }
    }

    /// False for an event that does not take place for the customer.
    private func isReminding(_ part: Component) -> Bool {
        guard part.first("STATUS")?.value.uppercased() != "CANCELLED" else { return false }
        let address = customer.email.lowercased()
        return !part.properties.contains { property in
            guard property.name == "ATTENDEE" else { return false }
            let person = Person(property)
            return person.mailAddress?.lowercased() == address && person.participation == "DECLINED"
        }
    }

    private func row(_ due: DueAlarm, _ series: Series) -> NewReminder {
        let part = series.components[due.time.partIndex], occurrence = due.occurrence
        let recurrenceID = series.isRecurring ? occurrence.recurrenceID?.addressText : nil
        let name = [part.first("UID")?.value ?? "", recurrenceID ?? "", due.name].joined(separator: "\n")
        return NewReminder(
            key: base64URL(Array(sha256(Array(name.utf8)).prefix(16))), dueAt: due.moment,
            recurrenceID: recurrenceID, startsAt: occurrence.startInstant, isAllDay: occurrence.start.isDate,
            isMail: due.isMail, title: part.shortText("SUMMARY"), place: part.shortText("LOCATION"))
    }
}

extension Component {
    /// Returns the beginning of a text. Its length counts as the database counts it.
    fileprivate func shortText(_ name: String) -> String {
        var short = String.UnicodeScalarView()
        short.append(contentsOf: plainText(name).unicodeScalars.lazy.filter { $0.value != 0 }.prefix(200))
        return String(short)
    }
}
