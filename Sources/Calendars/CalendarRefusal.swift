package import ICalendar

/// The reason why a verb changed nothing. Each surface words it in its own way.
package enum CalendarRefusal: Error, Sendable {
    /// There is no calendar at the address.
    case noCalendar
    /// There is no object at the address.
    case noObject
    /// The address is taken by another calendar.
    case addressTaken
    /// The name of the address is longer than 255 octets.
    case addressTooLong
    /// The content of the calendar comes from outside: nobody writes into it here.
    case readOnly
    /// The default calendar stays, since new events need a place.
    case defaultStays
    /// The UID is that of another object of the calendar, or the object at the address has another UID. Its address.
    case uidTaken(segment: String)
    /// The object breaks a rule of calendars.
    case invalid(ObjectDefect)
    /// The UID is longer than the database stores.
    case uidTooLong
    case tooManyCalendars(limit: Int)
    case tooManyObjects(limit: Int)
    /// The customer's calendars hold as much as they may, in megabytes.
    case full(megabytes: Int)
    /// A place keeps as many properties of programs as it may, in octets.
    case tooManyProperties(octets: Int)
}
