import Calendars
import CivilTime
import Crypto
import Text

/// A part of an event that people change as a whole: two versions of an event are compared part by part.
enum EventPart: String, CaseIterable {
    case title, time, repetition, place, map, link, reminders, busy, priority, status, visibility, color, category, note

    /// The fields of the form that hold it.
    var fields: [EventForm.Field] {
        switch self {
        case .title: [.title]
        case .time:
            [
                .when, .startDay, .startTime, .startZone, .endDay, .endTime, .endZone, .lasts, .minutes, .side, .prayer,
                .day, .length, .from, .to,
            ]
        case .repetition: [.repeat, .interval, .rule, .until, .count]
        case .place: [.place]
        case .map: [.map]
        case .link: [.link]
        case .reminders: [.reminderCount, .reminderUnit, .reminderSide, .reminderAt]
        case .busy: [.busy]
        case .priority: [.priority]
        case .status: [.status]
        case .visibility: [.visibility]
        case .color: [.color]
        case .category: [.category]
        case .note: [.note]
        }
    }

    var lists: [EventForm.List] {
        switch self {
        case .repetition: [.weekday]
        case .reminders: [.reminder]
        default: []
        }
    }

    /// Returns true if two events have the same value.
    func isSame(_ one: EventDraft, _ other: EventDraft) -> Bool {
        switch self {
        case .title: one.title == other.title
        case .time: one.time == other.time
        case .repetition: one.repetition == other.repetition
        case .place: one.place == other.place
        case .map: one.mapLink == other.mapLink
        case .link: one.link == other.link
        case .reminders: one.reminders == other.reminders
        case .busy: one.isBusy == other.isBusy
        case .priority: one.priority == other.priority
        case .status: one.status == other.status
        case .visibility: one.visibility == other.visibility
        case .color: one.color == other.color
        case .category: one.categories == other.categories
        case .note: one.note == other.note
        }
    }

    /// Returns the value in words; nil if the event has none.
    func words(_ draft: EventDraft, _ words: EventWords, _ hijri: HijriCalendar) -> String? {
        func some(_ text: String) -> String? { text.isEmpty ? nil : text }
        return switch self {
        case .title: some(draft.title.shortened(to: EventLimits.title))
        case .time: words.when(draft.time)
        case .repetition: words.repetition(draft.repetition, from: draft.time.day, hijri)
        case .place: some(draft.place.shortened(to: EventLimits.place))
        case .map: some(draft.mapLink.shortened(to: EventLimits.link))
        case .link: some(draft.link.shortened(to: EventLimits.link))
        case .reminders: some(words.list(draft.reminders.map(words.reminder)))
        case .busy: words.text(draft.isBusy ? "event.busy.busy" : "event.busy.free")
        case .priority: words.priority(draft.priority)
        case .status: words.text("event.status.\(draft.status.rawValue.lowercased())")
        case .visibility: words.text("event.visibility.\(draft.visibility.rawValue.lowercased())")
        case .color: draft.color.map { words.text("color.\($0.name)") }
        case .category: some(words.categories(draft))
        case .note: some(draft.note.shortened(to: EventLimits.note))
        }
    }

    /// The name of the part in the catalogue.
    var textKey: String {
        switch self {
        case .title: "event.title"
        case .time: "event.when"
        case .repetition: "event.repeats"
        case .place: "event.place"
        case .map: "event.map"
        case .link: "event.link"
        case .reminders: "event.reminders"
        case .busy: "event.busy"
        case .priority: "event.priority"
        case .status: "event.status"
        case .visibility: "event.visibility"
        case .color: "event.color"
        case .category: "event.category"
        case .note: "event.note"
        }
    }
}

extension EventDraft {
    /// Returns true if two events have the same values. Working days are stored as the weekly rule that they are.
    func isSame(as other: EventDraft) -> Bool {
        func plain(_ draft: EventDraft) -> EventDraft {
            var draft = draft
            if case .weekdays(let days) = draft.repetition.rule {
                draft.repetition.rule = .weekly(interval: 1, days)
            }
            return draft
        }
        return plain(self) == plain(other)
    }

    /// The digests of all parts, in their order. A form carries them, so that it is known later which parts were
    /// changed in it, and which ones elsewhere.
    var partDigests: [String] {
        let form = EventForm(self, calendar: "", zone: "")
        return EventPart.allCases.map { part in
            let values = part.fields.map { form[$0] } + part.lists.flatMap { form[$0] }
            return hex(Array(sha256(Array(values.joined(separator: "\u{1}").utf8)).prefix(4)))
        }
    }
}
