package import CivilTime
package import ICalendar

/// A value that an event cannot have.
package struct EventProblem: Error, Sendable, Hashable {
    /// The field that a person corrects.
    package let field: EventField
    package let reason: Reason

    package init(_ field: EventField, _ reason: Reason) {
        self.field = field
        self.reason = reason
    }

    package enum Reason: Sendable, Hashable {
        /// Longer than `limit` characters as Unicode counts them.
        case tooLong(limit: Int)
        /// A note of more than `limit` characters, in a series whose events each keep it.
        case noteOfSeries(limit: Int)
        /// More than `limit` reminders or categories.
        case tooMany(limit: Int)
        /// A control character, or a letter that no program can store.
        case unfitCharacter
        /// Neither the address of a page nor one of the other kinds that calendar programs open.
        case notALink
        /// No zone has that name.
        case unknownZone(String)
        /// The clocks of the zone skip that time. The time that they show instead.
        case skipped(insteadShown: LocalDateTime)
        case endBeforeStart
        /// Before the year 1583, or after 9999.
        case outOfRange
        /// A number outside its range.
        case notInRange(ClosedRange<Int>)
        /// The rule gives no event at all, as 30 February.
        case neverHappens
        /// The series ends before it begins.
        case endsBeforeItBegins
        /// A rule that its author cannot have meant, with the reason.
        case badRule(RecurrenceRuleError)
        /// A rule with RSCALE or SKIP, which stops the synchronization of Android phones.
        case otherCalendar
        /// A series that follows prayers or Hijri days, but repeats by a rule that they do not have.
        case unsuitableRule
        /// The rule of a series cannot differ for one event of it.
        case onlyForSeries
        /// The time follows a prayer, and the customer has no city.
        case noCity
    }
}

/// All values that an event cannot have, at most one of each field, in the order of the fields.
package struct EventProblems: Error, Sendable, Hashable {
    package let problems: [EventProblem]

    package init(_ problems: [EventProblem]) {
        self.problems = problems
    }

    /// Returns the problem of a field; nil if it has none.
    package subscript(_ field: EventField) -> EventProblem? { problems.first { $0.field == field } }
}

/// The reason why an event was not changed, beyond `CalendarRefusal`.
package enum EventRefusal: Error, Sendable {
    /// Somebody changed the event meanwhile. It is as it is now; nil if this event of the series is gone.
    case overtaken(current: StoredEvent?)
    /// The object at the address is no event.
    case notAnEvent
    /// The series no longer has an event at that time.
    case noOccurrence
    /// The rule cannot follow the new start, as every second one of several weekdays. The way out: change this event
    /// only, or choose the rule again.
    case unclearRule
    /// A program wrote a series that cannot be divided: it has several rules. The way out: change one event, or all.
    case severalRules
    /// The event is too far from the start of its series to be counted. The way out: change one event, or all.
    case tooFar
}
