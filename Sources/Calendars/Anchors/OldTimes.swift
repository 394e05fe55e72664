import CivilTime
import ICalendar

/// The times of a series that are more than a year old. The worker removes them, so that an object does not grow for
/// ever.
///
/// The series begins later then: on the first day of the past year, or on the day of the oldest event that somebody
/// changed. The days between that event and the past year are excluded, because the plain rule would show them at
/// their nominal time. A series of Hijri days keeps all its times: it has a dozen a year, and they are counted from
/// its first day.
struct OldTimes {
    private let rule: ComputedRule
    /// The first day whose times stay.
    private let limit: LocalDate
    private let hijri: HijriCalendar
    private let zones: ZoneResolver

    init(_ rule: ComputedRule, before limit: LocalDate, _ hijri: HijriCalendar, _ zones: ZoneResolver) {
        self.rule = rule
        self.limit = limit
        self.hijri = hijri
        self.zones = zones
    }

    /// Returns a VCALENDAR without these times.
    func removed(from calendar: Component) throws(AnchorProblem) -> Component {
        guard rule.anchor != nil, case .rule = rule.days, rule.first < limit,
              let index = calendar.components.firstIndex(where: \.isSeries),
              let writer = TimeWriter(calendar.components[index], rule.anchor, zones)
        else { return calendar }
        // A change of all that follow may govern later events.
        let hasRange = calendar.components.contains { $0.first("RECURRENCE-ID")?.parameter("RANGE") != nil }
        if hasRange { return calendar }
        let master = calendar.components[index], end = zones.moment(writer.nominal(limit))
        var components: [Component] = [], changed: Set<Int64> = []
        for component in calendar.components {
            if component.name == "VEVENT", let id = component.date("RECURRENCE-ID"), zones.moment(id) < end {
                if component.isAsMade(by: master, zones) { continue }
                changed.insert(zones.moment(id))
            }
            components.append(component)
        }
        guard let shorter = try beginningLater(master, writer, changed) else { return calendar }
        var calendar = calendar
        calendar.components = components.map { $0.isSeries ? shorter : $0 }
        return calendar
    }

    /// Returns the component of the series with a later start; nil if nothing changes.
    ///
    /// - Parameter changed: the moments of older events that somebody changed.
    private func beginningLater(
        _ master: Component, _ writer: TimeWriter, _ changed: Set<Int64>
    ) throws(AnchorProblem) -> Component? {
        let deleted = Set(master.all("EXDATE").flatMap(\.readableTimes).map(writer.nominalDay))
        func isChanged(_ day: ComputedDay) -> Bool { changed.contains(zones.moment(writer.nominal(day.nominal))) }
        let days = try rule.days(from: rule.first, through: limit + rule.coverage, hijri)
        let begin = days.firstIndex { day in
            isChanged(day) || day.nominal >= limit && !deleted.contains(day.nominal)
        }
        guard let begin else { return nil }
        let gone = days[begin...].filter { day in
            day.nominal < limit && !isChanged(day) && !deleted.contains(day.nominal)
        }
        guard begin > 0 || !gone.isEmpty else { return nil }
        var rule = rule, shorter = master
        rule.first = days[begin].nominal
        if case .count(let count) = rule.end { rule.end = .count(count - begin) }
        shorter.move(to: writer.nominalTime(rule.first))
        for name in OwnName.ofRule { shorter.remove(name) }
        shorter.properties += rule.properties
        shorter.keepExcluded { writer.nominalDay($0) >= rule.first }
        if let excluded = Property(excluding: gone.map { writer.nominal($0.nominal) }) {
            shorter.properties.append(excluded)
        }
        let leftOut = master.ownDates(OwnName.leftOut).filter { $0 >= rule.first }
        shorter.setCoverage(through: master.ownDate(OwnName.through) ?? lastOfAllDays, leftOut: leftOut)
        shorter.setMark(zones)
        return shorter
    }
}

extension TimeWriter {
    /// Returns the nominal time of an anchored event, which is as long as the series says.
    fileprivate func nominalTime(_ day: LocalDate) -> WrittenTime {
        let start = nominal(day)
        guard let end else { return WrittenTime(start: start, end: nil) }
        let moment = zones.moment(start) + zones.moment(end) - zones.moment(self.start)
        return WrittenTime(start: start, end: written(Instant(secondsSince1970: moment), like: end))
    }
}

extension Component {
    /// True for the component of the series, as against a change of one event.
    fileprivate var isSeries: Bool { name == "VEVENT" && isMaster }
}
