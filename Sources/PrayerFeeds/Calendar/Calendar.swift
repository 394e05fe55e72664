// The prayer times of a customer as a calendar that devices synchronize.
//
// - PrayerCalendar.swift: the calendar, its objects and its changes. CalendarObjects.swift: the objects of one day.
// - CustomerCalendar.swift: the calendar of a customer, from the shared edition.
// - CustomerTimetable.swift: the times themselves, for any day.
