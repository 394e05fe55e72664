import Templates
import Web

/// The event form: `templates/events/form.mustache`.
struct EventFormPage: Page {
    static let template = "events/form"
    static let hasForm = true
    var heading: String
    var backURL: String
    var back: String
    /// The address that the form is sent to.
    var action: String
    var isNew: Bool
    /// The line that fills the form; nil for an event that exists.
    var line: EventLine?
    /// True if the line gets the focus: nothing is filled in yet.
    var isLineFirst: Bool
    /// The notice of what the last form did, as that of the event before this one.
    var undo: UndoNotice?
    var summary: ProblemSummary?
    /// A sentence above the form, as about an event that was deleted meanwhile.
    var notice: String?
    /// The warning of a clash; nil without one.
    var warning: ClashWarning?
    var hidden: [HiddenField]

    var titleField: TextField
    var when: When
    var repetition: Repetition
    var `where`: Where
    var how: How
    var day: EventDay?

    /// The ways to say when: at a time, around a prayer, on whole days.
    struct When: Encodable {
        var isTimed: Bool, isAnchored: Bool, isAllDay: Bool
        var startDay: TextField, startTime: TextField, endDay: TextField, endTime: TextField
        var lasts: SelectField
        /// True if the zones are unfolded, because one is not the customer's or wrong.
        var hasZones: Bool
        /// The name of the customer's zone.
        var zone: String
        var startZone: ZoneField, endZone: ZoneField
        var minutes: TextField
        var side: SelectField, prayer: SelectField
        var firstDay: TextField
        var length: SelectField
        /// The time that the prayer gives on the first day, in a sentence.
        var anchorSays: String?
        var from: TextField, to: TextField
    }

    /// `templates/events/form-repeat.mustache`.
    struct Repetition: Encodable {
        var `repeat`: SelectField
        var weekdays: [Choice]
        var interval: TextField, rule: TextField, until: TextField, count: TextField
        /// The next days of the series in a sentence.
        var dates: String?
    }

    /// `templates/events/form-where.mustache`.
    struct Where: Encodable {
        var calendar: SelectField
        /// The class of the chosen calendar's colour.
        var calendarColor: String
        /// Place, map and link.
        var lines: [LabelledLine]
        /// The names of the customer's saved places.
        var places: [String]
        var hasPlaces: Bool
    }

    /// `templates/events/form-how.mustache`.
    struct How: Encodable {
        var reminders: [ReminderChip]
        var isAddingReminder: Bool
        /// True if no device of the customer could ring.
        var isSilent: Bool
        var reminderCount: TextField
        var reminderUnit: SelectField, reminderSide: SelectField
        var reminderAt: TextField
        /// Busy or free, priority, status, visibility.
        var selects: [LabelledSelect]
        var color: ColorField
        var category: TextField, note: TextField
    }
}

/// The one line above the form.
struct EventLine: Encodable {
    var typed: String
    /// The event that was read from it, in words.
    var understood: String?
    /// The words of time that were not used, in a sentence.
    var notUnderstood: String?
    /// True if the weekdays of the line come once each, and a button makes them weekly.
    var asksWeekly = false
    /// The reason why the line was not read.
    var problem: String?
}

struct HiddenField: Encodable {
    var name: String
    var value: String
}

/// A field with its problem. `id` is its name, too.
struct TextField: Encodable {
    var id: String
    var value: String
    var problem: FieldProblem?
}

struct SelectField: Encodable {
    var id: String
    var choices: [Choice]
    var problem: FieldProblem?
}

/// A field of one line with its label.
struct LabelledLine: Encodable {
    var id: String
    var label: String
    var value: String
    /// True for an address of the web, which runs from left to right.
    var isAddress: Bool
    /// The id of the list that it proposes.
    var proposals: String?
    var problem: FieldProblem?
}

/// A select with its label.
struct LabelledSelect: Encodable {
    var id: String
    var label: String
    var choices: [Choice]
    var problem: FieldProblem?
}

/// A select of time zones, with the likely ones on top.
struct ZoneField: Encodable {
    var id: String
    var top: [Choice]
    var regions: [ZoneRegion]
    var problem: FieldProblem?
}

struct ColorField: Encodable {
    var id: String
    var choices: [ColorChoice]
    var problem: FieldProblem?
}

struct ColorChoice: Encodable {
    var value: String
    var label: String
    /// The class of its colour.
    var color: String
    var isSelected: Bool
}

struct FieldProblem: Encodable {
    var text: String
    /// True for the first problem of the form, whose field gets the focus.
    var isFirst: Bool
    var fix: Fix?

    /// A button that puts in values that are right.
    struct Fix: Encodable {
        var value: String
        var label: String
    }
}

struct ReminderChip: Encodable {
    var value: String
    var label: String
}

/// A day beside a form or an event: `templates/events/day.mustache`.
struct EventDay: Encodable {
    var day: String
    /// The Hijri date; nil outside the table.
    var hijri: String?
    var list: DayList
    /// True if nothing else is at that time.
    var isFree: Bool
    /// The events at the same time, in a sentence; nil without any.
    var clash: String?
}
