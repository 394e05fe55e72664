import CivilTime
import ICalendar

/// A computed series as it is stored in an object, with what programs changed of it.
struct StoredSeries {
    /// The VCALENDAR.
    let calendar: Component
    let masterIndex: Int
    /// The rule, with the end that a program gave the series.
    let rule: ComputedRule
    let writer: TimeWriter
    let zones: ZoneResolver
    /// The last day whose times are written.
    let through: LocalDate
    /// The last day of the plain rule; nil for a single event, and if a program removed the end.
    let lastNominal: LocalDate?
    /// The nominal days that Jadwal excluded.
    let leftOut: Set<LocalDate>

    var master: Component { calendar.components[masterIndex] }

    /// Reads the series of an object; nil if it has none whose times Jadwal computes.
    ///
    /// A program that writes the object without Jadwal's properties, that moves the whole series, or that gives it
    /// other days, has made a plain series of it. One that only ends it, earlier or later, has not.
    init?(_ calendar: Component, database: @escaping ZoneResolver.Database) {
        let index = calendar.components.firstIndex { $0.name == "VEVENT" && $0.isMaster }
        let zones = ZoneResolver(calendar, database: database)
        guard let index else { return nil }
        let master = calendar.components[index]
        guard master.first(OwnName.time) != nil, var rule = ComputedRule(master), master.startsAsWritten(zones),
              let through = master.ownDate(OwnName.through),
              let writer = TimeWriter(master, rule.anchor, zones), master.first("EXRULE") == nil
        else { return nil }
        let texts = master.all("RRULE").map(\.value)
        var lastNominal: LocalDate?
        if let carrier = rule.carrier(until: nil) {
            guard texts.count == 1, var written = RecurrenceRule(readable: texts[0]) else { return nil }
            let (until, count) = (written.until, written.count)
            (written.until, written.count) = (nil, nil)
            guard written.normalized == carrier.normalized else { return nil }
            lastNominal = until.map { writer.lastDay($0) }
            if lastNominal == nil || lastNominal != master.ownDate(OwnName.until) {
                rule.end = rule.end(until: lastNominal, count: count)
            }
        } else if !texts.isEmpty {
            return nil
        }
        self.calendar = calendar
        masterIndex = index
        self.rule = rule
        self.writer = writer
        self.zones = zones
        self.through = through
        self.lastNominal = lastNominal
        leftOut = master.ownDates(OwnName.leftOut)
    }

    /// The time of the series, as a form shows it.
    var time: EventTime? {
        if let anchor = rule.anchor {
            let end = writer.end.map { zones.moment($0) } ?? zones.moment(writer.start)
            return .anchored(anchor, day: rule.first, minutes: Int(end - zones.moment(writer.start)) / 60)
        }
        switch (writer.start, writer.end) {
        case (.date(let first), let end):
            let last = end.map { max(first, $0.local.date - 1) } ?? first
            return .allDay(first...last)
        case (let start, let end):
            let end = end ?? start
            return .timed(start: start.local, startZone: start.zoneName, end: end.local, endZone: end.zoneName)
        }
    }
}

extension ComputedRule {
    /// Returns the end that a program gave the series, by the last nominal day or the number of events.
    fileprivate func end(until last: LocalDate?, count: Int?) -> Repetition.End {
        if let count { return .count(count) }
        guard let last else { return .never }
        guard isHijri else { return .until(last) }
        return .count(max(1, (last - first) / nominalInterval + 1))
    }
}

extension RecurrenceRule {
    /// The rule in a form in which equal rules are equal, whatever order a program writes their parts in.
    fileprivate var normalized: RecurrenceRule {
        var rule = self
        rule.weekdays.sort { ($0.weekday.rawValue, $0.ordinal ?? 0) < ($1.weekday.rawValue, $1.ordinal ?? 0) }
        rule.monthDays.sort()
        rule.months.sort { $0.number < $1.number }
        if rule.interval == 1 || rule.frequency != .weekly { rule.weekStart = .monday }
        return rule
    }
}

extension TimeWriter {
    /// Returns the day of an UNTIL or a RECURRENCE-ID on the clocks of DTSTART.
    func nominalDay(_ time: DateOrTime) -> LocalDate {
        guard case .utc(let moment) = time, case .zoned(_, let tzid) = start, let rules = zones.knownRules(tzid)
        else { return time.local.date }
        return rules.local(moment).date
    }

    /// Returns the last day whose nominal time an UNTIL still includes. A program that divides a series writes the
    /// second before the first time that is no longer in it.
    func lastDay(_ until: DateOrTime) -> LocalDate {
        let day = nominalDay(until)
        return until.isDate || zones.moment(nominal(day)) <= zones.moment(until) ? day : day - 1
    }
}

extension DateOrTime {
    /// The zone as drafts name it; empty for a floating time.
    fileprivate var zoneName: String {
        switch self {
        case .zoned(_, let tzid): tzid
        case .utc: "UTC"
        case .date, .floating: ""
        }
    }
}
