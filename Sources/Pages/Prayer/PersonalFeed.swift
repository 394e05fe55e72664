import CivilTime
import Crypto
package import HTTP
import PrayerFeeds
package import Runtime
import Storage
import Web

extension Prayer {
    /// `GET /prayer/{feed}.ics`: a customer's feed, for anyone who has its address.
    package static func personalFeed(_ request: Request, _ app: App) throws -> Response {
        let now = app.now(), condition = FeedCondition(request, at: now)
        guard let digest = Token(text: request.parameter("feed"))?.digest else { return unknown }
        // The customer chooses the options in the settings; options in the address would have no effect.
        guard request.query.isEmpty else {
            return refusal("This address takes no options; they are chosen in the settings.\n", .badRequest)
        }
        let memory = app.shared.feeds
        if condition.wantsGzip, let body = memory.value(digest, at: now)?.under(condition) {
            return body.response(isPublic: false, isGzip: true, at: now)
        }
        let ticket = memory.ticket()
        guard let found = try app.store.customerFeed(tokenDigest: digest, at: now, condition) else {
            return try app.store.isGonePrayerFeed(tokenDigest: digest) ? gone : unknown
        }
        var body = found.body
        if body == nil {
            let made = try rendered(app) { try $0.render(found.feed, at: now) }
            body = FeedBody(made, condition).named(found.citySlug)
        }
        let isCalendar = Device.isCalendarProgram(userAgent: request.headers["User-Agent"] ?? "")
        if found.isStale || isCalendar && found.feed.firstFetchedAt == nil {
            try app.recordRequest(of: found.feed, byCalendar: isCalendar)
        }
        guard let body else { return unknown }
        // Until a calendar program has asked for the first time, the database must see each request.
        if condition.wantsGzip, found.feed.firstFetchedAt != nil {
            memory.keep(body, for: digest, until: body.expiresAt, bytes: 256 + (body.bytes?.count ?? 0), ticket)
        }
        return body.response(isPublic: false, isGzip: condition.wantsGzip, at: now)
    }

    private static var unknown: Response { refusal("There is no such feed.\n", .notFound) }
    private static var gone: Response { refusal("This feed is gone for good; please unsubscribe.\n", .gone) }
}
