import Calendars
import DAV
import ICalendar
import Storage
import XML

/// The values of properties, for one customer.
struct PropertyWriter {
    let customer: Customer
    /// The limits of every calendar.
    let rules: StorageRules
    let mostOctets: Int
    /// The address of the customer as a principal.
    let principal: String

    init(_ calendars: CalendarHome) {
        customer = calendars.customer
        rules = calendars.rules
        mostOctets = calendars.mostOctets
        principal = Href.principal(customer.id).text
    }

    /// Writes a property with its value.
    ///
    /// - Returns: false if the resource does not have it. Nothing is written then.
    func write(_ property: LiveProperty, of resource: Resource, to writer: inout XMLWriter) -> Bool {
        guard property.belongs(to: resource.kind) else { return false }
        let start = writer.bytes.count
        property.value(resource, self, &writer)
        return writer.bytes.count > start
    }
}
