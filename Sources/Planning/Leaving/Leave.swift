import Calendars
import CivilTime
import Crypto
import PrayerTimes
import Scheduling
import Storage

/// The facts from which the ways of a customer are found.
struct LeaveSituation {
    let now: Instant
    let zone: TimeZoneRules
    /// The events of these days that have a point.
    let events: [ScheduledEvent]
    let home: Coordinates?
    let position: Scheduling.TravelOrigin.Position?
    /// The customer's wishes.
    let rules: Modes
    /// The blocks of prayers that the customer keeps free.
    let prayers: [TimeSpan]
    /// The events for which it was said already that it is time to leave.
    let sent: Set<LeaveSubject>
}

/// The way to an event that begins soon, and the moments of its alerts.
struct Leave {
    let event: ScheduledEvent
    let subject: LeaveSubject
    /// The way to take.
    let way: Scheduling.TravelWay
    let time: LeaveTime
    let alerts: [LeaveAlerts.Alert]
    /// The moments at which the way is looked at again.
    let checks: [Instant]
    /// The moment at which it is said that the customer will be late; nil if they are in time.
    let lateAt: Instant?

    /// Finds the way to take.
    ///
    /// - Parameter known: what engines have answered.
    /// - Returns: nil for a way of a few minutes, and if each mode is out for another reason than the weather.
    init?(_ leg: LeaveLeg, _ situation: LeaveSituation, _ known: KnownTravel) {
        var rules = situation.rules
        rules.forecast = known.weather.forecast(at: leg.way.to)
        let figures = rules.wishes.figures, now = situation.now, goal = leg.way.goal
        guard let option = known.choice(leg.way, rules).bestInAnyWeather else { return nil }
        way = option.way.inWholeMinutes
        let reserve = (figures.reserve(forSeconds: way.seconds) + 59) / 60 * 60
        let latest = goal.start - .seconds(way.seconds + reserve)
        let wanted = way.source == .timetable ? way.departure ?? latest : latest
        time = LeaveTime(way, to: goal, around: situation.prayers, figures, wanted: wanted)
        let found = LeaveAlerts(time, way: way, around: situation.prayers, figures)
        guard !found.alerts.isEmpty else { return nil }
        event = leg.event
        subject = leg.subject
        alerts = found.alerts
        checks = found.checks
        let soonSeconds = Int(figures[.soonBefore] * 60)
        lateAt = time.lateMinutes > 0 ? max(now, wanted - .seconds(soonSeconds)) : nil
    }
}

/// The way to an event before it is known how long it takes.
struct LeaveLeg {
    let event: ScheduledEvent
    let subject: LeaveSubject
    let way: WayLeg

    /// - Returns: nil if nobody knows where the way begins, or where it leads, and if both are one place.
    init?(to event: ScheduledEvent, _ situation: LeaveSituation) {
        guard let goal = event.point, let origin = situation.origin(of: event), !origin.point.isSamePlace(as: goal)
        else { return nil }
        self.event = event
        subject = LeaveSubject(event, at: goal)
        // After the alert the customer is believed to be on the way, until a position says otherwise.
        let isWaiting = !situation.sent.contains(subject) || origin.kind == .position
        let earliest = [origin.freeFrom, isWaiting ? situation.now : nil].compactMap(\.self).max()
        way = WayLeg(
            from: origin.point, to: goal,
            goal: TravelGoal(start: event.entry.start, extraMinutes: 0, earliest: earliest),
            typedMinutes: event.entry.travelMinutes)
    }
}

extension LeaveSituation {
    /// Returns the place at which the way to an event begins; nil if it is unknown.
    fileprivate func origin(of event: ScheduledEvent) -> Scheduling.TravelOrigin? {
        let start = event.entry.start, dayStart = zone.startOfDay(zone.date(at: start))
        let before = events.compactMap { other -> Scheduling.TravelOrigin.Stay? in
            guard let point = other.point, other.entry.end > dayStart,
                other.uid != event.uid || other.entry.start != start
            else { return nil }
            return Scheduling.TravelOrigin.Stay(point, other.entry.time)
        }
        // A position says where a way begins only if the way begins now or soon.
        let isSoon = start - now <= .seconds(Self.positionSeconds)
        return Scheduling.TravelOrigin(
            start: start, departure: now, before: before, position: isSoon ? position : nil, home: home)
    }

    /// The seconds before the start of an event from which on a position counts.
    private static let positionSeconds: Int64 = 3 * 3_600
}

extension LeaveSubject {
    /// Names an event by its occurrence, with its start and its point as the version: one that moves is alerted again.
    fileprivate init(_ event: ScheduledEvent, at point: Coordinates) {
        let name = "\(event.uid)\n\(event.entry.recurrenceID ?? "")"
        let place = [point.latitude, point.longitude].map { "\(Int(($0 * 1_000).rounded()))" }.joined(separator: " ")
        self.init(
            thing: "leave \(base64URL(sha256(Array(name.utf8))))",
            version: "\(event.entry.start.secondsSince1970) \(place)")
    }
}

extension Scheduling.TravelWay {
    /// The way with its time rounded up to minutes, so that alerts come at whole ones. A timetable has its own.
    fileprivate var inWholeMinutes: Self {
        guard source != .timetable else { return self }
        var way = self
        way.seconds = minutes * 60
        return way
    }
}
