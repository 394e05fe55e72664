import CivilTime
import ICalendar
import Runtime
import Storage

extension CalendarHome {
    /// Returns a to-do by the number of its calendar and the last part of its address.
    ///
    /// - Throws: `CalendarRefusal.noObject` if there is none, or if it is something else.
    package func toDo(in calendar: String, _ segment: String) throws -> StoredToDo {
        guard let row = try list().calendars.first(where: { $0.id.description == calendar }),
              let object = try object(at: ObjectPlace(row.segment, segment)),
              object.member.kind == "VTODO"
        else { throw CalendarRefusal.noObject }
        return try stored(object, in: row)
    }

    private func stored(_ object: ObjectRow, in calendar: CalendarRow) throws -> StoredToDo {
        guard let text = storedCalendar(object.octets), let component = text.mainToDo else {
            throw CalendarRefusal.noObject
        }
        let reader = toDoReader(text, in: calendar), isRecurring = component.isRecurringToDo
        return StoredToDo(
            calendar: calendar, place: ObjectPlace(calendar.segment, object.member.segment),
            tag: object.member.entityTag, uid: component.first("UID")?.value ?? "",
            draft: reader.draft(component, due: isRecurring ? nil : reader.due(component)),
            facts: component.taskFacts, isRecurring: isRecurring,
            isDone: reader.isDone(component))
    }

    /// Changes the text of a to-do. Lines that the change leaves are kept octet by octet.
    ///
    /// - Parameters:
    ///   - tag: the entity tag that the customer saw; nil if the change suits every state.
    ///   - change: changes the VCALENDAR.
    /// - Returns: the way back; nil if nothing changed.
    /// - Throws: `ToDoOvertaken`, `CalendarRefusal`, and what `change` throws.
    func changeToDo(
        _ place: StoredToDo, ifTag tag: String?, _ change: (inout Component, ToDoReader) throws -> Void
    ) throws -> UndoToken? {
        var attempts = 0
        while true {
            attempts += 1
            guard let object = try object(at: place.place) else { throw CalendarRefusal.noObject }
            if let tag, object.member.entityTag != tag {
                throw ToDoOvertaken(current: try stored(object, in: place.calendar))
            }
            guard let text = try CalendarText(object.octets) else { throw CalendarRefusal.noObject }
            var calendar = text.calendar
            try change(&calendar, toDoReader(text.calendar, in: place.calendar))
            guard calendar != text.calendar else { return nil }
            do {
                return try put(text.octets(of: calendar), at: place.place) { before in
                    guard before.object?.tag == object.member.tag else { throw ChangedMeanwhile() }
                }.undo
            } catch is ChangedMeanwhile where attempts < 5 {
                // Another program was quicker. Its state is read again.
            }
        }
    }

    /// The state between reading and writing is not the one that was read.
    private struct ChangedMeanwhile: Error {}
}

extension Component {
    /// The VTODO that describes the to-do, or its series; nil if there is none.
    var mainToDo: Component? {
        let toDos = components.filter { $0.name == "VTODO" }
        return toDos.first(where: \.isMaster) ?? toDos.first
    }

    var isRecurringToDo: Bool {
        ["RRULE", "RDATE", "RECURRENCE-ID"].contains { first($0) != nil }
    }

    /// Changes the VTODO that describes the to-do.
    mutating func changeMainToDo(_ change: (inout Component) -> Void) {
        let index = components.firstIndex { $0.name == "VTODO" && $0.isMaster }
            ?? components.firstIndex { $0.name == "VTODO" }
        if let index { change(&components[index]) }
    }

    /// Notes the moment of a change (RFC 5545 §3.8.7).
    mutating func stamp(_ now: Instant) {
        set(Property("DTSTAMP", .utc(now)))
        set(Property("LAST-MODIFIED", .utc(now)))
    }

    /// Sets the value of a property and keeps its parameters; nil removes it.
    mutating func setToDoValue(_ name: String, _ value: String?) {
        guard let value else { return remove(name) }
        var property = first(name) ?? Property(name, value: value)
        property.value = value
        set(property)
    }
}
