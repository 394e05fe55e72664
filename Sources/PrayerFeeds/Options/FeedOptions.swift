package import PrayerTimes

/// An authority's way to reckon the day; HTTP has a `Method` too.
typealias PrayerMethod = Method

/// Everything a feed's address can say, each with a default that suits most people.
///
/// There is one canonical text of it, `query`: what stands behind the `?` of a public feed, what
/// `prayer_feed.options` keeps, and half of the key of a rendered body.
package struct FeedOptions: Hashable, Sendable {
    // What decides the times.

    /// nil: what is usual in the place's country.
    package var method: Method?
    /// nil: the method's own.
    package var school: AsrSchool?
    /// nil: what is recommended at the place's latitude.
    package var highLatitude: HighLatitudeRule?
    package var polar = PolarRule.nearestLatitude
    /// Matters to the Moonsighting Committee's bounds only.
    package var shafaq = Shafaq.general
    /// A person's own minutes, -60 to 60, added to everything else.
    package var adjust = PerEvent<Int>(all: 0)
    /// Whether sunrise and Maghrib are those of the place's height.
    var usesElevation = false

    // What is shown.

    package var entries = FeedEntry.prayers
    package var names = FeedNames.both
    /// Minutes that an entry lasts.
    package var length = FeedOptions.defaultLength
    /// Minutes of entries that last longer or shorter than `length`.
    package var lengths: [FeedEntry: Int] = [:]
    /// Minutes from the call to the start of the prayer in the mosque, for the prayers that have any.
    package var iqama: [FeedEntry: Int] = [:]
    /// Whether colleagues see the time as busy.
    var isBusy = false
    /// Minutes before each entry at which to remind; nil for no reminder.
    package var alarm: Int?
    /// Whether each entry tells the Hijri date.
    package var hijri = true
    package var ramadan: Set<RamadanEntry> = []
    /// Minutes of the Friday prayer, which then stands in Dhuhr's place; nil leaves Dhuhr.
    package var jumuah: Int?

    package init() {}
    /// Whether the prayers of the two Eids are listed.
    package var eid = false
    /// How many days ahead; nil: JADWAL_FEED_DAYS.
    package var days: Int?

    package static let defaultLength = 15

    /// Minutes that an entry lasts: in the mosque until its length after the iqama.
    package func minutes(of entry: FeedEntry) -> Int {
        (iqama[entry] ?? 0) + (lengths[entry] ?? length)
    }

    /// The rules of the timetable at a place.
    ///
    /// - Parameters:
    ///   - country: ISO 3166, as in `SA`; decides the method where none was chosen.
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

    /// What of the options decides the times, with the method named even where it is the country's:
    /// the same text, the same minutes.
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

/// The names that stand in an address, in the canonical order.
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
    case polar, shafaq, adjust, elevation
    case entries, names, length, iqama, busy, alarm, hijri, ramadan, jumuah, eid, days
}

extension FeedOptions {
    static let parameterNames = FeedParameter.allCases.map(\.rawValue)

    // What each number may be.
    static let adjustLimits = -60...60
    static let lengthLimits = 1...240
    static let iqamaLimits = 0...120
    static let alarmLimits = 0...120
    static let jumuahLimits = 10...240
    static let dayLimits = 7...366
}
