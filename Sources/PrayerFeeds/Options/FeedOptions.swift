package import PrayerTimes

/// An authority's method to compute prayer times. This name tells it from HTTP's `Method`.
typealias PrayerMethod = Method

/// Everything a feed's address can say, each with a default that suits most people.
///
/// There is one canonical text of them, `query`. It is behind the `?` of a public feed's address, in
/// `prayer_feed.options`, and it is half of the key of a rendered body.
package struct FeedOptions: Hashable, Sendable {
    // These decide the times.

    /// The chosen method; nil for the usual one of the place's country.
    package var method: Method?
    /// The chosen school; nil for the method's own.
    package var school: AsrSchool?
    /// The chosen rules; nil for the one that is recommended at the place's latitude.
    package var highLatitude = TwilightRules(both: nil)
    package var polar = PolarRule.nearestLatitude
    /// Used only by the seasonal times of the Moonsighting Committee.
    package var shafaq = Shafaq.general
    /// Minutes, -60 to 60, that a person adds to each computed time.
    package var adjust = PerEvent<Int>(all: 0)
    /// True if sunrise and Maghrib take the place's height into account.
    var usesElevation = false

    // These decide how the times are shown.

    package var entries = DailyTime.prayers
    package var names = FeedNames.both
    /// Minutes that an entry lasts.
    package var length = FeedOptions.defaultLength
    /// Minutes of the entries that last longer or shorter than `length`.
    package var lengths: [DailyTime: Int] = [:]
    /// Minutes from the call to the start of the prayer in the mosque, for the prayers that have any.
    package var iqama: [DailyTime: Int] = [:]
    /// True if colleagues see the time as busy.
    var isBusy = false
    /// Minutes before each entry at which to remind; nil for no reminder.
    package var alarm: Int?
    /// True if each entry shows the Hijri date.
    package var hijri = true
    package var ramadan: Set<RamadanEntry> = []
    /// Minutes of the Friday prayer, which then takes Dhuhr's place; nil leaves Dhuhr.
    package var jumuah: Int?

    package init() {}
    /// True if the prayers of the two Eids are listed.
    package var eid = false
    /// The number of days ahead; nil for JADWAL_FEED_DAYS.
    package var days: Int?

    package static let defaultLength = 15

    /// The minutes before a prayer at which the page of a city offers to remind.
    package static let reminders = [0, 10, 15]

    /// True if only the language of the names and one of `reminders` are chosen. A city has few such feeds, and
    /// customers share them.
    package var areUsual: Bool {
        var others = self
        if let alarm, Self.reminders.contains(alarm) { others.alarm = nil }
        return others.query(names: nil).isEmpty
    }

    /// Returns the minutes that an entry lasts: its length, after the minutes to its iqama if it has any.
    package func minutes(of entry: DailyTime) -> Int {
        (iqama[entry] ?? 0) + (lengths[entry] ?? length)
    }

    /// Returns the rules of the timetable at a place.
    ///
    /// - Parameters:
    ///   - country: ISO 3166, as in `SA`; decides the method if none was chosen.
    ///   - elevationMetres: used only if the options ask for it.
    package func rules(country: String?, elevationMetres: Int?) -> Rules {
        var rules = Rules(method: method ?? Method.default(country: country ?? ""))
        if let school { rules.school = school }
        rules.highLatitude = highLatitude
        rules.polar = polar
        rules.shafaq = shafaq
        rules.minutes = adjust
        rules.elevationMetres = usesElevation ? elevationMetres.map(Double.init) : nil
        return rules
    }

    /// Returns true if the times are those of everybody who chose nothing at a place of the country.
    func haveUsualTimes(country: String?) -> Bool {
        ofTimetable(country: country) == FeedOptions().ofTimetable(country: country)
    }

    /// Returns only the options that decide the times, with the method named even if it is the country's
    /// default. Two places with the same `query` of these options share the rules of their times.
    func ofTimetable(country: String?) -> FeedOptions {
        var options = FeedOptions()
        options.method = method ?? Method.default(country: country ?? "")
        options.school = school == options.method?.school ? nil : school
        options.highLatitude = highLatitude
        options.polar = polar
        options.shafaq = shafaq
        options.adjust = adjust
        options.usesElevation = usesElevation
        return options
    }
}

/// The names that an address has, in the canonical order.
///
/// nginx's cache key lists the same names (nginx/feeds.conf.template); a test compares the two.
package enum FeedParameter: String, CaseIterable {
    case method
    case fajrAngle = "fajr_angle"
    case ishaAngle = "isha_angle"
    case ishaMinutes = "isha_minutes"
    case maghribAngle = "maghrib_angle"
    case rounding, school
    case highLatitude = "high_latitude"
    case highLatitudeFajr = "high_latitude_fajr"
    case highLatitudeIsha = "high_latitude_isha"
    case polar, shafaq, adjust, elevation
    case entries, names, length, iqama, busy, alarm, hijri, ramadan, jumuah, eid, days
}

extension FeedOptions {
    static let parameterNames = FeedParameter.allCases.map(\.rawValue)

    // The allowed range of each number.
    package static let adjustLimits = -60...60
    static let lengthLimits = 1...240
    static let iqamaLimits = 0...120
    static let alarmLimits = 0...120
    static let jumuahLimits = 10...240
    static let dayLimits = 7...366
}
