public import CivilTime
public import ICalendar

// Filters of calendar queries, before any text is read. `ComponentFilter` in `ICalendar` evaluates them on objects.

/// The objects that a filter can match, as far as facts can tell: the query that storage turns into SQL.
///
/// An object that it leaves out does not match. One that it returns may match: `decision(_:)` tells if its text must
/// be read.
public struct CandidateQuery: Hashable, Sendable {
    /// The kind that matches, as in VEVENT; nil for any.
    public private(set) var kind: String?
    /// The kinds that never match.
    public private(set) var excludedKinds: Set<String> = []
    /// The windows that an object must overlap, each of them.
    public private(set) var windows: [Window] = []
    /// The texts that the UID must match.
    public private(set) var uidTexts: [TextMatch] = []
    /// True if no object matches.
    public private(set) var matchesNothing = false
    /// True if the filter has conditions that no fact answers.
    public private(set) var needsText = false

    /// The bounds of an object that can overlap a time range.
    public struct Window: Hashable, Sendable {
        public let range: TimeRange
        /// The condition on `ObjectFacts.lastEnd`: at or after this moment, or nil.
        public var earliestEnd: Instant { range.start - .seconds(1) }
        /// The condition on `ObjectFacts.firstStart`: at or before this moment, or nil if `mayBeUndated`.
        public var latestStart: Instant { range.end + .seconds(1) }
        /// True if an object without `firstStart` can overlap: a to-do, by its creation, and busy times.
        public let mayBeUndated: Bool
    }

    /// - Parameter filter: for VCALENDAR, as `CalendarQuery.filter`.
    public init(_ filter: ComponentFilter) {
        guard filter.name == "VCALENDAR", !filter.isNotDefined else {
            matchesNothing = true
            return
        }
        needsText = !filter.properties.isEmpty
        for component in filter.components { add(component) }
        if let kind, excludedKinds.contains(kind) { matchesNothing = true }
    }

    private mutating func add(_ filter: ComponentFilter) {
        // Time zones may be beside any object.
        guard Self.kinds.contains(filter.name) else {
            needsText = true
            return
        }
        if filter.isNotDefined {
            excludedKinds.insert(filter.name)
            return
        }
        // An object has one kind.
        if let kind, kind != filter.name { matchesNothing = true }
        kind = filter.name
        if let range = filter.timeRange {
            windows.append(Window(range: range, mayBeUndated: filter.name != "VEVENT" && filter.name != "VJOURNAL"))
        }
        for property in filter.properties {
            // All parts of an object have the same UID.
            if property.name == "UID", let text = property.text, property.parameters.isEmpty {
                uidTexts.append(text)
            } else {
                needsText = true
            }
        }
        if !filter.components.isEmpty { needsText = true }
    }

    private static let kinds: Set<String> = ["VEVENT", "VTODO", "VJOURNAL", "VFREEBUSY", "VAVAILABILITY"]
}

extension CandidateQuery {
    /// Decides by the facts.
    ///
    /// - Returns: nil if the object's text must be read.
    public func decision(_ facts: ObjectFacts) -> Bool? {
        if matchesNothing || excludedKinds.contains(facts.kind) { return false }
        if let kind, kind != facts.kind { return false }
        guard uidTexts.allSatisfy({ $0.matches(facts.uid) }) else { return false }
        var isKnown = !needsText
        for window in windows {
            switch window.decision(facts) {
            case false: return false
            case nil: isKnown = false
            case true: break
            }
        }
        return isKnown ? true : nil
    }
}

extension CalendarQuery {
    /// Returns true if an object passes the filter. An object that costs more than the budget passes as well, because
    /// one hostile rule must neither fail the report nor hide an event.
    ///
    /// - Parameter floating: the zone of days and floating times, by `floating(collection:database:)`.
    public func passes(
        _ calendar: Component, zones: ZoneResolver, floating: any ZoneRules, budget: inout WorkBudget
    ) -> Bool {
        do throws(RecurrenceError) {
            return try filter.matches(calendar, zones: zones, floating: floating, budget: &budget)
        } catch {
            return true
        }
    }
}

extension CandidateQuery.Window {
    fileprivate func decision(_ facts: ObjectFacts) -> Bool? {
        guard let first = facts.firstStart else { return mayBeUndated ? nil : false }
        if first > latestStart { return false }
        if let last = facts.lastEnd, last < earliestEnd { return false }
        // The table of §9.9 for a VEVENT. Other kinds have properties that are no facts.
        guard facts.kind == "VEVENT", !facts.isRecurring, !facts.isFloating, let last = facts.lastEnd
        else { return nil }
        return first < last ? range.start < last && range.end > first : range.start <= first && first < range.end
    }
}
