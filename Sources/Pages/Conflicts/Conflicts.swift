import Accounts
import Calendars
import CivilTime
package import HTTP
import Planning
import Runtime
import Storage
import Templates
package import Web

/// The pages of conflicts: events that clash with others or with prayers.
///
/// - Conflicts.swift: the page of one, and the answers. ConflictPage.swift: its values.
/// - ConflictItem.swift: a conflict in the inbox. ConflictWords.swift: sentences.
package enum ConflictPages {
    /// `GET /conflicts/{conflict}`: what clashes, and the ways out.
    package static func show(_ visit: CustomerVisit) throws -> Response {
        let row = try conflict(visit)
        return try page(row, visit)
    }

    /// `POST /conflicts/{conflict}`: the customer's answer. A form that is sent twice changes nothing the second time.
    package static func answer(_ visit: CustomerVisit) throws -> Response {
        let row = try conflict(visit), form = ConflictForm(visit.request.form)
        if form.choice == .reopen {
            do {
                try visit.planning.reopen(row.id)
                return done("reopened", row, visit)
            } catch ConflictRefusal.answered {
                return done("answered", row, visit)
            }
        }
        guard row.state == .open else { return done("answered", row, visit) }
        guard let shown = try visit.planning.shown(row) else { return done("gone", row, visit) }
        do {
            return try carryOut(form, shown, visit)
        } catch let refusal as ConflictRefusal {
            switch refusal {
            case .answered: return done("answered", row, visit)
            case .noEvent: return done("gone", row, visit)
            case .past: return try page(row, shown, visit, form, problem: .past)
            case .clashes(let problems) where form.choice == .own:
                return try page(row, shown, visit, form, problem: .clashes(problems))
            case .clashes: return try page(row, shown, visit, form, problem: .taken)
            }
        } catch is EventRefusal {
            return try page(row, visit, form, problem: .taken)
        } catch is CalendarRefusal {
            return done("gone", row, visit)
        } catch is EventProblems {
            return try page(row, shown, visit, form, problem: .refused)
        }
    }

    private static func carryOut(
        _ form: ConflictForm, _ shown: ShownConflict, _ visit: CustomerVisit
    ) throws -> Response {
        let planning = visit.planning, row = shown.row
        switch form.choice {
        case .keep:
            try planning.keep(row.id)
            return done("kept", row, visit)
        case .cancel:
            return done("cancelled", row, visit, undo: try planning.cancelEvent(of: shown))
        case .move(let start):
            let undo = try planning.move(.event, of: shown, to: shown.zone.instant(of: start), isWarned: false)
            return done("moved", row, visit, undo: undo)
        case .other(let start):
            let undo = try planning.move(.other, of: shown, to: shown.zone.instant(of: start), isWarned: false)
            return done("other-moved", row, visit, undo: undo)
        case .own:
            guard let start = form.ownStart else { return try page(row, shown, visit, form, problem: .noTime) }
            let undo = try planning.move(
                .event, of: shown, to: shown.zone.instant(of: start), isWarned: form.hasSeenWarning)
            return done("moved", row, visit, undo: undo)
        case .reopen, nil: return try page(row, shown, visit, form, problem: .noChoice)
        }
    }

    /// Returns the conflict that a path names.
    ///
    /// - Throws: 404, also for that of somebody else.
    private static func conflict(_ visit: CustomerVisit) throws -> ConflictRow {
        guard let number = Int64(visit.request.parameter("conflict")),
              let row = try visit.planning.conflict(ConflictID(number))
        else { throw Refusal.notFound }
        return row
    }

    private static func page(
        _ row: ConflictRow, _ visit: CustomerVisit, _ form: ConflictForm? = nil, problem: ConflictProblem? = nil
    ) throws -> Response {
        try page(row, row.state == .open ? visit.planning.shown(row) : nil, visit, form, problem: problem)
    }

    private static func page(
        _ row: ConflictRow, _ shown: ShownConflict?, _ visit: CustomerVisit, _ form: ConflictForm? = nil,
        problem: ConflictProblem? = nil
    ) throws -> Response {
        let words = try ConflictWords(visit)
        guard let shown else {
            return visit.page(ConflictOverPage(answer: words.answer(row), canReopen: row.state == .kept, id: row.id))
        }
        return visit.page(
            try ConflictPage(shown, form, problem, words, visit), status: problem == nil ? .ok : .unprocessableContent)
    }

    /// Returns to the inbox with a notice.
    private static func done(
        _ word: String, _ row: ConflictRow, _ visit: CustomerVisit, undo: UndoToken? = nil
    ) -> Response {
        let query = [("clash", word), ("conflict", row.id.description)] + (undo.map { [("undo", $0.text)] } ?? [])
        return visit.redirect(Request.address("/inbox", query))
    }
}

/// The reason why the page of a conflict is shown again.
enum ConflictProblem {
    case noChoice, noTime, past
    /// A time that was offered is no longer free, or the event has changed.
    case taken
    /// The event cannot have the time.
    case refused
    /// Something goes against the customer's own time.
    case clashes([TimeProblem])
}

/// The form of a conflict, as it was sent.
struct ConflictForm {
    enum Choice: Equatable {
        case keep, cancel, own, reopen
        case move(LocalDateTime)
        case other(LocalDateTime)
    }

    let choice: Choice?
    /// The own time, as it was typed.
    let day: String, time: String
    /// The own time that the page has warned of.
    private let seen: String

    init(_ form: Form) {
        (day, time, seen) = (form["day"], form["time"], form["seen"])
        let parts = form["do"].split(separator: " ", maxSplits: 1).map(String.init)
        let start = parts.count == 2 ? TypedTime.moment(parts[1]) : nil
        choice = switch parts.first {
        case "keep": .keep
        case "cancel": .cancel
        case "own": .own
        case "reopen": .reopen
        case "move": start.map(Choice.move)
        case "other": start.map(Choice.other)
        default: nil
        }
    }

    /// The own time; nil if it is not one.
    var ownStart: LocalDateTime? { TypedTime.day(day).flatMap { TypedTime.time(time, on: $0) } }

    /// The own time as the hidden field has it.
    var ownText: String { "\(day) \(time)" }

    var hasSeenWarning: Bool { seen == ownText }
}
