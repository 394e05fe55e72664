import Calendars
import CivilTime
import Runtime
package import Storage

// Plans: the times of flexible tasks, found by the worker and written into a calendar of their own.
//
// - PlanSituation.swift: everything that a plan depends on (ReadSituation.swift), and its days as the engine takes them
//   (SituationDays.swift, SituationTasks.swift).
// - PhoneChanges.swift: what programs did to planned times.
// - PlanChanges.swift: a new plan as differences from the plan in force. KeptDays.swift: many tasks keep their days.
// - WritePlan.swift: writing the differences. PlanEvents.swift: planned times as events.
// - MakePlan.swift: the job of the worker. ChangePlanning.swift: the choices, and switching plans off.
// - AnswerPlan.swift: done, pin, not today, put back. ShowPlan.swift: the plan of a day with reasons and ways out.
//   PreviewTask.swift: where a task would go. DeadlineCheck.swift: more that is due than fits.
// - TodayPlan.swift: the plan of today with the tasks of the week, and those that were missed.

extension PlanningHome {
    /// The days of a plan.
    package static let planDays = 14
    /// The days that are planned again without a change: today and tomorrow.
    static let nearDays = 2
    /// The minutes before its start from which a planned time stays.
    static let fixedMinutes = 60

    /// Returns the customer's choices about plans.
    package func planningChoices() throws -> PlanningChoices { try app.store.planningChoices(of: owner) }
}
