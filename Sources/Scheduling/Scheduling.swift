// Times of a day and of a week, laid out for a reader. This module is pure.
//
// - DayClock.swift: the clock of a local day, also of 23 and 25 hours. ClockAxis.swift: the hours beside several days.
// - BlockRules.swift: the minutes that prayers take. PrayerBlocks.swift: the block of each prayer of a day.
// - FreeTimes.swift: the times between what is planned.
// - BarLanes.swift: events of whole days as bars in a week. BarLines.swift: the bars for which a day has room.
// - TimelineColumns.swift: overlapping events side by side.

public import CivilTime

/// A time from its first moment up to its last, which does not belong to it. An empty one is a moment.
public typealias TimeSpan = Range<Instant>
