import CivilTime
import ICalendar

// The start and end of a draft in the form of calendar files.

extension EventTime {
    /// Returns DTSTART and DTEND; nil for a time that `ComputedSeries` makes.
    ///
    /// - Parameters:
    ///   - stored: the times before an edit. Values in the same zone keep their form, as UTC or another name of it.
    ///   - base: the draft's time before the edit.
    func span(
        like stored: TimesEdit.Span? = nil, _ base: EventTime? = nil, zones: ZoneResolver, clocks: TimeZoneRules
    ) -> TimesEdit.Span? {
        switch self {
        case .allDay(let days): return TimesEdit.Span(.date(days.lowerBound), .date(days.upperBound + 1))
        case .timed(let start, let startZone, let end, let endZone):
            guard case .timed(let oldStart, let oldStartZone, let oldEnd, let oldEndZone)? = base, let stored else {
                return TimesEdit.Span(.inZone(start, startZone), .inZone(end, endZone))
            }
            return TimesEdit.Span(
                stored.start.changed(from: oldStart, oldStartZone, to: start, startZone, zones, clocks),
                stored.end.changed(from: oldEnd, oldEndZone, to: end, endZone, zones, clocks))
        case .anchored: return nil
        }
    }
}

extension DateOrTime {
    /// Makes a time on the clocks of a zone; a floating one without a zone.
    fileprivate static func inZone(_ local: LocalDateTime, _ zone: String) -> DateOrTime {
        if zone.isEmpty { return .floating(local) }
        if zone == "UTC" { return .utc(TimeZoneRules.utc.instant(of: local)) }
        return .zoned(local, tzid: zone)
    }

    /// Returns the value after an edit. Forms have no seconds: a time whose hour and minute were not edited stays.
    fileprivate func changed(
        from old: LocalDateTime, _ oldZone: String, to new: LocalDateTime, _ zone: String, _ zones: ZoneResolver,
        _ clocks: TimeZoneRules
    ) -> DateOrTime {
        guard oldZone == zone else { return .inZone(new, zone) }
        if new == old || new == old.withoutSeconds { return self }
        if case .utc = self { return .utc(zones.rules(named: zone, else: clocks).instant(of: new)) }
        return at(new)
    }
}

extension LocalDateTime {
    /// The same minute at its first second.
    var withoutSeconds: LocalDateTime { LocalDateTime(date: date, hour: hour, minute: minute) ?? self }
}

extension ZoneResolver {
    /// Returns the rules of a zone by its name, or by the name that the object gives it.
    func rules(named name: String, else others: any ZoneRules) -> any ZoneRules {
        name.isEmpty ? floatingRules ?? others : rules(tzid: name, floating: others)
    }
}
