import Calendars
import Crypto
package import HTTP
import Runtime
import Templates
package import Web

extension ToDoPages {
    /// `GET /tasks/new`.
    package static func showNew(_ visit: CustomerVisit) throws -> Response {
        let format = visit.format
        var fields = ToDoFields(ToDoDraft(title: ""), format)
        fields.day = visit.request.query["day"]
        return visit.page(try page(fields, uid: Random.uuidV4(), visit))
    }

    /// `POST /tasks/new`.
    package static func make(_ visit: CustomerVisit) throws -> Response {
        let form = visit.request.form, format = visit.format
        guard isUID(form["uid"]) else { throw Refusal.badRequest }
        let (typed, draft) = ToDoFields.read(form, format)
        var fields = typed, listProblem: String?
        if let draft {
            do {
                let undo = try visit.calendars.addToDo(draft, to: form["list"], uid: form["uid"])
                return redirect(to: "/tasks", done: "added", undo, visit)
            } catch CalendarRefusal.noCalendar {
                listProblem = format.text("tasks.problem.list")
            } catch {
                try fields.note(error, format)
            }
        }
        let answer = try page(fields, uid: form["uid"], listProblem: listProblem, visit)
        return visit.page(answer, status: .unprocessableContent)
    }

    /// The UID is part of an address, so that a form that is sent twice makes one to-do.
    private static func isUID(_ text: String) -> Bool {
        text.utf8.count == 36 && text.allSatisfy { $0 == "-" || $0.isHexDigit }
    }

    static func page(
        _ fields: ToDoFields, uid: String, listProblem: String? = nil, _ visit: CustomerVisit
    ) throws -> NewToDoPage {
        var lists = try ListField(visit.request.form["list"], visit)
        lists.problem = listProblem
        return NewToDoPage(uid: uid, fields: fields, lists: lists)
    }
}

struct NewToDoPage: Page {
    static let template = "todos/new"
    static let hasForm = true
    /// The UID of the to-do, made with the form.
    var uid: String
    var fields: ToDoFields
    var lists: ListField
}
