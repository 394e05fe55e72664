import CivilTime
import ICalendar

/// The times of a new series.
struct MadeSeries {
    let rule: ComputedRule
    let times: EventTimes

    /// Makes the times of an event that is anchored to a prayer, or repeats by the Hijri calendar.
    ///
    /// The series begins on the first day from the event's own that its rule has, and on which the prayer has a time.
    ///
    /// - Parameter today: the customer's day.
    init(
        _ time: EventTime, _ repetition: Repetition, _ sources: SeriesSources, today: LocalDate,
        _ zones: ZoneResolver
    ) throws(AnchorProblem) {
        let asked = try ComputedRule(time, repetition, sources.hijri)
        let rule = try asked.beginning(sources)
        let (start, end) = try rule.firstTime(time, sources)
        let writer = TimeWriter(anchor: rule.anchor, start: start, end: end, zones)
        var master = Component("VEVENT", properties: [Property("DTSTART", start)])
        if let end { master.set(Property("DTEND", end)) }
        let through = max(today, rule.first) + rule.coverage
        let days = try rule.days(from: rule.first, through: through, sources.hijri)
        var leftOut: [LocalDate] = [], overrides: [Component] = []
        for day in days where rule.days != .once {
            let nominal = writer.nominal(day.nominal)
            guard let time = try writer.time(on: day.day, sources) else {
                leftOut.append(day.nominal)
                continue
            }
            if time.start != nominal { overrides.append(.times(time, of: nominal, zones)) }
        }
        let last = days.last.map { writer.nominal($0.nominal) }
        if let carrier = rule.carrier(until: last.map(zones.until)) {
            master.properties.append(Property("RRULE", rule: carrier))
        }
        if let excluded = Property(excluding: leftOut.map(writer.nominal)) { master.properties.append(excluded) }
        master.properties += rule.properties
        if rule.days != .once, let last = days.last {
            master.properties.append(Property(OwnName.until, value: DateOrTime.date(last.nominal).text))
        }
        let isComplete = try rule.ends(by: through, sources.hijri)
        master.setCoverage(through: isComplete ? lastOfAllDays : through, leftOut: Set(leftOut))
        master.setMark(zones)
        self.rule = rule
        times = EventTimes(properties: master.properties, overrides: overrides)
    }
}

extension ComputedRule {
    /// Returns the rule from the first day that has a time.
    fileprivate func beginning(_ sources: SeriesSources) throws(AnchorProblem) -> ComputedRule {
        var rule = self
        let days = try days(from: first, through: first + coverage, sources.hijri)
        guard let anchor else {
            guard !days.isEmpty else { throw .noTime }
            return rule
        }
        guard let prayers = sources.prayers else { throw .noPlace }
        guard let day = days.first(where: { prayers.moment(anchor, on: $0.day) != nil })?.day else { throw .noTime }
        rule.first = day
        // The day of the month stays, even if this month is too short for it.
        switch self.days {
        case .hijriMonthly(let asked): rule.days = .hijriMonthly(sources.hijri.month(of: day, asked.day) ?? asked)
        case .hijriYearly(let asked): rule.days = .hijriYearly(sources.hijri.month(of: day, asked.day) ?? asked)
        case .once, .rule: break
        }
        return rule
    }

    /// Returns the DTSTART and DTEND of the series.
    fileprivate func firstTime(
        _ time: EventTime, _ sources: SeriesSources
    ) throws(AnchorProblem) -> (start: DateOrTime, end: DateOrTime?) {
        switch time {
        case .allDay(let asked):
            return (.date(asked.lowerBound), .date(asked.upperBound + 1))
        case .timed(let start, let startZone, let end, let endZone):
            return (.clock(start, startZone), .clock(end, endZone))
        case .anchored(_, _, let minutes):
            guard let anchor, let prayers = sources.prayers else { throw .noPlace }
            guard let moment = prayers.moment(anchor, on: first) else { throw .noTime }
            let zone = prayers.zone, shown = zone.local(moment)
            // The days of the plain rule are the days of the prayer, even if the time is after midnight.
            let isOnDay = days == .once || shown.date == first
            let start = isOnDay ? moment : zone.instant(of: first.edge(isLast: shown.date > first))
            return (
                .clock(zone.local(start), zone.name),
                .clock(zone.local(start + .seconds(minutes * 60)), zone.name))
        }
    }
}

extension HijriCalendar {
    /// Returns the month of a day, with another day in it.
    fileprivate func month(of day: LocalDate, _ number: Int) -> HijriDate? {
        date(of: day).map { HijriDate(year: $0.year, month: $0.month, day: number) }
    }
}

extension LocalDate {
    /// Returns the last minute of the day, or its first.
    fileprivate func edge(isLast: Bool) -> LocalDateTime {
        LocalDateTime(date: self, hour: isLast ? 23 : 0, minute: isLast ? 59 : 0) ?? .midnight(self)
    }
}

extension DateOrTime {
    /// A reading of the clocks of a zone; an empty name is a floating time.
    fileprivate static func clock(_ local: LocalDateTime, _ zone: String) -> DateOrTime {
        zone.isEmpty ? .floating(local) : .zoned(local, tzid: zone)
    }
}

extension ZoneResolver {
    /// Returns the UNTIL whose last occurrence is this one: in UTC if it has a zone (RFC 5545 §3.3.10).
    func until(_ last: DateOrTime) -> DateOrTime {
        guard case .zoned = last else { return last }
        return .utc(Instant(secondsSince1970: moment(last)))
    }
}

extension Component {
    /// Makes the override that gives an occurrence its time, with nothing else in it.
    static func times(_ time: WrittenTime, of nominal: DateOrTime, _ zones: ZoneResolver) -> Component {
        var override = Component("VEVENT", properties: [
            Property("RECURRENCE-ID", nominal), Property("DTSTART", time.start),
        ])
        if let end = time.end { override.properties.append(Property("DTEND", end)) }
        override.setMark(zones)
        return override
    }

    /// Notes the time that the component has now as the one that Jadwal wrote.
    mutating func setMark(_ zones: ZoneResolver) {
        guard let mark = writtenMark(zones) else { return }
        set(Property(OwnName.time, value: mark))
    }

    /// Notes how far the times of the series go, and which nominal days have none.
    mutating func setCoverage(through day: LocalDate, leftOut: Set<LocalDate>) {
        set(Property(OwnName.through, value: DateOrTime.date(day).text))
        if leftOut.isEmpty { return remove(OwnName.leftOut) }
        let days = leftOut.sorted().map { DateOrTime.date($0).text }
        set(Property(OwnName.leftOut, value: days.joined(separator: ",")))
    }
}

extension Property {
    /// Makes the EXDATE of some times of one series; nil without any.
    init?(excluding times: [DateOrTime]) {
        guard let first = times.first else { return nil }
        self.init("EXDATE", first)
        value = times.map(\.text).joined(separator: ",")
    }
}
