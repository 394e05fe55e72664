import Crypto
public import Postgres
public import Storage

extension Shared {
    /// Forgets the values that have changed, by an announcement of the database.
    public func forget(_ announcement: Notification) {
        let payload = announcement.payload
        switch announcement.channel {
        case Store.accountChannel:
            if let customer = CustomerID(text: payload) { forget(customer) }
        case Store.feedChannel:
            if let digest = hexDecoded(payload), !digest.isEmpty {
                feeds.forget(digest)
            } else {
                feeds.forgetEverything()
            }
        default: break
        }
    }

    /// Forgets the sessions and devices of a customer.
    public func forget(_ customer: CustomerID) {
        sessions.forget { $0.customerID == customer }
        devices.forget { $0.customerID == customer }
        bearers.forget { $0.customerID == customer }
    }
}
