/// The properties that events, to-dos and journal entries share (RFC 5545 §3.8).
public protocol CalendarItem: ComponentView {}

extension CalendarItem {
    public var uid: String? { get throws(Problem) { try text("UID") } }
    public var summary: String? { get throws(Problem) { try text("SUMMARY") } }
    public var location: String? { get throws(Problem) { try text("LOCATION") } }
    /// DESCRIPTION; the first one of a journal entry, which may have several.
    public var details: String? { get throws(Problem) { try text("DESCRIPTION") } }
    public var start: DateOrTime? { get throws(Problem) { try date("DTSTART") } }
    /// RECURRENCE-ID: the occurrence of its series that this component describes.
    public var recurrenceID: DateOrTime? { get throws(Problem) { try date("RECURRENCE-ID") } }
    /// True for RANGE=THISANDFUTURE: it holds for all later occurrences too (§3.2.13).
    public var isThisAndFuture: Bool { component.isThisAndFuture }
    /// SEQUENCE, the number of the organizer's changes; 0 if it is missing (§3.8.7.4).
    public var sequence: Int { get throws(Problem) { try integer("SEQUENCE") ?? 0 } }
    public var stamp: DateOrTime? { get throws(Problem) { try date("DTSTAMP") } }
    public var created: DateOrTime? { get throws(Problem) { try date("CREATED") } }
    public var lastModified: DateOrTime? { get throws(Problem) { try date("LAST-MODIFIED") } }
    /// STATUS in upper case, as in CANCELLED.
    public var status: String? { keyword("STATUS") }
    public var isCancelled: Bool { status == "CANCELLED" }
    /// CLASS in upper case; PUBLIC if it is missing (§3.8.1.3).
    public var classification: String { keyword("CLASS") ?? "PUBLIC" }

    /// The texts of all CATEGORIES.
    public var categories: [String] {
        get throws(Problem) {
            var categories: [String] = []
            for property in component.all("CATEGORIES") { categories += try property.texts() }
            return categories
        }
    }

    public var organizer: Person? { component.first("ORGANIZER").map(Person.init) }
    public var attendees: [Person] { component.all("ATTENDEE").map(Person.init) }
    public var alarms: [Alarm] { component.views(Alarm.self) }
}
