import PrayerTimes

/// An entry that a feed can hold for every day, in the order of the day. The raw values stand in addresses.
package enum FeedEntry: String, Hashable, Sendable, CaseIterable {
    case imsak, fajr, sunrise, duha, dhuhr, asr, maghrib, isha, midnight
    case lastThird = "last-third"

    /// The entries that are listed by default.
    package static let prayers: Set<FeedEntry> = [.fajr, .dhuhr, .asr, .maghrib, .isha]

    package var isPrayer: Bool { Self.prayers.contains(self) }

    /// The event of the timetable; nil if the entry is derived from several events.
    var dayEvent: DayEvent? { DayEvent(rawValue: rawValue) }
}

/// An entry that a feed can also hold, in Ramadan only.
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
