public import CivilTime

/// The limits of a calendar collection, beyond the demands on any calendar object (RFC 4791 §5.2.3 and §5.2.5
/// to §5.2.9). Nil is no limit.
public struct StorageRules: Hashable, Sendable {
    /// CALDAV:supported-calendar-component-set: names in upper case, as VEVENT.
    public var kinds: Set<String>?
    /// CALDAV:max-resource-size, in octets.
    public var octets: Int?
    /// CALDAV:min-date-time: the earliest start.
    public var earliest: Instant?
    /// CALDAV:max-date-time: the latest end. A rule without an end is accepted, because it is always expanded
    /// within a window.
    public var latest: Instant?
    /// CALDAV:max-instances: the largest number of occurrences. A rule without an end is accepted.
    public var occurrences: Int?
    /// CALDAV:max-attendees-per-instance: the largest number of attendees.
    public var attendees: Int?

    public init() {}
}

extension CalendarObject {
    /// Checks that a collection accepts the object.
    ///
    /// - Parameters:
    ///   - octets: the length of its text.
    ///   - floating: the collection's zone, for days and floating times.
    ///   - budget: the work to find its times; an object that needs more has too many occurrences.
    /// - Throws: the first rule that is broken.
    public func check(
        _ rules: StorageRules, octets: Int, zones: ZoneResolver, floating: any ZoneRules, budget: inout WorkBudget
    ) throws(ObjectDefect) {
        if let kinds = rules.kinds, !kinds.contains(kind) { throw .unsupportedKind(kind) }
        if let most = rules.octets, octets > most { throw .tooLarge }
        if let most = rules.attendees, parts.contains(where: { $0.all("ATTENDEE").count > most }) { throw .tooManyAttendees }
        guard rules.occurrences != nil || rules.earliest != nil || rules.latest != nil else { return }
        let series = Series(parts, zones: zones, floating: floating)
        let bounds: SeriesBounds?
        do throws(RecurrenceError) {
            if let most = rules.occurrences, try series.hasMoreOccurrences(than: most, budget: &budget) { throw .outOfBudget }
            bounds = try series.bounds(budget: &budget)
        } catch {
            throw .tooManyOccurrences
        }
        guard let bounds else { return }
        if let earliest = rules.earliest, bounds.firstStart < earliest { throw .tooEarly }
        if let latest = rules.latest, max(bounds.lastEnd ?? bounds.firstStart, bounds.firstStart) > latest { throw .tooLate }
    }
}

extension Series {
    /// Returns true if the series has more occurrences. False for a series without an end.
    fileprivate func hasMoreOccurrences(than most: Int, budget: inout WorkBudget) throws(RecurrenceError) -> Bool {
        guard let set = master?.part.recurrence else { return overrides.count > most }
        if set.rules.contains(where: { $0.count == nil && $0.until == nil }) { return false }
        var starts = RecurrenceStarts(set, from: .min, through: .max)
        var count = 0
        while try starts.next(&budget) != nil {
            count += 1
            if count > most { return true }
        }
        return false
    }
}
