import Crypto
package import Runtime
package import Storage

extension App {
    /// Makes a link that signs a customer in once, exactly as a mailed one, for an operator without a mail server.
    ///
    /// - Returns: its address; nil if the account is gone, or has another address by now.
    package func signInLink(of customer: Customer) throws -> String? {
        let token = MailedToken.make()
        // No browser asked for it, so there is nowhere to type a code: its digest is of none.
        let isMade = try store.insertLink(
            of: customer.id, flow: nil, email: customer.email, tokenDigest: MailedToken.digest(token),
            codeHMAC: Random.bytes(32), lifetimeMinutes: config.linkMinutes, keeping: MailMagicLink.liveLinks)
        return isMade ? url("/magic-link", ["token": token]) : nil
    }
}
