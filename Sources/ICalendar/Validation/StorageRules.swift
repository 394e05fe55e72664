public import CivilTime

/// What a calendar collection takes, beyond what any calendar object has to be (RFC 4791 §5.2.3 and
/// §5.2.5 to §5.2.9). Nil is no limit.
public struct StorageRules: Hashable, Sendable {
    /// CALDAV:supported-calendar-component-set: names in upper case, as VEVENT.
    public var kinds: Set<String>?
    /// CALDAV:max-resource-size, in octets.
    public var octets: Int?
    /// CALDAV:min-date-time: nothing begins before it.
    public var earliest: Instant?
    /// CALDAV:max-date-time: nothing that ends does so after it. A rule without an end goes beyond any
    /// and is let in; whoever expands it has a window.
    public var latest: Instant?
    /// CALDAV:max-instances: how often it may happen. A rule without an end has no number and is let in.
    public var occurrences: Int?
    /// CALDAV:max-attendees-per-instance.
    public var attendees: Int?

    public init() {}
}

extension CalendarObject {
    /// Looks whether a collection takes the object.
    ///
    /// - Parameters:
    ///   - octets: the length of its text.
    ///   - floating: the collection's zone, for days and floating times.
    ///   - budget: for looking when it happens; one that does not suffice is an object that happens too often.
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
            if let most = rules.occurrences, try series.happens(moreOftenThan: most, budget: &budget) { throw .outOfBudget }
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
    /// Never so for one without an end, which has no number.
    fileprivate func happens(moreOftenThan most: Int, budget: inout WorkBudget) throws(RecurrenceError) -> Bool {
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
