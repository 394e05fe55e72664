import Calendars
import Crypto
package import HTTP
import Runtime
import Templates
package import Web

extension ToDoPages {
    /// `GET /tasks/new`.
    ///
    /// With `q`, a line fills the form.
    package static func showNew(_ visit: CustomerVisit) throws -> Response {
        let query = visit.request.query, desk = try TaskDesk(visit), uid = Random.uuidV4()
        let typed = query["q"]
        var fields = ToDoFields(ToDoDraft(title: ""), visit.format), values = TaskValues()
        fields.day = query["day"]
        let draft = try desk.read(typed)
        if let draft {
            values = TaskValues(draft, desk)
            fields.take(draft, typed: typed, desk)
        }
        let task = TaskFields(values, uid: uid, stored: nil, desk)
        return visit.page(try page(fields, task, line: TaskLine(typed, draft, desk), uid: uid, visit))
    }

    /// `POST /tasks/new`.
    package static func make(_ visit: CustomerVisit) throws -> Response {
        let form = visit.request.form, format = visit.format
        guard isUID(form["uid"]) else { throw Refusal.badRequest }
        let (typed, draft) = ToDoFields.read(form, format), desk = try TaskDesk(visit)
        let task = try ReadTask(form, uid: form["uid"], stored: nil, due: draft?.due, desk)
        var fields = typed, listProblem: String?
        fields.dueProblem = fields.dueProblem ?? task.dueProblem
        if let draft, !task.hasProblem, form["do"] != "preview" {
            do {
                let undo = try visit.calendars.addToDo(draft, task.facts, to: form["list"], uid: form["uid"])
                let next = form["do"] == "another" ? "/tasks/new" : "/tasks"
                return redirect(to: next, done: "added", undo, visit)
            } catch CalendarRefusal.noCalendar {
                listProblem = format.text("tasks.problem.list")
            } catch {
                try fields.note(error, format)
            }
        }
        var answer = try page(fields, task.fields, uid: form["uid"], listProblem: listProblem, visit)
        answer.preview = try task.preview(draft, uid: form["uid"], desk)
        let isSound = draft != nil && !task.hasProblem && !fields.hasProblem && listProblem == nil
        return visit.page(answer, status: isSound ? .ok : .unprocessableContent)
    }

    /// The UID is part of an address, so that a form that is sent twice makes one to-do.
    static func isUID(_ text: String) -> Bool {
        text.utf8.count == 36 && text.allSatisfy { $0 == "-" || $0.isHexDigit }
    }

    static func page(
        _ fields: ToDoFields, _ task: TaskFields, line: TaskLine = TaskLine(), uid: String, listProblem: String? = nil,
        _ visit: CustomerVisit
    ) throws -> NewToDoPage {
        var lists = try ListField(visit.request.form["list"], visit)
        lists.problem = listProblem
        return NewToDoPage(
            undo: UndoNotice(visit), line: line, preview: nil, isWrong: fields.hasProblem || task.hasProblem, uid: uid,
            fields: fields, task: task, lists: lists)
    }
}

struct NewToDoPage: Page {
    static let template = "todos/new"
    static let hasForm = true
    /// The notice of the task that was added before.
    var undo: UndoNotice?
    var line: TaskLine
    /// The times that the task would get; nil before somebody asked.
    var preview: TaskPreviewFields?
    /// True if something is to be corrected.
    var isWrong: Bool
    /// The UID of the to-do, made with the form.
    var uid: String
    var fields: ToDoFields
    var task: TaskFields
    var lists: ListField
}
