// Prayer times of a place: pages for people, feeds for their calendars.
//
// - FindCity.swift: the search. CityPage.swift: a city's page. Subscription.swift: the ways to subscribe on it.
// - OwnPrayer.swift and OwnPlace.swift: a customer's own feed, and its place.
// - OwnTable.swift: the timetable of a customer's mosque.
// - OptionForm.swift and OptionControls.swift: the options of both pages, read and shown.
// - DayTimes.swift and MonthTable.swift: the times of a day and of a month. PrayerWords.swift: their words.
// - PublicFeed.swift and PersonalFeed.swift: the feeds. FeedAnswer.swift: their responses.

/// Prayer times of a place: pages for people, feeds for their calendars.
package enum Prayer {}
