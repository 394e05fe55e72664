// The tables of prayer times.
//
// - PrayerFeeds.swift: customers' feeds. PrayerFeedSummary.swift: one of them in a line.
// - PrayerCalendars.swift: a feed as a calendar on its customer's devices.
// - MosqueTables.swift: timetables that mosques printed.
// - PrayerTimetables.swift: the days of a place by some rules. PrayerEditions.swift: rendered feeds.
// - FeedAnnouncements.swift: changes that responders must learn at once. HijriMonths.swift: months that the operator
//   set.
