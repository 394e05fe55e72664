public import CivilTime
import Logging
import Storage
import Synchronization

extension App {
    /// The published Hijri calendar with the months that the operator set.
    ///
    /// - Throws: when those have to be read and the database cannot be.
    public var hijri: HijriCalendar {
        get throws { try shared.hijri.calendar(self) }
    }
}

/// The Hijri calendar of a process, read from the database at most once a minute.
final class HijriMonths: Sendable {
    private let kept = Mutex<(calendar: HijriCalendar, until: Instant)?>(nil)

    func calendar(_ app: App) throws -> HijriCalendar {
        let now = app.now()
        if let kept = kept.withLock({ $0 }), now < kept.until { return kept.calendar }
        let calendar = published(with: try app.store.hijriMonths(), app.log)
        kept.withLock { $0 = (calendar, now + .seconds(60)) }
        return calendar
    }

    /// What an operator set fitted the table of its day. Should a later release correct that table so
    /// that both make an impossible month, prayer times go on by the table alone.
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
