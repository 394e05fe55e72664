import Crypto
import Logging
import Runtime
package import Storage
package import Templates

// Easy Setup: a profile with a password of its own connects one device.

extension App {
    /// The minutes in which a set-up's profile can be fetched for the first time, and after which its password ends
    /// if the device has not called.
    package static let setupMinutes = 15

    /// Begins the set-up of a customer's device.
    ///
    /// - Returns: the token of its address, a version-4 UUID.
    package func beginDeviceSetup(
        of customer: CustomerID, _ system: DeviceSetup.System, hasPrayerTimes: Bool, _ language: Language
    ) throws -> String {
        let token = MailedToken.make()
        try store.insert(NewDeviceSetup(
            tokenDigest: MailedToken.digest(token), customerID: customer, nonce: Random.bytes(16), system: system,
            hasPrayerTimes: hasPrayerTimes, language: language.tag, lifetimeMinutes: Self.setupMinutes))
        return token
    }

    /// Returns the set-up of a token, also one that has ended; nil if there is none.
    package func deviceSetup(_ token: String) throws -> DeviceSetup? {
        guard MailedToken.isOne(token) else { return nil }
        return try store.deviceSetup(tokenDigest: MailedToken.digest(token))
    }

    /// Returns a set-up whose profile is being fetched, with the device's password; nil if its time is over, or if the
    /// customer has as many devices as one may have.
    ///
    /// The first fetch stores the password's digest. Later ones derive the same password again.
    ///
    /// - Parameters:
    ///   - counts: false to change nothing.
    ///   - label: the name of the device in the customer's list.
    package func fetchProfile(
        _ token: String, counts: Bool, label: String, _ asker: Asker
    ) throws -> (setup: DeviceSetup, password: String)? {
        guard MailedToken.isOne(token) else { return nil }
        let digest = MailedToken.digest(token), store = try store
        guard let setup = try store.deviceSetup(tokenDigest: digest), setup.isOpen else { return nil }
        guard counts else { return (setup, profilePassword(nonce: setup.nonce, of: setup.customerID)) }
        return try store.transaction {
            try store.lock(setup.customerID)
            guard let setup = try store.useDeviceSetup(tokenDigest: digest),
                  let language = Language(rawValue: setup.language)
            else { return nil }
            let made = try makeProfilePassword(
                nonce: setup.nonce, label: label, of: setup.customerID, language, request: asker.request)
            guard case .made(let id, let password) = made else { return nil }
            try store.setPassword(id, ofDeviceSetup: digest)
            return (setup, password)
        }
    }

    /// Ends a set-up, and deletes the password that its profile brought. Does nothing after the device has called.
    package func cancelDeviceSetup(_ token: String, _ asker: Asker) throws {
        guard let setup = try deviceSetup(token), setup.state == .waiting else { return }
        let store = try store
        try store.transaction {
            try store.lock(setup.customerID)
            try store.cancelDeviceSetup(tokenDigest: MailedToken.digest(token))
        }
        log.info("device setup cancelled", metadata: asker.logFields(setup.customerID))
    }
}
