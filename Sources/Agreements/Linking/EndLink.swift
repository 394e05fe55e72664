package import Runtime
package import Storage
import Templates

/// Has the bridge end a customer's link. Running twice is harmless: the bridge answers the same.
package struct EndLink: Job {
    package static let kind = "agreements.end-link"
    /// The bridge may be away for long, and the link must end all the same.
    package static func usefulSeconds(_ config: Config) -> Int { 7 * 86_400 }
    let customer: CustomerID

    package func run(_ context: JobContext, _ app: App) throws {
        // A new link was begun meanwhile; its own call replaced the old one.
        if let row = try app.store.chatAccount(of: customer), row.state != .off { return }
        try app.bridge?.disconnect(customer.description)
    }
}

extension App {
    /// Has the bridge end the link of a customer whose account is deleted, in the transaction that is open.
    package func endLink(ofDeleted customer: CustomerID) throws {
        guard let row = try store.chatAccount(of: customer), row.state != .off else { return }
        try enqueue(EndLink(customer: customer), .english)
    }
}
