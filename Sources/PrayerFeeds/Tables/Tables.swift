// A mosque's own timetable, from the text that somebody uploads to the times of a feed.
//
// - TableReader.swift: a text to a `MosqueTable`, or the list of what is to be changed in it. It is pure.
// - TableText.swift: octets to lines and cells. TableHeader.swift: the names of columns. TableDates.swift and
//   TableTimes.swift: cells to dates and times.
// - TableProblem.swift: everything that can be wrong. TableWords.swift: the same in sentences.
// - TableCheck.swift: the difference between a timetable and computed times, before somebody keeps it.
// - KeptTables.swift: keeps and removes timetables. TableSource.swift: finds the one that decides a feed's times.
