import Accounts
import ArgumentParser
import Calendars
import Mail
import Places
import Runtime
import Storage
import Templates

extension Customers {
    struct Add: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Makes an account, or adds to an existing one.",
            discussion: """
                Prints the customer's id, and each password that was made, once. The address counts as proved, and no mail \
                is sent. If an address has an account, it gets what is asked for, and the output says so. A password \
                given here is seen by whoever can list this machine's processes or read the shell's history.
                """)

        @OptionGroup var address: AddressArgument

        @Option(
            help: "Another user name for devices: letters, digits, dots, hyphens and underscores.",
            transform: loginOption)
        var login: LoginName?

        @Option(help: "The language of a new account's pages and mails: en or ar.", transform: languageOption)
        var language = Language.english

        @Option(
            name: .customLong("device-password"),
            help: "A device's name, and after = its password; one is made if none is given. Repeat it for more.",
            transform: DeviceOption.init)
        var devices: [DeviceOption] = []

        func run() throws {
            let app = try Customers.app(), store = try app.store
            let new = NewCustomer(
                address: address.email, language: language.tag, timeZone: app.config.defaultTimeZone,
                firstDay: firstWeekday(of: app.shared.timeZones.country(of: app.config.defaultTimeZone)))
            // All of it or nothing: a login name that is taken leaves no account behind.
            let (customer, isNew, made) = try store.transaction {
                let (customer, isNew) = try app.addCustomer(new)
                if let login { try app.setLogin(login, of: customer.id) }
                let made = try devices.map {
                    try app.addDevicePassword(label: $0.label, given: $0.password, of: customer.id)
                }
                return (customer, isNew, made)
            }
            _ = try app.calendars(of: customer).makeFirst()
            print("id: \(customer.id)")
            if !isNew { print("existing: yes") }
            for (device, password) in zip(devices, made) {
                if let password { print("password \(device.label): \(password)") }
            }
        }
    }
}

/// A device whose password is to be added: `LABEL` or `LABEL=PASSWORD`.
struct DeviceOption: Sendable {
    let label: String
    /// nil to have one made.
    let password: String?

    @Sendable init(_ text: String) throws {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        label = String(parts[0])
        password = parts.count == 2 ? String(parts[1]) : nil
    }
}

@Sendable private func loginOption(_ typed: String) throws -> LoginName {
    guard let login = LoginName(typed) else {
        throw ValidationError("""
            '\(typed)' is not a login name: 1 to 64 letters, digits, dots, hyphens and underscores, a letter or digit \
            at both ends, and no id.
            """)
    }
    return login
}

@Sendable private func languageOption(_ tag: String) throws -> Language {
    guard let language = Language(rawValue: tag) else { throw ValidationError("--language takes en or ar.") }
    return language
}
