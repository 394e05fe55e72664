// The files of this feature:
//
// - EasySetup.swift: the set-up of a device with the customer's calendars, from its button to its end.
// - Steps.swift: the page that leads to a profile of prayer times. Download.swift: its address.
// - CalendarProfile.swift and PrayerProfile.swift: the two profiles. ProfileNames.swift: the identifiers in them.
// - ConfigurationProfile.swift, CalendarAccount.swift and SubscribedCalendar.swift: Apple's format.

/// Profiles that set up a phone.
package enum Profiles {}
