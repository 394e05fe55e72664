import Storage

// Search: a customer's objects by their words.
//
// - SearchQuery.swift: what was typed, as terms. WordForms.swift: the forms of a word that find each other.
// - SearchFields.swift: the texts of an object that are searched, and their words, which are stored with it.
// - FindEvents.swift: `CalendarHome.search` finds objects by the index. FoundOccurrence.swift: the occurrence to show
//   of each. MarkedText.swift: a text with the parts that match.
// - WrittenDate.swift: a date that was typed instead of words.
// - FillWords.swift: the words of objects that were stored before there was a search.
//
// Only the customer searches, and only the objects of the customer's own calendars: prayer times are computed, and
// people find them by their day. Nothing that was typed is written to a log.

/// The results of a search, a part of them.
package struct SearchResults: Sendable {
    /// In order: upcoming ones, the next first; past ones, the last first; to-dos without a time.
    package let found: [FoundEvent]
    /// The number of all objects that match.
    package let count: Int
    /// True if there are further results after these.
    package let hasMore: Bool
    /// False if there are objects whose words are not known yet; the worker is finding them.
    package let isComplete: Bool
    /// True if more series match than a search reads. It reads `mostSeries`, those that began last.
    package let hasMoreSeries: Bool
    /// True if some results of this part are missing, since their texts together are longer than a page reads, or
    /// their rules cost more than a search may.
    package let isShort: Bool
    /// Today, with the customer's calendars, zone and choices, and the entries that were found.
    package let view: CalendarView

    /// The number of results on a page.
    package static let pageSize = 50
    /// The most results that pages can reach; a further word finds the others.
    package static let most = 1_000
    /// The most series that a search reads.
    package static let mostSeries = mostFoundSeries
}

/// An event or a to-do that a search found.
package struct FoundEvent: Sendable {
    /// The time of a result.
    package enum Group: Int, Sendable {
        /// Not over: of a series the next occurrence.
        case upcoming
        /// Over: of a series the last occurrence.
        case past
        /// A to-do without a time.
        case undated
    }

    package let group: Group
    package let entry: CalendarEntry
    package let title: MarkedText
    package let place: MarkedText
    /// The part of another text that matches, if neither title nor place does.
    package let excerpt: MarkedText?
}
