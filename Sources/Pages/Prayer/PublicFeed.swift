import CivilTime
package import HTTP
import Logging
import Places
import PrayerFeeds
package import Runtime
import Storage

extension Prayer {
    /// `GET /prayer/{country}/{city}.ics`: a city's feed, for anyone.
    package static func publicFeed(_ request: Request, _ app: App) throws -> Response {
        let options: FeedOptions
        do throws(FeedOptionProblems) {
            options = try FeedOptions(request.query)
        } catch {
            return refusal(app.plainText(error), .badRequest)
        }
        let now = app.now(), condition = FeedCondition(request, at: now)
        let country = request.parameter("country").uppercased()
        guard isCountryCode(country), let found = try app.store.cityFeed(
            country: country, slug: request.parameter("city"), options: options.query, at: now, condition)
        else { return refusal("There is no such city.\n", .notFound) }
        if let edition = found.editionID, found.isStale { try app.store.touch(edition) }
        let body: FeedBody
        if let ready = found.body {
            body = ready
        } else {
            let made = try rendered(app) { press in
                if found.editionID == nil { try countNewFeed(request, options, app) }
                return try press.render(found.city, options, at: now)
            }
            body = FeedBody(made, condition)
        }
        // nginx keeps what is public, by the address as it came: of all spellings of one feed it may
        // keep the canonical one only, or strangers could fill its room with the same bytes.
        let isCanonical = isCanonical(request, options)
        return body.response(isPublic: isCanonical, isGzip: condition.wantsGzip, at: now)
    }

    /// Whether an address says what it says in the canonical words, in whatever order: nginx's key
    /// has an order of its own.
    private static func isCanonical(_ request: Request, _ options: FeedOptions) -> Bool {
        let country = request.parameter("country"), canonical = options.fields
        return country == country.lowercased() && request.query.fields.count == canonical.count
            && request.query.fields.allSatisfy(canonical.contains)
    }

    /// Counts a feed that is to be made: anybody can make up options, and each costs a rendering and
    /// room on the disk.
    ///
    /// A city without options is not counted for the whole service: there are only so many cities.
    private static func countNewFeed(_ request: Request, _ options: FeedOptions, _ app: App) throws {
        var throttles = app.throttles(
            "feed.new", network: request.remoteAddress, limit: app.config.newFeedsPerNetwork, seconds: 3_600)
        if options != FeedOptions() {
            throttles.append(app.throttle("feed.new.service", [], limit: app.config.newFeedsPerHour, seconds: 3_600))
        }
        if let seconds = try app.store.transaction({ try app.store.take(throttles) }) {
            app.log.warning("feed limit", metadata: ["request": "\(request.id)", "retry_seconds": "\(seconds)"])
            throw Refusal.tooManyRequests(seconds: seconds)
        }
    }
}

extension Prayer {
    /// What a press renders. Where a place's zone has left tzdata, or a clock is wrong, an operator must
    /// act: that is said in the log, and the client comes back.
    static func rendered(_ app: App, _ render: (FeedPress) throws -> NewFeedBody) throws -> NewFeedBody {
        do {
            return try render(FeedPress(app))
        } catch let error as UnknownTimeZone {
            app.log.error("feed", metadata: ["reason": "\(error)"])
            throw Refusal.unavailable(seconds: 3_600)
        } catch let error as ClocksApart {
            app.log.error("clock", metadata: ["reason": "\(error)"])
            throw Refusal.unavailable(seconds: 600)
        }
    }

    /// A sentence for whoever looks into their calendar program's log.
    static func refusal(_ text: String, _ status: Status) -> Response {
        var response = Response.text(text, status: status)
        response.headers["Cache-Control"] = "no-store"
        return response
    }
}
