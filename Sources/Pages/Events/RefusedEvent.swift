import Calendars
import CivilTime
import Runtime

extension EventPages {
    /// Returns what the service refused, as problems of the form's fields.
    ///
    /// - Throws: an error that no field of the form can correct.
    static func refusals(_ error: any Error) throws -> [EventFormProblem] {
        switch error {
        case let found as EventProblems: return found.problems.map(EventFormProblem.init)
        case let found as EventProblem: return [EventFormProblem(found)]
        case EventRefusal.unclearRule: return [EventFormProblem(field: .repeat, reason: .unclearRule)]
        case EventRefusal.severalRules: return [EventFormProblem(field: .repeat, reason: .severalRules)]
        case EventRefusal.tooFar: return [EventFormProblem(field: .repeat, reason: .tooFar)]
        case EventRefusal.notAnEvent: throw Refusal.notFound
        case CalendarRefusal.noCalendar: return [EventFormProblem(field: .calendar, reason: .noCalendar)]
        case CalendarRefusal.noObject: throw Refusal.notFound
        case CalendarRefusal.readOnly: return [EventFormProblem(field: .calendar, reason: .noCalendar)]
        case CalendarRefusal.tooManyObjects(let limit):
            return [EventFormProblem(field: .calendar, reason: .tooManyObjects(limit: limit))]
        case CalendarRefusal.full(let megabytes):
            return [EventFormProblem(field: .calendar, reason: .full(megabytes: megabytes))]
        case CalendarRefusal.uidTaken: return [EventFormProblem(field: .calendar, reason: .uidTaken)]
        case CalendarRefusal.invalid, CalendarRefusal.uidTooLong:
            return [EventFormProblem(field: .title, reason: .object)]
        default: throw error
        }
    }
}

extension EventFormProblem {
    /// Makes the problem of a value that the service refused.
    init(_ problem: EventProblem) {
        // An event around a prayer has its own fields for the start.
        field = switch problem.reason {
        case .noCity: .prayer
        case .otherCalendar: .rule
        default: problem.field.formField
        }
        reason = switch problem.reason {
        case .tooLong(let limit): .tooLong(limit: limit)
        case .noteOfSeries(let limit): .noteOfSeries(limit: limit)
        case .tooMany(let limit) where problem.field == .reminders: .tooManyReminders(limit: limit)
        case .tooMany(let limit): .tooMany(limit: limit)
        case .unfitCharacter: .characters
        case .notALink: .link
        case .unknownZone: .unknownZone
        case .skipped(let shown): .skipped(shown, zone: "", shown: shown)
        case .endBeforeStart: .endsBeforeStart(inStartZone: nil)
        case .outOfRange: .notADay
        case .notInRange(let range): .notANumber(range)
        case .neverHappens: .neverHappens
        case .endsBeforeItBegins: .untilBeforeStart
        case .badRule: .rule
        case .otherCalendar: .otherCalendar
        case .unsuitableRule: .unsuitableRule
        case .onlyForSeries: .onlyForSeries
        case .noCity: .noPlaceForPrayers
        }
    }
}
