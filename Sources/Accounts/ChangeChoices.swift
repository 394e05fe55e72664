package import Runtime
package import Storage

extension App {
    /// Stores what a customer has chosen: name, language, time zone, first day, clock and digits.
    package func change(_ customer: Customer) throws {
        try store.replace(customer)
    }
}
