import Accounts
import ArgumentParser
import Mail
import Runtime
import Storage

/// The command that makes, shows and removes accounts, for an operator, a migration or a test.
struct Customers: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Adds, lists, shows and removes customers.",
        discussion: """
            Run it as the account of the service, with the service's settings: passwords of devices are stored as \
            digests by a key of this installation.
            """,
        subcommands: [Add.self, List.self, Show.self, Remove.self, SignInLink.self])

    /// Returns the parts that the commands use.
    static func app() throws -> App {
        let config = try readConfig()
        try config.checkComplete(sendsMail: false)
        return try threadParts(sharedParts(config, process: "customers"), name: "customers", .worker, mail: NoMail())
    }
}

/// The address of a customer.
struct AddressArgument: ParsableArguments {
    @Argument(help: "The address that the customer signs in with.", transform: emailAddress)
    var email: EmailAddress
}

@Sendable func emailAddress(_ typed: String) throws -> EmailAddress {
    guard let address = EmailAddress(typed) else { throw ValidationError("'\(typed)' is not an email address.") }
    return address
}
