import Places
import Runtime
import Storage
import Templates

extension Profiles {
    /// Makes the profile that adds a customer's calendars to a device.
    ///
    /// - Parameters:
    ///   - password: the device password that is for this device alone.
    ///   - prayerTimes: the prayer feed to subscribe to as well, with its address; nil for none. macOS does not know
    ///     subscribed calendars in profiles, and a phone must not show prayer times twice.
    static func calendarProfile(
        of customer: CustomerID, password: String, prayerTimes: (feed: PrayerFeed, address: String)?,
        for target: ConfigurationProfile.Target, _ language: Language, _ app: App
    ) throws -> ConfigurationProfile {
        let names = ProfileNames(customer, language, app)
        let (host, port) = hostAndPort(of: app.config.origin)
        let account = CalendarAccount(
            identity: names.payload("calendars", .account, subject: "account"), host: host, port: port,
            userName: "\(customer)", password: password)
        guard let prayerTimes, target == .phone else {
            return ConfigurationProfile(
                identity: names.profile(.calendars, [:]), target: target, payloads: [account])
        }
        let place = try placeName(of: prayerTimes.feed, language, app)
        let subscription = SubscribedCalendar(prayerTimes.feed, address: prayerTimes.address, place: place, names)
        return ConfigurationProfile(
            identity: names.profile(.both, ["place": place]), target: target, payloads: [account, subscription])
    }

    /// Returns the host of an origin, and its port unless it is 443.
    private static func hostAndPort(of origin: String) -> (host: String, port: Int?) {
        let parts = origin.dropFirst("https://".count).split(separator: ":")
        let port = parts.count == 2 ? Int(parts[1]) : nil
        return (parts.first.map(String.init) ?? "", port == 443 ? nil : port)
    }
}
