import Calendars
import CivilTime
import HTTP
import Runtime
import Templates
import Web

/// The notice that says what the last form did, with a button that takes it back. A page that shows it has a field
/// `undo: UndoNotice?`, and `{{>trash/undo}}` in its template.
struct UndoNotice: Encodable {
    /// The sentence.
    var text: String
    /// True if the sentence says that something did not happen.
    var isProblem: Bool
    /// The change that the button takes back; nil for no button.
    var token: String?
    /// The address of this page without the notice.
    var next: String
}

extension UndoNotice {
    /// Makes the notice of an address with `done`, and `undo` for the button. A page that is loaded again when the undo
    /// is over has none.
    ///
    /// - Returns: nil without them.
    init?(_ visit: CustomerVisit) {
        let query = visit.request.query
        let token = UndoToken(text: query["undo"])
        if let token, visit.app.now() > token.madeAt + .seconds(UndoToken.seconds) { return nil }
        guard let key = Self.key(done: query["done"], token) else { return nil }
        text = visit.text(key)
        isProblem = ["undo.late", "undo.overtaken", "undo.refused", "undo.missing"].contains(key)
        self.token = token?.text
        next = Request.address(
            visit.request.path,
            query.fields.filter { !["done", "undo", "end", "lang"].contains($0.name) }.map { ($0.name, $0.value) })
    }

    /// The words of `done` that say what happened; without one, the change itself says it.
    private static let known: Set<String> = [
        "added", "another", "edited", "deleted", "moved", "duplicated", "task-done", "task-open", "restored",
        "gone", "purged", "emptied", "undone", "late", "overtaken", "refused", "missing",
    ]

    private static func key(done: String, _ token: UndoToken?) -> String? {
        if known.contains(done) { return "undo.\(done)" }
        return switch token?.change {
        case .added: "undo.added"
        case .edited, .divided, .editedMove: "undo.edited"
        case .deleted: "undo.deleted"
        case .moved: "undo.moved"
        case nil: nil
        }
    }
}
