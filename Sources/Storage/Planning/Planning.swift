// The tables of planning.
//
// - DayHabits.swift: the week, the prayers and the quiet hours of customers.
