import Crypto
import Mail
import Runtime
import Storage

/// The limits on sign-in mails, by the person who asks.
///
/// Anybody can type anybody's address, so every limit could be used up by a stranger. Therefore:
///
/// - A browser or a network that signed in to the account before has a limit of its own.
/// - The limit of an address counts in a window that is shorter than a link's life. So a person who is refused
///   already has a mail with a link that still works, even if somebody else asked for it.
/// - The first mail in a window to an address with an account has no other limit. So no customer is kept out
///   because others used up the limit of a network or the ceiling.
/// - New addresses have a ceiling of their own. When half of it is used, each network has only two mails an
///   hour of the rest.
///
/// A refusal is not shown: it would reveal what others asked for and who has an account. For the same reason
/// every request counts against its network, whether a mail is sent or not.
struct MailBudget {
    let address: EmailAddress
    let asker: Asker
    let app: App

    private static let hour = 3_600
    /// The mails of a network in an hour while many new addresses are asked for.
    private static let crowdedNetworkLimit = 2
    /// A limit that nobody reaches, for counts without a limit.
    private static let none = 1 << 40

    /// The requests of a network in the last hour, before this one.
    struct Network {
        let isFull: Bool
        /// True if the network has used its mails of a crowded hour.
        let hadItsShare: Bool
    }

    /// Counts a request for its network, unless the network's limit is reached.
    func countForNetwork() throws -> Network {
        let store = try app.store
        let hadItsShare = try Self.networks(asker, app, limit: Self.crowdedNetworkLimit)
            .contains { try store.secondsUntilFree($0) != nil }
        let networks = Self.networks(asker, app, limit: app.config.mailsPerNetwork)
        return Network(isFull: try store.take(networks) != nil, hadItsShare: hadItsShare)
    }

    /// Counts a mail, in the transaction that enqueues it.
    ///
    /// Every case reads and writes the same number of rows, so that its duration reveals nothing.
    ///
    /// - Returns: false if one of the limits is reached; the caller then undoes everything.
    func take(for customer: FoundCustomer, _ network: Network) throws -> Bool {
        let store = try app.store
        let isKnownNetwork = try store.hasSignedIn(
            customer.id, network: Self.networkDigest(of: customer.id, asker, app))
        let isFirst = try store.secondsUntilFree(Self.mailsOfStrangers(to: address, app, limit: 1)) == nil
        let isCrowded = try store.secondsUntilFree(ceiling("mail.new", limit: app.config.mailsPerHour / 2)) != nil
        let key = Array(address.key.utf8)
        // A sign-in resets the first of these, so the owner of an account could sign in without end. Strangers
        // do not reach the second: it is twice what they may ask for in an hour.
        let strangers = [
            Self.mailsOfStrangers(to: address, app),
            app.throttle("mail.account", key, limit: 8 * app.config.mailsPerAddress, seconds: Self.hour),
        ]
        let throttles: [Throttle], isRefused: Bool
        if let id = knownBrowser(of: customer.id) {
            // Each sign-in can make another browser known, so an account's browsers are also counted together.
            throttles = [
                ofAddress("mail.known-browser", id), ceiling("mail.known", limit: Self.none),
                app.throttle(
                    "mail.known-browsers", key, limit: 10 * app.config.mailsPerAddress, seconds: Self.addressWindow(app)),
            ]
            isRefused = false
        } else if isKnownNetwork {
            let network = Networks.remembered(asker.address)
            throttles = [
                ofAddress("mail.known-network", network), ceiling("mail.known", limit: Self.none),
                app.throttle("mail.known-networks", key, limit: Self.none, seconds: Self.hour),
            ]
            isRefused = false
        } else if customer.isVerified {
            throttles = strangers + [
                isFirst ? ceiling("mail.first", limit: Self.none) : ceiling("mail.accounts", limit: app.config.mailsPerHour),
            ]
            isRefused = network.isFull && !isFirst
        } else {
            throttles = strangers + [ceiling("mail.new", limit: app.config.mailsPerHour)]
            isRefused = network.isFull || isCrowded && network.hadItsShare
        }
        let isFull = try store.take(throttles) != nil
        // A refusal costs as many statements as a mail.
        if isFull { for throttle in throttles { try store.record(throttle) } }
        return !isFull && !isRefused
    }

    /// Returns the bytes that the browser's mails are counted by; nil if it never signed in to the account.
    private func knownBrowser(of customer: CustomerID) -> [UInt8]? {
        if let signedIn = asker.signedIn, signedIn.customer.id == customer { return asker.browser }
        guard let known = asker.knownBrowser, known.knows(customer, keys: app.secrets.browsers.all) else { return nil }
        return known.id
    }

    private func ofAddress(_ kind: String, _ subject: [UInt8]) -> Throttle {
        app.throttle(
            kind, Array(address.key.utf8) + subject, limit: app.config.mailsPerAddress,
            seconds: Self.addressWindow(app))
    }

    private func ceiling(_ kind: String, limit: Int) -> Throttle {
        app.throttle(kind, [], limit: limit, seconds: Self.hour)
    }

    private static func networks(_ asker: Asker, _ app: App, limit: Int) -> [Throttle] {
        app.throttles("mail.network", network: asker.address, limit: limit, seconds: hour)
    }

    /// Returns the seconds until the limits of a network and of new addresses allow another mail; nil if they do.
    ///
    /// The waiting page shows it to everybody alike.
    static func secondsUntilQuiet(_ asker: Asker, _ app: App) throws -> Int? {
        let ceiling = app.throttle("mail.new", [], limit: app.config.mailsPerHour, seconds: hour)
        return try (networks(asker, app, limit: app.config.mailsPerNetwork) + [ceiling])
            .compactMap { try app.store.secondsUntilFree($0) }.max()
    }

    /// Returns the count of mails to an address that only unknown browsers and networks asked for.
    static func mailsOfStrangers(to address: EmailAddress, _ app: App, limit: Int? = nil) -> Throttle {
        app.throttle(
            "mail.address", Array(address.key.utf8), limit: limit ?? app.config.mailsPerAddress,
            seconds: addressWindow(app))
    }

    /// Returns the seconds in which the mails to one address are counted: 14 of a link's 15 minutes.
    private static func addressWindow(_ app: App) -> Int { app.config.linkMinutes * 56 }

    /// Returns the keyed digest that is stored of a network that a customer signs in from.
    static func networkDigest(of customer: CustomerID, _ asker: Asker, _ app: App) -> [UInt8] {
        let network = Networks.remembered(asker.address)
        return hmacSHA256(key: app.secrets.throttles.current, Array("network \(customer) ".utf8) + network)
    }
}
