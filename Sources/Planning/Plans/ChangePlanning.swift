import Calendars
import CivilTime
import Runtime
package import Storage

/// The reason why choices about plans cannot be stored.
package enum PlanningChoiceProblem: Error, Sendable, Hashable {
    case load(ClosedRange<Int>)
    case buffer(ClosedRange<Int>)
    case dayStart(ClosedRange<Int>)
}

package struct PlanningChoiceProblems: Error, Sendable, Hashable {
    package let problems: [PlanningChoiceProblem]
}

extension PlanningChoices {
    /// The reasons why the choices cannot be stored, in the order of the page.
    package var problems: [PlanningChoiceProblem] {
        var problems: [PlanningChoiceProblem] = []
        if !Self.loads.contains(loadPercent) { problems.append(.load(Self.loads)) }
        if !Self.buffers.contains(bufferMinutes) { problems.append(.buffer(Self.buffers)) }
        if !Self.dayStarts.contains(dayStart) { problems.append(.dayStart(Self.dayStarts)) }
        return problems
    }
}

extension PlanningHome {
    /// Changes the customer's choices about plans. Nothing is written if nothing changes; otherwise the days are
    /// planned again.
    ///
    /// Switching plans off deletes the calendar of the planned times, and tasks are to-dos as before. Switching them on
    /// brings it back as it was, for 30 days, which is also the undo.
    ///
    /// - Parameter change: may run twice.
    /// - Throws: `PlanningChoiceProblems` if a value is out of its limits.
    package func changePlanning(_ change: (inout PlanningChoices) -> Void) throws {
        let store = try app.store
        try store.transaction {
            try store.lockPlan(of: owner)
            let before = try store.planningChoices(of: owner)
            var after = before
            change(&after)
            guard after.problems.isEmpty else { throw PlanningChoiceProblems(problems: after.problems) }
            guard after != before else { return }
            try store.replace(after, of: owner)
            if after.isOn != before.isOn { try setPlan(isOn: after.isOn) }
        }
    }

    private func setPlan(isOn: Bool) throws {
        let store = try app.store, home = app.calendars(of: customer)
        guard var plan = try store.plan(of: owner), let id = plan.calendar else { return }
        if isOn {
            let isThere = try store.calendars(of: owner).contains { $0.id == id }
            if try isThere || home.restore(id) { return }
            // It is gone for good, so the next plan makes another one.
            plan.calendar = nil
            try store.replace(plan, of: owner)
            try store.deletePlannedItems(of: owner)
        } else if let calendar = try store.calendars(of: owner).first(where: { $0.id == id }) {
            try home.delete(calendar.segment)
        }
    }
}
