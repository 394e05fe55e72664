// The parts of a running process: what features use beside their own store.
//
// - App.swift: the parts of one thread, and `Shared`, those of all threads.
// - Settings/ and Secrets/: what the operator sets, and the keys.
// - Database/: the connection of a thread, and values in memory that Postgres announces changes of.
// - Jobs/: jobs and chores, and their runner. Mail/: transports and texts of mails.
// - Limits/: counted events. Observing/: logs and metrics. Files/: JSON, property lists, the file of addresses.
// - Clocks.swift: this machine's clock against the database's. Refusal.swift: a decision to say no.
// - Formatter.swift: dates, times and numbers as pages show them. UnfitForNames.swift: the characters that no name
//   may have.
