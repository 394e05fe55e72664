import PrayerFeeds
public import Runtime

/// The chores that `jadwal work` does at regular times.
public let chores: [Chore] = [
    // name            seconds
    byTheClock("prayer.refresh", everySeconds: 300)   { try FeedRenewal.refreshStale(limit: 50, $0) == 50 },
    byTheClock("prayer.renew",   everySeconds: 60)    { try FeedRenewal.renewDue(limit: 32, $0) == 32 },
    // Running twice is harmless: a deleted row is not found again.
    Chore("purge",               everySeconds: 3_600) { try Retention.purge($0) },
]

/// Makes a chore that does nothing while this machine's clock is wrong.
private func byTheClock(_ name: String, everySeconds: Int, run: @escaping @Sendable (App) throws -> Bool) -> Chore {
    Chore(name, everySeconds: everySeconds) { try $0.allowsChore(name) && run($0) }
}
