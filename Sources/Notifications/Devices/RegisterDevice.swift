import CivilTime
import Crypto
package import Runtime
package import Storage

/// The stored form of a browser's subscription.
private struct StoredSubscription: Codable {
    let endpoint: String, p256dh: String, auth: String
}

extension NoticeHome {
    /// The most devices of one customer.
    private static let mostDevices = 20

    /// Registers a browser, or records that it registered again.
    ///
    /// - Parameters:
    ///   - session: the browser's session. Its end ends the notices.
    ///   - serverKey: the fingerprint of the key that it subscribed with.
    /// - Returns: nil if the customer has too many devices.
    package func register(
        _ subscription: WebPushSubscription, label: String, language: String, session: SessionID, serverKey: String
    ) throws -> NotificationDeviceID? {
        let stored = StoredSubscription(
            endpoint: subscription.endpoint.text, p256dh: base64URL(subscription.recipient.point),
            auth: base64URL(subscription.recipient.authentication))
        return try register(
            .webPush, address: subscription.endpoint.text, stored: Array(try JSON.text(stored).utf8),
            service: subscription.endpoint.host, label: label, language: language, session: session,
            serverKey: serverKey)
    }

    /// Registers a phone with its token of Apple.
    ///
    /// - Parameters:
    ///   - token: hexadecimal digits.
    ///   - session: the app's session. Its end ends the notices. nil for a phone without one.
    /// - Returns: nil if it is not a token, or if the customer has too many devices.
    package func register(
        appleToken token: String, label: String, language: String, session: SessionID? = nil
    ) throws -> NotificationDeviceID? {
        guard Self.isAppleToken(token) else { return nil }
        let token = token.lowercased()
        return try register(
            .apns, address: token, stored: Array(token.utf8), service: "apns", label: label, language: language,
            session: session, serverKey: nil)
    }

    /// Returns true if a text can be the token of a phone: 16 to 200 hexadecimal digits. Apple may make them longer.
    package static func isAppleToken(_ text: String) -> Bool {
        (16...200).contains(text.utf8.count) && hexDecoded(text.lowercased()) != nil
    }

    private func register(
        _ kind: NotificationDeviceKind, address: String, stored: [UInt8], service: String, label: String,
        language: String, session: SessionID?, serverKey: String?
    ) throws -> NotificationDeviceID? {
        try app.store.register(
            NewNotificationDevice(
                customer: owner, kind: kind, digest: sha256(Array(address.utf8)),
                sealedAddress: app.noticeSeal.seal(stored, .address(owner)), service: service,
                label: cut(label, to: 100), language: language, session: session, serverKey: serverKey),
            most: Self.mostDevices, at: app.now())
    }

    /// Returns the customer's devices, the newest first.
    package func devices() throws -> [NotificationDeviceRow] {
        try app.store.notificationDevices(of: owner)
    }

    /// Deletes a device.
    ///
    /// - Returns: its label; nil if the customer has no such device.
    package func deleteDevice(_ id: NotificationDeviceID) throws -> String? {
        try app.store.deleteNotificationDevice(id, of: owner)
    }
}

extension App {
    /// The hosts of push services that the operator allows besides the known ones.
    package var otherPushHosts: [String] { config.webPushHosts.split(separator: " ").map(String.init) }

    /// Returns the subscription of a browser; nil if it cannot be opened.
    func subscription(of device: NotificationDeviceRow) -> WebPushSubscription? {
        guard let bytes = noticeSeal.open(device.sealedAddress, .address(device.owner)),
            let stored = try? JSON.value(StoredSubscription.self, from: String(decoding: bytes, as: UTF8.self))
        else { return nil }
        // The hosts are checked again: the operator may have taken one from the list.
        return WebPushSubscription(
            endpoint: stored.endpoint, point: stored.p256dh, authentication: stored.auth, others: otherPushHosts)
    }

    /// Returns the token of a phone; nil if it cannot be opened.
    func appleToken(of device: NotificationDeviceRow) -> String? {
        noticeSeal.open(device.sealedAddress, .address(device.owner)).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Returns the address of a device, for the export of its owner.
    package func address(of device: NotificationDeviceRow) -> String? {
        device.kind == .apns ? appleToken(of: device) : subscription(of: device)?.endpoint.text
    }
}
