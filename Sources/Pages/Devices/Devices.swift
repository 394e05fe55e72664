import Accounts
import CivilTime
package import HTTP
import Places
import Runtime
import Storage
import Templates
package import Web

// - Devices.swift: the list. Connect.swift: the steps for each kind of device, and a password made by hand.
// - The set-up of a device by a profile is in Profiles/.

/// The devices and programs that sync a customer's calendars.
package enum Devices {
    /// `GET /settings/devices`.
    package static func show(_ visit: CustomerVisit) throws -> Response {
        let format = visit.format
        let zone = try visit.zone
        let devices = try visit.app.devicePasswords(of: visit.customer.id).map { password in
            DeviceItem(
                id: password.id.description, label: password.label, isProfile: password.origin == .profile,
                made: format.day(zone.local(password.createdAt).date, .full),
                lastUse: password.lastUsedSeconds.map(format.ago),
                place: password.lastNetwork.flatMap { $0.isEmpty ? nil : $0 })
        }
        let done = visit.request.query["done"]
        return visit.page(
            DevicesPage(
                done: done == "disconnected" ? format.text("devices.disconnected") : nil,
                gone: done == "gone" ? format.text("devices.gone") : nil, devices: devices,
                hasDevices: !devices.isEmpty))
    }

    /// `POST /settings/devices/disconnect`: ends the password of one device. Nothing is asked first, since a device
    /// can be connected again.
    package static func disconnect(_ visit: CustomerVisit) throws -> Response {
        guard let number = Int64(visit.request.form["id"]) else { throw Refusal.badRequest }
        let label = try visit.app.revokeDevicePassword(DevicePasswordID(number), of: visit.customer.id, visit.asker)
        return visit.redirect("/settings/devices?done=\(label == nil ? "gone" : "disconnected")")
    }
}

struct DevicesPage: Page {
    static let template = "devices/devices"
    static let hasForm = true
    /// The sentence that says what the last form did; nil without one.
    var done: String?
    /// The sentence that says that there is no such device; nil if there was one.
    var gone: String?
    var devices: [DeviceItem]
    var hasDevices: Bool
}

struct DeviceItem: Encodable {
    var id: String
    var label: String
    var isProfile: Bool
    /// The day on which the password was made.
    var made: String
    /// nil if the device has never called.
    var lastUse: String?
    var place: String?
}
