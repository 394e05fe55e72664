import Crypto
package import DAV
import ICalendar
package import Runtime
package import Storage

// Calendars: the one model of them. CalDAV, the pages, and everything else that reads or writes a calendar calls the
// verbs of `CalendarHome`; nothing else writes the tables.
//
// - Calendars.swift: `CalendarHome`, the calendars of a customer. CalendarRefusal.swift: the reasons to say no.
//   CalendarPalette.swift: their colours. ColorNames.swift: the names of CSS.
// - ListCalendars.swift, MakeCalendar.swift, ChangeCalendar.swift and DeleteCalendar.swift: whole calendars.
// - PutObject.swift, DeleteObject.swift and MoveObject.swift: objects. ReadObjects.swift: reading them.
// - FindObjects.swift: the objects that a query matches. BusyTimes.swift: the times at which nobody can be invited.
// - ImportFile.swift reads a calendar file, ImportReader.swift puts its parts together, ImportRemarks.swift has what a
//   report says about them. StoreFile.swift stores its objects, ExportFile.swift writes one.
// - Views: all calendars together, as pages show them. Search: events by their words.
// - EventSpan.swift: the moments of an event. EventPoint.swift: the point of its place. RuleText.swift: the rule of a
//   series as one line. PauseSeries.swift: a series that rests, and one over which tasks are planned.
// - LargeCalendars.swift: texts of calendars that are larger than an answer.
// - Trash/: what was deleted or overwritten, and the undo of a change.
// - CalendarRules.swift: what may be stored, and the time zone of a calendar.
// - Days: the built-in calendar of days. Events: events that a person makes and edits by hand.
// - Reminders: the due times of alarms.
// - Outside: calendars whose content comes from others. Feeds: calendars that anybody may read.
//
// A verb takes the address of a calendar, not a calendar that was read before: each verb reads, decides and writes in
// as few round trips as possible. A calendar belongs to its owner. The customer who asks is the owner today; when
// calendars are shared, it is the verb that checks what the customer may do.

/// The calendars of one customer (RFC 4791 §6.2.1 calls them the calendar home).
package struct CalendarHome {
    let app: App
    package let customer: Customer
    /// The one who asks for changes, as the trash tells it.
    package let author: ChangeAuthor
    /// The changes that were made through these calendars, for their undo.
    package let made = MadeChanges()
    /// The rows about the customer that one request reads once; nil if each question reads its own.
    package private(set) var known: CustomerRows?

    var owner: CustomerID { customer.id }

    fileprivate init(app: App, customer: Customer, author: ChangeAuthor) {
        self.app = app
        self.customer = customer
        self.author = author
    }

    /// Returns these calendars with the rows about the customer, so that further questions do not read them again.
    package func withKnownRows() throws -> CalendarHome {
        var home = self
        let rows = try app.store.customerRows(of: owner)
        home.known = try rows.calendars.isEmpty && makeFirst() ? app.store.customerRows(of: owner) : rows
        return home
    }
}

extension App {
    /// Returns the calendars of a customer.
    ///
    /// - Parameter author: the one who asks for changes.
    package func calendars(of customer: Customer, by author: ChangeAuthor = .page) -> CalendarHome {
        CalendarHome(app: self, customer: customer, author: author)
    }
}

/// Returns a random number for the epoch of a calendar.
func newEpoch() -> Int64 {
    Random.bytes(8).reduce(0) { $0 << 8 | Int64($1) }
}

extension CalendarRow {
    /// The state of the calendar, as programs see it.
    package var syncToken: SyncToken { SyncToken(epoch: UInt64(bitPattern: epoch), counter: counter) }
}

extension MemberRow {
    /// The entity tag, with its quotation marks.
    package var entityTag: String { DAV.entityTag(digest: tag) }
}
