import ArgumentParser
import CivilTime
import Pages
import Places
import Postgres
import PrayerFeeds
import PrayerTimes
import Runtime
import Storage
import Templates

/// The options that name a place and its zone.
struct PlaceOptions: ParsableArguments {
    @Option(help: "A city's name or the last part of its address, as riyadh.")
    var city: String?

    @Option(help: "Two letters, as SA: where the city is, and whose method is taken unless --method names one. A point without it takes the country of its time zone.")
    var country: String?

    @Option(parsing: .unconditional, help: "Degrees, north positive, strictly between the poles.")
    var latitude: Double?

    @Option(parsing: .unconditional, help: "Degrees, east positive, -180 to 180.")
    var longitude: Double?

    @Option(help: "The point's clock, as Asia/Riyadh.")
    var timeZone: String?

    func validate() throws {
        if let country, country.utf8.count != 2 || !country.utf8.allSatisfy(isLetter) {
            throw ValidationError("--country takes two letters, as SA.")
        }
        if city != nil, latitude != nil || longitude != nil || timeZone != nil {
            throw ValidationError("--city and coordinates contradict each other: a city has its own, and its own time zone.")
        }
        if let latitude, !(latitude > -90 && latitude < 90) {
            throw ValidationError("--latitude takes -89.99 to 89.99: at a pole the sun has no noon.")
        }
        if let longitude, !(longitude >= -180 && longitude <= 180) {
            throw ValidationError("--longitude takes -180 to 180.")
        }
    }

    /// Checks that the options name a place.
    func checkComplete() throws {
        if city != nil {
            guard country != nil else { throw ValidationError("--city wants its --country, as --city Riyadh --country SA.") }
            return
        }
        guard latitude != nil, longitude != nil, timeZone != nil else {
            throw ValidationError("Name a place: --city and --country, or --latitude, --longitude and --time-zone.")
        }
    }

    /// Returns the named place, from the options or from the database.
    func resolve() throws -> ResolvedPlace {
        let capitals = country?.uppercased()
        if let city, let capitals { return try ResolvedPlace(city: city, country: capitals) }
        guard let latitude, let longitude, let timeZone,
              let point = Coordinates(latitude: latitude, longitude: longitude)
        else { throw ValidationError("Name a place: --city and --country, or --latitude, --longitude and --time-zone.") }
        let zones = try TimeZones()
        guard let zone = try zones.rules(named: timeZone) else {
            throw ValidationError("There is no time zone '\(timeZone)'; --time-zone takes names like Asia/Riyadh.")
        }
        let name = "\(latitude), \(longitude)", country = capitals ?? zones.country(of: timeZone)
        return ResolvedPlace(
            name: name, ofFeed: FeedPlace(name: name, point, timeZone: timeZone, country: country),
            place: Place(point, zone: zone), hijri: .ummAlQura)
    }

    private func isLetter(_ byte: UInt8) -> Bool { (0x41...0x5A).contains(byte & 0xDF) }
}

/// The place that the options name.
struct ResolvedPlace {
    let name: String
    let ofFeed: FeedPlace
    let place: Place
    /// The calendar with the operator's months if a database was read; else the published one.
    let hijri: HijriCalendar
}

extension ResolvedPlace {
    /// - Throws: `ValidationError` when the country has no such city.
    fileprivate init(city name: String, country: String) throws {
        let settings = DatabaseSettings(conninfo: try readConfig().database, applicationName: "jadwal-prayer-times")
        let store = Store(connection: try Connection(settings))
        let bySlug = try store.city(country: country, slug: name.lowercased())
        let byName = try bySlug ?? store.cities(matching: name, preferring: country, limit: 20).first { $0.country == country }
        guard let city = byName else {
            throw ValidationError("There is no city '\(name)' in \(country); coordinates serve any place.")
        }
        guard let point = Coordinates(latitude: city.latitude, longitude: city.longitude),
              let zone = try TimeZones().rules(named: city.timeZone)
        else { throw ValidationError("The time zone of \(city.name), \(city.timeZone), is no longer one of tzdata's.") }
        self.init(
            name: "\(city.name), \(city.country) (\(city.latitude), \(city.longitude))", ofFeed: try FeedPlace(city),
            place: Place(point, zone: zone), hijri: try HijriCalendar.ummAlQura.replacing(store.hijriMonths()))
    }
}
