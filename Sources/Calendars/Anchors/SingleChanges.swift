import CivilTime
import ICalendar

/// The changes that people and programs made to single events of a series.
package struct SingleChanges: Sendable {
    struct Change: Sendable {
        /// The day that the series gives the event; for an anchored one, the day of its prayer.
        let day: LocalDate
        let component: Component
        /// True if the event has a time of its own.
        let isMoved: Bool
    }

    /// The days of the events that somebody deleted.
    var deleted: Set<LocalDate> = []
    var changes: [Change] = []

    /// The first and the last day with a change; nil without any.
    var days: ClosedRange<LocalDate>? {
        let days = Array(deleted) + changes.map(\.day)
        guard let first = days.min(), let last = days.max() else { return nil }
        return first...last
    }
}

extension SingleChanges {
    /// Reads the changes of a series, plain or computed.
    ///
    /// - Parameters:
    ///   - calendar: the VCALENDAR.
    ///   - hijri: the customer's Hijri calendar.
    init(
        _ calendar: Component, _ hijri: HijriCalendar, database: @escaping ZoneResolver.Database
    ) throws(AnchorProblem) {
        let zones = ZoneResolver(calendar, database: database)
        let parts = calendar.components.filter { $0.name == "VEVENT" }
        guard let master = parts.first(where: \.isMaster),
              let writer = TimeWriter(master, nil, zones)
        else { return }
        let leftOut = master.ownDates(OwnName.leftOut)
        let gone = master.all("EXDATE").flatMap(\.readableTimes).map(writer.nominalDay).filter { !leftOut.contains($0) }
        let ids = parts.compactMap { $0.date("RECURRENCE-ID") }.map(writer.nominalDay)
        let days = try ComputedRule(master)?.days(ofNominal: gone + ids, hijri) ?? [:]
        deleted = Set(gone.map { days[$0] ?? $0 })
        for part in parts {
            guard let id = part.date("RECURRENCE-ID") else { continue }
            let isMoved = part.isMoved(from: id, in: master, zones)
            if !isMoved, part.says(sameAs: master) { continue }
            let nominal = writer.nominalDay(id)
            changes.append(Change(day: days[nominal] ?? nominal, component: part, isMoved: isMoved))
        }
    }
}

extension ComputedRule {
    /// Returns the true days of some nominal ones; empty if they are the same.
    fileprivate func days(
        ofNominal nominal: [LocalDate], _ hijri: HijriCalendar
    ) throws(AnchorProblem) -> [LocalDate: LocalDate] {
        guard isHijri, let last = nominal.max() else { return [:] }
        // The nominal days of years fall behind the true ones, by less than a month in eighty years.
        let days = try days(from: first - 31, through: last + 31, hijri)
        return Dictionary(days.map { ($0.nominal, $0.day) }) { first, _ in first }
    }
}

extension Component {
    /// Returns true if an override has a time of its own.
    fileprivate func isMoved(from id: DateOrTime, in master: Component, _ zones: ZoneResolver) -> Bool {
        if first(OwnName.time) != nil { return !isAsWritten(zones) }
        guard let start = date("DTSTART") else { return false }
        return start.isDate != id.isDate || zones.moment(start) != zones.moment(id)
            || writtenLength(zones) != master.writtenLength(zones)
    }

    /// Returns true if Jadwal wrote this override, and nobody changed it since.
    func isAsMade(by master: Component, _ zones: ZoneResolver) -> Bool {
        isAsWritten(zones) && says(sameAs: master)
    }

    /// Returns true if an override says the same as its series, apart from times and notes of changes.
    fileprivate func says(sameAs series: Component) -> Bool {
        let own = OwnName.all.union([
            "RECURRENCE-ID", "DTSTART", "DTEND", "DURATION", "DTSTAMP", "CREATED", "LAST-MODIFIED", "SEQUENCE",
        ])
        let plain = series.withoutSeries
        func said(_ component: Component) -> Set<Property> {
            Set(component.properties.filter { !own.contains($0.name) })
        }
        return components == plain.components && said(self) == said(plain)
    }
}
