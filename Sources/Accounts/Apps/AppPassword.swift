import Crypto
import Logging
package import Runtime
package import Storage
import Templates

extension App {
    /// Returns the CalDAV password that the app shows, and makes it if there is none.
    ///
    /// It is made of a random nonce in its row and a key of the installation, so that it can be shown again and a copy
    /// of the database holds nothing that opens a calendar. Revoking it in the settings makes another one at the next
    /// call.
    ///
    /// - Returns: nil if the customer has as many passwords as are allowed.
    package func appPassword(of customer: CustomerID, _ asker: Asker) throws -> String? {
        if let stored = try store.appPassword(of: customer), let text = appPassword(stored, of: customer) {
            return text
        }
        return try makeAppPassword(of: customer, asker)
    }

    /// Derives the stored password again; nil if the key that made it is gone.
    private func appPassword(_ stored: AppPassword, of customer: CustomerID) -> String? {
        let keys = secrets.devices.all
        return keys.map { Self.appPassword(nonce: stored.nonce, of: customer, key: $0) }
            .first { DevicePasswordDigests($0, of: customer, keys: keys).all.contains(stored.digest) }
    }

    private static func appPassword(nonce: [UInt8], of customer: CustomerID, key: [UInt8]) -> String {
        DevicePasswordText.derived(key: key, from: Array("app \(customer) ".utf8) + nonce)
    }

    private func makeAppPassword(of customer: CustomerID, _ asker: Asker) throws -> String? {
        let store = try store
        return try store.transaction {
            try store.lock(customer)
            // Of two calls at once, the second one finds the first one's password.
            if let stored = try store.appPassword(of: customer) {
                if let text = appPassword(stored, of: customer) { return text }
                _ = try store.deleteDevicePassword(stored.id, of: customer)
            }
            guard try store.countDevicePasswords(of: customer) < Self.mostDevicePasswords else { return nil }
            let nonce = Random.bytes(16)
            let text = Self.appPassword(nonce: nonce, of: customer, key: secrets.devices.current)
            let digests = DevicePasswordDigests(text, of: customer, keys: secrets.devices.all)
            let id = try store.insert(
                NewDevicePassword(
                    customerID: customer, label: self.text("devices.app", asker.language), digest: digests.asMade,
                    origin: .app, unusedMinutes: nil, nonce: nonce))
            try enqueue(MailDevicePassword(customer: customer, password: id), asker.language)
            log.info("device password made", metadata: asker.logFields(customer))
            return text
        }
    }
}
