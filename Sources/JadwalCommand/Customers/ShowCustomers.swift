import Accounts
import ArgumentParser
import CivilTime
import Runtime
import Storage

extension Customers {
    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: """
                Prints every account between tabs: id, address, login name, language, day it was made, number of devices.
                """)

        func run() throws {
            for customer in try Customers.app().store.listedCustomers() {
                print([
                    "\(customer.id)", customer.email, customer.login ?? "", customer.language,
                    "\(customer.createdAt.iso8601.prefix(10))", "\(customer.devices)",
                ].joined(separator: "\t"))
            }
        }
    }

    struct Show: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Prints an account and its devices.")

        @OptionGroup var address: AddressArgument

        func run() throws {
            let app = try Customers.app()
            let customer = try app.customer(withAddress: address.email)
            print("""
                id: \(customer.id)
                email: \(customer.email)
                login: \(customer.login ?? "")
                name: \(customer.name)
                language: \(customer.language)
                time zone: \(customer.timeZone)
                made: \(customer.createdAt.iso8601)
                """)
            for device in try app.devicePasswords(of: customer.id) {
                let used = device.lastUsedAt.map { "last used \($0.iso8601)" } ?? "never used"
                print("device \(device.label): made \(device.createdAt.iso8601) (\(device.origin.rawValue)), \(used)")
            }
        }
    }
}
