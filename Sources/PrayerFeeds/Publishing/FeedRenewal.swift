import Places
public import Runtime
import CivilTime
import Logging
import Postgres
import Storage

/// What the worker does for feeds, so that requests find them ready.
public enum FeedRenewal {
    /// Before their place's midnight, bodies for the day after it are made.
    public static let hoursAhead = 2

    /// Looks whether feeds may be made ready by this machine's clock.
    ///
    /// - Throws: `ClocksApart` if it and the database's are more than a minute apart.
    public static func checkClocks(_ app: App) throws {
        try app.checkClocks(mostSeconds: Clocks.mostSecondsForWork)
    }

    /// Renders feeds whose last body expires soon and that were asked for on two days.
    ///
    /// Rendering twice is harmless: the same day has the same bytes. Several workers share the work.
    ///
    /// - Returns: how many were rendered; fewer than `limit` when no more are due.
    public static func renewDue(limit: Int, hoursAhead: Int = hoursAhead, _ app: App) throws -> Int {
        var count = 0
        while count < limit {
            let renewed = try renewBatch(min(batchSize, limit - count), hoursAhead, app)
            count += renewed
            if renewed == 0 { break }
        }
        return count
    }

    /// Computes timetables anew whose methods, Hijri months or zone rules have changed since, and
    /// drops the bodies made of them.
    ///
    /// Doing it twice is harmless: what was computed anew is not found again.
    ///
    /// - Returns: how many timetables.
    public static func refreshStale(limit: Int, _ app: App) throws -> Int {
        let hijri = try app.hijri, zones = app.shared.timeZones, store = try app.store
        let bases = try zones.names.compactMap { name in
            try zones.rules(named: name).map { (zone: name, basis: TimetableKeeper.basis($0, hijri)) }
        }
        let stale = try store.stalePrayerTimetables(bases: bases, limit: limit)
        let keeper = TimetableKeeper(store: store, hijri: hijri, now: app.now())
        var moved = 0
        for id in stale { moved += try store.transaction { try keeper.refresh(id, zones) } }
        if !stale.isEmpty {
            app.log.info("prayer times refreshed", metadata: ["timetables": "\(stale.count)", "entries": "\(moved)"])
        }
        return stale.count
    }

    /// A transaction's worth: its end costs about as much as a rendering.
    private static let batchSize = 16

    private static func renewBatch(_ size: Int, _ hoursAhead: Int, _ app: App) throws -> Int {
        let store = try app.store, now = app.now(), press = try FeedPress(app)
        let (count, failures) = try store.transaction {
            var failures: [(edition: PrayerEditionID, reason: String)] = []
            let due = try store.dueEditions(before: now + .seconds(hoursAhead * 3_600), limit: size)
            for edition in due {
                do {
                    // The day after the last one that is ready, or today where none is.
                    try press.render(edition, at: max(edition.freshUntil, now))
                    // Or it would be found due again at once, and again.
                    if try store.suspend(edition.id, ifDueAt: edition.freshUntil) {
                        failures.append((edition.id, "rendering left it as due as it was"))
                    }
                } catch let error as PostgresError where error.isConnectionLost || error.isRetryable {
                    throw error
                } catch {
                    // One that cannot be rendered must not keep the others from it. Who asks for it
                    // is answered by the request's own attempt.
                    failures.append((edition.id, "\(error)"))
                    try store.suspend(edition.id)
                }
            }
            return (due.count, failures)
        }
        for (edition, reason) in failures {
            app.log.error("feed", metadata: ["edition": "\(edition)", "reason": "\(reason)"])
        }
        return count
    }
}

extension FeedPress {
    fileprivate func render(_ edition: DueEdition, at moment: Instant) throws {
        if let city = edition.city {
            _ = try render(city, FeedOptions(kept: edition.options), at: moment)
        } else if let feed = edition.feed {
            _ = try render(feed, at: moment)
        }
    }
}
