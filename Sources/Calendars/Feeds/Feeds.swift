import Crypto
import Runtime
package import Storage

// Calendars that anybody may read who has their secret address.
//
// - Feeds.swift: the addresses. PublicCalendar.swift: the text, without what is private.

extension CalendarHome {
    /// Gives a calendar a secret address, in place of the one it had.
    ///
    /// - Throws: `CalendarRefusal.noCalendar`.
    package func publish(_ segment: String) throws {
        let nonce = Random.bytes(16)
        let token = Token.derived(key: app.secrets.feeds.current, from: feedMessage(nonce: nonce))
        try withCalendar(segment) { store, calendar in
            try store.replaceCalendarFeed(of: owner, calendar.id, tokenDigest: token.digest, nonce: nonce)
        }
    }

    /// Ends the secret address of a calendar. Calendars that use it no longer get anything.
    ///
    /// - Throws: `CalendarRefusal.noCalendar`.
    package func endPublication(of segment: String) throws {
        try withCalendar(segment) { store, calendar in
            try store.deleteCalendarFeed(of: owner, calendar.id)
        }
    }

    /// Returns the secret address of a calendar; nil if it has none.
    package func publication(of calendar: CalendarRow) throws -> CalendarPublication? {
        guard let feed = try app.store.calendarFeed(of: owner, calendar.id) else { return nil }
        let message = feedMessage(nonce: feed.nonce)
        let token = app.secrets.feeds.all.lazy.map { Token.derived(key: $0, from: message) }
            .first { constantTimeEqual($0.digest, feed.tokenDigest) }
        return CalendarPublication(url: token.map { app.url("/feeds/\($0.text).ics") })
    }

    private func withCalendar(_ segment: String, _ change: (Store, CalendarRow) throws -> Void) throws {
        let store = try app.store
        try store.transaction {
            guard let calendar = try store.lockCalendar(of: owner, segment) else { throw CalendarRefusal.noCalendar }
            try change(store, calendar)
        }
    }
}

/// The publication of a calendar at a secret address.
package struct CalendarPublication: Sendable {
    /// nil if no key of this installation makes the address, for example after `secrets/` was lost.
    package let url: String?
}

/// Returns the text from which a key derives the secret part of an address.
private func feedMessage(nonce: [UInt8]) -> String { "calendar feed nonce \(hex(nonce))" }
