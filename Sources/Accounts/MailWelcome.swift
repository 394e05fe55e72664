import Mail
package import Runtime
package import Storage

/// The welcome mail, once for each account.
///
/// Running twice is harmless: the Message-ID is the same, so mail programs show one.
package struct MailWelcome: Job {
    package static let kind = "login.mail-welcome"
    package static func usefulSeconds(_ config: Config) -> Int { 86_400 }
    let customer: CustomerID

    package var customerID: CustomerID? { customer }

    package func run(_ context: JobContext, _ app: App) throws {
        guard let id = customerID, let customer = try app.store.customer(id),
            let address = EmailAddress(customer.email)
        else { return }
        let page = WelcomeMail(
            name: customer.name.isEmpty ? nil : customer.name, url: app.url("/settings/prayer/place"))
        try context.send(try app.message(page, to: address, context), app)
    }
}

struct WelcomeMail: MailPage {
    static let name = "welcome"
    let name: String?, url: String
}
