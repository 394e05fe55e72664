// Times of a day and of a week: laid out for a reader, and planned for a customer. This module is pure.
//
// - DayClock.swift: the clock of a local day, also of 23 and 25 hours. ClockAxis.swift: the hours beside several days.
// - BlockRules.swift: the minutes that prayers take. PrayerBlocks.swift: the block of each prayer of a day.
// - QuietTimes.swift: the times at which no notification is sent.
// - FreeTimes.swift: the times between what is planned.
// - BarLanes.swift: events of whole days as bars in a week. BarLines.swift: the bars for which a day has room.
// - TimelineColumns.swift: overlapping events side by side.
//
// Planning counts whole minutes on one line:
//
// - LocalTimeLine.swift: the line of a place. WeekHours.swift and WeekPlan.swift: hours of the clock for each weekday.
// - Availability.swift: the time of a customer, from occurrences (ScheduledOccurrence.swift) and prayers
//   (PrayerPeriods.swift). BusyItem.swift and BusyIndex.swift: the times that are taken. FreeRuns.swift: those between.
// - Conflicts.swift: clashes (Clash.swift) of one item or of all. OverlapSweep.swift: all pairs that overlap.
// - Travel/: ways by several modes, the choice among them, and the moment to leave.
// - Suggestions.swift: the best times for an event (SuggestionRequest.swift), by their cost (SuggestionCost.swift).
//   SlotSearch.swift walks over all times, WaySearch.swift knows the ways, WantedClock.swift the wanted time of a day.
//   MovingOther.swift: the other event moves instead.
// - DayPlanner/: the best plan of a day with tasks.
// - HorizonPlanner/: the best plans of several days together.

public import CivilTime

/// A time from its first moment up to its last, which does not belong to it. An empty one is a moment.
public typealias TimeSpan = Range<Instant>
