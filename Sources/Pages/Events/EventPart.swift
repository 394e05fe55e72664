import Calendars
import CivilTime
import Crypto
import Text

extension EventForm {
    /// The names in the form, which are the ids of the controls too.
    enum Field: String, Sendable, CaseIterable {
        case title, when
        case startDay = "start-day", startTime = "start-time", startZone = "start-zone"
        case endDay = "end-day", endTime = "end-time", endZone = "end-zone", lasts
        case minutes, side, prayer, day, length
        case from, to
        case `repeat`, interval, rule, until, count
        case calendar, place, map, link
        case reminderCount = "reminder-count", reminderUnit = "reminder-unit", reminderSide = "reminder-side"
        case reminderAt = "reminder-at"
        case busy, status, priority, visibility, color, category, note
        /// The UID that the event gets, so that a form sent twice makes one event.
        case uid
        /// The entity tag of the event that the form shows.
        case tag
        /// The times that the form showed when it came, by which an end follows its start.
        case shown
        /// The digests of the parts of the event that the form shows, with full stops between them.
        case was
        /// The digest of the clash that the form has warned of, so that the event is saved in spite of it.
        case clash
        /// The better time that was chosen.
        case better
    }

    /// Fields with any number of values.
    enum List: String, Sendable, CaseIterable {
        case weekday, reminder
    }
}

/// A part of an event that people change as a whole, and its place in the form.
///
/// `all` is the list of them. The form is filled and read by its rows, two versions of an event are compared part by
/// part, and what the service refuses is shown at the field of its part. An attribute of the service has one row here.
struct EventPart: Sendable {
    typealias Choices = [(value: String, label: String)]

    /// The control of the form.
    enum Control: Sendable {
        /// One line of text.
        case line(isAddress: Bool)
        case select(@Sendable (EventForm, EventWords) -> Choices)
        /// One or more that the template writes for this part alone.
        case own
    }

    /// Its name in the form that chooses between two versions.
    let name: String
    /// The key of its name in the catalogue.
    let textKey: String
    /// The fields of the form that hold it.
    let fields: [EventForm.Field]
    let lists: [EventForm.List]
    /// The fields at which the problems of its values are shown.
    let problemFields: [EventField: EventForm.Field]
    let control: Control
    /// Returns true if two events have the same value.
    let isSame: @Sendable (EventDraft, EventDraft) -> Bool
    /// Returns the value in words; nil if the event has none.
    let words: @Sendable (EventDraft, EventDesk) -> String?
    /// Returns true for a value that the page of an event names in its line about the customer's time.
    let isNotable: @Sendable (EventDraft) -> Bool
    /// Fills its fields.
    let show: @Sendable (EventDraft, inout EventForm) -> Void
    /// Reads its fields, and returns the change that gives a draft the value.
    let read: @Sendable (inout EventFormReader) -> (inout EventDraft) -> Void

    /// Makes the row of an attribute.
    ///
    /// - Parameters:
    ///   - read: returns nil to leave the value that a new draft has.
    ///   - words: returns an empty text if there is no value.
    private init<Value: Equatable & Sendable>(
        _ field: EventForm.Field, _ textKey: String, of attribute: EventField,
        _ value: any WritableKeyPath<EventDraft, Value> & Sendable, _ control: Control = .own,
        show: @escaping @Sendable (Value) -> String, read: @escaping @Sendable (inout EventFormReader) -> Value?,
        words: @escaping @Sendable (Value, EventWords) -> String,
        isNotable: @escaping @Sendable (Value) -> Bool = { _ in false }
    ) {
        self.init(
            field.rawValue, textKey, fields: [field], problems: [attribute: field], control: control,
            isSame: { $0[keyPath: value] == $1[keyPath: value] },
            words: { words($0[keyPath: value], $1.words) }, isNotable: { isNotable($0[keyPath: value]) },
            show: { $1[field] = show($0[keyPath: value]) },
            read: { reader in
                let typed = read(&reader)
                return { draft in
                    if let typed { draft[keyPath: value] = typed }
                }
            })
    }

    /// Makes the row of a part with fields of its own kind.
    private init(
        _ name: String, _ textKey: String, fields: [EventForm.Field], lists: [EventForm.List] = [],
        problems: [EventField: EventForm.Field], control: Control = .own,
        isSame: @escaping @Sendable (EventDraft, EventDraft) -> Bool,
        words: @escaping @Sendable (EventDraft, EventDesk) -> String?,
        isNotable: @escaping @Sendable (EventDraft) -> Bool = { _ in false },
        show: @escaping @Sendable (EventDraft, inout EventForm) -> Void = { _, _ in },
        read: @escaping @Sendable (inout EventFormReader) -> (inout EventDraft) -> Void = { _ in { _ in } }
    ) {
        self.name = name
        self.textKey = textKey
        self.fields = fields
        self.lists = lists
        self.control = control
        self.isSame = isSame
        self.words = { draft, desk in words(draft, desk).flatMap { $0.isEmpty ? nil : $0 } }
        self.isNotable = isNotable
        self.show = show
        self.read = read
        problemFields = problems
    }
}

extension EventPart {
    /// Every part, in the order of pages. The digests that an open form carries have the same order.
    static let all: [EventPart] = [
        // Title, time and rule are read before the rest, since their problems come first and the rule needs the time.
        EventPart(
            .title, "event.title", of: .title, \.title, show: { $0 }, read: { _ in nil },
            words: { title, _ in title.shortened(to: EventLimits.title) }),
        EventPart(
            "time", "event.when",
            fields: [
                .when, .startDay, .startTime, .startZone, .endDay, .endTime, .endZone, .lasts, .minutes, .side, .prayer,
                .day, .length, .from, .to,
            ],
            problems: [.isAllDay: .from, .start: .startDay, .end: .endDay],
            isSame: { $0.time == $1.time }, words: { $1.words.when($0.time) }),
        EventPart(
            "repetition", "event.repeats", fields: [.repeat, .interval, .rule, .until, .count], lists: [.weekday],
            problems: [.repetition: .repeat, .repetitionEnd: .until],
            isSame: { $0.repetition == $1.repetition },
            words: { $1.words.repetition($0.repetition, from: $0.time.day, $1.hijri) }),
        // The point has no field of its own: it is that of the place.
        EventPart(
            "place", "event.place", fields: [.place], problems: [.place: .place, .point: .place],
            control: .line(isAddress: false), isSame: { $0.place == $1.place && $0.point == $1.point },
            words: { draft, _ in draft.place.shortened(to: EventLimits.place) },
            show: { $1[.place] = $0.place },
            read: { reader in
                let place = reader.text(.place, limit: EventLimits.place, original: \.place), point = reader.point()
                return { ($0.place, $0.point) = (place, point) }
            }),
        EventPart(
            .map, "event.map", of: .mapLink, \.mapLink, .line(isAddress: true), show: { $0 },
            read: { $0.link(.map, original: \.mapLink) },
            words: { link, _ in link.shortened(to: EventLimits.link) }),
        EventPart(
            .link, "event.link", of: .link, \.link, .line(isAddress: true), show: { $0 },
            read: { $0.link(.link, original: \.link) },
            words: { link, _ in link.shortened(to: EventLimits.link) }),
        EventPart(
            "reminders", "event.reminders", fields: [.reminderCount, .reminderUnit, .reminderSide, .reminderAt],
            lists: [.reminder], problems: [.reminders: .reminderCount],
            isSame: { $0.reminders == $1.reminders },
            words: { $1.words.list($0.reminders.map($1.words.reminder)) },
            show: { $1[.reminder] = $0.reminders.map(ReminderText.text) },
            read: { reader in
                let reminders = reader.reminders()
                return { $0.reminders = reminders }
            }),
        EventPart(
            .busy, "event.busy", of: .isBusy, \.isBusy,
            .select { _, words in
                [("busy", words.text("event.busy.busy")), ("free", words.text("event.busy.free"))]
            },
            show: { $0 ? "busy" : "free" }, read: { $0.form[.busy].isEmpty ? nil : $0.form[.busy] == "busy" },
            words: { isBusy, words in words.text(isBusy ? "event.busy.busy" : "event.busy.free") },
            isNotable: { _ in true }),
        EventPart(
            .priority, "event.priority", of: .priority, \.priority, .select(priorities),
            show: { $0.rawValue }, read: { EventPriority(rawValue: $0.form[.priority]) },
            words: { priority, words in words.priority(priority) }, isNotable: { $0 == .high || $0 == .low }),
        EventPart(
            .status, "event.status", of: .status, \.status,
            .select { _, words in EventStatus.allCases.map { ($0.rawValue.lowercased(), words.status($0)) } },
            show: { $0.rawValue.lowercased() }, read: { EventStatus(rawValue: $0.form[.status].uppercased()) },
            words: { status, words in words.status(status) }),
        EventPart(
            .visibility, "event.visibility", of: .visibility, \.visibility,
            .select { _, words in EventVisibility.allCases.map { ($0.rawValue.lowercased(), words.visibility($0)) } },
            show: { $0.rawValue.lowercased() },
            read: { EventVisibility(rawValue: $0.form[.visibility].uppercased()) },
            words: { visibility, words in words.visibility(visibility) }, isNotable: { $0 != .public }),
        EventPart(
            .color, "event.color", of: .color, \.color, show: { $0?.name ?? "" }, read: { $0.color() },
            words: { color, words in color.map { words.text("color.\($0.name)") } ?? "" }),
        EventPart(
            .category, "event.category", of: .categories, \.categories, show: { $0.joined(separator: ", ") },
            read: { $0.categories() }, words: { names, words in words.categories(names) }),
        EventPart(
            .note, "event.note", of: .note, \.note, show: { $0 }, read: { $0.note() },
            words: { note, _ in note.shortened(to: EventLimits.note) }),
    ]

    /// The usual priority has two spellings in calendar files; the form keeps the one that the event has.
    private static let priorities: @Sendable (EventForm, EventWords) -> Choices = { form, words in
        let usual: EventPriority = form[.priority] == EventPriority.normal.rawValue ? .normal : .none
        return [usual, .low, .high].map { ($0.rawValue, words.priority($0)) }
    }
}

extension EventField {
    private static let formFields: [EventField: EventForm.Field] = EventPart.all.reduce(into: [:]) { fields, part in
        fields.merge(part.problemFields) { first, _ in first }
    }

    /// The field of the form at which its problems are shown. A test sees that every one has a part.
    var formField: EventForm.Field { Self.formFields[self] ?? .title }
}

extension EventWords {
    func priority(_ priority: EventPriority) -> String {
        switch priority {
        case .none, .normal: text("event.priority.usual")
        case .high: text("event.priority.high")
        case .low: text("event.priority.low")
        }
    }

    func status(_ status: EventStatus) -> String { text("event.status.\(status.rawValue.lowercased())") }

    func visibility(_ visibility: EventVisibility) -> String {
        text("event.visibility.\(visibility.rawValue.lowercased())")
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
        return EventPart.all.map { part in
            let values = part.fields.map { form[$0] } + part.lists.flatMap { form[$0] }
            return hex(Array(sha256(Array(values.joined(separator: "\u{1}").utf8)).prefix(4)))
        }
    }
}
