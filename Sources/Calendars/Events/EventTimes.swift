package import ICalendar

/// The times of an event in the form of calendar files.
package struct EventTimes: Sendable, Hashable {
    /// DTSTART, DTEND or DURATION, RRULE, RDATE, and properties of Jadwal, in the order of the file.
    package var properties: [Property]
    /// Changes of single events of the series. One without UID has times only, and gets the values of the series; one
    /// with UID is written as it is.
    package var overrides: [Component]

    package init(properties: [Property], overrides: [Component] = []) {
        self.properties = properties
        self.overrides = overrides
    }
}

/// Series whose times no plain rule gives: those that follow prayers, and those of Hijri days.
///
/// Their times are one by one in the object, so that every program shows them. The rule is kept beside them.
package protocol ComputedSeries: Sendable {
    /// The properties of Jadwal in which a rule is kept. They are removed if the event gets a plain rule.
    var ownNames: Set<String> { get }

    /// Returns the times of an event that is anchored to a prayer, or repeats by the Hijri calendar.
    ///
    /// - Parameter old: the VCALENDAR of the series before an edit of all of it; nil for a new series, and
    ///   for the second one when a series is divided. Its single changes that shall stay are in `overrides` again.
    /// - Throws: `EventProblem`, as for a customer without a city.
    func times(_ time: EventTime, _ repetition: Repetition, replacing old: Component?) throws -> EventTimes

    /// Returns the time of the first event and the rule that a stored series was made from; nil for any other series.
    ///
    /// - Parameter calendar: the VCALENDAR.
    func reading(_ calendar: Component) -> (time: EventTime, repetition: Repetition)?

    /// Returns the changes of single events of a series, plain or computed.
    ///
    /// - Parameter calendar: the VCALENDAR.
    /// - Throws: `EventProblem`.
    func singleChanges(in calendar: Component) throws -> SingleChanges

    /// Returns true if an override of a computed series is as its rule wrote it.
    func isAsMade(_ override: Component, in calendar: Component) -> Bool

    /// Returns the anchored time of one event of a series; nil if a person gave it a time of its own, or if the series
    /// follows no prayer.
    ///
    /// - Parameters:
    ///   - occurrence: the event with its own DTSTART, and DTEND or DURATION.
    ///   - calendar: the VCALENDAR.
    func time(of occurrence: Component, in calendar: Component) -> EventTime?
}

extension EventDraft {
    /// True if `ComputedSeries` makes its times.
    package var isComputed: Bool {
        if case .anchored = time { return true }
        return switch repetition.rule {
        case .hijriMonthly, .hijriYearly: true
        default: false
        }
    }
}
