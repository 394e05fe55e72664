import Crypto
import Storage

/// A browser's proof of the accounts that it signed in to before: the value of a cookie that outlives sessions.
///
/// It signs nobody in. It only decides which limit a request for a sign-in mail is counted against, so that
/// a stranger's requests do not use up the limit of the account's owner. It is not in the database.
package struct KnownBrowser: Sendable {
    private static let byteCount = 16
    /// Accounts that one browser can prove; one more replaces the oldest.
    private static let mostAccounts = 5

    /// The browser's own 16 random bytes. Its limit is counted by them.
    let id: [UInt8]
    /// A keyed digest for each account, the newest first.
    private var proofs: [[UInt8]]

    /// A browser that has proved nothing yet.
    init() {
        id = Random.bytes(Self.byteCount)
        proofs = []
    }

    /// Reads the proof in a cookie; nil for any other text.
    package init?(text: String) {
        guard let bytes = base64URLDecoded(text), bytes.count.isMultiple(of: Self.byteCount),
            (2...Self.mostAccounts + 1).contains(bytes.count / Self.byteCount)
        else { return nil }
        let parts = stride(from: 0, to: bytes.count, by: Self.byteCount).map { Array(bytes[$0..<$0 + Self.byteCount]) }
        id = parts[0]
        proofs = Array(parts.dropFirst())
    }

    package var text: String { base64URL(id + proofs.flatMap { $0 }) }

    /// Returns true if the browser signed in to an account before.
    ///
    /// - Parameter keys: the current key and earlier ones that still count.
    func knows(_ customer: CustomerID, keys: [[UInt8]]) -> Bool {
        keys.contains { key in
            let proof = proof(of: customer, key)
            return proofs.contains { constantTimeEqual($0, proof) }
        }
    }

    /// Returns the proof of the same browser after it signed in to an account.
    func adding(_ customer: CustomerID, key: [UInt8]) -> KnownBrowser {
        let proof = proof(of: customer, key)
        var known = self
        known.proofs = Array(([proof] + proofs.filter { $0 != proof }).prefix(Self.mostAccounts))
        return known
    }

    private func proof(of customer: CustomerID, _ key: [UInt8]) -> [UInt8] {
        Array(hmacSHA256(key: key, id + Array(customer.description.utf8)).prefix(Self.byteCount))
    }
}
