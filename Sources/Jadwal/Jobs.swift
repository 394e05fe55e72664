import Accounts
import Pages
import PrayerFeeds
public import Runtime
import Storage

/// Every kind of work that `jadwal work` carries out.
public let jobs: [JobKind] = [
    // kind                      lane           useful for     when
    JobKind(MailMagicLink.self,      .urgent),    // a link's life  a sign-in link is asked for
    JobKind(MailAddressLink.self,    .urgent),    // a link's life  a new address is to be proved
    JobKind(MailDeletionLink.self,   .urgent),    // a link's life  an account is to be deleted
    JobKind(MailWelcome.self,        .ordinary),  // a day          the first sign-in
    JobKind(MailAddressChanged.self, .ordinary),  // a day          an address was changed
    JobKind(MailAccountDeleted.self, .ordinary),  // a day          an account was deleted
]

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
