// The tables of planning. Only the service `Planning` calls the statements that write.
//
// - DayHabits.swift: the week, the prayers and the quiet hours of customers.
// - ScheduleRows.swift: the objects that take time, and those that changed since they were last compared.
// - Conflicts.swift: events that clash, and the answers of the customer. ClashMarks.swift: their marks in views.
