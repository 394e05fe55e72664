package import Templates

/// An entry that a feed can also hold, in Ramadan only. The raw values are parts of addresses.
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

    /// Makes the names in the language of a page.
    package init(_ language: Language) { self = language == .arabic ? .arabic : .english }
}
