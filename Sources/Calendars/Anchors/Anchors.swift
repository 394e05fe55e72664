// Anchors: series whose times no plain rule gives, because they follow a prayer or the Hijri calendar.
//
// - ComputedRule.swift: the rule of such a series. ComputedRuleText.swift keeps it in properties of Jadwal's own.
// - ComputedDays.swift: the days of a rule, and the plain rule that carries them in the object.
// - SeriesSources.swift: what times are computed from: prayer times, and the customer's Hijri calendar.
// - TimeWriter.swift writes the time of one occurrence. MadeSeries.swift makes the times of a new series.
// - StoredSeries.swift reads a series back, as programs left it. SeriesRewrite.swift moves its times.
// - OldTimes.swift removes the times that are more than a year old.
// - EditedSeries.swift: a series after an edit in a form.
// - SingleChanges.swift reads the changes of single events, CarriedChanges.swift puts them into another series.
// - NoteRoom.swift: the longest note of a series whose events each keep it.
// - FollowedAnchor.swift: the prayer that one occurrence follows, for pages.
// - ChooseTimes.swift: a choice about prayer times, which moves the events that follow them.
// - CustomerSeries.swift: the series of one customer, for forms. MoveTimes.swift: the worker's care for their times.
//
// Each occurrence is in the object as a plain time, as docs/standards.md explains: a plain rule gives every
// occurrence a nominal time, and an override gives it the real one.

/// The number of coming days whose times are in an object.
let coveredDays = 400

/// The number of past days whose times stay in an object, so that the pages of the past year show them.
let keptDays = 366

/// The number of coming days with times below which a series gets further ones.
let fewestCoveredDays = 60

/// The coming days of a yearly series that needs no prayer times: some five Hijri years.
let coveredDaysOfYears = 5 * 366

/// A reason why the times of a series cannot be computed.
package enum AnchorProblem: Error, Hashable, Sendable {
    /// The customer has set no place for prayer times.
    case noPlace
    /// The place has no such prayer time on any day of the coming year that the rule gives.
    case noTime
    /// The rule repeats within a day, or by a calendar that carries no plain rule.
    case unsuitableRule
}
