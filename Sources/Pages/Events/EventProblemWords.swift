import CivilTime
import Runtime
import Templates
import Text

extension EventWords {
    /// Returns the sentence at a wrong field.
    func sentence(_ problem: EventFormProblem) -> String {
        switch problem.reason {
        case .noTitle: text("event.problem.title")
        case .characters: text("event.problem.characters")
        case .tooLong(let limit): text("event.problem.long", ["limit": number(limit)])
        case .noteOfSeries(let limit): text("event.problem.note-of-series", ["limit": number(limit)])
        case .tooMany(let limit): text("event.problem.items", ["limit": number(limit)])
        case .notADay: text("event.problem.day")
        case .notATime: text("event.problem.time")
        case .notANumber(let range):
            text("event.problem.number", [
                "least": number(range.lowerBound), "most": number(range.upperBound),
            ])
        case .unknownZone: text("problem.zone")
        case .unknownChoice: text("event.problem.choice")
        case .skipped(let time, let zone, _):
            text("event.problem.skipped", [
                "time": clock(time), "day": short(time.date), "zone": place(ofZone: zone).isolated,
            ])
        case .endsBeforeStart(let local):
            local.map { text("event.problem.end.zones", ["time": clock($0)]) } ?? text("event.problem.end")
        case .noCalendar: text("event.problem.calendar")
        case .rule: text("event.problem.rule")
        case .otherCalendar: text("event.problem.other-calendar")
        case .neverHappens: text("event.problem.never")
        case .untilBeforeStart: text("event.problem.until")
        case .untilAndCount: text("event.problem.until-and-count")
        case .link: text("event.problem.link")
        case .color: text("problem.color")
        case .reminder: text("event.problem.reminder")
        case .tooManyReminders(let limit): text("event.problem.reminders", ["limit": number(limit)])
        case .noPlaceForPrayers: text("event.problem.prayer-place")
        case .noSuchPrayer: text("event.problem.no-prayer")
        case .unsuitableRule: text("event.problem.unsuitable")
        case .onlyForSeries: text("event.problem.one-only")
        case .unclearRule: text("event.problem.unclear-rule")
        case .severalRules: text("event.problem.several-rules")
        case .tooFar: text("event.problem.too-far")
        case .uidTaken: text("event.problem.taken")
        case .full(let megabytes): text("import.reason.full", ["limit": number(megabytes)])
        case .tooManyObjects(let limit): text("import.reason.too-many", ["limit": number(limit)])
        case .object: text("event.problem.object")
        }
    }

    /// Returns the words on the button that corrects a field; nil without one.
    func fix(_ problem: EventFormProblem) -> FieldProblem.Fix? {
        guard !problem.fix.isEmpty else { return nil }
        func value(_ fields: Set<EventForm.Field>) -> String? { problem.fix.first { fields.contains($0.field) }?.value }
        let day = value([.startDay, .endDay, .to]).flatMap(TypedTime.day)
        let time = day.flatMap { day in value([.startTime, .endTime]).flatMap { TypedTime.time($0, on: day) } }
        let label: String
        switch (problem.field, time) {
        case (.startTime, let time?): label = text("event.fix.start", ["time": clock(time)])
        case (.endTime, let time?):
            label = text("event.fix.end", ["time": clock(time), "day": day.map(short) ?? ""])
        default: label = text("event.fix.one-day")
        }
        return FieldProblem.Fix(value: problem.fixText, label: label)
    }

    /// Returns the list of problems above the form; nil without any.
    func summary(_ problems: [EventFormProblem]) -> ProblemSummary? {
        problems.isEmpty ? nil : ProblemSummary(
            count: text("event.problems", counting: problems.count),
            items: problems.map { .init(id: $0.field.rawValue, text: sentence($0)) })
    }
}
