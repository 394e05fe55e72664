import CivilTime
import ICalendar

/// An event of a new series.
struct SeriesEvent: Hashable, Sendable {
    /// Its RECURRENCE-ID.
    let id: DateOrTime
    let time: WrittenTime
}

extension EventTimes {
    /// Puts the changes of single events into a new series. A change on a day without an event is left out, as in a
    /// plain series.
    ///
    /// An event that was only named otherwise gets its new time. One that has a time of its own keeps it; if the
    /// series becomes one of whole days, or no longer is, it keeps its day only.
    ///
    /// - Parameter events: the events of the new series by their days.
    mutating func take(_ changes: SingleChanges, _ events: [LocalDate: SeriesEvent], _ zones: ZoneResolver) {
        let isComputed = properties.contains { $0.name == OwnName.time }
        let gone = changes.deleted.sorted().compactMap { events[$0]?.id }
        if let excluded = Property(excluding: gone) { properties.append(excluded) }
        let left = Set(gone)
        overrides.removeAll { $0.date("RECURRENCE-ID").map(left.contains) ?? false }
        var places: [DateOrTime: Int] = [:]
        for (place, override) in overrides.enumerated() {
            if let id = override.date("RECURRENCE-ID") { places[id] = place }
        }
        for change in changes.changes {
            guard let event = events[change.day], !left.contains(event.id) else { continue }
            var kept = change.component
            kept.set(Property("RECURRENCE-ID", event.id))
            kept.carryTime(change.isMoved, event.time)
            if !isComputed {
                for name in OwnName.all { kept.remove(name) }
            } else if !change.isMoved {
                kept.setMark(zones)
            }
            if let place = places[event.id] { overrides[place] = kept } else { overrides.append(kept) }
        }
    }
}

extension Component {
    /// Gives a changed event its time in a new series, unless it has one of its own.
    ///
    /// - Parameter time: the time that the series gives it.
    fileprivate mutating func carryTime(_ isMoved: Bool, _ time: WrittenTime) {
        guard let start = self.date("DTSTART"), isMoved else { return setTime(time) }
        guard start.isDate != time.start.isDate else { return }
        let days = start.local.date - time.start.local.date
        setTime(WrittenTime(
            start: time.start.on(start.local.date), end: time.end.map { $0.on($0.local.date + days) }))
    }

    private mutating func setTime(_ time: WrittenTime) {
        for name in ["DTEND", "DURATION"] { remove(name) }
        set(Property("DTSTART", time.start))
        if let end = time.end { set(Property("DTEND", end)) }
    }
}
