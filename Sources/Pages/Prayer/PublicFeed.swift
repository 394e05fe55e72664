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
        if let edition = found.editionID, found.isStale { try app.recordRequest(of: edition) }
        let body: FeedBody
        if let ready = found.body {
            body = ready
        } else {
            let made = try rendered(app) { renderer in
                if found.editionID == nil { try countNewFeed(request, options, app) }
                return try renderer.render(found.city, options, at: now)
            }
            body = FeedBody(made, condition).named(found.city.slug)
        }
        // nginx caches public answers by their address. It may cache only the canonical spelling of a feed, or
        // strangers could fill its cache with the same bytes.
        let isCanonical = isCanonical(request, options)
        return body.response(isPublic: isCanonical, isGzip: condition.wantsGzip, at: now)
    }

    /// Returns true if an address has the canonical parameters, in any order: nginx's key has its own order.
    private static func isCanonical(_ request: Request, _ options: FeedOptions) -> Bool {
        let country = request.parameter("country"), canonical = options.fields
        return country == country.lowercased() && request.query.fields.count == canonical.count
            && request.query.fields.allSatisfy(canonical.contains)
    }

    /// Counts a feed before it is rendered: anybody can invent options, and each new feed costs time and room on
    /// the disk.
    ///
    /// A city with nothing but a language is not counted for the whole service, since there are few of them.
    private static func countNewFeed(_ request: Request, _ options: FeedOptions, _ app: App) throws {
        var throttles = app.throttles(
            "feed.new", network: request.remoteAddress, limit: app.config.newFeedsPerNetwork, seconds: 3_600)
        if !options.areUsual {
            throttles.append(app.throttle("feed.new.service", [], limit: app.config.newFeedsPerHour, seconds: 3_600))
        }
        if let seconds = try app.count(throttles) {
            app.log.warning("feed limit", metadata: ["request": "\(request.id)", "retry_seconds": "\(seconds)"])
            throw Refusal.tooManyRequests(seconds: seconds)
        }
    }
}

extension Prayer {
    /// Renders a feed, or asks the client to try again later and logs that an operator must act. That happens if a
    /// place's zone is no longer in tzdata, or if this machine's clock and the database's are more than a day apart.
    static func rendered(_ app: App, _ render: (FeedRenderer) throws -> NewFeedBody) throws -> NewFeedBody {
        do {
            return try render(FeedRenderer(app))
        } catch let error as UnknownTimeZone {
            app.log.error("feed", metadata: ["reason": "\(error)"])
            throw Refusal.unavailable(seconds: 3_600)
        } catch let error as ClocksApart {
            app.log.error("clock", metadata: ["reason": "\(error)"])
            throw Refusal.unavailable(seconds: 600)
        }
    }

    /// Returns an error as a sentence, for a person who reads the log of their calendar program.
    static func refusal(_ text: String, _ status: Status) -> Response {
        var response = Response.text(text, status: status)
        response.headers["Cache-Control"] = "no-store"
        return response
    }
}
