import CivilTime
import ICalendar
import Places
import Runtime
import Storage

/// A reader of the VTODOs of one object.
struct ToDoReader {
    let zones: ZoneResolver
    /// The zone of floating times.
    let floating: any ZoneRules
    /// The customer's clocks.
    let clocks: TimeZoneRules

    func draft(_ component: Component, due: DateOrTime?) -> ToDoDraft {
        ToDoDraft(
            title: component.plainText("SUMMARY"), due: due.map(self.due),
            note: component.plainText("DESCRIPTION"), priority: priority(component))
    }

    func priority(_ component: Component) -> EventPriority {
        EventPriority(number: readable(try ToDo(unchecked: component).priority) ?? 0)
    }

    /// Returns the day or time at which a component without a rule is due: DUE, or the start.
    func due(_ component: Component) -> DateOrTime? {
        let toDo = ToDo(unchecked: component)
        do throws(Problem) {
            if let due = try toDo.due { return due }
            return try toDo.start
        } catch {
            return nil
        }
    }

    func due(_ value: DateOrTime) -> ToDoDue {
        if case .date(let day) = value { return .day(day) }
        let local = clocks.local(moment(value))
        return .time(LocalDateTime(date: local.date, hour: local.hour, minute: local.minute) ?? local)
    }

    private func moment(_ value: DateOrTime) -> Instant {
        if case .date(let day) = value { return clocks.startOfDay(day) }
        return zones.instant(of: value, floating: floating)
    }

    func rules(_ tzid: String) -> any ZoneRules { zones.rules(tzid: tzid, floating: floating) }

    func isDone(_ component: Component) -> Bool {
        component.first("COMPLETED") != nil || component.first("STATUS")?.value.uppercased() == "COMPLETED"
    }

    func doneAt(_ component: Component) -> Instant? {
        readable(try ToDo(unchecked: component).completed).map(moment)
    }
}

extension CalendarHome {
    /// The customer's clocks.
    var clocks: TimeZoneRules { zoneDatabase(customer.timeZone) ?? .utc }

    func toDoReader(_ calendar: Component, in row: CalendarRow) -> ToDoReader {
        ToDoReader(
            zones: ZoneResolver(calendar, database: zoneDatabase), floating: floating(in: row), clocks: clocks)
    }
}
