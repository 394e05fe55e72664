// The tables of Jadwal, and nothing else. They are the first files to read.
//
// - Routes.swift: every address, who may call it, and its handler.
// - Jobs.swift: the kinds of work that somebody causes. Chores.swift: work at intervals.
// - Exports.swift: the files of a customer's export.
// - Connections.swift: the connections to other programs.
// - Retention.swift: the rows that are deleted when their time is over.
