import Crypto
import Logging
import Mail
package import Runtime
package import Storage
import Templates

/// The outcome of asking for a sign-in mail. It does not reveal if one is sent.
package enum SignInRequest: Sendable {
    case begun(AskedSignIn)
    /// The browser asked for the same address some seconds ago.
    case tooSoon(AskedSignIn)
}

extension App {
    /// Begins a browser's sign-in and has a mail with a link and a code sent, if the limits allow one.
    ///
    /// Known and unknown addresses cost the same statements and have the same outcome: it must not reveal who has
    /// an account.
    ///
    /// - Parameters:
    ///   - person: the address, and the settings of a new account.
    ///   - next: the page to go on to.
    ///   - last: the sign-in that this browser asked for last; nil if it asked for none.
    package func askForSignIn(
        _ person: NewCustomer, next: String, last: AskedSignIn?, _ asker: Asker
    ) throws -> SignInRequest {
        if let last, last.address == person.address, last.secondsToWait(self) > 0 { return .tooSoon(last) }
        let asked = AskedSignIn(
            address: person.address, reference: Random.text(2, alphabet: SignInCode.alphabet), next: next,
            askedAt: now())
        if try !begin(asked, person, asker) {
            log.warning("mail limit", metadata: ["request": "\(asker.request)", "network": "\(asker.network)"])
        }
        return .begun(asked)
    }

    /// Begins a sign-in and has the mail sent, if the limits allow one.
    ///
    /// If they do not, everything except the count of the network is rolled back. So a request too many leaves no
    /// rows, but it takes the same work.
    ///
    /// - Parameter hasCode: false if the mail has the link alone.
    /// - Returns: false if the limits do not allow a mail.
    func begin(_ asked: AskedSignIn, _ person: NewCustomer, hasCode: Bool = true, _ asker: Asker) throws -> Bool {
        struct HeldBack: Error {}
        let store = try store, budget = MailBudget(address: asked.address, asker: asker, app: self)
        return try store.transaction {
            let network = try budget.countForNetwork()
            do {
                try store.transaction {
                    let customer = try store.customer(orInsert: person)
                    let isAllowed = try budget.take(for: customer, network)
                    let flow = try store.insert(
                        NewSignInFlow(
                            browserDigest: asker.browser, customerID: customer.id, typedEmail: asked.address.text,
                            language: asker.language.tag, reference: asked.reference,
                            device: asker.device, nextPath: asked.next, lifetimeMinutes: config.linkMinutes))
                    var mail = MailMagicLink(
                        flow: flow, customer: customer.id, device: asker.device, reference: asked.reference)
                    if !hasCode { mail.hasCode = false }
                    try enqueue(mail, asker.language)
                    if !isAllowed { throw HeldBack() }
                }
                return true
            } catch is HeldBack {
                return false
            }
        }
    }
}
