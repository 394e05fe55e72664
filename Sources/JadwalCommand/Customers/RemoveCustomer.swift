import Accounts
import Agreements
import ArgumentParser
import Runtime
import Storage

extension Customers {
    struct Remove: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Deletes an account and everything that belongs to it, at once and without a mail.")

        @OptionGroup var address: AddressArgument

        func run() throws {
            let app = try Customers.app()
            let customer = try app.customer(withAddress: address.email)
            let isRemoved = try app.removeAccount(of: customer.id, ending: { try app.endLink(ofDeleted: customer.id) })
            guard isRemoved else { throw CustomerProblem.unknownAddress }
            print("removed: \(customer.id)")
        }
    }

    struct SignInLink: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "sign-in-link",
            abstract: "Prints a link that signs a customer in once, exactly as a mailed one.",
            discussion: "For an operator without a mail server. Whoever has the link can use it until it expires.")

        @OptionGroup var address: AddressArgument

        func run() throws {
            let app = try Customers.app()
            guard let link = try app.signInLink(of: app.customer(withAddress: address.email)) else {
                throw CustomerProblem.unknownAddress
            }
            print(link)
        }
    }
}
