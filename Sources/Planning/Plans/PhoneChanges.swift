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

    /// Returns the time of a task that counts as done, since its to-do was marked as done: the planned one of that day,
    /// or else one that ended at that moment.
    func doneItem(of ticked: TickedTask) -> PlanItem {
        let end = min(ticked.doneAt ?? now, now), date = day(of: end)
        let own = items.filter { $0.key.task == ticked.uid }
        if var planned = own.first(where: { $0.state == .planned && day(of: $0.start) == date }) {
            planned.state = .done
            return planned
        }
        let parts = Set(own.filter { $0.key.day == date }.map(\.key.part))
        let part = (1...100).first { !parts.contains($0) } ?? 100
        let key = PlanItemKey(task: ticked.uid, day: date, part: part)
        return PlanItem(key, .done, start: end - .seconds(ticked.minutes * 60), end: end)
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
