import CivilTime
import Crypto
import FeatureKit
import HTTP
import Storage

extension Prayer {
    /// `GET /prayer/{feed}.ics`: a customer's feed, for whoever has its address.
    static func personalFeed(_ request: Request, _ app: App) throws -> Response {
        let now = app.now(), condition = FeedCondition(request, at: now)
        guard let token = Token(text: request.parameter("feed")) else { return unknown }
        guard let found = try app.store.customerFeed(tokenDigest: token.digest, at: now, condition) else {
            return try app.store.isGonePrayerFeed(tokenDigest: token.digest) ? gone : unknown
        }
        // The options are the customer's choice, not the address's: a query would be a misunderstanding.
        guard request.query.isEmpty else {
            return refusal("This address takes no options; they are chosen in the settings.\n", .badRequest)
        }
        var body = found.body
        if body == nil { body = try FeedBody(rendered(app) { try $0.render(found.feed, at: now) }, condition) }
        let isCalendar = Device.isCalendarProgram(userAgent: request.headers["User-Agent"] ?? "")
        if found.isStale || isCalendar && found.feed.firstFetchedAt == nil {
            try app.store.touch(found.feed.id, byCalendar: isCalendar, at: now)
        }
        guard let body else { return unknown }
        return body.response(isPublic: false, isGzip: condition.wantsGzip, at: now)
    }

    private static var unknown: Response { refusal("There is no such feed.\n", .notFound) }
    private static var gone: Response { refusal("This feed is gone for good; please unsubscribe.\n", .gone) }
}
