import Calendars
import CivilTime
import Crypto
import ICalendar
import Storage

/// A planned time as an event.
struct PlanEvent {
    let item: PlanItem
    let task: FlexibleTask
    /// The name of the place; nil if the task can be done anywhere.
    let place: String?

    /// Returns the UID of a planned time, which its task and its day decide.
    static func uid(_ key: PlanItemKey) -> String {
        let name = "\(key.day.iso8601)/\(key.part)/\(key.task)"
        return PlanEventRow.uidPrefix + uuidV5(name, in: namespace)
    }

    /// The namespace of the UIDs.
    private static let namespace: [UInt8] = [
        0x4e, 0x1b, 0x2f, 0x60, 0x9c, 0x0d, 0x4a, 0x57, 0x8d, 0x31, 0x6a, 0x70, 0x2c, 0x95, 0xe4, 0x18,
    ]

    var uid: String { Self.uid(item.key) }

    /// Returns the calendar object.
    ///
    /// - Parameters:
    ///   - now: the moment of writing.
    ///   - before: the object of this time as it is stored, or of the time in whose place it is. Notes, alarms and all
    ///     else that programs added to it stay. nil for a new one.
    /// - Throws: `Problem` if the stored object cannot be read.
    func octets(at now: Instant, before: [UInt8]?) throws -> [UInt8] {
        var event = try before.flatMap(Self.event) ?? Event(uid: uid, stamp: now, start: .utc(item.start)).component
        event.properties.removeAll { Component.timeNames.contains($0.name) }
        event.set(Property("UID", text: uid))
        event.set(Property("DTSTAMP", .utc(now)))
        event.set(Property("DTSTART", .utc(item.start)))
        if item.end > item.start { event.set(Property("DTEND", .utc(item.end))) }
        event.set(Property("LAST-MODIFIED", .utc(now)))
        event.set(Property("SUMMARY", text: task.title))
        if let place { event.set(Property("LOCATION", text: place)) }
        event.set(Property("TRANSP", value: item.isBusy ? "OPAQUE" : "TRANSPARENT"))
        event.set(Property("RELATED-TO", text: item.key.task))
        var calendar = VCalendar(productID: "-//Jadwal//Plan//EN").component
        calendar.components = [event]
        return CalendarStream([calendar]).octets
    }

    private static func event(_ octets: [UInt8]) throws -> Component? {
        try CalendarStream(octets).components.first?.components.first { $0.name == "VEVENT" && $0.isMaster }
    }

    /// Returns true if an event of the calendar is as this one would be written.
    ///
    /// - Throws: `Problem` if the stored object cannot be read.
    func isWritten(as event: PlanEventRow) throws -> Bool {
        let isAlike = event.isPlain && event.start == item.start && event.end ?? item.start == item.end
            && event.isFree != item.isBusy && event.summary == task.title
        guard isAlike, let place else { return isAlike }
        return try Self.event(event.octets)?.first("LOCATION")?.text() == place
    }
}

extension PlanSituation {
    /// Returns the event of a planned time; nil for one whose task is gone.
    func event(of item: PlanItem) -> PlanEvent? {
        task(item.key.task).map { task in
            PlanEvent(item: item, task: task, place: places.first { $0.id == task.facts.place }?.name)
        }
    }
}
