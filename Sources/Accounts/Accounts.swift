// Customers, sign-in, sessions and passwords of devices.
//
// - Accounts.swift: `Asker`, the person who asks for something.
// - KnownBrowser.swift: a browser's proof that it signed in before.
// - MailBudget.swift: the limits on sign-in mails.
// - AskForSignIn.swift: asking for a sign-in mail.
// - AskedSignIn.swift: the sign-in that a browser asked for, and waits for.
// - RedeemLink.swift and RedeemCode.swift: signing in with the link of a mail, or with its code.
// - SignIn.swift: what both do. NotifySignIn.swift: the notice about a new device. SignInCode.swift: the code, its
//   digest and its tries.
// - MailedToken.swift: the token of a mailed link, which is stored as a digest.
// - MailMagicLink.swift and MailWelcome.swift: the mails of signing in.
// - MailedConfirmation.swift: asking a customer to confirm a wish by a mailed link, and the limits on that.
// - ChangeAddress.swift: a new address, proved by a mailed link.
// - DeleteAccount.swift: the end of an account, confirmed by a mailed link.
// - DeviceSignIn.swift: the check of a device's password, remembered between requests. DeviceUserName.swift: the names
//   it may come with. DevicePasswordText.swift: the form of passwords, and their digests.
// - MakeDevicePassword.swift, MailDevicePassword.swift and RevokeDevicePassword.swift: a password from its making to
//   its end. DeviceSetup.swift: the set-up of a device by a profile.
// - AddCustomer.swift and SignInLink.swift: what an operator does on the command line.
// - Apps/: sessions of apps, their tokens, and the CalDAV password that the app shows.
// - Tokens/: tokens of programs, which can do only what their scopes name.
// - Sessions.swift: the check of a session, remembered between requests. EndSessions.swift: its end.

import Logging
import Runtime
package import Storage
package import Templates

/// The person who asks for something: the facts of a request that limits, sign-in and mails depend on.
package struct Asker: Sendable {
    /// The request's number, for the log.
    package let request: String
    /// The network address, as nginx gives it.
    package let address: String
    /// The browser in words: `Firefox · Linux`. Empty if it is not recognised.
    package let device: String
    /// The language of the mails that the person asks for.
    package let language: Language
    /// SHA-256 of the cookie that ties the browser to its session, or to the sign-in that it began.
    package let browser: [UInt8]
    /// The accounts that the browser signed in to before; nil if it proves none.
    package let knownBrowser: KnownBrowser?
    /// The session; nil for somebody signed out.
    package let signedIn: SignedIn?

    /// The network as text, for the log and the list of sessions.
    var network: String { Networks.shown(address) }

    /// Returns the fields of a log line about a customer.
    func logFields(_ customer: CustomerID) -> Logger.Metadata {
        ["request": "\(request)", "customer_id": "\(customer)"]
    }

    package init(
        request: String, address: String, device: String, language: Language, browser: [UInt8],
        knownBrowser: KnownBrowser?, signedIn: SignedIn?
    ) {
        self.request = request
        self.address = address
        self.device = device
        self.language = language
        self.browser = browser
        self.knownBrowser = knownBrowser
        self.signedIn = signedIn
    }
}
