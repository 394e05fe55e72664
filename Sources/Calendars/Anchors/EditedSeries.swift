import CivilTime
import ICalendar

/// The times of a series after a person edited all of it in a form.
struct EditedSeries {
    let times: EventTimes

    /// Makes the times after an edit. What was changed of single events stays, as long as the series has an event on
    /// that day.
    ///
    /// If only the anchor, the length or the end differ, what has begun stays as it was.
    init(
        _ time: EventTime, _ repetition: Repetition, replacing old: Component, _ sources: SeriesSources,
        now: Instant, today: LocalDate, database: @escaping ZoneResolver.Database
    ) throws(AnchorProblem) {
        let zones = ZoneResolver(old, database: database)
        let asked = try ComputedRule(time, repetition, sources.hijri)
        if let series = StoredSeries(old, database: database), let rule = series.rule.edited(asked),
           rule.anchor != nil || series.time == time {
            var minutes: Int?
            if case .anchored(_, _, let length) = time, series.time != time { minutes = length }
            var rewrite = SeriesRewrite(
                series, rule: rule, minutes: minutes, sources, now: now, today: today)
            let calendar = try rewrite.run() ?? old
            times = EventTimes(calendar)
            return
        }
        let made = try MadeSeries(time, repetition, sources, today: today, zones)
        var times = made.times
        let changes = try SingleChanges(old, sources.hijri, database: database)
        times.take(changes, try made.events(on: changes.days, sources, zones), zones)
        self.times = times
    }
}

extension MadeSeries {
    /// Returns the events of some days, also of those whose times are not written yet; none of an event that does not
    /// repeat.
    fileprivate func events(
        on days: ClosedRange<LocalDate>?, _ sources: SeriesSources, _ zones: ZoneResolver
    ) throws(AnchorProblem) -> [LocalDate: SeriesEvent] {
        let master = Component("VEVENT", properties: times.properties)
        guard let days, rule.days != .once, let writer = TimeWriter(master, rule.anchor, zones) else { return [:] }
        var events: [LocalDate: SeriesEvent] = [:]
        for day in try rule.days(from: days.lowerBound, through: days.upperBound, sources.hijri) {
            guard let time = try writer.time(on: day.day, sources) else { continue }
            events[day.day] = SeriesEvent(id: writer.nominal(day.nominal), time: time)
        }
        return events
    }
}

extension ComputedRule {
    /// Returns this rule with another anchor and end; nil if the days differ.
    fileprivate func edited(_ asked: ComputedRule) -> ComputedRule? {
        guard asked.first == first, days != .once, (anchor == nil) == (asked.anchor == nil) else { return nil }
        switch (days, asked.days) {
        // The stored date decides: the customer's Hijri calendar may have moved since.
        case (.hijriMonthly, .hijriMonthly), (.hijriYearly, .hijriYearly): break
        default: if days != asked.days { return nil }
        }
        var rule = self
        (rule.anchor, rule.end) = (asked.anchor, asked.end)
        return rule
    }
}

extension EventTimes {
    /// Takes the times out of an object: those of the series, and each override as a whole.
    fileprivate init(_ calendar: Component) {
        let parts = calendar.components.filter { $0.name == "VEVENT" }
        let names = OwnName.all.union(Component.timeNames)
        let master = parts.first(where: \.isMaster)
        self.init(
            properties: master?.properties.filter { names.contains($0.name) } ?? [],
            overrides: parts.filter { !$0.isMaster })
    }
}
