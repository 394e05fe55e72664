import Calendars
import CivilTime
package import HTTP
import Places
package import Runtime
package import Storage
import Templates
package import Web

extension TrashPages {
    /// `POST /calendar/trash/restore`.
    package static func restore(_ visit: Visit, _ signedIn: SignedIn, _ app: App) throws -> Response {
        guard let id = TrashID(text: visit.request.form["id"]) else { throw Refusal.badRequest }
        do {
            guard let restored = try app.calendars(of: signedIn.customer).restoreFromTrash(id)
            else { return app.redirect("/calendar/trash?done=gone") }
            return app.redirect("/calendar/trash?done=restored" + (restored.undo.map { "&undo=\($0.text)" } ?? ""))
        } catch let refusal as CalendarRefusal {
            let page = try page(
                visit, signedIn.customer, problem: sentence(refusal, app.formatter(visit)), app)
            return app.page(page, visit, status: .conflict)
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
    package static func askToDelete(_ visit: Visit, _ signedIn: SignedIn, _ app: App) throws -> Response {
        let trash = try app.calendars(of: signedIn.customer).trash(limit: 1)
        guard let id = TrashID(text: visit.request.query["id"]) else {
            guard let newest = trash.items.first else { return app.redirect("/calendar/trash") }
            return app.page(DeleteTrashPage(newest: newest.position.text), visit)
        }
        guard let item = try app.calendars(of: signedIn.customer).trashItem(id)
        else { return app.redirect("/calendar/trash?done=gone") }
        let zone = try app.zone(of: signedIn.customer)
        return app.page(DeleteTrashPage(item: self.item(item, zone, app.formatter(visit))), visit)
    }

    /// `POST /calendar/trash/delete`.
    package static func delete(_ visit: Visit, _ signedIn: SignedIn, _ app: App) throws -> Response {
        let form = visit.request.form, home = app.calendars(of: signedIn.customer)
        if let newest = TrashPosition(text: form["newest"]) {
            try home.emptyTrash(upTo: newest)
            return app.redirect("/calendar/trash?done=emptied")
        }
        guard let id = TrashID(text: form["id"]) else { throw Refusal.badRequest }
        let isDeleted = try home.deleteFromTrash(id)
        return app.redirect("/calendar/trash?done=\(isDeleted ? "purged" : "gone")")
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
