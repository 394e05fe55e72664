package import Calendars
import CivilTime
package import ICalendar
package import Runtime
import Text

extension App {
    /// Returns the reason why an object of a file was not stored, in a sentence.
    package func sentence(_ reason: ImportRefusal, _ format: Formatter) -> String {
        switch reason {
        case .defect(let defect): sentence(defect, format)
        case .repeated: format.text("import.reason.repeated")
        case .older: format.text("import.reason.older")
        case .uidTooLong: format.text("import.reason.uid")
        case .tooMuchWork: format.text("import.reason.work")
        case .tooManyObjects(let limit):
            format.text("import.reason.too-many", ["limit": format.number(limit)])
        case .full(let megabytes): format.text("import.reason.full", ["limit": format.number(megabytes)])
        }
    }

    /// Returns a sentence about an object of a file that was stored with a change.
    package func sentence(_ remark: ImportRemark, _ format: Formatter) -> String {
        switch remark {
        case .endLeftOut: format.text("import.remark.end")
        case .endAsStart: format.text("import.remark.end-form")
        case .occurrenceAsSeries: format.text("import.remark.occurrence")
        case .fieldLeftOut(let name): format.text("import.remark.field", ["field": name.shortened])
        case .lineLeftOut: format.text("import.remark.line")
        case .oldCharacters: format.text("import.remark.characters")
        case .ownIdentifier: format.text("import.remark.identifier")
        case .unknownZone(let name, let zone):
            format.text(
                "import.remark.zone",
                ["name": name.shortened.isolated, "zone": (zone ?? "").isolated])
        }
    }

    /// Returns the day and hour of an object of a file, by which people find it; its line if its start cannot be read.
    ///
    /// - Parameter clocks: the customer's, for a time in UTC. Other times are as the file has them.
    package func place(of origin: ObjectOrigin, _ clocks: any ZoneRules, _ format: Formatter) -> String {
        guard let start = origin.start else { return format.text("import.line", ["line": format.number(origin.line)]) }
        var local = start.local
        if case .date(let date) = start { return format.day(date, .year) }
        if case .utc(let moment) = start { local = clocks.local(moment) }
        return format.text(
            "event.when.moment",
            ["day": format.day(local.date, .year), "start": format.time(minute: local.minuteOfDay)])
    }

    private func sentence(_ defect: ObjectDefect, _ format: Formatter) -> String {
        switch defect {
        case .invalid(let problem), .recurrenceID(let problem): broken(problem, format)
        case .notPlainText: format.text("import.reason.characters")
        case .unsupportedCalendarSystem: format.text("import.reason.system")
        case .unsupportedKind(let kind):
            format.text("import.reason.kind", ["kind": self.kind(kind, format)])
        case .severalKinds, .severalUIDs, .severalSeries: format.text("import.reason.mixed")
        case .notOneCalendar, .method, .empty, .noUID: format.text("import.reason.form")
        case .tooLarge:
            format.text("import.reason.large", ["limit": format.number(config.objectKilobytes)])
        case .tooEarly: format.text("import.reason.early")
        case .tooLate: format.text("import.reason.late")
        case .tooManyOccurrences: format.text("import.reason.occurrences")
        case .tooManyAttendees: format.text("import.reason.attendees")
        }
    }

    private func broken(_ problem: Problem, _ format: Formatter) -> String {
        switch problem.reason {
        case .invalidRule: return format.text("import.reason.rule")
        case .missingEnd, .unexpectedEnd, .outsideComponent, .notAContentLine, .tooLong, .tooDeep, .tooManyParts:
            return format.text("import.reason.form")
        default:
            guard let name = problem.name else { return format.text("import.reason.form") }
            return format.text("import.reason.field", ["field": name.shortened])
        }
    }

    private func kind(_ name: String, _ format: Formatter) -> String {
        switch name {
        case "VEVENT": format.text("import.kind.event")
        case "VTODO": format.text("import.kind.task")
        case "VJOURNAL": format.text("import.kind.journal")
        case "VFREEBUSY", "VAVAILABILITY": format.text("import.kind.busy")
        default: name.shortened
        }
    }
}
