import Mail
package import Runtime
package import Storage

/// Tells a customer that a password was made for a device, so that nobody makes one unnoticed.
///
/// Running twice is harmless: the Message-ID is the same. A password that has ended meanwhile needs no mail.
package struct MailDevicePassword: Job {
    package static let kind = "settings.mail-device-password"
    package static func usefulSeconds(_ config: Config) -> Int { 86_400 }
    let customer: CustomerID
    let password: DevicePasswordID

    package var customerID: CustomerID? { customer }

    package func run(_ context: JobContext, _ app: App) throws {
        guard let id = customerID, let customer = try app.store.customer(id),
            let address = EmailAddress(customer.email),
            let device = try app.store.devicePasswords(of: id).first(where: { $0.id == password })
        else { return }
        let page = DevicePasswordMail(
            device: device.label, madeAt: try app.wallClock(device.createdAt, of: customer, context.language),
            url: app.url("/settings/devices"))
        try context.send(try app.message(page, to: address, context), app)
    }
}

struct DevicePasswordMail: MailPage {
    static let name = "device-password"
    let device: String, madeAt: String, url: String
}
