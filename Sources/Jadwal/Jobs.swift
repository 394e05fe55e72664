public import FeatureKit

/// Every kind of work that `jadwal work` carries out.
///
/// Beside these it removes what is kept no longer (`Store.purge`), at its start and every hour.
public let jobs: [JobKind] = [
    // kind                        useful for   when
    JobKind(MailMagicLink.self),     // a link's life  a sign-in link is asked for
    JobKind(MailWelcome.self),       // a day        the first sign-in
    JobKind(MailAddressLink.self),   // a link's life  a new address is to be proved
    JobKind(MailAddressChanged.self),// a day        an address was changed
    JobKind(MailAccountDeleted.self),// a day        an account was deleted
]
