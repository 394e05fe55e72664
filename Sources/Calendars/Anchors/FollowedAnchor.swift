package import ICalendar

/// The prayer that an event follows.
package struct FollowedAnchor: Sendable, Hashable {
    package let anchor: PrayerAnchor
    /// False if somebody moved this event individually. It stays where it is then.
    package let isFollowed: Bool
}

extension FollowedAnchor {
    /// Returns the prayer that an event follows; nil if it follows none.
    ///
    /// - Parameters:
    ///   - part: the component that describes the event: an override, or the series itself.
    ///   - master: the component of the series.
    package init?(of part: Component, in master: Component, _ zones: ZoneResolver) {
        guard let anchor = master.ownText(OwnName.anchor).flatMap({ PrayerAnchor($0) }),
              master.startsAsWritten(zones)
        else { return nil }
        self.anchor = anchor
        isFollowed = part.isMaster || part.isAsWritten(zones)
    }
}
