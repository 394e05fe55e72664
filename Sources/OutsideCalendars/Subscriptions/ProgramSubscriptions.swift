import Runtime
import Storage
import WebClient

extension App {
    /// Subscribes calendars that a Mac made with an address (`CS:subscribed`), so that phones see them, too.
    ///
    /// Running twice is harmless: a calendar that is subscribed to its address is not found again. An address that is
    /// never fetched, such as one of this installation, is noted as such.
    ///
    /// - Returns: true if there may be more.
    func adoptProgramSubscriptions(limit: Int = 20) throws -> Bool {
        let calendars = try store.unadoptedCalendars(limit: limit)
        for calendar in calendars {
            try store.transaction {
                let address = try? OutsideAddress(joined: calendar.url, allowsPlain: false, config)
                let isOwn = address?.host == config.originHost
                let source = isOwn ? nil : try address.map { try self.source(of: $0) }
                try store.subscribe(calendar.calendar, of: calendar.owner, to: source, programURL: calendar.url)
            }
        }
        return calendars.count == limit
    }
}
