import Agreements
import Calendars
package import HTTP
import Runtime
import Storage
import Templates
package import Web

extension AgreementPages {
    /// The answers to a finding, as the forms send them.
    enum Answer: String {
        case keep, add, dismiss
        /// Do what the chat says to an event that the customer had edited; leave the event as it is.
        case apply, leave
        case undo
        /// Take back that a proposal came into the calendar.
        case undoAddition = "undo-addition"
    }

    /// `POST /inbox`: a customer's answer to a finding. A form that is sent twice changes nothing the second time.
    package static func answer(_ visit: CustomerVisit) throws -> Response {
        let form = visit.request.form, home = visit.agreements
        guard let number = Int64(form["id"]), let answer = Answer(rawValue: form["answer"]) else {
            throw Refusal.badRequest
        }
        let id = AgreementID(number)
        guard try home.finding(id) != nil else { throw Refusal.notFound }
        do {
            let done = try give(answer, to: id, home)
            return visit.redirect(Request.address("/inbox", [("done", done), ("id", id.description)]))
        } catch let refusal as AnswerRefusal {
            return visit.redirect(Request.address("/inbox", [("done", refusal == .gone ? "late" : "missing")]))
        } catch let refusal as CalendarRefusal {
            return visit.redirect(Request.address("/inbox", [("done", refusal.isFull ? "refused" : "missing")]))
        }
    }

    /// - Returns: the word of the notice.
    private static func give(_ answer: Answer, to id: AgreementID, _ home: AgreementHome) throws -> String {
        switch answer {
        case .keep:
            try home.keep(id)
            return "kept"
        case .add:
            try home.add(id)
            return "added"
        case .dismiss:
            try home.dismiss(id)
            return "dismissed"
        case .apply:
            try home.apply(id)
            return "applied"
        case .leave:
            try home.dismiss(id)
            return "left"
        case .undo:
            try home.undo(id)
            return "undone"
        case .undoAddition:
            try home.undo(id, isAddition: true)
            return "undone"
        }
    }
}

/// The notice that says what the last answer did.
struct InboxNotice: Encodable {
    var words: String
    /// True if the answer changed nothing.
    var isProblem: Bool
    /// The finding whose answer can be taken back; nil for none.
    var id: String?
    /// The answer of the button.
    var undo: String?
}

extension InboxNotice {
    private static let problems: Set<String> = ["late", "missing", "refused"]

    /// - Returns: nil if the address says nothing of an answer.
    init?(_ query: Form, _ format: Formatter) {
        switch query["done"] {
        case "kept": words = format.text("inbox.done.kept")
        case "added": words = format.text("inbox.done.added")
        case "dismissed": words = format.text("inbox.done.dismissed")
        case "applied": words = format.text("inbox.done.applied")
        case "left": words = format.text("inbox.done.left")
        case "undone": words = format.text("inbox.done.undone")
        case "late": words = format.text("inbox.done.late")
        case "missing": words = format.text("inbox.done.missing")
        case "refused": words = format.text("inbox.done.refused")
        default: return nil
        }
        isProblem = Self.problems.contains(query["done"])
        switch query["done"] {
        case "kept", "dismissed": undo = AgreementPages.Answer.undo.rawValue
        case "added": undo = AgreementPages.Answer.undoAddition.rawValue
        default: undo = nil
        }
        id = undo == nil ? nil : Int64(query["id"]).map { String($0) }
        if id == nil { undo = nil }
    }
}

extension CalendarRefusal {
    /// True if the calendars have no room; false if what was to be changed is no longer there.
    fileprivate var isFull: Bool {
        switch self {
        case .noCalendar, .noObject, .readOnly, .defaultStays: false
        case .full, .tooManyObjects, .tooManyCalendars, .addressTaken, .addressTooLong, .uidTaken, .uidTooLong,
            .invalid, .tooManyProperties:
            true
        }
    }
}
