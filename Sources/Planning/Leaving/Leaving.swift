import Calendars
import CivilTime
import Notifications
import PrayerTimes
package import Runtime
import Scheduling
package import Storage

// Leaving: the alerts that say when to leave for an event.
//
// - Leaving.swift: whose ways are looked at, by a job and by a chore. Leave.swift: the way to an event, its alerts.
// - NotifyLeaving.swift: the notices.

extension App {
    /// The seconds after which a customer whose ways could not be read is taken again.
    private static let claimSeconds: Int64 = 60

    /// Looks at the ways to the coming events of customers, and writes down the alerts to leave.
    ///
    /// Running twice is harmless: an alert is unique by event, start and kind, and one that was sent stays.
    ///
    /// - Returns: the number of customers who were looked at; fewer than `limit` if no more are due.
    package func lookAtLeaving(limit: Int) throws -> Int {
        for number in 0..<limit {
            let now = now()
            guard let id = try store.claimLeaveLook(at: now, until: now + .seconds(Self.claimSeconds))
            else { return number }
            try lookAtLeaving(of: id)
        }
        return limit
    }

    /// Looks at the ways to the coming events of a customer. A second worker waits for the first one.
    fileprivate func lookAtLeaving(of id: CustomerID) throws {
        try store.transaction {
            guard let customer = try store.customer(id) else { return }
            try store.lockLeaveLook(of: id, at: now())
            try store.setLeaveLook(of: id, planning(of: customer).lookAtLeaving())
        }
    }
}

/// Looks at the ways to the coming events of a customer.
///
/// A trigger enqueues it with each change of a calendar, a place, a position or a choice. Running twice is harmless: an
/// alert is unique by event, start and kind, and one that was sent stays.
package struct LookAtLeaving: Job {
    package static let kind = "planning.leaving"
    package static func usefulSeconds(_ config: Config) -> Int { 86_400 }
    let customer: CustomerID

    package var customerID: CustomerID? { customer }

    package func run(_ context: JobContext, _ app: App) throws { try app.lookAtLeaving(of: customer) }
}

extension PlanningHome {
    /// The seconds ahead for which events have alerts, and those after which they are looked for without a change.
    private static let aheadSeconds: Int64 = 86_400, pauseSeconds: Int64 = 6 * 3_600

    /// Writes down the alerts of the coming day.
    ///
    /// - Returns: the moment at which the ways are looked at next.
    func lookAtLeaving() throws -> Instant {
        let now = app.now(), leaves = try leaves()
        try notify(leaves)
        let checks = leaves.flatMap(\.checks).filter { $0 > now }
        return (checks + [now + .seconds(Self.pauseSeconds)]).min() ?? now
    }

    /// Returns the ways to the events that begin in the coming day, for which a customer has to leave.
    private func leaves() throws -> [Leave] {
        let now = app.now(), end = now + .seconds(Self.aheadSeconds), zone = try app.zone(of: customer)
        let read = try time(on: zone.date(at: now)...zone.date(at: end))
        let events = read.availability.busy.items.compactMap { item in
            read.events.indices.contains(item.number) ? read.events[item.number] : nil
        }.filter { !$0.entry.isAllDay && $0.point != nil }
        let coming = events.filter { $0.entry.start > now && $0.entry.start <= end }
        guard !coming.isEmpty else { return [] }
        let position = try position().position
        let situation = LeaveSituation(
            now: now, zone: zone, events: events, home: app.home(among: read.places.saved)?.point,
            position: position.flatMap { Scheduling.TravelOrigin.Position($0) }, reserveMinutes: read.wayReserve,
            prayers: try app.notices(of: customer).prayersKeptFree(until: end),
            sent: try app.store.sentLeaveAlerts(of: owner, kind: NoticeKind.leaveNow.rawValue))
        return coming.compactMap { Leave(for: $0, situation) }
    }
}

extension Scheduling.TravelOrigin.Position {
    fileprivate init?(_ stored: StoredPosition) {
        guard let point = Coordinates(latitude: stored.latitude, longitude: stored.longitude) else { return nil }
        self.init(point, at: stored.measuredAt)
    }
}
