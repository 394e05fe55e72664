// The files of this feature:
//
// - Steps.swift: the page that leads to one. Download.swift: its address.
// - CalendarProfile.swift and PrayerProfile.swift: the two profiles. ProfileNames.swift: the identifiers in them.
// - ConfigurationProfile.swift, CalendarAccount.swift and SubscribedCalendar.swift: Apple's format.

/// Profiles that set up a phone.
package enum Profiles {}
