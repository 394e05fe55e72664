import Calendars
import CivilTime
package import HTTP
import Storage
import Templates
import Text
package import Web

extension EventPages {
    /// `GET /events/{calendar}/{object}/series`: the question belongs to a form that was sent; alone it leads to the
    /// form.
    package static func showSeries(_ visit: CustomerVisit) throws -> Response {
        let desk = try EventDesk(visit)
        return visit.redirect(EventAddress(try event(desk)).edit)
    }

    /// `POST /events/{calendar}/{object}/series`: saves the change of the events that were chosen.
    package static func saveSeries(_ visit: CustomerVisit) throws -> Response {
        let desk = try EventDesk(visit)
        var form = EventForm(visit.request.form)
        guard let event = try storedEvent(desk) else { return try gone(desk, form) }
        var reader = try desk.reader(form, editing: event.draft)
        guard let draft = try reader.draft() else {
            return try editPage(desk, event, form, reader.problems, draft: nil, status: .unprocessableContent)
        }
        guard form[.tag] == event.tag else { return try overtaken(desk, event, form) }
        guard let scope = EditScope(rawValue: visit.request.form["which"]) else {
            return try askWhich(desk, event, form, draft)
        }
        if scope != .one, let clash = try desk.clash(draft, ofFollowing: event, form), clash.digest != form[.clash] {
            form[.clash] = clash.digest
            return try askWhich(desk, event, form, draft, chosen: scope, warning: clash.warning.sentence)
        }
        return try save(desk, event, form, draft, scope)
    }

    /// Returns the question which events of a series a change is meant for, with the change and the number of events
    /// of each answer.
    ///
    /// - Parameters:
    ///   - chosen: the answer that was given; nil the first time.
    ///   - warning: the sentence about what the events of that answer would clash with.
    static func askWhich(
        _ desk: EventDesk, _ event: StoredEvent, _ form: EventForm, _ draft: EventDraft, chosen: EditScope? = nil,
        warning: String? = nil
    ) throws -> Response {
        let words = desk.words
        let address = EventAddress(event)
        // A rule belongs to a series: one event of it has none. A calendar belongs to all of it.
        let isForSeries = draft.repetition != event.draft.repetition
        let isForAll = form[.calendar] != event.calendar.id.description
        let changes = EventPart.all.filter { !$0.isSame(draft, event.draft) }.map { part in
            SeriesChange(
                name: words.text(part.textKey),
                before: part.words(event.draft, desk) ?? words.text("event.nothing"),
                after: part.words(draft, desk) ?? words.text("event.nothing"))
        }
        let page = SeriesPage(
            heading: words.text("event.series.edit"), lead: desk.seriesLead(event), pageURL: address.page,
            title: desk.title(of: event), action: address.series, changes: changes, hasChanges: !changes.isEmpty,
            options: desk.seriesOptions(
                event, isForSeries: isForSeries, isForAll: isForAll, verb: "edit", chosen: chosen),
            warning: warning, isDeletion: false,
            hidden: form.fields.map { HiddenField(name: $0.name, value: $0.value) })
        return desk.visit.page(page)
    }
}

extension EventDesk {
    /// `Every Monday, 13 in all.`
    func seriesLead(_ event: StoredEvent) -> String {
        let rule = words.repetition(event.draft.repetition, from: event.draft.time.day, hijri)
            ?? words.text("event.series.times")
        return words.text("event.series.lead", ["title": title(of: event).isolated, "rule": rule])
    }

    /// Returns the answers with the number of events that each of them concerns.
    ///
    /// - Parameters:
    ///   - isForSeries: true for a change that one event alone cannot have.
    ///   - isForAll: true for a change that only the whole series can have.
    ///   - verb: `edit` or `delete`.
    ///   - chosen: the answer that was given before; nil for the first that is offered.
    func seriesOptions(
        _ event: StoredEvent, isForSeries: Bool, isForAll: Bool = false, verb: String, chosen: EditScope? = nil
    ) -> [SeriesOption] {
        let counts = event.counts
        let all: [(scope: EditScope, count: Int?)] = [
            (.one, 1), (.following, counts.following), (.all, counts.all),
        ]
        let offered = Array(all.dropFirst(isForAll ? 2 : isForSeries ? 1 : 0))
        return offered.enumerated().map { index, option in
            let name = option.scope.rawValue, key = option.scope == .one ? "this" : name
            return SeriesOption(
                value: name, name: words.text("event.series.\(key)"), count: words.count(option.count),
                hint: words.text("event.series.\(verb).\(key)", ["day": words.short(event.draft.time.day)]),
                isChosen: chosen.map { $0 == option.scope } ?? (index == 0))
        }
    }
}

struct SeriesPage: Page {
    static let template = "events/series"
    static let hasForm = true
    var heading: String
    var lead: String
    var pageURL: String
    var title: String
    var action: String
    var changes: [SeriesChange]
    var hasChanges: Bool
    var options: [SeriesOption]
    /// The sentence about what the events would clash with; nil without a clash.
    var warning: String?
    var isDeletion: Bool
    var hidden: [HiddenField]
}

/// A part of an event before and after a change.
struct SeriesChange: Encodable {
    var name: String
    var before: String
    var after: String
}

struct SeriesOption: Encodable {
    var value: String
    var name: String
    /// The number of events in words.
    var count: String
    var hint: String
    var isChosen: Bool
}
