import Notifications
import Runtime
package import Storage

// The habits of a customer's day: the hours of the week, the minutes of prayers, quiet hours.
//
// - DayHabits.swift: reading and changing them. DayHabitsProblem.swift: the reasons to refuse a change.
// - DayHours.swift: the hours of one weekday as somebody gives them.
// - HabitsOfPlans.swift: the same as values of `Scheduling`.

extension PlanningHome {
    /// Returns the customer's habits; the defaults if they have chosen none.
    package func habits() throws -> DayHabits { try app.store.dayHabits(of: owner) }

    /// Changes the customer's habits. Nothing is written if nothing changes, and the usual week of the customer's
    /// country is stored as no choice. A change of quiet hours or prayers counts for the notices that wait.
    ///
    /// - Parameter change: may run twice.
    /// - Throws: `DayHabitsProblems` if a value is out of its limits.
    package func changeHabits(_ change: (inout DayHabits) -> Void) throws {
        let store = try app.store
        try store.transaction {
            try store.lock(owner)
            let before = try store.dayHabits(of: owner)
            var after = before
            change(&after)
            if after.week == .usual(working: app.workingDays(of: customer)) { after.week = nil }
            let problems = after.problems
            guard problems.isEmpty else { throw DayHabitsProblems(problems: problems) }
            guard after != before else { return }
            try store.replace(after, of: owner)
            if after.quietHours != before.quietHours || after.prayers != before.prayers {
                try app.notices(of: customer).decideAgain()
            }
        }
    }
}
