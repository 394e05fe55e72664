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
    /// The minutes to spare beside a way.
    let reserveMinutes: Int
    /// The blocks of prayers that the customer keeps free.
    let prayers: [TimeSpan]
    /// The events for which it was said already that it is time to leave.
    let sent: Set<LeaveSubject>
}

/// The way to an event that begins soon, and the moments of its alerts.
struct Leave {
    let event: ScheduledEvent
    let subject: LeaveSubject
    let way: EstimatedWay
    let time: LeaveTime
    let alerts: [LeaveAlerts.Alert]
    /// The moments at which the way is looked at again.
    let checks: [Instant]
    /// The moment at which it is said that the customer will be late; nil if they are in time.
    let lateAt: Instant?

    /// Finds the way.
    ///
    /// - Returns: nil if nobody knows where it begins, or where it leads, and for one of a few minutes.
    init?(for event: ScheduledEvent, _ situation: LeaveSituation) {
        let start = event.entry.start, now = situation.now
        guard let goal = event.point, let origin = situation.origin(of: event),
            let estimate = EstimatedWay(from: origin.point, to: goal)
        else { return nil }
        let figures = TravelFigures.usual
        let way = Scheduling.TravelWay(
            estimate.isOnFoot ? .walk : .car, seconds: estimate.minutes * 60, metres: 0, source: .estimate)
        let wanted = start - .seconds((estimate.minutes + situation.reserveMinutes) * 60)
        subject = LeaveSubject(event, at: goal)
        // After the alert the customer is believed to be on the way, until a position says otherwise.
        let isWaiting = !situation.sent.contains(subject) || origin.kind == .position
        let earliest = [origin.freeFrom, isWaiting ? now : nil].compactMap(\.self).max()
        time = LeaveTime(
            way, to: TravelGoal(start: start, earliest: earliest), around: situation.prayers, figures, wanted: wanted)
        let found = LeaveAlerts(time, way: way, around: situation.prayers, figures)
        guard !found.alerts.isEmpty else { return nil }
        self.event = event
        self.way = estimate
        alerts = found.alerts
        checks = found.checks
        let soonSeconds = Int(figures[.soonBefore] * 60)
        lateAt = time.lateMinutes > 0 ? max(now, wanted - .seconds(soonSeconds)) : nil
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
