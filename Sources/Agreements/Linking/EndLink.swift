package import Runtime
package import Storage
import Templates

/// Has the bridge end a customer's link, or drop an attempt to make one. Running twice is harmless: the bridge answers
/// the same.
package struct EndLink: Job {
    package static let kind = "agreements.end-link"
    /// The bridge may be away for long, and the link must end all the same.
    package static func usefulSeconds(_ config: Config) -> Int { 7 * 86_400 }
    let customer: CustomerID

    package func run(_ context: JobContext, _ app: App) throws {
        // A new link was begun meanwhile: it ends the old one itself, before it asks for a code.
        if let row = try app.store.chatAccount(of: customer), row.state.isBegun { return }
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

extension ChatLinkState {
    /// True for a link that exists, and for one that is being made.
    var isBegun: Bool {
        switch self {
        case .asked, .waiting, .linked, .ready: true
        case .off, .failed, .lost: false
        }
    }
}
