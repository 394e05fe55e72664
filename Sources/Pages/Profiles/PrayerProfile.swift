import Crypto
import Places
import PrayerFeeds
import Runtime
import Storage
import Templates

extension Profiles {
    /// The minutes in which a profile can be fetched after its button was pressed. A device deletes a profile that
    /// was not installed within 8 minutes.
    static let lifetimeMinutes = 10

    /// Makes an address at which one customer's profile can be fetched for some minutes.
    static func mint(for feed: PrayerFeed, _ language: Language, _ app: App) throws -> Token {
        try app.grantProfile(of: feed, language, lifetimeMinutes: lifetimeMinutes)
    }

    /// Returns the path from which a browser on the phone downloads the profile.
    static func downloadPath(_ token: Token) -> String {
        "/profiles/prayer.mobileconfig?token=\(token.text)"
    }

    /// Makes the profile that subscribes a device to a customer's prayer feed.
    static func prayerProfile(
        _ feed: PrayerFeed, address: String, _ language: Language, _ app: App
    ) throws -> ConfigurationProfile {
        let names = ProfileNames(feed.customerID, language, app)
        let place = try placeName(of: feed, language, app)
        return ConfigurationProfile(
            identity: names.profile(.prayerTimes, ["place": place]), target: .phone,
            payloads: [SubscribedCalendar(feed, address: address, place: place, names)])
    }

    /// Returns the name of a feed's place.
    static func placeName(of feed: PrayerFeed, _ language: Language, _ app: App) throws -> String {
        try feed.cityID.flatMap { try app.store.city($0) }?.name(arabic: language == .arabic) ?? feed.placeName
    }
}

extension SubscribedCalendar {
    init(_ feed: PrayerFeed, address: String, place: String, _ names: ProfileNames) {
        identity = names.payload("prayer", .subscription, ["place": place], subject: "\(feed.id)")
        url = address
    }
}
