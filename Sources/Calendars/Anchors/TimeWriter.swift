import CivilTime
import ICalendar

/// The start and end of one occurrence, in the form of its series.
struct WrittenTime: Hashable, Sendable {
    var start: DateOrTime
    /// nil if the series has a DURATION, or no length.
    var end: DateOrTime?
}

/// Writes the times of a series' occurrences in the form of its own DTSTART and DTEND.
///
/// All stay in the zone of DTSTART, even if the customer moves to a city of another zone: a program shows each on
/// the clocks of the device, and one VTIMEZONE is enough.
struct TimeWriter {
    let anchor: PrayerAnchor?
    let start: DateOrTime
    let end: DateOrTime?
    let zones: ZoneResolver

    /// Returns nil if the component has no start.
    init?(_ master: Component, _ anchor: PrayerAnchor?, _ zones: ZoneResolver) {
        guard let start = master.date("DTSTART") else { return nil }
        self.init(anchor: anchor, start: start, end: master.date("DTEND"), zones)
    }

    init(anchor: PrayerAnchor?, start: DateOrTime, end: DateOrTime?, _ zones: ZoneResolver) {
        self.anchor = anchor
        self.start = start
        self.end = end
        self.zones = zones
    }

    /// Returns the time of the occurrence on a day; nil if its prayer has none.
    func time(on day: LocalDate, _ sources: SeriesSources) throws(AnchorProblem) -> WrittenTime? {
        guard let anchor else { return onTheClock(day) }
        guard let prayers = sources.prayers else { throw .noPlace }
        guard let moment = prayers.moment(anchor, on: day) else { return nil }
        guard let end else { return WrittenTime(start: written(moment, like: start), end: nil) }
        let length = zones.moment(end) - zones.moment(start)
        return WrittenTime(start: written(moment, like: start), end: written(moment + .seconds(length), like: end))
    }

    /// Returns the nominal time of an occurrence: DTSTART's time of day, on another day.
    func nominal(_ day: LocalDate) -> DateOrTime { start.on(day) }

    /// Returns the time of day of DTSTART on a day.
    private func onTheClock(_ day: LocalDate) -> WrittenTime {
        let days = day - start.local.date
        return WrittenTime(start: start.on(day), end: end.map { $0.on($0.local.date + days) })
    }

    /// Returns a moment on the clocks of another value's zone. An hour that is shown twice means the first one when it
    /// is written, so a moment in the second is written in UTC.
    func written(_ moment: Instant, like form: DateOrTime) -> DateOrTime {
        guard case .zoned(_, let tzid) = form, let rules = zones.knownRules(tzid) else { return .utc(moment) }
        let shown = form.at(rules.local(moment))
        return zones.moment(shown) == moment.secondsSince1970 ? shown : .utc(moment)
    }
}

extension DateOrTime {
    /// Returns the same time of day on another day.
    func on(_ day: LocalDate) -> DateOrTime {
        let time = local
        return at(LocalDateTime(date: day, hour: time.hour, minute: time.minute, second: time.second) ?? time)
    }
}

extension Component {
    /// Returns the text of `OwnName.time` for the component as it is: its start, and its length.
    func writtenMark(_ zones: ZoneResolver) -> String? {
        guard let start = date("DTSTART") else { return nil }
        var length = first("DURATION")?.value ?? ""
        if let end = date("DTEND") {
            length = start.isDate
                ? NominalDuration(days: end.local.date - start.local.date).text
                : NominalDuration(seconds: Int(zones.moment(end) - zones.moment(start))).text
        }
        guard !start.isDate, !start.isFloating else { return "\(start.text)/\(length)" }
        return "\(DateOrTime.utc(Instant(secondsSince1970: zones.moment(start))).text)/\(length)"
    }

    /// Returns the length in the text of `OwnName.time`.
    func writtenLength(_ zones: ZoneResolver) -> Substring? {
        writtenMark(zones)?.split(separator: "/", omittingEmptySubsequences: false).last
    }

    /// True if the component is at the time that Jadwal wrote.
    func isAsWritten(_ zones: ZoneResolver) -> Bool {
        guard let written = ownText(OwnName.time) else { return false }
        return written == writtenMark(zones)
    }

    /// True if the component begins when Jadwal wrote that it begins. A program may have changed its length.
    func startsAsWritten(_ zones: ZoneResolver) -> Bool {
        guard let written = ownText(OwnName.time), let mark = writtenMark(zones) else { return false }
        return written.split(separator: "/").first == mark.split(separator: "/").first
    }
}

extension ZoneResolver {
    /// Returns seconds by which values of one series can be compared: since 1970, for a day or a floating time on
    /// clocks that never change.
    func moment(_ value: DateOrTime) -> Int64 {
        instant(of: value, floating: TimeZoneRules.utc).secondsSince1970
    }
}
