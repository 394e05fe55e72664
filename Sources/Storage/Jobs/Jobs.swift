// The tables of work to do.
//
// - JobRows.swift: jobs, from their insertion to their end. Chores.swift: the locks of chores.
