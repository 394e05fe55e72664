package import Mail
import Postgres
package import Runtime
package import Storage

/// The reason why an operator's wish cannot be carried out.
package enum CustomerProblem: Error, Equatable, CustomStringConvertible {
    case unknownAddress, loginTaken, unfitPassword, unfitLabel, tooManyPasswords

    package var description: String {
        switch self {
        case .unknownAddress: "no customer has this address; `jadwal customers add` makes one"
        case .loginTaken: "another customer has this login name"
        case .unfitPassword: "a password has 8 to 200 characters"
        case .unfitLabel: "the name of a device has 1 to 60 characters"
        case .tooManyPasswords: "a customer has \(App.mostDevicePasswords) passwords of devices at most"
        }
    }
}

extension App {
    /// Makes an account for an address, as an operator's word for it counts as its proof. No mail is sent.
    ///
    /// - Returns: the customer, and true if there was no account before.
    package func addCustomer(_ new: NewCustomer) throws -> (customer: Customer, isNew: Bool) {
        let store = try store
        return try store.transaction {
            let id = try store.customer(orInsert: new).id
            let isNew = try store.verify(id)
            // Another language may be asked for than that of the sign-in mail which made the row.
            if isNew, var customer = try store.customer(id) {
                customer.language = new.language
                try store.replace(customer)
            }
            guard let customer = try store.customer(id) else { throw CustomerProblem.unknownAddress }
            return (customer, isNew)
        }
    }

    /// Returns the account of an address.
    ///
    /// - Throws: `CustomerProblem.unknownAddress` if it has none.
    package func customer(withAddress address: EmailAddress) throws -> Customer {
        guard let customer = try store.verifiedCustomer(withAddress: address) else {
            throw CustomerProblem.unknownAddress
        }
        return customer
    }

    /// Gives a customer a login name, in place of an earlier one.
    ///
    /// - Throws: `CustomerProblem.loginTaken` if another customer has it.
    package func setLogin(_ login: LoginName, of customer: CustomerID) throws {
        let store = try store
        do {
            try store.transaction { try store.setLogin(login.text, of: customer) }
        } catch let error as PostgresError where error.sqlState == SQLState.uniqueViolation {
            throw CustomerProblem.loginTaken
        }
    }

    /// Adds a password for a device by the word of an operator. No mail is sent.
    ///
    /// - Parameter given: the password, taken as it is; nil to have one made.
    /// - Returns: the password that was made; nil if one was given.
    /// - Throws: `CustomerProblem`.
    package func addDevicePassword(label typed: String, given: String?, of customer: CustomerID) throws -> String? {
        guard let label = DeviceLabel(typed)?.text else { throw CustomerProblem.unfitLabel }
        if let given, !(8...200).contains(given.unicodeScalars.count) { throw CustomerProblem.unfitPassword }
        let text = given ?? DevicePasswordText.random()
        let store = try store, digests = DevicePasswordDigests(text, of: customer, keys: secrets.devices.all)
        try store.transaction {
            try store.lock(customer)
            if given != nil, try store.renewDevicePassword(
                of: customer, digests: digests.all, label: label, unusedMinutes: nil) != nil { return }
            guard try store.countDevicePasswords(of: customer) < Self.mostDevicePasswords else {
                throw CustomerProblem.tooManyPasswords
            }
            _ = try store.insert(
                NewDevicePassword(
                    customerID: customer, label: label, digest: given == nil ? digests.asMade : digests.asGiven,
                    origin: .operator, unusedMinutes: nil))
        }
        return given == nil ? text : nil
    }
}
