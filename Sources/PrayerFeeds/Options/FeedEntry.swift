import PrayerTimes

/// What a feed can hold for every day, in the order of the day; the raw values stand in addresses.
package enum FeedEntry: String, Hashable, Sendable, CaseIterable {
    case imsak, fajr, sunrise, duha, dhuhr, asr, maghrib, isha, midnight
    case lastThird = "last-third"

    /// What is listed unless somebody chose otherwise.
    package static let prayers: Set<FeedEntry> = [.fajr, .dhuhr, .asr, .maghrib, .isha]

    package var isPrayer: Bool { Self.prayers.contains(self) }

    /// The event of the timetable; nil for what is derived from several.
    var dayEvent: DayEvent? { DayEvent(rawValue: rawValue) }
}

/// What a feed can hold besides, in Ramadan only.
package enum RamadanEntry: String, Hashable, Sendable, CaseIterable {
    /// The meal before Fajr.
    case suhoor
    /// The meal at Maghrib.
    case iftar
    /// The prayers after Isha.
    case tarawih
}

/// The language of a feed's events.
package enum FeedNames: String, Hashable, Sendable, CaseIterable {
    case english = "en"
    case arabic = "ar"
    case both
}
