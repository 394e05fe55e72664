package import Runtime
package import Storage

extension App {
    /// Remembers the view that a customer opened, for the next time on a device of this kind.
    package func remember(_ view: CalendarViewName, onPhone isPhone: Bool, of customer: CustomerID) throws {
        try store.record(view, onPhone: isPhone, of: customer)
    }
}
