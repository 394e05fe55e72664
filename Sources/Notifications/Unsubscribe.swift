import Crypto
import Logging
package import Runtime
package import Storage

/// Mails that one POST ends, from any mail program and without a session (RFC 8058).
package enum MailList: String, Sendable, CaseIterable {
    /// Mails of notices.
    case notices
    /// The mail of the morning.
    case digest
}

extension App {
    /// Returns the address that ends mails to a customer. It never changes, and whoever has the mail has it.
    package func unsubscribeURL(_ list: MailList, of customer: CustomerID) -> String {
        let proof = unsubscribeProof(list, of: customer, key: secrets.notices.current)
        return url("/unsubscribe", ["t": "\(customer).\(list.rawValue).\(base64URL(proof))"])
    }

    /// Ends mails, by the token of their address.
    ///
    /// - Returns: false if there is no such token.
    package func unsubscribe(token: String) throws -> Bool {
        let parts = token.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 3, let id = CustomerID(text: parts[0]),
              let list = MailList(rawValue: parts[1]), let proof = base64URLDecoded(parts[2]),
              secrets.notices.all.contains(where: { key in
                  constantTimeEqual(proof, unsubscribeProof(list, of: id, key: key))
              }),
              let customer = try store.customer(id)
        else { return false }
        let home = notices(of: customer)
        var choices = try home.choices()
        switch list {
        case .notices: choices.preferences.takesMail = false
        case .digest: choices[.digest, .mail] = false
        }
        try home.replace(choices)
        log.info("mails ended", metadata: ["customer_id": "\(id)", "list": "\(list.rawValue)"])
        return true
    }

    private func unsubscribeProof(_ list: MailList, of customer: CustomerID, key: [UInt8]) -> [UInt8] {
        hmacSHA256(key: key, Array("jadwal unsubscribe 1 \(customer) \(list.rawValue)".utf8))
    }
}
