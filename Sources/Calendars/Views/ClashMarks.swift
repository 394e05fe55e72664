import CivilTime
import Storage
import Text

/// The objects that clash, with the times at which they do. The worker writes them down after each change.
struct ClashMarks: Sendable {
    private var times: [ObjectKey: [Range<Instant>]] = [:]

    init(_ rows: [ClashMarkRow]) {
        for row in rows { times[ObjectKey(row.calendar, row.segment), default: []].append(row.start..<row.end) }
    }

    /// Returns true if an entry is marked: its object has a conflict, whose first occurrence it touches.
    func contains(_ entry: CalendarEntry) -> Bool {
        guard !times.isEmpty, entry.kind == .event, let times = times[ObjectKey(entry.calendar, entry.segment)]
        else { return false }
        return times.contains { entry.start < $0.upperBound && $0.lowerBound < entry.end }
    }
}

/// The address of an object, as a key.
struct ObjectKey: Hashable {
    let calendar: CalendarID
    let segment: ExactText

    init(_ calendar: CalendarID, _ segment: String) {
        self.calendar = calendar
        self.segment = ExactText(segment)
    }
}
