import Calendars
import Postgres
import Runtime
package import Storage
import Text
import WebClient

/// The choices of a customer who joins an account.
package struct AccountChoices: Sendable {
    package var provider: Provider
    /// The address as it was typed; without meaning for a provider whose address is known.
    package var address = ""
    package var user = ""
    package var password = ""
    package var withAlarms = false

    package init(_ provider: Provider) { self.provider = provider }
}

/// A reason why an account is not asked.
package enum AccountProblem: Error, Sendable, Hashable {
    case address(JoinProblem)
    case noUser
    case noPassword
    case tooMany(limit: Int)
    /// The key of the customer's accounts does not open.
    case locked
    /// The customer gave many passwords within an hour.
    case tooOften(seconds: Int)
}

extension OutsideAccounts {
    /// The most accounts of a customer.
    package static let limit = 5
    /// The version of the words that a customer agrees to.
    package static let consentVersion = 1
    /// The passwords that a customer may have tried in an hour, since each one is sent to a server of somebody else.
    package static let passwordsPerHour = 20
    private static let mostSecretOctets = 1_000

    /// Takes an account down. A worker proves the password next, and nothing counts as joined before.
    ///
    /// An account that was refused or left in the middle is deleted: only one is joined at a time.
    ///
    /// - Throws: `AccountProblem`.
    package func join(_ choices: AccountChoices) throws -> OutsideAccountID {
        let address = try start(choices)
        guard fits(choices.user) else { throw AccountProblem.noUser }
        guard fits(choices.password) else { throw AccountProblem.noPassword }
        try countPassword()
        let store = try app.store
        return try store.transaction {
            try store.deleteUnjoinedAccounts(of: owner, olderThanSeconds: 0)
            guard try store.accounts(of: owner).count < Self.limit else {
                throw AccountProblem.tooMany(limit: Self.limit)
            }
            let vault = try openedVault { try app.accountVault(making: owner) }
            let id = try store.insertAccount(
                of: owner, provider: choices.provider.rawValue, host: address.host, label: Self.label(choices.user),
                withAlarms: choices.withAlarms, consentVersion: Self.consentVersion)
            try store.setSecrets(
                address: vault.seal(address.secretText, .address, of: id),
                user: vault.seal(choices.user, .user, of: id),
                password: vault.seal(choices.password, .password, of: id), of: id, owner)
            return id
        }
    }

    /// Replaces the password of an account, which a worker tries at once.
    ///
    /// - Returns: false if there is no such account.
    /// - Throws: `AccountProblem`.
    package func replacePassword(of id: OutsideAccountID, with password: String) throws -> Bool {
        guard fits(password) else { throw AccountProblem.noPassword }
        let store = try app.store
        guard let account = try store.account(id, of: owner), account.state == .joined else { return false }
        try countPassword()
        let vault = try openedVault { try app.accountVault(of: owner) }
        try store.replacePassword(vault.seal(password, .password, of: id), of: id, owner)
        return true
    }

    private func countPassword() throws {
        let passwords = app.throttle(
            "account.password", owner.uuid.bytes, limit: Self.passwordsPerHour, seconds: 3_600)
        if let seconds = try app.count([passwords]) { throw AccountProblem.tooOften(seconds: seconds) }
    }

    private func openedVault(_ open: () throws -> AccountVault) throws -> AccountVault {
        do {
            return try open()
        } catch FetchProblem.locked {
            throw AccountProblem.locked
        }
    }

    private func fits(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.count <= Self.mostSecretOctets && !text.utf8.contains { $0 < 0x20 || $0 == 0x7F }
    }

    /// Returns the address at which the search begins. A password is never sent without encryption, so `http` is for
    /// development alone.
    private func start(_ choices: AccountChoices) throws(AccountProblem) -> OutsideAddress {
        var text = choices.provider.start ?? choices.address.trimmed().description
        // A mail address alone leads to the host of its domain.
        if choices.provider == .other, text.isEmpty || text.contains("@") && !text.contains("/") {
            let mail = text.isEmpty ? choices.user : text
            text = mail.lastIndex(of: "@").map { String(mail[mail.index(after: $0)...]) } ?? ""
        }
        let ports = app.config.outsidePorts.union(choices.provider.port.map { [$0] } ?? [])
        let isDevelopment = app.config.environment == .development
        let address: OutsideAddress
        do throws(AddressProblem) {
            address = try OutsideAddress(typed: text, AddressRules(ports: ports, allowsPlain: isDevelopment))
        } catch {
            throw .address(JoinProblem(error))
        }
        guard !address.hasCredentials else { throw .address(.notAnAddress) }
        guard address.host != app.config.originHost || isDevelopment else { throw .address(.own) }
        return address
    }

    /// Returns the user for pages and exports: without the part behind the @.
    private static func label(_ user: String) -> String {
        let name = String(user.prefix { $0 != "@" }.unicodeScalars.prefix(60).map(Character.init))
        return name.count < user.count ? name + "@…" : name
    }
}
