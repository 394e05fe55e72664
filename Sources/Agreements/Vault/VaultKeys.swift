import Crypto
import Logging
import Postgres
package import Runtime
import Storage

extension App {
    /// Returns a customer's keys; nil if they have none.
    ///
    /// - Throws: `VaultError.missingKey` if the installation has lost the key that they are encrypted with.
    func vault(of customer: CustomerID) throws -> Vault? {
        try opened(store.customerKeys(of: customer), of: customer)
    }

    /// Returns a customer's keys, and makes the first one if there is none. They stay until the transaction ends.
    func vault(making customer: CustomerID) throws -> Vault {
        if let vault = try opened(store.lockCustomerKeys(of: customer), of: customer) { return vault }
        // A new key beside chats of a lost one would hide the loss.
        guard try store.chats(of: customer, limit: 1).isEmpty else { throw VaultError.missingKey }
        let bytes = Random.bytes(2 * SealingKey.byteCount)
        _ = try store.insert(wrapped(bytes, of: customer, version: 1, with: secrets.messages.current))
        // Of two requests at once, the first one's key stays.
        guard let vault = try opened(store.lockCustomerKeys(of: customer), of: customer) else {
            throw VaultError.missingKey
        }
        return vault
    }

    private func opened(_ rows: [CustomerKeyRow], of customer: CustomerID) throws -> Vault? {
        guard !rows.isEmpty else { return nil }
        guard let vault = Vault(customer, opened: try rows.map { ($0.version, try unwrapped($0)) }) else {
            throw VaultError.missingKey
        }
        return vault
    }

    /// Encrypts customers' keys with the current key of the installation, where an earlier one still does it.
    ///
    /// Running twice is harmless: a key that was done is not found again.
    ///
    /// - Returns: true if there are more.
    package func renewWrappedKeys() throws -> Bool {
        let limit = 200
        let rows = try store.customerKeys(notWrappedBy: secrets.messages.fingerprint, limit: limit)
        var failed = 0
        for row in rows {
            do {
                let bytes = try unwrapped(row)
                let new = try wrapped(bytes, of: row.customer, version: row.version, with: secrets.messages.current)
                try store.rewrap(row, to: new.masterKey, wrapped: new.wrapped)
            } catch is VaultError {
                failed += 1
            }
        }
        if failed > 0 {
            log.error("customers' keys cannot be opened", metadata: ["keys": "\(failed)"])
        }
        return rows.count == limit && failed < rows.count
    }

    private func unwrapped(_ row: CustomerKeyRow) throws -> [UInt8] {
        for key in secrets.messages.all where KeyRing(key).fingerprint == row.masterKey {
            guard let master = SealingKey(key) else { continue }
            let context = wrappingContext(row.customer, row.version)
            if let bytes = master.open(row.wrapped, context: context) { return bytes }
        }
        throw VaultError.missingKey
    }

    private func wrapped(
        _ bytes: [UInt8], of customer: CustomerID, version: Int, with key: [UInt8]
    ) throws -> CustomerKeyRow {
        guard let master = SealingKey(key) else { throw VaultError.missingKey }
        return CustomerKeyRow(
            customer: customer, version: version, masterKey: KeyRing(key).fingerprint,
            wrapped: master.seal(bytes, context: wrappingContext(customer, version)))
    }
}

private func wrappingContext(_ customer: CustomerID, _ version: Int) -> [UInt8] {
    Array("jadwal customer key 1 \(customer) \(version)".utf8)
}
