// The text of a feed.
//
// - FeedCalendar.swift: the calendar and its head. FeedEventWriter.swift: its events, as bytes.
// - FeedEvent.swift: the events of a day. DayNotes.swift: the rules that a day needed.
// - FeedPlace.swift: the place. FeedWords.swift: names and notes in one language or both.
