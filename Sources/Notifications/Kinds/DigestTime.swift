package import CivilTime

/// The moment of the day at which a customer's day is announced.
package struct DigestTime: Sendable {
    private let minute: Int
    private let zone: TimeZoneRules
    private let now: Instant

    /// An announcement that is later than that is of no use.
    private static let usefulSeconds: Int64 = 12 * 3_600

    /// - Parameters:
    ///   - minute: the minute of the day.
    ///   - zone: the customer's.
    package init(minute: Int, zone: TimeZoneRules, now: Instant) {
        self.minute = minute
        self.zone = zone
        self.now = now
    }

    package var today: LocalDate { zone.date(at: now) }

    /// True if its moment has come today.
    package var isOver: Bool { moment(on: today) <= now }

    /// True if today is to be announced now.
    package var isDue: Bool { isOver && now < moment(on: today) + .seconds(Self.usefulSeconds) }

    /// The next moment after now.
    package var next: Instant { isOver ? moment(on: today + 1) : moment(on: today) }

    private func moment(on day: LocalDate) -> Instant {
        guard let time = LocalDateTime(date: day, hour: minute / 60, minute: minute % 60) else {
            return zone.startOfDay(day)
        }
        return zone.instant(of: time)
    }
}
