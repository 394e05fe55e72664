package import CivilTime
package import Mail
package import Runtime
package import Storage

/// The sign-in that a browser asked for last, whether or not a mail could be sent. The browser keeps it, signed.
package struct AskedSignIn: Sendable {
    package let address: EmailAddress
    /// Two characters, on the page and in the mail.
    package let reference: String
    /// The page to go on to.
    package let next: String
    /// The moment of asking, by the clock of the responder that answered.
    package let askedAt: Instant

    package init(address: EmailAddress, reference: String, next: String, askedAt: Instant) {
        self.address = address
        self.reference = reference
        self.next = next
        self.askedAt = askedAt
    }

    /// Returns the seconds until the browser may ask for another mail, by this machine's clock; 0 if it may.
    package func secondsToWait(_ app: App) -> Int {
        max(0, min(app.config.resendSeconds, app.config.resendSeconds - secondsPassed(app)))
    }

    /// Returns true if a code mailed for this sign-in has expired by this machine's clock.
    ///
    /// A code also expires with its flow and link in the database, by the database's clock.
    func isExpired(_ app: App) -> Bool {
        secondsPassed(app) >= app.config.linkMinutes * 60
    }

    private func secondsPassed(_ app: App) -> Int {
        Int(app.now().secondsSince1970 - askedAt.secondsSince1970)
    }

    /// Returns the count of wrong codes typed for this sign-in. It counts them even if no mail was sent.
    func codeTries(_ asker: Asker, _ app: App) -> Throttle {
        app.throttle(
            "login.code", asker.browser + Array(reference.utf8), limit: SignInCode.tries,
            seconds: app.config.linkMinutes * 60)
    }
}

/// The sign-in that a browser waits for: the one it asked for, and the stored one if a mail was sent.
package struct Waiting: Sendable {
    package let asked: AskedSignIn
    /// The stored sign-in; nil if no mail could be sent, which the page does not show.
    package let flow: SignInFlow?

    init(_ asked: AskedSignIn, _ flow: SignInFlow?) {
        self.asked = asked
        self.flow = flow.flatMap { EmailAddress($0.typedEmail) == asked.address ? $0 : nil }
    }

    /// The reason why a person may wait in vain.
    package enum Problem: Sendable {
        case refused, unreachable
        /// The limits allow no mail for some seconds, since too many were asked for. It is shown to everybody alike.
        case busy(seconds: Int)
    }

    /// Returns the reason why a person may wait in vain; nil if none is known.
    package func problem(_ asker: Asker, _ app: App) throws -> Problem? {
        switch flow?.mailProblem {
        case "refused": .refused
        case .some: .unreachable
        case nil: try MailBudget.secondsUntilQuiet(asker, app).map { .busy(seconds: $0) }
        }
    }
}

extension App {
    /// Returns the sign-in that a browser waits for.
    package func waiting(for asked: AskedSignIn, _ asker: Asker) throws -> Waiting {
        Waiting(asked, try store.flow(ofBrowser: asker.browser))
    }
}
