package import CivilTime
import ICalendar
import Runtime
package import Storage

extension CalendarHome {
    /// Returns an event, or one of a series; nil if there is no such object, or the series has no event at that time.
    ///
    /// - Parameter recurrenceID: the event of the series, as addresses name it; nil for the whole series.
    /// - Throws: `EventRefusal.notAnEvent`, as for a to-do.
    package func event(at place: ObjectPlace, _ recurrenceID: String? = nil) throws -> StoredEvent? {
        let found = try calendarAndObject(at: place)
        guard let calendar = found.calendar, let object = found.object else { return nil }
        return try event(object, in: calendar, recurrenceID)
    }

    /// Returns an event by its address on pages.
    ///
    /// - Parameters:
    ///   - calendar: the number of the calendar.
    ///   - segment: the last part of the object's address.
    package func event(in calendar: CalendarID, _ segment: String, at recurrenceID: String?) throws -> StoredEvent? {
        guard let row = try row(of: calendar),
              let object = try app.store.object(of: owner, row.segment, segment)
        else { return nil }
        return try event(object, in: row, recurrenceID)
    }

    /// Returns the place of an object by its address on pages; nil if the customer has no such calendar.
    package func place(in calendar: CalendarID, _ segment: String) throws -> ObjectPlace? {
        try row(of: calendar).map { ObjectPlace($0.segment, segment) }
    }

    private func row(of id: CalendarID) throws -> CalendarRow? {
        try (known?.calendars ?? app.store.calendars(of: owner)).first { $0.id == id }
    }

    /// Returns the first days of a draft's series, as a preview of its rule.
    ///
    /// - Parameter count: the most days.
    /// - Throws: `EventProblems`.
    package func nextDays(of draft: EventDraft, _ count: Int = 5) throws -> [LocalDate] {
        try draft.nextDays(count, eventContext)
    }

    /// Returns the problems of a draft, at most one of each field, in the order of the fields.
    package func problems(of draft: EventDraft) -> [EventProblem] {
        draft.normalized.problems(eventContext(NoComputedSeries()), zones: ZoneResolver(database: zoneDatabase))
    }

    func event(_ object: ObjectRow, in calendar: CalendarRow, _ recurrenceID: String?) throws -> StoredEvent? {
        guard let text = readable(try CalendarText(object.octets)) else { throw EventRefusal.notAnEvent }
        var context = try eventContext
        context.floating = (floatingZoneName(in: calendar), floating(in: calendar))
        do {
            return StoredEvent(
                calendar: calendar, place: ObjectPlace(calendar.segment, object.member.segment),
                tag: object.member.entityTag, version: object.member.shortTag, counter: object.member.counter,
                changedAt: object.member.changedAt,
                event: try ObjectEvent(text, at: recurrenceID, context))
        } catch EventRefusal.noOccurrence {
            return nil
        }
    }

    /// The facts about the customer that drafts need.
    ///
    /// - Throws: an error if the prayer times that the customer chose cannot be read.
    package var eventContext: EventContext {
        get throws { eventContext(try computedSeries()) }
    }

    private func eventContext(_ computed: any ComputedSeries) -> EventContext {
        var context = EventContext(
            now: app.now(), timeZone: customer.timeZone, weekStart: Weekday(rawValue: customer.firstDay) ?? .monday,
            database: zoneDatabase, computed: computed, address: customer.email.lowercased())
        context.mostOctets = rules.octets
        return context
    }
}
