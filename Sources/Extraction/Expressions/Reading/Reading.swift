// The pieces of a time, a file for each kind.
//
// - Numbers.swift: in digits and words. Clocks.swift: hours and minutes. Parts.swift: parts of the day.
// - Prayers.swift: times beside a prayer. Moments.swift: times counted from the message.
// - Days.swift: weekdays, eves, tomorrow. Dates.swift: with a month. BesideDates.swift: counted from a date.
//   Periods.swift: weeks, months, quarters, years.
// - Lengths.swift: how long. Repetitions.swift: how often.
