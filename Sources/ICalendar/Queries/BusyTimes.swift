public import CivilTime

/// The busy times of a person, from any number of calendars (RFC 4791 §7.10).
///
/// Events count unless they are cancelled or transparent; tentative ones count as tentative. An event to which the
/// person was invited counts by the person's answer: not at all if it was declined or delegated, as tentative without
/// an answer. The periods of VFREEBUSY components count as they say. VAVAILABILITY components give the times at which
/// a person can be invited; the rest counts as their BUSYTYPE (RFC 7953 §5). A series costs work in the window only.
public struct BusyTimes: Sendable {
    public let window: Range<Instant>
    /// The person's calendar addresses, in lower case, as in `mailto:zaid@example.org`.
    private let addresses: Set<String>
    private var periods: [BusyPeriod.Kind: [Range<Instant>]] = [:]
    private var availabilities: [AvailabilityTimes] = []

    /// The number of periods that were added.
    public var periodCount: Int { periods.values.reduce(0) { $0 + $1.count } }

    /// - Parameter addresses: the person's calendar addresses, as in `mailto:zaid@example.org`.
    public init(_ window: Range<Instant>, of addresses: [String] = []) {
        self.window = window
        self.addresses = Set(addresses.map { $0.lowercased() })
    }

    /// Adds a calendar's events, VFREEBUSY and VAVAILABILITY components.
    ///
    /// - Parameter floating: the person's zone.
    public mutating func add(
        _ calendar: Component, zones: ZoneResolver, floating: any ZoneRules, budget: inout WorkBudget
    ) throws(RecurrenceError) {
        for series in Series.all(in: calendar, names: ["VEVENT"], zones: zones, floating: floating) {
            try add(series, budget: &budget)
        }
        for component in calendar.components where component.name == "VFREEBUSY" {
            for period in component.busyPeriods(zones, floating) { add(period) }
        }
        for availability in calendar.views(Availability.self) {
            if let times = try AvailabilityTimes(availability, in: window, zones, floating, &budget) {
                availabilities.append(times)
            }
        }
    }

    public mutating func add(_ series: Series, budget: inout WorkBudget) throws(RecurrenceError) {
        let kinds = series.components.map { $0.busyKind(of: addresses) }
        guard kinds.contains(where: { $0 != nil }) else { return }
        for occurrence in try series.occurrences(in: window, budget: &budget) {
            guard let kind = kinds[occurrence.partIndex] else { continue }
            add(BusyPeriod(start: occurrence.startInstant, end: occurrence.endInstant, kind: kind))
        }
    }

    /// Adds the part of a period that is in the window.
    public mutating func add(_ period: BusyPeriod) {
        let start = max(period.start, window.lowerBound), end = min(period.end, window.upperBound)
        if start < end { periods[period.kind, default: []].append(start..<end) }
    }

    /// Adds the busy times of another calendar, of the same window.
    public mutating func add(_ other: BusyTimes) {
        for (kind, ranges) in other.periods { periods[kind, default: []] += ranges }
        availabilities += other.availabilities
    }

    /// The periods by their starts. Periods of one kind that touch are merged. A moment has the strongest
    /// kind of all that cover it.
    public var result: [BusyPeriod] {
        var taken: [Range<Instant>] = []
        var result: [BusyPeriod] = []
        let unavailable = availabilities.busyTimes
        for kind in BusyPeriod.Kind.allCases {
            let own = merged((periods[kind] ?? []) + (unavailable[kind] ?? []))
            result += subtracting(taken, from: own).map { BusyPeriod(start: $0.lowerBound, end: $0.upperBound, kind: kind) }
            taken = merged(taken + own)
        }
        return result.sorted { ($0.start, $0.end) < ($1.start, $1.end) }
    }

    /// Makes a VFREEBUSY, with one FREEBUSY property for each kind (RFC 5545 §3.6.4).
    public func component(stamp: Instant) -> Component {
        var component = Component("VFREEBUSY", properties: [
            Property("DTSTAMP", .utc(stamp)),
            Property("DTSTART", .utc(window.lowerBound)),
            Property("DTEND", .utc(window.upperBound)),
        ])
        let result = result
        for kind in BusyPeriod.Kind.allCases {
            let texts = result.filter { $0.kind == kind }
                .map { "\(DateOrTime.utc($0.start).text)/\(DateOrTime.utc($0.end).text)" }
            guard !texts.isEmpty else { continue }
            let parameters = kind == .busy ? [] : [Parameter("FBTYPE", kind.rawValue)]
            component.properties.append(Property("FREEBUSY", parameters: parameters, value: texts.joined(separator: ",")))
        }
        return component
    }
}

extension Component {
    /// Returns the kind of an event's time; nil if the event leaves a person free.
    fileprivate func busyKind(of addresses: Set<String>) -> BusyPeriod.Kind? {
        if first("TRANSP")?.keyword == "TRANSPARENT" { return nil }
        let answer = answer(of: addresses)
        if answer == "DECLINED" || answer == "DELEGATED" { return nil }
        switch first("STATUS")?.keyword {
        case "CANCELLED": return nil
        case "TENTATIVE": return .tentative
        default: return answer == "TENTATIVE" || answer == "NEEDS-ACTION" ? .tentative : .busy
        }
    }

    /// Returns the PARTSTAT of a person who was invited; nil if the person was not, or is the organizer, who needs no
    /// answer.
    private func answer(of addresses: Set<String>) -> String? {
        guard !addresses.isEmpty, let attendee = all("ATTENDEE").first(where: { $0.isPerson(addresses) }),
              first("ORGANIZER")?.isPerson(addresses) != true
        else { return nil }
        return Person(attendee).participation
    }
}

extension Property {
    fileprivate func isPerson(_ addresses: Set<String>) -> Bool { addresses.contains(value.lowercased()) }
}

extension CalendarStream {
    /// Returns the busy times of the events of all calendars.
    public func freeBusy(
        in window: Range<Instant>, floating: any ZoneRules,
        database: @escaping ZoneResolver.Database, budget: inout WorkBudget
    ) throws(RecurrenceError) -> BusyTimes {
        var busy = BusyTimes(window)
        for calendar in calendars {
            try busy.add(calendar, zones: ZoneResolver(calendar, database: database), floating: floating, budget: &budget)
        }
        return busy
    }
}
