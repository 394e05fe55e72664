// The files of this feature:
//
// - Steps.swift: the page that leads to one. Download.swift: its address.
// - PrayerProfile.swift: the profile of a customer's feed. ConfigurationProfile.swift and SubscribedCalendar.swift:
//   Apple's format.

/// Profiles that set up a phone.
package enum Profiles {}
