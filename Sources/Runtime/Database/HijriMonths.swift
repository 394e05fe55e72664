public import CivilTime
import Logging
import Storage
import Synchronization

extension App {
    /// The published Hijri calendar with the months that the operator set.
    ///
    /// - Throws: an error if the months have to be read and the database cannot be reached.
    public var hijri: HijriCalendar {
        get throws { try shared.hijri.calendar(self) }
    }
}

/// The Hijri calendar of a process, read from the database at most once a minute by this machine's clock.
final class HijriMonths: Sendable {
    private let kept = Mutex<(calendar: HijriCalendar, until: Instant)?>(nil)

    func calendar(_ app: App) throws -> HijriCalendar {
        let now = app.now()
        if let kept = kept.withLock({ $0 }), now < kept.until { return kept.calendar }
        let calendar = published(with: try app.store.hijriMonths(), app.log)
        kept.withLock { $0 = (calendar, now + .seconds(60)) }
        return calendar
    }

    /// Returns the published calendar with the operator's months. They fitted the table of the release in which
    /// they were set. If a later table makes an impossible month with them, the table alone is used.
    private func published(with months: [HijriMonthStart], _ log: Logger) -> HijriCalendar {
        switch Result(catching: { () throws(HijriCalendarError) in try HijriCalendar.ummAlQura.replacing(months) }) {
        case .success(let calendar):
            return calendar
        case .failure(let error):
            log.error("hijri months ignored", metadata: ["reason": "\(error)"])
            return .ummAlQura
        }
    }
}
