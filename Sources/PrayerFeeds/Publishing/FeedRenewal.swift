import CivilTime
import Logging
import Places
import Postgres
public import Runtime
import Storage

/// The worker's tasks for feeds, so that requests find their bodies ready.
public enum FeedRenewal {
    /// The hours before a place's midnight at which the next day's bodies are rendered.
    public static let hoursAhead = 2

    /// Checks that this machine's clock is good enough to render feeds in advance.
    ///
    /// - Throws: `ClocksApart` if it differs from the database's by more than a minute.
    public static func checkClocks(_ app: App) throws {
        try app.checkClocks(mostSeconds: Clocks.mostSecondsForWork)
    }

    /// Renders feeds whose last body expires soon and that were requested on two days. This machine's clock decides
    /// what is soon.
    ///
    /// Rendering twice is harmless: the same day has the same bytes. Several workers share the work.
    ///
    /// - Returns: the number of rendered feeds; fewer than `limit` if no more are due.
    public static func renewDue(limit: Int, hoursAhead: Int = hoursAhead, _ app: App) throws -> Int {
        var count = 0
        while count < limit {
            let renewed = try renewBatch(min(batchSize, limit - count), hoursAhead, app)
            count += renewed
            if renewed == 0 { break }
        }
        return count
    }

    /// Computes timetables again if their methods, Hijri months or zone rules have changed since. Bodies that
    /// were made of them expire.
    ///
    /// Doing it twice is harmless: a timetable that was computed again is not found again.
    ///
    /// - Returns: the number of timetables.
    public static func refreshStale(limit: Int, _ app: App) throws -> Int {
        let hijri = try app.hijri, zones = app.shared.timeZones, store = try app.store
        let digests = try zones.names.compactMap { name in
            try zones.rules(named: name).map { (zone: name, inputsDigest: TimetableStore.inputsDigest($0, hijri)) }
        }
        let stale = try store.stalePrayerTimetables(unless: digests, limit: limit)
        let timetables = TimetableStore(store: store, hijri: hijri, now: app.now())
        var moved = 0
        for id in stale { moved += try store.transaction { try timetables.refresh(id, zones) } }
        if !stale.isEmpty {
            app.log.info("prayer times refreshed", metadata: ["timetables": "\(stale.count)", "entries": "\(moved)"])
        }
        return stale.count
    }

    /// The feeds of one transaction: a commit costs about as much as one rendering.
    private static let batchSize = 16

    private static func renewBatch(_ size: Int, _ hoursAhead: Int, _ app: App) throws -> Int {
        let store = try app.store, now = app.now(), renderer = try FeedRenderer(app)
        let (count, failures) = try store.transaction {
            var failures: [(edition: PrayerEditionID, reason: String)] = []
            let due = try store.dueEditions(before: now + .seconds(hoursAhead * 3_600), limit: size)
            for edition in due {
                do {
                    // The day after the last one that is ready, or today if none is ready.
                    try renderer.render(edition, at: max(edition.freshUntil, now))
                    // Otherwise it would be found due again at once, without end.
                    if try store.suspend(edition.id, ifDueAt: edition.freshUntil) {
                        failures.append((edition.id, "rendering left it as due as it was"))
                    }
                } catch let error as PostgresError where error.isConnectionLost || error.isRetryable {
                    throw error
                } catch {
                    // A feed that cannot be rendered must not stop the others. A request for it tries
                    // to render it again.
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

extension FeedRenderer {
    fileprivate func render(_ edition: DueEdition, at moment: Instant) throws {
        if let city = edition.city {
            _ = try render(city, FeedOptions(kept: edition.options), at: moment)
        } else if let feed = edition.feed {
            _ = try render(feed, at: moment)
        }
    }
}
