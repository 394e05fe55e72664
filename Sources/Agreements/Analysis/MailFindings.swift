import CivilTime
import Mail
package import Runtime
package import Storage
import Templates

/// Mails that something was found. It holds no words of a chat, no name and no title.
///
/// One mail announces everything that came within five minutes. Running twice is harmless: the Message-ID is the same.
package struct MailFindings: Job {
    package static let kind = "agreements.mail-findings"
    package static func usefulSeconds(_ config: Config) -> Int { 6 * 3_600 }
    let customer: CustomerID

    package var customerID: CustomerID? { customer }

    /// The seconds for which further findings are waited for.
    static let delaySeconds = 300
    /// The most mails in a day.
    private static let mostADay = 5

    package func run(_ context: JobContext, _ app: App) throws {
        let store = try app.store
        guard let row = try store.customer(customer), let address = EmailAddress(row.email),
            try store.chatAccount(of: customer)?.mailsFindings ?? true
        else { return }
        let rows = try store.unannouncedAgreements(of: customer, on: app.zone(of: row).local(app.now()).date)
        let limit = app.throttle(
            "mail.findings", Array(customer.description.utf8), limit: Self.mostADay, seconds: 86_400)
        guard !rows.isEmpty, try store.secondsUntilFree(limit) == nil else { return }
        let page = FindingsMail(
            found: app.text("mail.findings.found", context.language, counting: rows.count), url: app.url("/inbox"))
        try context.send(try app.message(page, to: address, context), app)
        try store.transaction {
            // A finding that came while the mail was sent gets a mail of its own.
            for told in rows { try store.announce(told, of: customer) }
            try store.record(limit)
        }
    }
}

struct FindingsMail: MailPage {
    static let name = "findings"
    let found: String, url: String
}

extension App {
    /// Enqueues a mail about new findings, in the transaction that is open. Does nothing if one is waiting.
    func announceFindings(to customer: Customer) throws {
        guard try !store.hasWaitingJob(MailFindings.kind, of: customer.id) else { return }
        let language = customer.spokenLanguage
        try enqueue(MailFindings(customer: customer.id), language, delaySeconds: MailFindings.delaySeconds)
    }
}
