package import Calendars
import ICalendar
package import Runtime
package import Templates

extension App {
    /// Returns the reason why an object of a file was not stored, in a sentence.
    package func sentence(_ reason: ImportRefusal, _ language: Language) -> String {
        switch reason {
        case .defect(let defect): sentence(defect, language)
        case .repeated: text("import.reason.repeated", language)
        case .older: text("import.reason.older", language)
        case .uidTooLong: text("import.reason.uid", language)
        case .tooMuchWork: text("import.reason.work", language)
        case .tooManyObjects(let limit):
            text("import.reason.too-many", language, ["limit": language.number(limit)])
        case .full(let megabytes): text("import.reason.full", language, ["limit": language.number(megabytes)])
        }
    }

    private func sentence(_ defect: ObjectDefect, _ language: Language) -> String {
        switch defect {
        case .invalid(let problem), .recurrenceID(let problem): broken(problem, language)
        case .notPlainText: text("import.reason.characters", language)
        case .unknownZone: text("import.reason.zone", language)
        case .unsupportedCalendarSystem: text("import.reason.system", language)
        case .unsupportedKind(let kind):
            text("import.reason.kind", language, ["kind": self.kind(kind, language)])
        case .severalKinds, .severalUIDs, .severalSeries: text("import.reason.mixed", language)
        case .notOneCalendar, .method, .empty, .noUID: text("import.reason.form", language)
        case .tooLarge:
            text("import.reason.large", language, ["limit": language.number(config.objectKilobytes)])
        case .tooEarly: text("import.reason.early", language)
        case .tooLate: text("import.reason.late", language)
        case .tooManyOccurrences: text("import.reason.occurrences", language)
        case .tooManyAttendees: text("import.reason.attendees", language)
        }
    }

    private func broken(_ problem: Problem, _ language: Language) -> String {
        switch problem.reason {
        case .invalidRule: return text("import.reason.rule", language)
        case .missingEnd, .unexpectedEnd, .outsideComponent, .notAContentLine, .tooLong, .tooDeep, .tooManyParts:
            return text("import.reason.form", language)
        default:
            guard let name = problem.name else { return text("import.reason.form", language) }
            return text("import.reason.field", language, ["field": name])
        }
    }

    private func kind(_ name: String, _ language: Language) -> String {
        switch name {
        case "VEVENT": text("import.kind.event", language)
        case "VTODO": text("import.kind.task", language)
        case "VJOURNAL": text("import.kind.journal", language)
        case "VFREEBUSY", "VAVAILABILITY": text("import.kind.busy", language)
        default: name
        }
    }
}
