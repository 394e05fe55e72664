import CivilTime
import Crypto
package import HTTP
import Logging
import PrayerFeeds
package import Runtime
import Storage
import Templates
package import Web

extension Profiles {
    /// `POST /profiles`: makes the address of a customer's profile and shows the steps to install it.
    package static func make(_ visit: CustomerVisit) throws -> Response {
        guard let feed = try visit.store.prayerFeed(of: visit.customer.id), visit.app.feedURL(feed) != nil else {
            return visit.redirect("/settings/prayer")
        }
        let token = try mint(for: feed, visit.language, visit.app)
        return visit.redirect("\(stepsPath)?token=\(token.text)")
    }

    /// The page with the steps. Its address has the token.
    static let stepsPath = "/settings/prayer/iphone"

    /// `GET /profiles/prayer.mobileconfig?token=`, also at `/httpj/mobile-config/webcal`: the profile.
    ///
    /// Nobody is asked to sign in: Safari hands the address to the system, which has no cookie. The
    /// profile subscribes to the customer's own feed and to no address that a visitor brings. Apple
    /// does not document how often a phone asks, so the profile can be fetched several times. HEAD, which link
    /// previews send, is not counted.
    package static func download(_ visit: Visit, _ app: App) throws -> Response {
        let query = visit.request.query
        if query.fields.map(\.name) == ["url"] { return try downloadFeed(query["url"], visit, app) }
        guard query.fields.map(\.name) == ["token"] else { throw Refusal.badRequest }
        guard let token = Token(text: query["token"]), let grant = try grant(token, visit.request.method, app),
              let language = Language(rawValue: grant.language),
              let feed = try app.store.prayerFeed(of: grant.customerID), feed.generation == grant.feedGeneration,
              let address = app.feedURL(feed)
        else { return app.page(ProfileGonePage(isOfCalendars: false), visit, status: .notFound) }
        return try answer(
            prayerProfile(feed, address: address, language, app), madeAt: grant.createdAt, of: grant.customerID,
            fetch: grant.fetches, visit, app)
    }

    /// Answers `?url=`, with which the app asks for the profile of a feed: only a feed of a customer has one.
    ///
    /// The address is the secret of the feed, so whoever knows it may have the profile.
    private static func downloadFeed(_ address: String, _ visit: Visit, _ app: App) throws -> Response {
        guard let feed = try app.prayerFeed(at: address), let customer = try app.store.customer(feed.customerID),
              let language = Language(rawValue: customer.language), let address = app.feedURL(feed)
        else { return app.page(ProfileGonePage(isOfCalendars: false), visit, status: .notFound) }
        return try answer(
            prayerProfile(feed, address: address, language, app), madeAt: feed.createdAt, of: feed.customerID,
            fetch: 0, visit, app)
    }

    private static func grant(_ token: Token, _ method: Method, _ app: App) throws -> ProfileGrant? {
        try app.profileGrant(token, counts: method != .head)
    }

    /// Returns the response with a profile, signed if this installation can sign.
    ///
    /// - Parameters:
    ///   - madeAt: the signing time, the same for each fetch.
    ///   - fetch: the number of this fetch, for the log.
    static func answer(
        _ profile: ConfigurationProfile, madeAt: Instant, of customer: CustomerID, fetch: Int, _ visit: Visit,
        _ app: App
    ) throws -> Response {
        let plain = try PropertyList.xml(profile)
        let signer = app.shared.profileSigner.flatMap { $0.isValid(at: app.now()) ? $0 : nil }
        let bytes = try signer.map { try $0.sign(plain, at: madeAt.secondsSince1970) } ?? plain
        if visit.request.method == .get {
            app.log.info("profile fetched", metadata: [
                "request": "\(visit.request.id)", "customer_id": "\(customer)", "fetch": "\(fetch)",
                "device": "\(visit.device.text)", "signed": "\(signer != nil)",
            ])
        }
        return Response(
            headers: [
                "Content-Type": "application/x-apple-aspen-config",
                "Content-Disposition": "attachment; filename=\"jadwal.mobileconfig\"",
                "Cache-Control": "no-store", "Referrer-Policy": "no-referrer",
            ],
            body: .bytes(bytes))
    }
}

/// The page for an unknown or expired profile address.
struct ProfileGonePage: Page {
    static let template = "profiles/gone"
    /// True for a profile with calendars, false for one with prayer times.
    var isOfCalendars: Bool
}
