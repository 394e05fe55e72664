import Crypto
public import Postgres
import Storage

extension Shared {
    /// Forgets the values that have changed, by an announcement of the database.
    public func forget(_ announcement: Notification) {
        let payload = announcement.payload
        switch announcement.channel {
        case Store.accountChannel:
            if let customer = CustomerID(text: payload) { sessions.forget { $0.customerID == customer } }
        case Store.feedChannel:
            if let digest = hexDecoded(payload), !digest.isEmpty {
                feeds.forget(digest)
            } else {
                feeds.forgetEverything()
            }
        default: break
        }
    }
}
