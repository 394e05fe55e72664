import Calendars
import CivilTime

/// The reason why a field of the event form cannot be taken as it is.
struct EventFormProblem: Sendable, Equatable {
    let field: EventForm.Field
    let reason: Reason
    /// The fields with other values that would be right, which one button puts in; empty without one.
    var fix: [Fix] = []

    enum Reason: Sendable, Equatable {
        case noTitle
        case characters
        case tooLong(limit: Int)
        /// Each event of a series keeps the note, and the note is too long for that.
        case noteOfSeries(limit: Int)
        case tooMany(limit: Int)
        case notADay
        case notATime
        case notANumber(ClosedRange<Int>)
        case unknownZone
        case unknownChoice
        /// The clocks of the zone skip the time; the time that they show then.
        case skipped(LocalDateTime, zone: String, shown: LocalDateTime)
        /// The end is before the start. The end on the clocks of the start's zone, if that is another.
        case endsBeforeStart(inStartZone: LocalDateTime?)
        case noCalendar
        case rule
        /// The rule has RSCALE or SKIP.
        case otherCalendar
        /// The rule gives no day, or none before its end.
        case neverHappens
        case untilBeforeStart
        case untilAndCount
        case link
        case color
        case reminder
        case tooManyReminders(limit: Int)
        case noPlaceForPrayers
        case noSuchPrayer
        /// The series follows prayers or Hijri days, and they have no such rule.
        case unsuitableRule
        /// One event of a series has no rule of its own.
        case onlyForSeries
        /// The rule cannot follow the new day.
        case unclearRule
        /// A series of several rules cannot be divided.
        case severalRules
        /// The event is too far from the start of its series.
        case tooFar
        case uidTaken
        case full(megabytes: Int)
        case tooManyObjects(limit: Int)
        /// The rest of the object breaks a rule of calendar files.
        case object
    }

    struct Fix: Sendable, Equatable {
        let field: EventForm.Field
        let value: String
    }
}

extension EventFormProblem {
    /// The value of the button that corrects the fields: `end-day=2026-11-25;end-time=15:20`.
    var fixText: String {
        fix.map { "\($0.field.rawValue)=\($0.value)" }.joined(separator: ";")
    }
}

extension EventForm {
    /// Puts in the values of a button that corrects fields. Any other text changes nothing.
    mutating func apply(fix text: String) {
        for pair in text.split(separator: ";") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, let field = Field(rawValue: String(parts[0])),
                  Self.correctable.contains(field)
            else { continue }
            self[field] = String(parts[1])
        }
    }

    private static let correctable: Set<Field> = [
        .startDay, .startTime, .endDay, .endTime, .endZone, .lasts, .to, .until, .count, .calendar,
    ]
}
