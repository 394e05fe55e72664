import Calendars
import Crypto
import Runtime
import WebClient

extension App {
    /// Returns the published calendar of this installation that an address names; nil if it names none.
    ///
    /// Nothing here is fetched over HTTP: the calendar is read where it is.
    func ownCalendar(at address: OutsideAddress) throws -> PublicCalendar? {
        guard address.host == config.originHost,
              let found = address.path.wholeMatch(of: /\/feeds\/([A-Za-z0-9_-]{43})\.ics/),
              let token = Token(text: String(found.1))
        else { return nil }
        return try PublicCalendar(tokenDigest: token.digest, self)
    }
}
