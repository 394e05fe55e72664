import Calendars
import CivilTime
package import HTTP
import Places
import Runtime
import Storage
import Templates
package import Web

extension TrashPages {
    /// `POST /calendar/trash/restore`.
    package static func restore(_ visit: CustomerVisit) throws -> Response {
        guard let id = TrashID(text: visit.request.form["id"]) else { throw Refusal.badRequest }
        do {
            guard let restored = try visit.calendars.restoreFromTrash(id)
            else { return visit.redirect("/calendar/trash?done=gone") }
            return visit.redirect("/calendar/trash?done=restored" + (restored.undo.map { "&undo=\($0.text)" } ?? ""))
        } catch let refusal as CalendarRefusal {
            let page = try page(problem: sentence(refusal, visit.format), visit)
            return visit.page(page, status: .conflict)
        }
    }

    /// Returns the reason why something does not come back, in a sentence.
    static func sentence(_ refusal: CalendarRefusal, _ format: Formatter) -> String {
        switch refusal {
        case .full(let megabytes): format.text("trash.problem.full", ["limit": format.number(megabytes)])
        case .tooManyObjects: format.text("trash.problem.too-many")
        default: format.text("trash.problem.kind")
        }
    }

    /// `GET /calendar/trash/delete`: asks, for one version or for all that the customer has seen.
    package static func askToDelete(_ visit: CustomerVisit) throws -> Response {
        let trash = try visit.calendars.trash(limit: 1)
        guard let id = TrashID(text: visit.request.query["id"]) else {
            guard let newest = trash.items.first else { return visit.redirect("/calendar/trash") }
            return visit.page(DeleteTrashPage(newest: newest.position.text))
        }
        guard let item = try visit.calendars.trashItem(id)
        else { return visit.redirect("/calendar/trash?done=gone") }
        return visit.page(DeleteTrashPage(item: self.item(item, try visit.zone, visit.format)))
    }

    /// `POST /calendar/trash/delete`.
    package static func delete(_ visit: CustomerVisit) throws -> Response {
        let form = visit.request.form, home = visit.calendars
        if let newest = TrashPosition(text: form["newest"]) {
            try home.emptyTrash(upTo: newest)
            return visit.redirect("/calendar/trash?done=emptied")
        }
        guard let id = TrashID(text: form["id"]) else { throw Refusal.badRequest }
        let isDeleted = try home.deleteFromTrash(id)
        return visit.redirect("/calendar/trash?done=\(isDeleted ? "purged" : "gone")")
    }
}

struct DeleteTrashPage: Page {
    static let template = "trash/delete"
    static let hasForm = true
    /// The version to delete; nil for all.
    var item: TrashItemPart?
    /// The newest version that is deleted, for all; nil for one.
    var newest: String?
}
