import Accounts
import Calendars
import CivilTime
import Places
import Planning
import Runtime
import Storage
import Templates
import Web

/// The values that the pages of events share while they answer one request.
struct EventDesk {
    let visit: CustomerVisit
    let home: CalendarHome
    let words: EventWords
    /// The customer's zone.
    let zone: TimeZoneRules
    /// The Hijri calendar with the customer's shift.
    let hijri: HijriCalendar
    /// The customer's calendars, in their order.
    let allCalendars: [CalendarRow]
    /// The calendar of the last new event; nil before the first.
    let lastCalendar: CalendarRow?

    /// The calendars that take events, the last one used first.
    var calendars: [CalendarRow] {
        let takers = allCalendars.filter { $0.takesEvents && !$0.isReadOnly }
        return takers.filter { $0.id == lastCalendar?.id } + takers.filter { $0.id != lastCalendar?.id }
    }

    init(_ visit: CustomerVisit) throws {
        self.visit = visit
        home = try visit.calendars.withKnownRows()
        words = EventWords(visit.format, visit.app)
        zone = try visit.zone
        let preferences = home.known?.preferences ?? CalendarPreferences(), calendars = home.known?.calendars ?? []
        hijri = try visit.app.hijri.shifted(by: preferences.hijriShift)
        allCalendars = calendars
        lastCalendar = calendars.first { $0.id == preferences.lastCalendar }
    }

    var customer: Customer { visit.customer }

    /// True if the customer has no device that reminds them of events.
    var isSilent: Bool { get throws { try visit.app.devicePasswords(of: customer.id).isEmpty } }

    var workingDays: Set<Weekday> { visit.workingDays }

    /// The customer's present local time.
    var now: LocalDateTime { zone.local(visit.app.now()) }

    /// Returns the calendar with a number; nil if the customer has none, or it takes no events.
    func calendar(withID id: String) -> CalendarRow? {
        calendars.first { $0.id.description == id }
    }

    /// Returns the reader of a form. Saved places are read if the form names a place that the event does not have.
    func reader(_ form: EventForm, editing draft: EventDraft? = nil) throws -> EventFormReader {
        let typed = form[.place].trimmed, isNew = !typed.isEmpty && typed != draft?.place
        let places = isNew ? PlaceNames(try visit.planning.places().map(\.values)) : PlaceNames([])
        return EventFormReader(form, editing: draft, workingDays: workingDays, places: places) { name in
            name.isEmpty ? zone : try visit.app.shared.timeZones.rules(named: name)
        }
    }
}
