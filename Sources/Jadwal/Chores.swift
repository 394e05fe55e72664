import Agreements
import Calendars
import Planning
import PrayerFeeds
public import Runtime

/// The chores that `jadwal work` does when it starts, and then at intervals.
public let chores: [Chore] = [
    // name            seconds
    byTheClock("prayer.refresh", everySeconds: 300)   { try FeedRenewal.refreshStale(limit: 50, $0) == 50 },
    byTheClock("prayer.renew",   everySeconds: 60)    { try FeedRenewal.renewDue(limit: 32, $0) == 32 },
    Chore("calendars.words",     everySeconds: 60)    { try SearchFilling.fillNext($0) },
    byTheClock("calendars.times", everySeconds: 300)  { try TimesOfSeries.bringDueUpToDate(limit: 20, $0) == 20 },
    byTheClock("calendars.reminders", everySeconds: 30) { try RemindersAhead.bringUpToDate(limit: 200, $0) == 200 },
    // Running twice is harmless: an ended conflict is not found again.
    byTheClock("planning.expire", everySeconds: 300)  { try $0.expireConflicts(limit: 1_000) == 1_000 },
    byTheClock("planning.plans",  everySeconds: 60)   { try $0.refreshPlans(limit: 20) == 20 },
    byTheClock("planning.digests", everySeconds: 20)  { try $0.announceDays(limit: 100) == 100 },
    byTheClock("planning.leaving", everySeconds: 15)  { try $0.lookAtLeaving(limit: 200) == 200 },
    Chore("agreements.links",    everySeconds: 2)     { try CheckLinks.run($0) },
    Chore("agreements.keys",     everySeconds: 300)   { try $0.renewWrappedKeys() },
    // Running twice is harmless: a deleted row is not found again.
    Chore("purge",               everySeconds: 3_600) { try Retention.purge($0) },
]

/// Makes a chore whose work depends on this machine's clock: the clock decides which day a feed is rendered for.
///
/// It does nothing while this clock and the database's are more than a minute apart.
private func byTheClock(_ name: String, everySeconds: Int, run: @escaping @Sendable (App) throws -> Bool) -> Chore {
    Chore(name, everySeconds: everySeconds) { try $0.allowsChore(name) && run($0) }
}
