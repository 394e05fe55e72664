package import Runtime
package import Storage

// Agreements: what two people agree on in a chat becomes an event of the calendar, by itself.
//
// - Agreements.swift: `AgreementHome`, everything about a customer's chats that pages ask for.
// - Vault/: a customer's key, and the encryption with it.
// - Messages/: messages that come in, through whatever door; checked, encrypted, stored.
// - Analysis/: the reading of a chat, and the events that come of it. The worker calls it.
// - Inbox/: what was found, and the customer's answers. Chats/: the list of chats, uploads, forgetting.
// - Words/: the words that chats and typed sentences are read with.
// - Linking/: consent, and the link to WhatsApp. Bridge/: the calls to the program that holds it.

/// The chats of one customer, and what was found in them.
package struct AgreementHome {
    let app: App
    package let customer: Customer

    var owner: CustomerID { customer.id }

    fileprivate init(app: App, customer: Customer) {
        self.app = app
        self.customer = customer
    }
}

extension App {
    /// Returns the chats of a customer, and what was found in them.
    package func agreements(of customer: Customer) -> AgreementHome {
        AgreementHome(app: self, customer: customer)
    }
}
