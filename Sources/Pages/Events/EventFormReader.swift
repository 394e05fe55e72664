import Calendars
import CivilTime
import Extraction
import ICalendar
import PrayerTimes
import Runtime
import Templates

/// Reads the event form: an event, or the reason why each wrong field cannot be taken.
///
/// A part of the form that is still as the event's own form showed it keeps the event's value, also one that the form
/// itself would refuse: what a phone wrote is not spoiled by an edit beside it.
struct EventFormReader {
    let form: EventForm
    /// The event that the form shows, and the form as it was shown; nil for a new event.
    let original: (draft: EventDraft, form: EventForm)?
    let workingDays: Set<Weekday>
    /// The points of the customer's saved places.
    let places: PlaceNames
    /// Returns the rules of a zone; those of the customer's zone for a floating time; nil for an unknown name.
    let rules: (_ zone: String) throws -> TimeZoneRules?
    private(set) var problems: [EventFormProblem] = []

    /// The lengths of events in minutes, from a moment without length up to a week.
    static let lengths = 0...10_080

    init(
        _ form: EventForm, editing original: EventDraft? = nil, workingDays: Set<Weekday>,
        places: PlaceNames = PlaceNames([]),
        rules: @escaping (_ zone: String) throws -> TimeZoneRules?
    ) {
        self.form = form
        self.original = original.map { ($0, EventForm($0, calendar: "", zone: "")) }
        self.workingDays = workingDays
        self.places = places
        self.rules = rules
    }

    /// Returns the event; nil if a field is wrong. `problems` tells which, in the order of the form.
    mutating func draft() throws -> EventDraft? {
        let title = self.title()
        let time = try self.time()
        let repetition = try self.repetition(time)
        let values = EventPart.all.map { $0.read(&self) }
        guard problems.isEmpty, let time, let repetition else { return nil }
        var draft = EventDraft(title: title, time: time, repetition: repetition)
        for value in values { value(&draft) }
        return draft
    }

    mutating func refuse(
        _ field: EventForm.Field, _ reason: EventFormProblem.Reason, fix: [EventFormProblem.Fix] = []
    ) {
        problems.append(EventFormProblem(field: field, reason: reason, fix: fix))
    }

    /// Returns the event's own value if these fields are as they were shown; nil for a new event.
    func unchanged<Value>(
        _ fields: [EventForm.Field], lists: [EventForm.List] = [], _ value: (EventDraft) -> Value
    ) -> Value? {
        guard let original, fields.allSatisfy({ Self.sameText(form[$0], original.form[$0]) }),
              lists.allSatisfy({ form[$0] == original.form[$0] })
        else { return nil }
        return value(original.draft)
    }

    /// Compares texts as fields show them: line ends are one kind in notes, and none in other fields.
    private static func sameText(_ typed: String, _ shown: String) -> Bool {
        func plain(_ text: String) -> [UInt8] {
            text.utf8.filter { $0 != UInt8(ascii: "\r") && $0 != UInt8(ascii: "\n") }
        }
        return typed.utf8.elementsEqual(shown.utf8) || !typed.contains("\n") && plain(typed) == plain(shown)
    }
}

// MARK: Texts

extension EventFormReader {
    private mutating func title() -> String {
        let title = text(.title, limit: EventLimits.title, original: \.title)
        if title.isEmpty, original?.draft.title.isEmpty != true { refuse(.title, .noTitle) }
        return title
    }

    /// Returns a text of one line.
    mutating func text(_ field: EventForm.Field, limit: Int, original: (EventDraft) -> String) -> String {
        if let own = unchanged([field], original) { return own }
        let typed = form[field].trimmed
        check(field, typed, limit)
        return typed
    }

    private mutating func check(_ field: EventForm.Field, _ typed: String, _ limit: Int) {
        if typed.unicodeScalars.count > limit {
            refuse(field, .tooLong(limit: limit))
        } else if typed.unicodeScalars.contains(where: \.isUnfitForNames) {
            refuse(field, .characters)
        }
    }

    /// Returns the note. Each of its paragraphs has a direction of its own, so marks of direction stay in it.
    mutating func note() -> String {
        if let own = unchanged([.note], { $0.note }) { return own }
        let typed = form[.note].trimmed
        if typed.unicodeScalars.count > EventLimits.note {
            refuse(.note, .tooLong(limit: EventLimits.note))
        } else if typed.unicodeScalars.contains(where: { scalar in
            scalar.properties.generalCategory == .control && scalar != "\n" && scalar != "\t"
        }) {
            refuse(.note, .characters)
        }
        return typed
    }

    /// Returns an address. One without a scheme, as people write it, is one of the web.
    mutating func link(_ field: EventForm.Field, original: (EventDraft) -> String) -> String {
        if let own = unchanged([field], original) { return own }
        let typed = form[field].trimmed
        guard !typed.isEmpty else { return "" }
        guard typed.utf8.count <= EventLimits.link else {
            refuse(field, .tooLong(limit: EventLimits.link))
            return typed
        }
        guard let link = SafeLink(typed) ?? (Self.isBareAddress(typed) ? SafeLink("https://" + typed) : nil) else {
            refuse(field, .link)
            return typed
        }
        return link.address
    }

    /// Returns the point of the place: of a link to a map or two numbers in its field, else of the saved place of this
    /// name, else of the address of the map. A text without a point is refused by none of them. The point that the
    /// event has stays as long as the place does.
    func point() -> Coordinates? {
        if let own = unchanged([.place, .map], { $0.point }) { return own }
        return Self.point(of: form[.place]) ?? places[form[.place]] ?? Self.point(of: form[.map])
    }

    /// A name such as `Room 12, 34` is no point, although it has two numbers.
    private static func point(of text: String) -> Coordinates? {
        guard text.contains(":") || text.contains("."),
              case .point(let latitude, let longitude) = PointReader.read(text.trimmed)
        else { return nil }
        return Coordinates(latitude: latitude, longitude: longitude)
    }

    private static func isBareAddress(_ typed: String) -> Bool {
        typed.contains(".") && !typed.contains(":")
    }

    mutating func categories() -> [String] {
        if let own = unchanged([.category], { $0.categories }) { return own }
        let names = form[.category].split(whereSeparator: { ",،".contains($0) }).map { String($0).trimmed }
            .filter { !$0.isEmpty }
        for name in names { check(.category, name, EventLimits.category) }
        if names.count > EventLimits.categories { refuse(.category, .tooMany(limit: EventLimits.categories)) }
        return names
    }

    mutating func color() -> PaletteColor? {
        let name = form[.color]
        guard !name.isEmpty else { return nil }
        let color = CalendarPalette.named.first { $0.name == name }
        if color == nil { refuse(.color, .color) }
        return color
    }

    mutating func reminders() -> [Reminder] {
        let hasNew = !form[.reminderCount].trimmed.isEmpty || form[.reminderSide] == "at" && !form[.reminderAt].isEmpty
        if !hasNew, let own = unchanged([], lists: [.reminder], { $0.reminders }) { return own }
        var reminders: [Reminder] = []
        for text in form[.reminder] {
            guard let reminder = ReminderText.reminder(text) else {
                refuse(.reminderCount, .reminder)
                continue
            }
            reminders.append(reminder)
        }
        if hasNew {
            guard let new = Self.typedReminder(form) else {
                refuse(form[.reminderSide] == "at" ? .reminderAt : .reminderCount, .reminder)
                return reminders
            }
            if !reminders.contains(new) { reminders.append(new) }
        }
        let most = EventLimits.reminders
        if reminders.count > most { refuse(.reminderCount, .tooManyReminders(limit: most)) }
        return reminders
    }

    /// Returns the reminder that the fields below the list describe; nil if they are wrong.
    static func typedReminder(_ form: EventForm) -> Reminder? {
        if form[.reminderSide] == "at" { return TypedTime.moment(form[.reminderAt]).map { .at($0) } }
        guard let count = TypedTime.number(form[.reminderCount]),
              let unit = ["minutes": 1, "hours": 60, "days": 1_440, "weeks": 10_080][form[.reminderUnit]],
              EventLimits.reminderMinutes.contains(count * unit)
        else { return nil }
        return switch form[.reminderSide] {
        case "before": .before(minutes: count * unit)
        case "after": .afterStart(minutes: count * unit)
        case "end": .beforeEnd(minutes: count * unit)
        default: nil
        }
    }
}
