// Views: all calendars of a customer together, as pages show them.
//
// - `CalendarEntry` is one occurrence. EntryReader.swift finds the occurrences of stored objects in a window, and
//   EntryMaker.swift makes an entry of each. EntryContent.swift: the part that all occurrences of a component share.
// - KeptEntries.swift: the entries of the last looks, in this process's memory while nothing has changed.
// - CalendarView.swift: `CalendarHome.view` reads the calendars, their entries, the Hijri calendar and the prayer times
//   of some days in at most two round trips.
// - ClashMarks.swift: the mark of events that clash.
// - ChangePreferences.swift: the choices about the views.
// - ViewState.swift: a token that changes with everything that views show.
//
// All sources are equal: an entry does not say if it came from a phone, a form or a file.
