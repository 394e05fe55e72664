// One message alone, without memory: times, acts, activities, place.
//
// - MessageReader.swift: the entry. MessageReading.swift: its result. ClauseSplitter.swift: its clauses.
// - TimeFilter.swift drops what is no time of a plan, BareHour.swift finds hours that no word marks, ShortDays.swift
//   short names of days, ReplacedTimes.swift the old and the new day of a move.
// - PlaceReader.swift finds the place. TimeJudge.swift says which times are refused, or are about something else.
