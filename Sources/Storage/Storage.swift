// Every SQL statement, typed on both sides.
//
// - Store.swift: the connection that the statements run on. Identifiers.swift: the numbers of rows, each of a type of
//   its own.
// - Accounts/: customers, sign-ins, sessions, devices. Places/: cities. Prayer/: feeds and their days.
// - Calendars/: calendars and what is in them. Agreements/: chats, and what was found in them. Planning/: habits of
//   the day, and what clashes. Notifications/: what customers are to know, and the ways there. Jobs/: work to do.
// - Throttles.swift: limits. Housekeeping.swift: deletion of what is no longer kept.
