import Calendars
import CivilTime
import Storage

extension PlanSituation {
    /// Takes over what programs did to planned times: a time that was moved or got another length is pinned there, and
    /// a time that was deleted is not today.
    ///
    /// - Returns: the times that are different now.
    mutating func hearPrograms() -> [PlanItem] {
        let events = Dictionary(events.map { ($0.uid, $0) }, uniquingKeysWith: { first, _ in first })
        var changed: [PlanItem] = []
        for index in items.indices where items[index].state == .planned {
            var item = items[index]
            guard let event = events[PlanEvent.uid(item.key)] else {
                // A time that is over stays in question until its owner says if it was done.
                guard item.end > now else { continue }
                item.state = .notToday
                items[index] = item
                changed.append(item)
                continue
            }
            guard event.isPlain, let start = event.start, start != item.start || event.end ?? start != item.end
            else { continue }
            item.start = start
            item.end = max(start, event.end ?? start)
            item.isPinned = true
            (item.movedFrom, item.movedAt, item.movedBecause) = (nil, nil, nil)
            items[index] = item
            changed.append(item)
        }
        return changed
    }

    /// Forgets the times that passed some days ago without an answer: their tasks are planned again.
    ///
    /// - Returns: the names of the times.
    mutating func forgetUnanswered() -> [PlanItemKey] {
        func isUnanswered(_ item: PlanItem) -> Bool {
            item.state == .planned && item.end <= now && day(of: item.start) < today - 1
        }
        let keys = items.filter(isUnanswered).map(\.key), gone = Set(keys)
        items.removeAll { gone.contains($0.key) }
        return keys
    }
}
