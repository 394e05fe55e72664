// The tables of planning. Only the service `Planning` calls the statements that write.
//
// - DayHabits.swift: the week, the prayers and the quiet hours of customers.
// - ScheduleRows.swift: the objects that take time, and those that changed since they were last compared.
// - Conflicts.swift: events that clash, and the answers of the customer. ClashMarks.swift: their marks in views.
// - SavedPlaces.swift, RestoredPlaces.swift: the places of tasks. PlanningChoices.swift: the choices about plans.
// - Positions.swift: the last position of a customer, and the consent to it.
// - PlanRows.swift: the plan in force, and what is known of each planned time. TaskRows.swift: flexible tasks, with
//   their facts as their to-dos had them last.
// - LeaveLooks.swift: when the worker looks at the ways to coming events, and the alerts to leave that wait.
// - TravelAnswers.swift, TravelBudgets.swift: what engines of ways answered, and how often they were asked.
