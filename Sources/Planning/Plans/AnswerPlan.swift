import Calendars
package import CivilTime
import Runtime
package import Storage

/// The answer of a customer to a planned time.
package enum PlanAnswer: Sendable, Hashable {
    /// It was done. A task that is done once is ticked.
    case done
    /// It keeps its time.
    case pin
    /// It may move again.
    case unpin
    /// It is taken off the day.
    case notToday
    /// It goes back to where it was before the plan changed, and stays there.
    case putBack
    /// It was not done, and is planned again.
    case again
    /// It was not done, and will not be. The to-do of a task that is done once is cancelled.
    case drop
    /// It begins at another time, and stays there.
    case move(to: Instant)
}

/// The reason why an answer changes nothing.
package enum PlanAnswerRefusal: Error, Sendable, Hashable {
    /// The plan has changed meanwhile, and has no such time.
    case noItem
    /// It did not move, or from a time that is over, so it cannot go back.
    case notMoved
}

extension PlanningHome {
    /// Answers a planned time, and plans the days again, in one transaction.
    ///
    /// - Throws: `PlanAnswerRefusal`.
    package func answer(_ key: PlanItemKey, _ answer: PlanAnswer) throws {
        let store = try app.store
        try store.transaction {
            try store.lockPlan(of: owner)
            guard var item = try store.planItems(of: owner, on: key.day...key.day).first(where: { $0.key == key }),
                  item.state == .planned
            else { throw PlanAnswerRefusal.noItem }
            if answer == .again {
                try store.deletePlanItems([key], of: owner)
            } else {
                try change(&item, answer)
                try write(item)
                try end(key, answer)
            }
            _ = try planDays()
        }
    }

    /// Writes an item and, if it has another time, its event, so that a plan does not take the difference for a change
    /// of a program.
    private func write(_ item: PlanItem) throws {
        let store = try app.store, situation = try situation()
        try store.markPlanning()
        try store.replace([item], of: owner)
        guard item.state == .planned, let event = situation.event(of: item),
              let calendar = try store.calendars(of: owner).first(where: { $0.id == situation.plan?.calendar })
        else { return }
        let before = situation.events.first { $0.uid == event.uid }
        _ = try app.calendars(of: customer).put(
            event.octets(at: app.now(), before: before?.octets),
            at: ObjectPlace(calendar.segment, before?.segment ?? "\(event.uid).ics"), computedFrom: "plan")
    }

    private func change(_ item: inout PlanItem, _ answer: PlanAnswer) throws {
        switch answer {
        case .done: item.state = .done
        case .pin: item.isPinned = true
        case .unpin: item.isPinned = false
        case .notToday: item.state = .notToday
        case .drop: item.state = .dropped
        case .again: break
        case .move(let start): item.move(to: start)
        case .putBack:
            guard let start = item.movedFrom, start > app.now() else { throw PlanAnswerRefusal.notMoved }
            item.move(to: start)
        }
    }

    /// Ticks the to-do of a task that is done once, or whose last piece is done; cancels one that is dropped.
    private func end(_ key: PlanItemKey, _ answer: PlanAnswer) throws {
        let situation = try situation(), home = app.calendars(of: customer)
        guard answer == .done || answer == .drop, let task = situation.task(key.task) else { return }
        if answer == .drop {
            if task.facts.repetition == .once { try home.cancel(task) }
            return
        }
        let done = situation.items.filter { $0.key.task == key.task && $0.state == .done }
        switch task.facts.repetition {
        case .weekly: return
        case .pieces: guard done.reduce(0, { $0 + $1.minutes }) >= task.facts.minutes else { return }
        case .once: break
        }
        let stored = try home.toDo(in: task.calendar.description, task.segment)
        try home.tick(stored, at: nil, isDone: true)
    }

    /// Returns the planned times that are over and of which nobody said that they were done, the earliest first, for
    /// the question of the next morning.
    package func missedItems() throws -> [MissedTime] { try situation().missed }

    /// Notes that a notice or a mail has named the planned times of a day, so that they stay.
    package func announcePlan(of day: LocalDate) throws { try app.store.announcePlanItems(of: owner, on: day) }
}

extension PlanItem {
    fileprivate mutating func move(to start: Instant) {
        let length = end - self.start
        self.start = start
        end = start + length
        isPinned = true
        (movedFrom, movedAt, movedBecause) = (nil, nil, nil)
    }
}
