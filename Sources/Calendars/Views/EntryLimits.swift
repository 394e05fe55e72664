package import CivilTime

/// The most entries of views. Each becomes some hundred octets of a page, and nobody reads more.
///
/// The longest page is the list: 14 days and the to-dos without a time, so 3,000 entries.
enum EntryLimits {
    /// The most on one day.
    static let ofDay = 200
    /// The most that are made for one day before the earliest are chosen.
    static let madeOfDay = 2 * ofDay
    /// The most to-dos without a time.
    static let undated = ofDay
    /// The steps of all rules and entries together, as `WorkBudget` counts them, for a view, a search and the list of
    /// to-dos. A usual month takes some thousands.
    static let steps = 500_000
    /// The steps for making one entry of a series.
    static let stepsOfEntry = 10
}

/// The days of a view with more entries than it shows.
package struct HiddenEntries: Sendable {
    private var counts: [LocalDate: Int] = [:]
    /// The days of which not all entries were counted.
    private var uncounted: Set<LocalDate> = []

    /// Returns the number of entries of a day that are not shown; 0 if all are.
    package func count(on day: LocalDate) -> Int { counts[day, default: 0] }

    /// Returns true if there are more on a day than `count` says.
    package func isAtLeast(on day: LocalDate) -> Bool { uncounted.contains(day) }

    /// True if no entry is hidden.
    package var isEmpty: Bool { counts.isEmpty && uncounted.isEmpty }

    mutating func add(on day: LocalDate) { counts[day, default: 0] += 1 }

    mutating func addUncounted(on day: LocalDate) { uncounted.insert(day) }
}

/// The entries that a view shows of those that were found: of each day the first ones.
struct ShownEntries {
    private(set) var entries: [CalendarEntry] = []
    private(set) var hidden: HiddenEntries

    /// - Parameters:
    ///   - found: in the order of a list.
    ///   - hidden: the entries that were counted and not made.
    init(_ found: [CalendarEntry], on days: ClosedRange<LocalDate>, hidden: HiddenEntries) {
        self.hidden = hidden
        guard found.count > EntryLimits.ofDay else {
            entries = found
            return
        }
        var shown = [Int](repeating: 0, count: days.upperBound - days.lowerBound + 1)
        for entry in found {
            let first = max(entry.startDay, days.lowerBound), last = min(entry.endDay, days.upperBound)
            let places = first - days.lowerBound...last - days.lowerBound
            if places.contains(where: { shown[$0] >= EntryLimits.ofDay }) {
                for place in places { self.hidden.add(on: days.lowerBound + place) }
            } else {
                for place in places { shown[place] += 1 }
                entries.append(entry)
            }
        }
    }
}
