import Agreements
import Calendars
import CivilTime
import Extraction
import Planning
import Runtime
import Storage
import Templates
import Web

/// The facts of a customer that the form of a task needs.
struct TaskDesk {
    let visit: CustomerVisit
    /// The customer's saved places.
    let places: [SavedPlace]
    /// The open tasks that are planned.
    let tasks: [FlexibleTask]
    let zone: TimeZoneRules
    /// The customer's present local time.
    let now: LocalDateTime

    init(_ visit: CustomerVisit) throws {
        self.visit = visit
        let choices = try visit.store.taskChoices(of: visit.customer.id)
        places = choices.places
        tasks = visit.calendars.flexibleTasks(choices.tasks, without: []).tasks
        zone = try visit.zone
        now = zone.local(visit.app.now())
    }

    var format: Formatter { visit.format }
    var firstDay: Weekday { Weekday(rawValue: visit.customer.firstDay) ?? .monday }

    /// The weekdays from the customer's first one on.
    var weekdays: [Weekday] {
        (0..<7).compactMap { Weekday(rawValue: (firstDay.rawValue - 1 + $0) % 7 + 1) }
    }

    /// Reads a line; nil for one without words, and for one that is too long.
    func read(_ line: String) throws -> TaskDraft? {
        let shift = try visit.store.calendarPreferences(of: visit.customer.id).hijriShift
        return try TaskEntry.read(
            line, on: now, firstDay: firstDay, hijri: visit.app.hijri.shifted(by: shift), places: places.map(\.name),
            lexicon: visit.app.shared.lexicon())
    }

    /// Reads a length as a field takes it: `45`, `1:30`, `1 h 30 min`, `ساعة ونص`. nil if it is none.
    func minutes(_ typed: String) throws -> Int? {
        let plain = plainNumber(typed)
        if plain.utf8.count <= 5, plain.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(plain) {
            return number
        }
        if let match = plain.wholeMatch(of: /([0-9]{1,2}):([0-5][0-9])/), let hours = Int(match.1),
            let minutes = Int(match.2)
        {
            return hours * 60 + minutes
        }
        guard let draft = try read("x " + typed), draft.title == "x" else { return nil }
        return draft.minutes
    }

    /// Returns true if the facts of a task were written back today. The notice about it ends with the day.
    func wasRestoredToday(_ uid: String) -> Bool {
        guard let moment = tasks.first(where: { $0.uid == uid })?.restoredAt else { return false }
        return zone.date(at: moment) == now.date
    }

    /// The surroundings of the task with a UID.
    func surroundings(
        uid: String, _ facts: TaskFacts, isRecurring: Bool, oldDue: ToDoDue?
    ) -> TaskSurroundings {
        TaskSurroundings(
            now: now, uid: uid, after: Dictionary(tasks.map { ($0.uid, $0.facts.after) }) { one, _ in one },
            hasPlace: facts.place.map { id in places.contains { $0.id == id } } ?? true, isRecurring: isRecurring,
            oldDue: oldDue)
    }
}
