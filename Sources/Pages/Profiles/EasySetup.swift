import Accounts
import Calendars
package import HTTP
import PrayerFeeds
import QRCode
package import Runtime
import Storage
import Templates
package import Web

// Easy Setup: a profile adds a customer's calendars to a device. A page shows the way there, and then how it went.

extension Profiles {
    /// `POST /settings/devices/setup`: begins the set-up of an iPhone, an iPad or a Mac.
    package static func beginSetup(_ visit: CustomerVisit) throws -> Response {
        let form = visit.request.form, customer = visit.customer.id
        guard let system = DeviceSetup.System(rawValue: form["system"]) else { throw Refusal.badRequest }
        let wantsPrayerTimes = try form["prayer"] == "yes" && system == .ios
            && prayerTimes(of: customer, visit.app) != nil
        let token = try visit.app.beginDeviceSetup(
            of: customer, system, hasPrayerTimes: wantsPrayerTimes, visit.language)
        return visit.redirect("\(setupPath)?token=\(token)")
    }

    /// The page of a set-up. Its address has the token.
    static let setupPath = "/settings/devices/setup"

    /// The address of the profile of a set-up, without its token.
    static let calendarsPath = "/profiles/caldav.mobileconfig"

    /// Returns the prayer feed that a profile with calendars can subscribe to as well; nil if there is none, its
    /// address is lost, or its times are a calendar of the account already.
    static func prayerTimes(of customer: CustomerID, _ app: App) throws -> (feed: PrayerFeed, address: String)? {
        guard let feed = try app.store.prayerFeed(of: customer), !feed.isInCalendars, let address = app.feedURL(feed)
        else { return nil }
        return (feed, address)
    }

    /// `GET /settings/devices/setup?token=`: the steps of a set-up, and its end.
    ///
    /// It is for anyone, since a phone that scanned the code from another screen is not signed in. The page loads
    /// itself again until the device has called, and then says so. That needs no script, and the reload is a header
    /// because pages with a reloading `meta` fail the rules of accessibility.
    package static func showSetup(_ visit: Visit, _ app: App) throws -> Response {
        let token = visit.request.query["token"]
        let setup = try app.deviceSetup(token)
        var response: Response
        if let setup, setup.state == .waiting {
            response = app.page(try setupPage(setup, token, visit, app), visit)
            response.headers["Refresh"] = "5"
        } else if let setup {
            response = app.page(SetupEndPage(setup.state, app), visit)
        } else {
            response = app.page(ProfileGonePage(isOfCalendars: true), visit, status: .notFound)
        }
        response.headers["Cache-Control"] = "no-store"
        return response.unindexed
    }

    private static func setupPage(
        _ setup: DeviceSetup, _ token: String, _ visit: Visit, _ app: App
    ) throws -> SetupPage {
        let address = app.url(setupPath, ["token": token])
        let code = try QRCode(address)
        let isPhone = setup.system == .ios, isOnPhone = visit.device.isMobileOfApple
        let agent = visit.request.headers["User-Agent"] ?? ""
        return SetupPage(
            token: token, isPhone: isPhone, isMac: !isPhone, isHere: !isPhone || isOnPhone,
            isOtherBrowser: isPhone && isOnPhone && !Device.isSafari(userAgent: agent), address: address,
            downloadURL: "\(calendarsPath)?token=\(token)", qrPath: code.path, qrSize: String(code.size))
    }

    /// `POST /settings/devices/setup/cancel`: ends a set-up; the password that its profile brought is deleted.
    package static func cancelSetup(_ visit: Visit, _ app: App) throws -> Response {
        let token = visit.request.form["token"]
        guard MailedToken.isOne(token) else { throw Refusal.badRequest }
        try app.cancelDeviceSetup(token, visit.asker)
        return app.redirect("\(setupPath)?token=\(token)")
    }

    /// `GET /profiles/caldav.mobileconfig?token=`, also at `/httpj/mobile-config/caldav?s=`: the profile of a set-up.
    ///
    /// As with the profile of prayer times, nobody is asked to sign in. Every fetch brings the same bytes. HEAD is
    /// not counted and makes no password.
    package static func downloadCalendars(_ visit: Visit, _ app: App) throws -> Response {
        let fields = visit.request.query.fields
        guard fields.count == 1, let token = fields.first, ["token", "s"].contains(token.name) else {
            throw Refusal.badRequest
        }
        let gone = app.page(ProfileGonePage(isOfCalendars: true), visit, status: .notFound)
        guard let found = try app.fetchProfile(
                  token.value, counts: visit.request.method == .get, label: label(visit), visit.asker),
              let language = Language(rawValue: found.setup.language)
        else { return gone }
        let setup = found.setup
        if let customer = try app.store.customer(setup.customerID) {
            _ = try app.calendars(of: customer).makeFirst()
        }
        let prayerTimes = setup.hasPrayerTimes ? try prayerTimes(of: setup.customerID, app) : nil
        if setup.hasPrayerTimes, prayerTimes == nil { return gone }
        let profile = try calendarProfile(
            of: setup.customerID, password: found.password, prayerTimes: prayerTimes,
            for: setup.system == .macos ? .mac : .phone, language, app)
        return try answer(
            profile, madeAt: setup.createdAt, of: setup.customerID, fetch: setup.fetches, visit, app)
    }
}

extension Profiles {
    /// Returns the name of the device that fetches a profile, which is also its name in the list of devices.
    private static func label(_ visit: Visit) -> String {
        visit.device.system ?? "Apple"
    }
}

struct SetupPage: Page {
    static let template = "profiles/setup"
    static let hasForm = true
    var token: String
    var isPhone: Bool
    var isMac: Bool
    /// True if the browser runs on the device itself, as far as it says so.
    var isHere: Bool
    /// True for browsers that may only keep the profile as a file.
    var isOtherBrowser: Bool
    /// The page's own address.
    var address: String
    var downloadURL: String
    /// The QR code of the page's own address.
    var qrPath: String
    var qrSize: String
}

/// The end of a set-up.
struct SetupEndPage: Page {
    static let template = "profiles/setup-end"
    var isConnected: Bool
    var isCancelled: Bool
    var isFailed: Bool
    /// The operator's address for people who need help; nil if none is set.
    var contact: String?
}

extension SetupEndPage {
    init(_ state: DeviceSetup.State, _ app: App) {
        self.init(
            isConnected: state == .connected, isCancelled: state == .cancelled, isFailed: state == .failed,
            contact: app.config.operatorContact.isEmpty ? nil : app.config.operatorContact)
    }
}
