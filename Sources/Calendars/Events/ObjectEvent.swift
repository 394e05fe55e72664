import CivilTime
import ICalendar

/// One event of a stored calendar object, or its whole series, before an edit.
struct ObjectEvent: Sendable {
    let text: CalendarText
    let context: EventContext
    let reader: DraftReader
    /// The UID as it is written.
    let uid: String
    /// The event of the series; nil for the whole series, or an event that does not repeat.
    let id: DateOrTime?
    /// The event with its own start and end.
    let component: Component
    /// The component with the rule; nil if the object has single events of a series only.
    let series: Component?
    let isRecurring: Bool
    /// True if this event of the series was changed individually.
    let isChanged: Bool
    let draft: EventDraft

    var calendar: Component { text.calendar }
    var zones: ZoneResolver { reader.zones }

    /// Reads an event of an object.
    ///
    /// - Parameter recurrenceID: the event of the series, as addresses name it; nil for the whole series.
    /// - Throws: `EventRefusal.notAnEvent` and `.noOccurrence`.
    init(_ text: CalendarText, at recurrenceID: String?, _ context: EventContext) throws {
        self.text = text
        self.context = context
        let zones = ZoneResolver(text.calendar, database: context.database)
        reader = DraftReader(zones: zones, context: context)
        guard let uid = text.calendar.components.first(where: { $0.name == "VEVENT" })?.first("UID")?.value
        else { throw EventRefusal.notAnEvent }
        self.uid = uid
        let editor: SeriesEditor
        do throws(EditingError) {
            editor = try SeriesEditor(text.calendar, uid: uid, zones: zones, now: context.now)
        } catch {
            throw EventRefusal.notAnEvent
        }
        series = editor.series
        isRecurring = editor.isRecurring
        (id, component, isChanged) = try Self.event(recurrenceID, editor)
        guard let draft = reader.draft(component, series: series, in: text.calendar)
        else { throw EventRefusal.notAnEvent }
        self.draft = draft
    }

    private static func event(
        _ recurrenceID: String?, _ editor: SeriesEditor
    ) throws -> (id: DateOrTime?, component: Component, isChanged: Bool) {
        guard let recurrenceID else {
            let first = editor.series ?? editor.calendar.components.first { $0.name == "VEVENT" }
            guard let first else { throw EventRefusal.notAnEvent }
            return (nil, first, false)
        }
        guard let id = editor.occurrenceID(recurrenceID) else { throw EventRefusal.noOccurrence }
        do throws(EditingError) {
            let shown = try editor.shown(id)
            return (editor.isRecurring ? id : nil, shown.component, shown.isOverride)
        } catch {
            throw EventRefusal(error)
        }
    }

    /// Returns an editor of the object.
    func editor() throws -> SeriesEditor {
        let organizer = component.first("ORGANIZER").map(Person.init)
        let isOrganizer = organizer.map { $0.mailAddress?.lowercased() == context.address } ?? true
        do throws(EditingError) {
            return try SeriesEditor(calendar, uid: uid, zones: zones, now: context.now, isOrganizer: isOrganizer)
        } catch {
            throw EventRefusal(error)
        }
    }

    /// The name of an unknown time zone of its start or end, and of the one in which it is read; nil if both are known.
    var unknownZone: (name: String, readIn: String)? {
        let names = ["DTSTART", "DTEND"].compactMap { component.date($0) }.compactMap { time in
            if case .zoned(_, let tzid) = time { tzid } else { nil }
        }
        guard let name = names.first(where: { zones.knownRules($0) == nil }) else { return nil }
        let calendarZone = zones.floatingRules == nil ? nil : calendar.first("X-WR-TIMEZONE")?.value
        return (name, calendarZone ?? context.floating?.name ?? context.timeZone)
    }

    /// The days from the first event of the series to this one.
    var daysFromFirst: Int {
        guard id != nil, let series, let start = series.date("DTSTART"), let own = reader.span(of: component)
        else { return 0 }
        return own.start.local.date - start.local.date
    }
}

/// The texts of an object after an edit.
struct EditedObject: Sendable {
    /// nil if no event is left.
    var octets: [UInt8]?
    /// The second object of a series that was divided.
    var second: [UInt8]?
}

extension EventRefusal {
    init(_ error: EditingError) {
        self = switch error {
        case .noSeries: .notAnEvent
        case .noOccurrence, .isFirstOccurrence: .noOccurrence
        case .tooLong: .tooFar
        case .severalRules: .severalRules
        case .unclearRule: .unclearRule
        }
    }
}
