import Crypto
import Logging
import Postgres
package import Runtime
package import Storage
package import Templates

/// The outcome of making a password for a device.
package enum DevicePasswordOutcome: Sendable {
    /// - text: the password, shown this once.
    case made(DevicePasswordID, text: String)
    /// The name is empty, longer than 60 characters, or has one that no name needs.
    case unfitLabel
    /// The customer has as many as one may have (`App.mostDevicePasswords`).
    case tooMany
}

extension App {
    /// The passwords of devices that a customer may have at a time.
    package static let mostDevicePasswords = 50
    /// The minutes after which a profile's password ends unused.
    package static let profilePasswordMinutes = 15

    /// Makes a password for a device that the customer names, and has a mail about it sent.
    ///
    /// - Throws: `Refusal.tooManyRequests` if the customer made too many in an hour.
    package func makeDevicePassword(
        label: String, of customer: CustomerID, _ asker: Asker
    ) throws -> DevicePasswordOutcome {
        try storeDevicePassword(
            DevicePasswordText.random(), label, .byHand, of: customer, asker.language, request: asker.request)
    }

    /// Makes the password of a profile: the same for the same nonce, so that every fetch of a grant brings the same
    /// bytes.
    ///
    /// It ends after 15 minutes unless a device used it, and its first use makes it lasting. A later fetch with the
    /// same nonce prolongs an unused password and leaves a used one as it is. The mail is sent the first time only.
    ///
    /// - Parameters:
    ///   - nonce: random bytes of the grant, at least 16.
    ///   - request: the request's number, for the log.
    /// - Throws: `Refusal.tooManyRequests` if the customer made too many in an hour.
    package func makeProfilePassword(
        nonce: [UInt8], label: String, of customer: CustomerID, _ language: Language, request: String
    ) throws -> DevicePasswordOutcome {
        let text = profilePassword(nonce: nonce, of: customer)
        return try storeDevicePassword(text, label, .profile, of: customer, language, request: request)
    }

    /// Derives the password of a profile, and stores nothing.
    func profilePassword(nonce: [UInt8], of customer: CustomerID) -> String {
        DevicePasswordText.derived(key: secrets.devices.current, from: Array("profile \(customer) ".utf8) + nonce)
    }

    /// Returns true if a device has signed in with a password.
    package func deviceWasUsed(_ id: DevicePasswordID, of customer: CustomerID) throws -> Bool {
        try store.devicePasswordWasUsed(id, of: customer)
    }

    private func storeDevicePassword(
        _ text: String, _ typedLabel: String, _ origin: DevicePassword.Origin, of customer: CustomerID,
        _ language: Language, request: String
    ) throws -> DevicePasswordOutcome {
        guard let label = DeviceLabel(typedLabel)?.text else { return .unfitLabel }
        let store = try store, digests = DevicePasswordDigests(text, of: customer, keys: secrets.devices.all)
        let unusedMinutes = origin == .profile ? Self.profilePasswordMinutes : nil
        let made = throttle("device.made", customer.uuid.bytes, limit: 2 * Self.mostDevicePasswords, seconds: 3_600)
        var isNew = false
        let outcome: DevicePasswordOutcome = try store.transaction {
            isNew = false
            try store.lock(customer)
            if let id = try store.renewDevicePassword(
                of: customer, digests: digests.all, label: label, unusedMinutes: unusedMinutes) {
                return .made(id, text: text)
            }
            guard try store.countDevicePasswords(of: customer) < Self.mostDevicePasswords else { return .tooMany }
            if let seconds = try store.take([made]) { throw Refusal.tooManyRequests(seconds: seconds) }
            let id = try store.insert(
                NewDevicePassword(
                    customerID: customer, label: label, digest: digests.asMade, origin: origin,
                    unusedMinutes: unusedMinutes))
            try enqueue(MailDevicePassword(customer: customer, password: id), language)
            isNew = true
            return .made(id, text: text)
        }
        if isNew {
            log.info("device password made", metadata: ["request": "\(request)", "customer_id": "\(customer)"])
        }
        return outcome
    }
}

/// The name of a device: 1 to 60 characters, none of which is a control or a mark that changes the direction of text.
struct DeviceLabel {
    let text: String

    /// Reads a typed name; nil if it is not fit. White space around it is left out.
    init?(_ typed: String) {
        let name = typed.trimmed
        // The database counts in the same way: an emoji or a letter with its marks is several characters.
        guard (1...60).contains(name.unicodeScalars.count), !name.unicodeScalars.contains(where: \.isUnfitForNames)
        else { return nil }
        text = name
    }
}
