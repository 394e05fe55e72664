import CivilTime
import ICalendar

/// The times of a series after a person edited all of it in a form.
struct EditedSeries {
    let times: EventTimes

    /// Returns the times after an edit. What programs changed of single events stays, as long as the series has an
    /// event on that day.
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
        var carried = CarriedChanges(old, made, zones)
        carried.carry()
        times = carried.times
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
        let names = OwnName.all.union(["DTSTART", "DTEND", "DURATION", "RRULE", "RDATE", "EXRULE", "EXDATE"])
        let master = parts.first { $0.first("RECURRENCE-ID") == nil }
        self.init(
            properties: master?.properties.filter { names.contains($0.name) } ?? [],
            overrides: parts.filter { $0.first("RECURRENCE-ID") != nil })
    }
}

/// Carries what programs changed of single events over to a series that was made again.
private struct CarriedChanges {
    private let old: Component
    private let made: MadeSeries
    private let zones: ZoneResolver
    private(set) var times: EventTimes

    init(_ old: Component, _ made: MadeSeries, _ zones: ZoneResolver) {
        self.old = old
        self.made = made
        self.zones = zones
        times = made.times
    }

    mutating func carry() {
        let parts = old.components.filter { $0.name == "VEVENT" }
        guard let master = parts.first(where: { $0.first("RECURRENCE-ID") == nil }),
              let start = times.properties.first(where: { $0.name == "DTSTART" })?.times.first,
              made.rule.days != .once, !made.rule.isHijri
        else { return }
        let leftOut = master.ownDates(OwnName.leftOut)
        let writer = TimeWriter(anchor: nil, start: start, end: nil, zones)
        let gone = master.all("EXDATE").flatMap(\.times).map(\.local.date).filter { !leftOut.contains($0) }
        let excluded = Set(gone).subtracting(times.properties.excludedDays)
        let more = Property(excluding: excluded.sorted().map(writer.nominal))
        if let more { times.properties.append(more) }
        times.overrides.removeAll { $0.time("RECURRENCE-ID").map { excluded.contains($0.local.date) } ?? false }
        for change in parts {
            guard let id = change.time("RECURRENCE-ID"), !excluded.contains(id.local.date) else { continue }
            if change.first(OwnName.time) != nil, change.isAsWritten(zones), change.says(sameAs: master) { continue }
            let nominal = writer.nominal(id.local.date)
            var kept = change
            kept.set(Property("RECURRENCE-ID", nominal))
            let index = times.overrides.firstIndex { $0.time("RECURRENCE-ID") == nominal }
            if let index, change.first(OwnName.time) != nil, change.isAsWritten(zones) {
                // It was only named otherwise: it gets the new time.
                for property in times.overrides[index].properties { kept.set(property) }
            }
            if let index { times.overrides[index] = kept } else { times.overrides.append(kept) }
        }
    }
}

extension [Property] {
    fileprivate var excludedDays: Set<LocalDate> {
        Set(filter { $0.name == "EXDATE" }.flatMap(\.times).map(\.local.date))
    }
}

extension Component {
    /// Returns true if an override says the same as its series, apart from times and notes of changes.
    fileprivate func says(sameAs series: Component) -> Bool {
        let own = OwnName.all.union([
            "RECURRENCE-ID", "DTSTART", "DTEND", "DURATION", "DTSTAMP", "CREATED", "LAST-MODIFIED", "SEQUENCE",
        ])
        let plain = series.withoutSeries
        func said(_ component: Component) -> Set<Property> {
            Set(component.properties.filter { !own.contains($0.name) })
        }
        return said(self) == said(plain) && components == plain.components
    }
}
