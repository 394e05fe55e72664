package import Calendars
package import CivilTime
import Crypto
import DAV
import Extraction
import ICalendar
import PrayerTimes
import Runtime
import Storage
import Templates

/// An event of a chat as the calendar has it.
struct WrittenEvent {
    let uid: String
    let place: ObjectPlace
    let tag: String
}

/// Writes the events of chats into the customer's calendar "WhatsApp", by the same verbs as every other writer.
struct EventWriter {
    private let app: App
    private let customer: Customer
    private let home: CalendarHome

    init(_ app: App, _ customer: Customer) {
        self.app = app
        self.customer = customer
        home = app.calendars(of: customer)
    }

    /// The address of the calendar.
    static let calendar = "whatsapp"

    /// Returns the UID of the event of a plan. It is the same for the same plan, so a plan that is read twice, as after
    /// a crash, makes one event.
    static func uid(_ planKey: [UInt8]) -> String { String(hex(planKey).prefix(40)) }

    /// Returns true for a text that can be the UID of such an event.
    static func isUID(_ text: String) -> Bool {
        text.utf8.count == 40 && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    }

    /// Adds an event.
    ///
    /// - Throws: `CalendarRefusal` and `EventProblems`.
    func add(_ values: FoundValues, uid: String) throws -> WrittenEvent {
        let calendar = try writableCalendar()
        let added = try home.add(draft(values), to: calendar, uid: uid, isByHand: false)
        guard let stored = try home.event(at: added.place) else { throw CalendarRefusal.noObject }
        return WrittenEvent(uid: uid, place: added.place, tag: stored.tag)
    }

    /// Brings an event back that the customer had dismissed: as it was, or again if the trash was emptied.
    ///
    /// - Throws: as `add`.
    func restore(_ row: AgreementRow, _ values: FoundValues) throws -> WrittenEvent {
        let uid = row.uid ?? Self.uid(row.planKey)
        if let trashed = try app.store.deletedObject(of: customer.id, uid: uid),
            let restored = try home.restoreFromTrash(trashed.id),
            let stored = try home.event(at: ObjectPlace(restored.calendar.segment, restored.segment))
        {
            return WrittenEvent(uid: uid, place: stored.place, tag: stored.tag)
        }
        let written = try add(values, uid: uid)
        guard row.stateBefore == .cancelled else { return written }
        return try cancel(written.place) ?? written
    }

    /// Returns the event of a finding, also if the customer moved it to another calendar; nil if it is gone.
    func event(of row: AgreementRow) throws -> StoredEvent? {
        guard let noted = row.eventPlace, let uid = row.uid else { return nil }
        if let event = try home.event(at: noted), event.uid == uid { return event }
        return try app.store.place(of: customer.id, uid: uid).flatMap { try home.event(at: $0) }
    }

    func place(of row: AgreementRow) throws -> ObjectPlace? { try event(of: row)?.place }

    /// The finding that an event must still be as: its row, and the values that were written.
    typealias AsWritten = (row: AgreementRow, values: FoundValues)

    /// Changes time and place of an event.
    ///
    /// - Parameter written: the finding, if the event must be as Jadwal wrote it; nil for any event.
    /// - Returns: nil if the event is gone, or the customer has edited it.
    func change(
        _ place: ObjectPlace, to values: FoundValues, ifAsWritten written: AsWritten? = nil
    ) throws -> WrittenEvent? {
        try edit(place, ifAsWritten: written) { draft in
            let new = try self.draft(values)
            draft.time = new.time
            draft.title = new.title
            draft.status = .confirmed
            if !new.place.isEmpty, new.place != draft.place {
                // The point is that of the place before.
                (draft.place, draft.point) = (new.place, nil)
            }
            if case .none = new.repetition.rule {} else { draft.repetition = new.repetition }
        }
    }

    /// Marks an event as cancelled, so that every calendar program shows it struck and free.
    func cancel(_ place: ObjectPlace, ifAsWritten written: AsWritten? = nil) throws -> WrittenEvent? {
        try edit(place, ifAsWritten: written) { draft in
            draft.status = .cancelled
            draft.isBusy = false
        }
    }

    private func edit(
        _ place: ObjectPlace, ifAsWritten written: AsWritten?, _ change: (inout EventDraft) throws -> Void
    ) throws -> WrittenEvent? {
        guard let stored = try home.event(at: place), try written.map({ try isAsWritten(stored, $0) }) ?? true
        else { return nil }
        var draft = stored.draft
        try change(&draft)
        let now: ObjectPlace
        do {
            now = try home.edit(place, at: nil, .all, draft, ifTag: stored.tag)
        } catch EventRefusal.overtaken {
            return nil
        }
        guard let after = try home.event(at: now) else { return nil }
        return WrittenEvent(uid: stored.uid, place: now, tag: after.tag)
    }

    /// Returns true for an event that the customer has not edited. When prayer times change, the worker writes an event
    /// that follows one again: its tag is another one then, and its values are the same.
    private func isAsWritten(_ stored: StoredEvent, _ written: AsWritten) throws -> Bool {
        if stored.tag == written.row.writtenTag { return true }
        guard case .anchored = stored.draft.time else { return false }
        let now = stored.draft, before = try draft(written.values)
        return (now.title, now.place, now.note) == (before.title, before.place, before.note) && now.time == before.time
            && now.status == before.status && now.reminders == before.reminders
    }

    /// Returns the address of the calendar, which is made if there is none. A deleted one keeps its address for some
    /// weeks, so the next one has a number.
    private func writableCalendar() throws -> String {
        for number in 1...9 {
            let segment = number == 1 ? Self.calendar : "\(Self.calendar)-\(number)"
            if let found = try home.calendar(segment) {
                if found.takesEvents { return segment }
                continue
            }
            var values = CalendarValues()
            values.displayName = app.text("agreements.calendar", language)
            values.components = ["VEVENT"]
            values.color = CalendarPalette.unused(beside: try home.calendars())
            do {
                try home.make(values, at: segment)
                return segment
            } catch CalendarRefusal.addressTaken {
                // Another worker has just made it, or a deleted one has the address.
                if try home.calendar(segment) != nil { return segment }
            }
        }
        throw CalendarRefusal.addressTaken
    }

    private var language: Language { customer.spokenLanguage }

    /// Returns the event of values. No hour is invented: a day without one is a whole day.
    private func draft(_ values: FoundValues) throws -> EventDraft {
        EventDraft(
            title: values.title, time: try time(values),
            repetition: values.repetition(workingDays: app.workingDays(of: customer)), place: values.place ?? "",
            note: app.text("agreements.event.note", language, ["url": app.url("/inbox")]),
            categories: [app.text("agreements.calendar", language)])
    }

    private func time(_ values: FoundValues) throws -> EventTime {
        guard let minute = values.minute else { return .allDay(values.date...max(values.date, values.endDate)) }
        let length = values.length
        if let anchor = values.anchor, let offset = values.minutesAfterPrayer {
            return .anchored(PrayerAnchor(prayer: anchor.prayer, minutes: offset), day: values.date, minutes: length)
        }
        let zone = try app.zone(of: customer)
        let start = LocalDateTime(date: values.date, hour: minute / 60, minute: minute % 60) ?? .midnight(values.date)
        let end = zone.local(zone.instant(of: start) + .seconds(length * 60))
        return .timed(start: start, startZone: customer.timeZone, end: end, endZone: customer.timeZone)
    }
}

extension FoundValues {
    /// The length in minutes: an hour if no end was said.
    package var length: Int {
        guard let minute, let endMinute else { return 60 }
        let length = (endDate - date) * 1_440 + endMinute - minute
        return (1...2_880).contains(length) ? length : 60
    }

    /// Returns the repetition as a rule of the calendar. Some readings have no rule; the first event is right in
    /// any case.
    package func repetition(workingDays: Set<Weekday>) -> Repetition {
        guard let reading = repeats else { return .none }
        return switch reading.unit {
        case .days where reading.isWorkingDays: Repetition(.weekdays(workingDays))
        case .days where reading.interval == 1: Repetition(.daily)
        case .weeks: Repetition(.weekly(interval: reading.interval, reading.weekdays))
        case .months where reading.interval == 1: Repetition(.monthlyByDay)
        case .years where reading.interval == 1: Repetition(.yearly)
        case .days, .months, .years, .hours, .minutes: .none
        }
    }
}
