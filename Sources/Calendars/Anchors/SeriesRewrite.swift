import CivilTime
import ICalendar

/// Moves the times of a series after prayer times or Hijri dates have changed, and adds those of further days.
///
/// - What has begun stays as it was.
/// - An occurrence that a program moved, made longer, or deleted stays so. One that a program only named otherwise
///   keeps its name, and follows the prayer.
/// - Times that are more than a year old are removed when further days are added. `OldTimes` says which.
/// - Everything else in the object stays.
struct SeriesRewrite {
    private let series: StoredSeries
    private let rule: ComputedRule
    private let writer: TimeWriter
    private let sources: SeriesSources
    private let now: Instant
    private let today: LocalDate

    private var master: Component
    /// The components after the rewrite; nil for those that are removed.
    private var components: [Component?]
    /// The places of the overrides, by the moment of their RECURRENCE-ID.
    private var overrides: [Int64: Int] = [:]
    /// The moments that are excluded, and those that are no longer.
    private var excluded: Set<Int64> = []
    private var freed: Set<Int64> = []
    private var newlyExcluded: [DateOrTime] = []
    private var leftOut: Set<LocalDate>

    private var zones: ZoneResolver { series.zones }

    /// - Parameters:
    ///   - rule: another anchor or end than the series has, after an edit; nil for its own.
    ///   - length: another length in minutes; nil for its own.
    ///   - today: the customer's day.
    init(
        _ series: StoredSeries, rule: ComputedRule? = nil, minutes: Int? = nil, _ sources: SeriesSources,
        now: Instant, today: LocalDate
    ) {
        self.series = series
        self.rule = rule ?? series.rule
        self.sources = sources
        self.now = now
        self.today = today
        leftOut = series.leftOut
        components = series.calendar.components
        var master = series.master
        if let minutes {
            let moment = series.zones.moment(series.writer.start) + Int64(minutes * 60)
            let writer = series.writer
            let end = writer.written(Instant(secondsSince1970: moment), like: writer.start)
            master.remove("DURATION")
            var property = master.first("DTEND") ?? Property("DTEND", end)
            property.set(end)
            master.set(property)
            master.setMark(series.zones)
        }
        self.master = master
        writer = TimeWriter(
            anchor: self.rule.anchor, start: series.writer.start, end: master.date("DTEND"), series.zones)
        for (index, component) in components.enumerated() where component?.name == "VEVENT" {
            guard let id = component?.date("RECURRENCE-ID") else { continue }
            overrides[zones.moment(id)] = index
        }
        for time in master.all("EXDATE").flatMap(\.readableTimes) {
            excluded.insert(zones.moment(time.isDate ? writer.nominal(time.local.date) : time))
        }
    }

    /// Returns the object with the present times; nil if they are right and reach far enough.
    ///
    /// - Throws: `.noPlace` if the customer no longer has a place. The times stay as they are then.
    mutating func run() throws(AnchorProblem) -> Component? {
        if rule.anchor != nil, sources.prayers == nil { throw .noPlace }
        let isOther = master != series.master || rule != ComputedRule(series.master)
        if rule.days == .once { return try isOnceMoved() || isOther ? result() : nil }
        // A Hijri month that begins a day later may move the last day out of the range.
        let written = try rule.days(from: today - 3, through: series.through + 3, sources.hijri)
        let last = series.lastNominal ?? series.through
        var isChanged = isOther
        for day in written where day.nominal <= last {
            if try examine(day, isNew: false) { isChanged = true }
        }
        let isComplete = try rule.ends(by: series.through, sources.hijri)
        let isShort = !isComplete && series.through - today < fewestCoveredDays
        guard isChanged || isShort else { return nil }
        try extend(after: last)
        let calendar = result()
        guard let rule = ComputedRule(master) else { return calendar }
        return try OldTimes(rule, before: today - keptDays, sources.hijri, zones).removed(from: calendar)
    }

    /// Adds the times of further days, and lets the plain rule reach them.
    private mutating func extend(after last: LocalDate) throws(AnchorProblem) {
        let ahead = max(today, rule.first) + rule.coverage
        let through = series.through == lastOfAllDays ? ahead : max(series.through, ahead)
        let days = try rule.days(from: rule.first, through: through, sources.hijri)
        for day in days where day.nominal > last { _ = try examine(day, isNew: true) }
        let end = days.last?.nominal ?? rule.first
        if let carrier = rule.carrier(until: zones.until(writer.nominal(end))) {
            if master.first("RRULE")?.value != carrier.text { master.set(Property("RRULE", rule: carrier)) }
            master.set(Property(OwnName.until, value: DateOrTime.date(end).text))
        }
        let isComplete = try rule.ends(by: through, sources.hijri)
        // An edit may have ended the series earlier. Changes of days whose times are not written yet stay.
        for (key, index) in overrides where key > zones.moment(writer.nominal(end)) {
            if isComplete || components[index]?.isAsMade(by: master, zones) == true { components[index] = nil }
        }
        master.setCoverage(through: isComplete ? lastOfAllDays : through, leftOut: leftOut)
    }

    /// Moves the time of an event that does not repeat.
    private mutating func isOnceMoved() throws(AnchorProblem) -> Bool {
        guard !isPast(writer.start), let time = try writer.time(on: rule.first, sources) else { return false }
        guard time.start != writer.start else { return false }
        master.move(to: time)
        master.setMark(zones)
        return true
    }

    /// Brings one occurrence to its time.
    ///
    /// - Returns: true if something changed.
    private mutating func examine(_ day: ComputedDay, isNew: Bool) throws(AnchorProblem) -> Bool {
        let nominal = writer.nominal(day.nominal), key = zones.moment(nominal)
        if let index = overrides[key], let override = components[index] {
            guard override.isAsWritten(zones), !isPast(override.date("DTSTART") ?? nominal) else { return false }
            guard let time = try writer.time(on: day.day, sources) else {
                components[index] = nil
                leaveOut(day.nominal, nominal)
                return true
            }
            var moved = override
            moved.move(to: time)
            moved.setMark(zones)
            guard moved.ownText(OwnName.time) != override.ownText(OwnName.time) else { return false }
            moved.noteChange(now)
            components[index] = moved
            return true
        }
        if excluded.contains(key) {
            // Without a time it was left out. Anything else was deleted by somebody.
            guard leftOut.contains(day.nominal), let time = try writer.time(on: day.day, sources), !isPast(time.start)
            else { return false }
            freed.insert(key)
            leftOut.remove(day.nominal)
            add(time, nominal)
            return true
        }
        guard isNew || !isPast(nominal) else { return false }
        guard let time = try writer.time(on: day.day, sources) else {
            leaveOut(day.nominal, nominal)
            return true
        }
        guard time.start != nominal else { return false }
        add(time, nominal)
        return true
    }

    private mutating func leaveOut(_ day: LocalDate, _ nominal: DateOrTime) {
        leftOut.insert(day)
        newlyExcluded.append(nominal)
    }

    /// Adds the override of an occurrence whose time is not the nominal one.
    private mutating func add(_ time: WrittenTime, _ nominal: DateOrTime) {
        guard time.start != nominal else { return }
        var override = master.withoutSeries
        override.move(to: time)
        override.set(Property("RECURRENCE-ID", nominal))
        override.setMark(zones)
        override.noteChange(now)
        components.append(override)
    }

    private func isPast(_ time: DateOrTime) -> Bool {
        if time.isDate || time.isFloating { return time.local.date < today }
        return zones.moment(time) <= now.secondsSince1970
    }

    private mutating func result() -> Component {
        let (freed, zones) = (freed, zones)
        if !freed.isEmpty { master.keepExcluded { !freed.contains(zones.moment($0)) } }
        if let property = Property(excluding: newlyExcluded) { master.properties.append(property) }
        if rule != ComputedRule(series.master) {
            for name in OwnName.ofRule { master.remove(name) }
            master.properties += rule.properties
        }
        if leftOut != series.leftOut {
            master.setCoverage(through: master.ownDate(OwnName.through) ?? series.through, leftOut: leftOut)
        }
        if master != series.master { master.noteChange(now) }
        components[series.masterIndex] = master
        var calendar = series.calendar
        calendar.components = components.compactMap(\.self)
        return calendar
    }
}

extension Component {
    /// Gives the component another start and end. A DURATION stays.
    mutating func move(to time: WrittenTime) {
        var start = first("DTSTART") ?? Property("DTSTART", time.start)
        start.set(time.start)
        set(start)
        guard let end = time.end, first("DURATION") == nil else { return }
        var property = first("DTEND") ?? Property("DTEND", end)
        property.set(end)
        set(property)
    }

    /// The series' values without its rules, for one occurrence. An alarm at one moment belongs to the series alone.
    var withoutSeries: Component {
        var one = self
        for name in ["RRULE", "RDATE", "EXRULE", "EXDATE"] { one.remove(name) }
        for name in OwnName.all { one.remove(name) }
        one.properties = one.properties.map { property in
            var copy = property
            copy.line = nil
            return copy
        }
        one.components = one.components.filter { inner in
            inner.name != "VALARM" || inner.first("TRIGGER")?.parameter("VALUE")?.uppercased() != "DATE-TIME"
        }
        return one
    }

    /// Notes a change of times, as programs and guests expect it (RFC 5545 §3.8.7.4).
    fileprivate mutating func noteChange(_ now: Instant) {
        set(Property("DTSTAMP", .utc(now)))
        set(Property("LAST-MODIFIED", .utc(now)))
        countRevision()
    }

    /// Removes all other times from EXDATE.
    mutating func keepExcluded(_ isKept: (DateOrTime) -> Bool) {
        properties = properties.compactMap { property in
            guard property.name == "EXDATE" else { return property }
            let times = property.readableTimes, kept = times.filter(isKept)
            if kept.count == times.count { return property }
            guard let first = kept.first else { return nil }
            var shorter = property
            shorter.set(first)
            shorter.value = kept.map(\.text).joined(separator: ",")
            return shorter
        }
    }
}

extension OwnName {
    /// The names that `ComputedRule.properties` writes.
    static let ofRule = [anchor, first, hijri, rule]
}
