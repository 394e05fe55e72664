import Calendars
import CivilTime
import HTTP
import Runtime
import Storage
import Templates
import Web

extension EventPages {
    /// Returns the page with both versions of an event that was changed elsewhere while its form was open.
    ///
    /// Nothing is lost: the page carries everything that was typed. A part that only one side changed is chosen from
    /// that side beforehand, a part that both changed from the form.
    static func overtaken(_ desk: EventDesk, _ event: StoredEvent, _ form: EventForm) throws -> Response {
        var reader = try desk.reader(form, editing: event.draft)
        guard let mine = try reader.draft() else {
            return try editPage(desk, event, form, reader.problems, draft: nil, status: .unprocessableContent)
        }
        let was = form[.was].split(separator: ".").map(String.init)
        let typed = mine.partDigests
        let rows = EventPart.all.enumerated().compactMap { index, part -> OvertakenRow? in
            guard !part.isSame(mine, event.draft) else { return nil }
            let isTyped = !was.indices.contains(index) || was[index] != typed[index]
            return OvertakenRow(
                part: part.name, name: desk.words.text(part.textKey),
                typed: part.words(mine, desk) ?? desk.words.text("event.nothing"),
                stored: part.words(event.draft, desk) ?? desk.words.text("event.nothing"),
                isTyped: isTyped)
        }
        // The same form, sent before, has made the event what it is.
        guard !rows.isEmpty else {
            let undo = try desk.home.beforeLastEdit(of: event)?.undo
            return desk.redirect(to: EventAddress(event).page, done: "edited", undo: undo)
        }
        var carried = form
        carried[.tag] = event.tag
        carried[.was] = event.draft.partDigests.joined(separator: ".")
        let address = EventAddress(event)
        let page = OvertakenPage(
            action: address.edit, pageURL: address.page, title: desk.title(of: event),
            changed: event.changedAt.map { desk.words.moment($0, desk.zone) },
            rows: rows, hidden: carried.fields.map { HiddenField(name: $0.name, value: $0.value) })
        return desk.visit.page(page, status: .conflict)
    }
}

extension EventForm {
    /// Returns the form with the parts that its page of two versions chose from the stored event.
    ///
    /// - Parameter stored: the form of the stored event.
    func choosing(_ sent: Form, from stored: EventForm) -> EventForm {
        var form = self
        for part in EventPart.all where sent["choose-\(part.name)"] == "stored" {
            for field in part.fields { form[field] = stored[field] }
            for list in part.lists { form[list] = stored[list] }
        }
        return form
    }
}

struct OvertakenPage: Page {
    static let template = "events/overtaken"
    static let hasForm = true
    var action: String
    var pageURL: String
    var title: String
    /// The moment of the other change in words; nil if it is unknown.
    var changed: String?
    var rows: [OvertakenRow]
    var hidden: [HiddenField]
}

/// A part of which there are two versions.
struct OvertakenRow: Encodable {
    var part: String
    var name: String
    var typed: String
    var stored: String
    /// True if the typed version is chosen beforehand.
    var isTyped: Bool
}
