import Crypto
import Logging
import Mail
package import Runtime
package import Storage

extension App {
    /// Has an app's sign-in mail sent, if the limits allow one. It has the link alone, since an app has no place for a
    /// code.
    ///
    /// As with browsers, known and unknown addresses cost the same statements. A second mail to the same address within
    /// some seconds is not sent.
    ///
    /// - Parameter asker: with random bytes in place of a browser's cookie.
    package func askForSignIn(byApp person: NewCustomer, _ asker: Asker) throws {
        let resent = throttle(
            "mail.app", Array(person.address.key.utf8) + Networks.counted(asker.address), limit: 1,
            seconds: config.resendSeconds)
        if config.resendSeconds > 0, try count([resent]) != nil { return }
        let asked = AskedSignIn(
            address: person.address, reference: Random.text(2, alphabet: SignInCode.alphabet), next: "/",
            askedAt: now())
        guard try begin(asked, person, hasCode: false, asker) else {
            log.warning("mail limit", metadata: ["request": "\(asker.request)", "network": "\(asker.network)"])
            return
        }
    }
}
