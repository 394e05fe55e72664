import CivilTime
import Crypto
import Mail
import Places
package import Runtime
package import Storage
import Templates

/// Mails a link and a code for one browser's sign-in.
///
/// Both are made here, not in the handler, so that only their digests are ever stored. Running twice is
/// harmless: each run mails its own link, and both sign in the same person.
package struct MailMagicLink: Job {
    package static let kind = "login.mail-magic-link"
    package static func usefulSeconds(_ config: Config) -> Int { config.linkMinutes * 60 }
    /// The links of one customer that are valid at the same time. They are more than strangers may ask for while a
    /// link is valid, so that strangers' links do not end the owner's.
    static let liveLinks = 8

    /// The browser's sign-in; `customer` is its owner at the time of the request.
    let flow: FlowID
    let customer: CustomerID
    /// The browser in words, and the two characters on its page; nil in a job of an earlier release.
    let device: String?
    let reference: String?
    /// False for the sign-in of an app, which has no place to type a code; nil for true.
    var hasCode: Bool?

    package var customerID: CustomerID? { customer }

    package func run(_ context: JobContext, _ app: App) throws {
        guard let id = customerID, let email = try app.store.customer(id)?.email, let address = EmailAddress(email)
        else { return }
        // A browser that went on to another address cannot type this mail's code. But the link is
        // mailed in any case: a mail that was counted must arrive, or counting could keep the address's owner out.
        let begun = try app.store.flow(flow).flatMap { $0.customerID == id ? $0 : nil }
        let token = MailedToken.make()
        let digest = MailedToken.digest(token)
        let code = Random.text(SignInCode.length, alphabet: SignInCode.alphabet)
        guard try app.store.insertLink(
            of: id, flow: begun?.id, email: email, tokenDigest: digest,
            codeHMAC: SignInCode.digest(code, flow: flow, app),
            lifetimeMinutes: app.config.linkMinutes, keeping: Self.liveLinks)
        else { return }
        let language = context.language
        let device = device ?? begun?.device ?? ""
        let page = MagicLinkMail(
            url: app.url("/magic-link", ["token": token]),
            code: "\(code.prefix(4))-\(code.suffix(4))", hasCode: hasCode ?? true,
            reference: reference ?? begun?.reference ?? Random.text(2, alphabet: SignInCode.alphabet),
            minutes: app.text("wait.minutes", language, counting: app.config.linkMinutes),
            device: device.isEmpty ? app.text("session.unknown-device", language) : device,
            askedAt: try app.wallClock(context.row.createdAt, of: try app.store.customer(id), language))
        do {
            try context.send(try app.message(page, to: address, context), app)
        } catch let error as DeliveryError {
            if !error.mayHaveLeft { try app.store.deleteLink(tokenDigest: digest) }
            throw error
        }
    }

    /// Stores the failure for the waiting page: nobody should wait for a mail that will not come.
    package func ended(_ outcome: JobOutcome, _ app: App) throws {
        guard outcome != .unknown, let id = customerID else { return }
        try app.store.setMailProblem(outcome == .refused ? "refused" : "unreachable", of: flow, customer: id)
    }
}

extension App {
    /// Formats a moment in a customer's time zone: `17:05 (Riyadh)`.
    func wallClock(_ moment: Instant, of customer: Customer?, _ language: Language) throws -> String {
        let zone = try shared.timeZones.rules(named: customer?.timeZone ?? config.defaultTimeZone) ?? .utc
        let format = customer.map { formatter($0, language) } ?? formatter(language)
        return format.time(moment, zone) + " (\(TimeZones.name(of: zone.name, arabic: language == .arabic)))"
    }
}

struct MagicLinkMail: MailPage {
    static let name = "magic-link"
    let url: String, code: String, hasCode: Bool, reference: String, minutes: String, device: String, askedAt: String
}
