import WebClient

/// A service where people keep calendars.
package enum Provider: String, Sendable, CaseIterable {
    case iCloud = "icloud"
    case fastmail
    case nextcloud
    case yahoo
    case mailboxOrg = "mailbox-org"
    case posteo
    case zoho
    /// Any other server that speaks CalDAV.
    case other

    /// The address at which the search for calendars begins; nil if the person types it.
    var start: String? {
        switch self {
        case .iCloud: "https://caldav.icloud.com/"
        case .fastmail: "https://caldav.fastmail.com/"
        case .yahoo: "https://caldav.calendar.yahoo.com/"
        case .mailboxOrg: "https://dav.mailbox.org/"
        case .posteo: "https://posteo.de:8443/"
        case .zoho: "https://calendar.zoho.com/"
        case .nextcloud, .other: nil
        }
    }

    /// True if the person types an address.
    package var needsAddress: Bool { start == nil }

    /// The domain whose hosts all get the password. iCloud has a person's calendars on another host than the first.
    var domain: String? {
        switch self {
        case .iCloud: "icloud.com"
        case .fastmail: "fastmail.com"
        case .yahoo: "calendar.yahoo.com"
        case .zoho: "zoho.com"
        case .nextcloud, .mailboxOrg, .posteo, .other: nil
        }
    }

    /// The port of its own that is asked, whatever the operator allows.
    var port: Int? { self == .posteo ? 8_443 : nil }

    /// The page at which its passwords of apps are made and ended; nil if there is none that is known.
    package var passwordPage: String? {
        switch self {
        case .iCloud: "https://account.apple.com/"
        case .fastmail: "https://app.fastmail.com/settings/security"
        case .yahoo: "https://login.yahoo.com/account/security"
        case .mailboxOrg: "https://office.mailbox.org/"
        case .posteo: "https://posteo.de/en/login"
        case .zoho: "https://accounts.zoho.com/home#security/app_password"
        case .nextcloud, .other: nil
        }
    }
}
