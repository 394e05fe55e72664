import Calendars
import CivilTime
import Crypto
import Runtime
package import Storage

/// The result of planning a customer's days.
package struct PlanOutcome: Sendable, Hashable {
    /// The times that are new or different, and those that are gone.
    package var written = 0, removed = 0
    /// The to-dos whose facts were written back.
    package var restored = 0
    package var isProven = true
    /// The limit that stopped the plan; nil if it was written.
    package var stop: PlanStop?
}

/// The days that are planned again.
package enum PlanSpan: Sendable {
    case all
    /// Today and tomorrow; all days in the first plan of a plan-day.
    case near
}

extension PlanStop {
    /// Returns the limit that a refusal of calendars names; nil for another refusal.
    fileprivate init?(_ refusal: CalendarRefusal) {
        switch refusal {
        case .tooManyCalendars: self = .calendars
        case .tooManyObjects: self = .entries
        case .full: self = .size
        default: return nil
        }
    }
}

extension PlanningHome {
    /// Plans the customer's days again, and writes what is different, in one transaction. A second plan writes nothing.
    ///
    /// A second worker waits for the first one, and plans from what it wrote. If a limit of the customer stops it, the
    /// plan in force stays, and the limit is noted for the page of today.
    @discardableResult
    package func planDays(_ span: PlanSpan = .all) throws -> PlanOutcome {
        let store = try app.store
        do {
            return try store.transaction {
                let plan = try store.beginPlan(of: owner)
                // Most customers whose calendars change have nothing to plan.
                if plan == nil, try !store.hasTasks(of: owner) { return PlanOutcome() }
                return try planWithLock(span)
            }
        } catch let refusal as CalendarRefusal {
            guard let stop = PlanStop(refusal) else { throw refusal }
            try store.transaction {
                try store.lockPlan(of: owner)
                try store.markPlanning()
                try noteStop(stop)
            }
            return PlanOutcome(stop: stop)
        }
    }

    /// Notes the limit that stops a plan, and keeps the facts of the tasks, as a plan that is written does.
    private func noteStop(_ stop: PlanStop) throws {
        let situation = try situation()
        try app.store.write(factWrites(of: situation), of: owner)
        var plan = situation.plan ?? PlanRow(calendar: nil, plannedAt: nil, isProven: false)
        plan.plannedAt = app.now()
        plan.isProven = false
        plan.stop = stop
        try app.store.replace(plan, of: owner)
    }

    private func planWithLock(_ span: PlanSpan) throws -> PlanOutcome {
        let store = try app.store, home = app.calendars(of: customer)
        var outcome = PlanOutcome()
        var situation = try situation()
        guard situation.choices.isOn else {
            try note(situation.plan)
            return outcome
        }
        if !situation.tasks.dropped.isEmpty {
            for one in situation.tasks.dropped { try home.restore(one) }
            try store.keep(
                taskFacts: situation.tasks.dropped.compactMap { ($0.uid, $0.lines) }, of: owner,
                restoredAt: app.now())
            outcome.restored = situation.tasks.dropped.count
            situation = try self.situation()
        }
        if !situation.tasks.ticked.isEmpty {
            for one in situation.tasks.ticked {
                try store.replace([situation.doneItem(of: one)], of: owner)
                try home.reopen(one)
            }
            situation = try self.situation()
        }
        guard !situation.tasks.tasks.isEmpty || situation.plan != nil, let calendar = try planCalendar(of: situation)
        else {
            try store.write(factWrites(of: situation), of: owner)
            if situation.plan != nil { try switchOffAfterDeletion(situation) }
            return outcome
        }
        let heard = situation.hearPrograms(), forgotten = situation.forgetUnanswered()
        let changes = span == .near && situation.isPlannedToday ? situation.nearChanges() : situation.changes()
        outcome.isProven = changes.isProven
        let written = Set(changes.written.map(\.key))
        try store.write(
            PlanWrites(
                PlanRow(calendar: calendar.id, plannedAt: app.now(), isProven: changes.isProven),
                items: heard.filter { !written.contains($0.key) } + changes.written,
                removed: forgotten + changes.removed.map(\.key).filter { !written.contains($0) },
                facts: factWrites(of: situation)),
            of: owner)
        try writeEvents(of: changes, situation, in: calendar, &outcome)
        return outcome
    }

    /// Notes that a plan was looked at, so that it is not enqueued again at once.
    private func note(_ plan: PlanRow?) throws {
        guard var plan else { return }
        plan.plannedAt = app.now()
        try app.store.replace(plan, of: owner)
    }

    /// Returns the facts of tasks that are new or different, to be kept, and the open to-dos: others are forgotten.
    private func factWrites(of situation: PlanSituation) -> TaskFactWrites {
        let new = situation.tasks.tasks.filter { !$0.isKept }.map { (uid: $0.uid, lines: $0.lines) }
        return TaskFactWrites(kept: new, openUIDs: situation.tasks.isPartial ? nil : situation.tasks.openUIDs)
    }

    /// Returns the calendar of the planned times, which is made with the first task.
    ///
    /// - Returns: nil if the customer deleted it.
    private func planCalendar(of situation: PlanSituation) throws -> CalendarRow? {
        let store = try app.store, calendars = situation.calendars
        if let id = situation.plan?.calendar { return calendars.first { $0.id == id } }
        var values = CalendarValues()
        values.displayName = app.text("calendar.plan", customer.spokenLanguage)
        values.components = ["VEVENT"]
        values.color = CalendarPalette.unused(beside: calendars)
        let isTaken = calendars.contains { $0.segment == "plan" }
        let segment = isTaken ? "plan-\(Random.uuidV4())" : "plan"
        try app.calendars(of: customer).make(values, at: segment)
        return try store.calendar(of: owner, segment)
    }

    /// Switches plans off, since the customer deleted their calendar.
    private func switchOffAfterDeletion(_ situation: PlanSituation) throws {
        var choices = situation.choices
        choices.isOn = false
        try app.store.replace(choices, of: owner)
        try note(situation.plan)
    }

    /// Writes the events that differ.
    private func writeEvents(
        of changes: PlanChanges, _ situation: PlanSituation, in calendar: CalendarRow, _ outcome: inout PlanOutcome
    ) throws {
        let events = Dictionary(situation.events.map { ($0.uid, $0) }, uniquingKeysWith: { first, _ in first })
        let home = app.calendars(of: customer)
        var wanted: Set<String> = [], removed = changes.removed
        for item in changes.items {
            guard let event = situation.event(of: item) else { continue }
            wanted.insert(event.uid)
            // A time that is over stays as a program left it.
            if item.end <= situation.now { continue }
            if let stored = events[event.uid], try event.isWritten(as: stored) { continue }
            var before = events[event.uid]
            if before == nil, let index = removed.firstIndex(where: { $0.key.task == item.key.task }) {
                before = events[PlanEvent.uid(removed.remove(at: index).key)]
            }
            let segment = events[event.uid]?.segment ?? "\(event.uid).ics"
            _ = try home.put(
                event.octets(at: app.now(), before: before?.octets), at: ObjectPlace(calendar.segment, segment),
                computedFrom: "plan")
            outcome.written += 1
        }
        for stored in situation.events where !wanted.contains(stored.uid) && !situation.isHistory(stored) {
            try home.discardObject(at: ObjectPlace(calendar.segment, stored.segment))
            outcome.removed += 1
        }
    }
}

extension PlanSituation {
    /// Returns true for a time that is over: it stays in the calendar as it was.
    fileprivate func isHistory(_ event: PlanEventRow) -> Bool { event.end ?? event.start ?? now <= now }
}
