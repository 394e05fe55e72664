import Crypto
import Logging
import Postgres
package import Runtime
import Storage

/// The opened key of a customer's accounts.
///
/// A text is bound to its customer, its account and its field: a row that was moved to another place does not open.
struct AccountVault {
    enum Field: String { case address, user, password, homes }

    private let key: SealingKey
    private let customer: CustomerID

    fileprivate init(_ key: SealingKey, _ customer: CustomerID) {
        self.key = key
        self.customer = customer
    }

    func seal(_ text: String, _ field: Field, of account: OutsideAccountID) -> [UInt8] {
        key.seal(Array(text.utf8), context: context(field, account))
    }

    /// - Throws: `FetchProblem.locked` if it does not open.
    func open(_ sealed: [UInt8]?, _ field: Field, of account: OutsideAccountID) throws(FetchProblem) -> String {
        guard let sealed, let plain = key.open(sealed, context: context(field, account)) else { throw .locked }
        return String(decoding: plain, as: UTF8.self)
    }

    private func context(_ field: Field, _ account: OutsideAccountID) -> [UInt8] {
        Array("jadwal outside account 1 \(customer) \(account) \(field.rawValue)".utf8)
    }
}

extension App {
    /// Returns the key of a customer's accounts.
    ///
    /// - Throws: `FetchProblem.locked` if there is none, or if the installation has lost the key that it is encrypted
    ///   with.
    func accountVault(of customer: CustomerID) throws -> AccountVault {
        guard let row = try store.accountKey(of: customer), let bytes = unwrapped(row), let key = SealingKey(bytes)
        else { throw FetchProblem.locked }
        return AccountVault(key, customer)
    }

    /// Returns the key of a customer's accounts, and makes it if there is none. One that does not open is never
    /// replaced.
    func accountVault(making customer: CustomerID) throws -> AccountVault {
        if try store.accountKey(of: customer) == nil {
            let bytes = Random.bytes(SealingKey.byteCount)
            // Of two requests at once, the first one's key stays.
            try store.insert(try wrapped(bytes, of: customer))
        }
        return try accountVault(of: customer)
    }

    /// Encrypts the keys of customers' accounts with the current key of the installation, where an earlier one still
    /// does it.
    ///
    /// Running twice is harmless: a key that was done is not found again.
    ///
    /// - Returns: true if there are more.
    package func renewAccountKeys() throws -> Bool {
        let limit = 200
        let rows = try store.accountKeys(notWrappedBy: secrets.accounts.fingerprint, limit: limit)
        var failed = 0
        for row in rows {
            if let bytes = unwrapped(row) {
                let new = try wrapped(bytes, of: row.customer)
                try store.rewrap(row, to: new.masterKey, wrapped: new.wrapped)
            } else {
                failed += 1
            }
        }
        if failed > 0 { log.error("keys of accounts cannot be opened", metadata: ["keys": "\(failed)"]) }
        return rows.count == limit && failed < rows.count
    }

    private func unwrapped(_ row: AccountKeyRow) -> [UInt8]? {
        secrets.accounts.all.lazy.filter { KeyRing($0).fingerprint == row.masterKey }
            .compactMap { SealingKey($0)?.open(row.wrapped, context: wrappingContext(row.customer)) }.first
    }

    private func wrapped(_ bytes: [UInt8], of customer: CustomerID) throws -> AccountKeyRow {
        guard let master = SealingKey(secrets.accounts.current) else { throw FetchProblem.locked }
        return AccountKeyRow(
            customer: customer, masterKey: secrets.accounts.fingerprint,
            wrapped: master.seal(bytes, context: wrappingContext(customer)))
    }
}

private func wrappingContext(_ customer: CustomerID) -> [UInt8] {
    Array("jadwal outside key 1 \(customer)".utf8)
}
