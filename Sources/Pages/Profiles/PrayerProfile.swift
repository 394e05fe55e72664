import Crypto
import Places
import Runtime
import Storage
import Templates

extension Profiles {
    /// The minutes in which a profile can be fetched after its button was pressed. A device deletes a profile that
    /// was not installed within 8 minutes.
    static let lifetimeMinutes = 10

    /// Makes an address at which one customer's profile can be fetched for some minutes.
    static func mint(for feed: PrayerFeed, _ language: Language, _ app: App) throws -> Token {
        let token = Token.random()
        try app.store.insert(NewProfileGrant(
            tokenDigest: token.digest, customerID: feed.customerID, feedGeneration: feed.generation,
            language: language.tag, lifetimeMinutes: lifetimeMinutes))
        return token
    }

    /// Returns the path from which a browser on the phone downloads the profile.
    static func downloadPath(_ token: Token) -> String {
        "/profiles/prayer.mobileconfig?token=\(token.text)"
    }

    /// Makes the profile that subscribes a device to a customer's prayer feed.
    static func prayerProfile(
        _ feed: PrayerFeed, address: String, _ language: Language, _ app: App
    ) throws -> ConfigurationProfile {
        let city = try feed.cityID.flatMap { try app.store.city($0) }
        let place = ["place": city?.name(arabic: language == .arabic) ?? feed.placeName]
        let organization = app.text("site.name", language)
        // These names contain this installation's origin, so that two installations never share an identifier.
        let customer = "\(app.config.origin)/profiles/\(feed.customerID)"
        let subscription = "\(customer)/prayer/\(feed.id)"
        let identifier = "\(reverseDomain(of: app.config.origin)).profile.\(uuidV5(customer))"
        return ConfigurationProfile(
            identity: PayloadIdentity(
                identifier: identifier, uuid: uuidV5("\(customer)/configuration"),
                name: app.text("profile.name", language, place), description: app.text("profile.description", language, place),
                organization: organization),
            payloads: [
                SubscribedCalendar(
                    identity: PayloadIdentity(
                        identifier: "\(identifier).prayer.\(uuidV5(subscription))", uuid: uuidV5("\(subscription)/payload"),
                        name: app.text("profile.calendar.name", language, place),
                        description: app.text("profile.calendar.description", language, place), organization: organization),
                    url: address),
            ])
    }

    /// Reverses the host of an origin: `https://jadwal.example.org:8443` becomes `org.example.jadwal`.
    private static func reverseDomain(of origin: String) -> String {
        let host = origin.dropFirst("https://".count).prefix { $0 != ":" }
        return host.split(separator: ".").reversed().joined(separator: ".").lowercased()
    }
}
