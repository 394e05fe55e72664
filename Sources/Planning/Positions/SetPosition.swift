package import CivilTime
import PrayerTimes
import Runtime
package import Storage

/// The position of a customer as pages show it.
package struct ShownPosition: Sendable {
    /// The moment of the consent; nil without consent.
    package let agreedAt: Instant?
    /// nil if none is kept.
    package let position: StoredPosition?
    /// The seconds since it was measured; nil if none is kept.
    package let ageSeconds: Int?
}

extension PlanningHome {
    /// Stores a position in place of the one before.
    ///
    /// - Throws: `PositionRefusal`, in which case the same position will never be stored.
    package func setPosition(_ report: PositionReport) throws -> PositionOutcome {
        try setPosition(newestOf: [report])
    }

    /// Stores the newest position of a batch that follows the rules.
    ///
    /// This is the only way to a stored position: for the button of a page, and for every program.
    ///
    /// - Throws: `PositionRefusal`, the one of the newest report, if none can be stored.
    package func setPosition(newestOf reports: [PositionReport]) throws -> PositionOutcome {
        let store = try app.store, now = app.now()
        guard try store.positionConsent(of: owner) != nil else { throw PositionRefusal.off }
        let home = try store.prayerFeed(of: owner)
            .flatMap { Coordinates(latitude: $0.latitude, longitude: $0.longitude) }
        let position = try Self.newest(of: reports, near: home, now: now)
        if try store.replace(position, of: owner, pause: PositionRules.pauseSeconds) { return .stored }
        guard let stored = try store.position(of: owner) else { throw PositionRefusal.off }
        return position.measuredAt > stored.measuredAt ? .soon : .older
    }

    private static func newest(
        of reports: [PositionReport], near home: Coordinates?, now: Instant
    ) throws(PositionRefusal) -> StoredPosition {
        var refusal: PositionRefusal?
        for report in reports.sorted(by: { ($0.at ?? now) > ($1.at ?? now) }) {
            do throws(PositionRefusal) {
                return try PositionRules.check(report, near: home, now: now)
            } catch {
                refusal = refusal ?? error
            }
        }
        throw refusal ?? .range
    }

    /// Returns the consent, and the position if one is kept.
    package func position() throws -> ShownPosition {
        let store = try app.store, now = app.now()
        let agreed = try store.positionConsent(of: owner)
        let stored = agreed == nil ? nil : try store.position(of: owner)
        let position = stored.flatMap { $0.isKept(at: now) ? $0 : nil }
        let age = position.map { Int(now.secondsSince1970 - $0.measuredAt.secondsSince1970) }
        return ShownPosition(agreedAt: agreed, position: position, ageSeconds: age)
    }

    /// Notes that the customer agrees that the last position is kept.
    package func agreeToPosition() throws { try app.store.agreeToPosition(of: owner) }

    /// Takes the consent back. The position is deleted with it.
    package func withdrawPositionConsent() throws { try app.store.withdrawPositionConsent(of: owner) }

    /// Deletes the position at once. The consent stays.
    package func forgetPosition() throws { _ = try app.store.deletePosition(of: owner) }
}
