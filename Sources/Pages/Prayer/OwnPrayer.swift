import Accounts
import Calendars
import CivilTime
package import HTTP
import Logging
import Places
import PrayerFeeds
import PrayerTimes
import Runtime
import Storage
import Templates
package import Web

extension Prayer {
    /// `GET /settings/prayer`: the customer's place, options and feed.
    ///
    /// A place or options in the address, as a city's page links to them, are shown and not kept.
    package static func showOwn(_ visit: CustomerVisit) throws -> Response {
        let query = visit.request.query
        let feed = try visit.store.prayerFeed(of: visit.customer.id)
        let named = try OwnPlace(query, visit.language, visit.app)
        guard let place = try named ?? feed.map({ try OwnPlace($0, visit.app) }) else {
            return visit.redirect("/settings/prayer/place")
        }
        let typed = ChosenOptions(query, visit.language)
        let isTyped = !typed.values.isEmpty
        let kept = feed.map { ChosenOptions(kept: $0.options) }
        let page = try ownPage(
            place, isTyped ? typed : kept ?? typed, feed, isPreview: named != nil || isTyped,
            saved: notice(visit, feed), visit)
        return visit.page(page, status: typed.problems.isEmpty ? .ok : .unprocessableContent)
    }

    /// Returns the sentence that says what the last form did; nil without one.
    private static func notice(_ visit: CustomerVisit, _ feed: PrayerFeed?) -> String? {
        switch visit.request.query["done"] {
        case "saved": visit.text(feed?.firstFetchedAt == nil ? "own.saved.first" : "own.saved")
        case "renewed": visit.text("own.renewed")
        case "shown": visit.text("own.calendars.shown")
        case "hidden": visit.text("own.calendars.hidden")
        default: nil
        }
    }

    /// `POST /settings/prayer`: keeps place and options; with `preview=yes` it only shows them.
    package static func saveOwn(_ visit: CustomerVisit) throws -> Response {
        let form = visit.request.form, customer = visit.customer.id
        guard let place = try OwnPlace(form, visit.language, visit.app)
        else { return visit.redirect("/settings/prayer/place") }
        let chosen = ChosenOptions(form, visit.language)
        let isSound = chosen.problems.isEmpty && place.hasFitName
        if isSound, form["preview"] != "yes" {
            if let seconds = try visit.app.choosePrayerTimes(place.feed(chosen.options), of: customer) {
                return try tooOften(place, chosen, seconds: seconds, visit)
            }
            return visit.redirect("/settings/prayer?done=saved")
        }
        let feed = try visit.store.prayerFeed(of: customer)
        let page = try ownPage(place, chosen, feed, isPreview: true, visit)
        return visit.page(page, status: isSound ? .ok : .unprocessableContent)
    }

    /// Returns the page with everything as it was typed. It says after how long the customer can save.
    private static func tooOften(
        _ place: OwnPlace, _ chosen: ChosenOptions, seconds: Int, _ visit: CustomerVisit
    ) throws -> Response {
        visit.app.log.warning("feed limit", metadata: ["request": "\(visit.request.id)", "retry_seconds": "\(seconds)"])
        let feed = try visit.store.prayerFeed(of: visit.customer.id)
        var page = try ownPage(place, chosen, feed, isPreview: true, visit)
        let format = visit.format
        page.optionsProblem = format.text("error.429.message", ["wait": format.wait(seconds)])
        var response = visit.page(page, status: .tooManyRequests)
        response.headers["Retry-After"] = String(seconds)
        return response
    }

    /// `GET /settings/prayer/renew`: asks first, since every subscription to the old address ends.
    package static func askToRenewOwn(_ visit: CustomerVisit) throws -> Response {
        guard let feed = try visit.store.prayerFeed(of: visit.customer.id)
        else { return visit.redirect("/settings/prayer") }
        let devices = try devicesShowing(feed, visit.app)
        let page = RenewFeedPage(
            place: try OwnPlace(feed, visit.app).name(visit.language), devices: devices, hasDevices: !devices.isEmpty)
        return visit.page(page)
    }

    /// `POST /settings/prayer/renew`: gives the feed another address. The old one stops working.
    package static func renewOwn(_ visit: CustomerVisit) throws -> Response {
        guard try visit.app.renewPrayerFeed(of: visit.customer.id) != nil
        else { return visit.redirect("/settings/prayer") }
        visit.log("prayer feed renewed")
        return visit.redirect("/settings/prayer?done=renewed")
    }

    /// `GET /settings/prayer/delete`: asks first, since the feed does not come back under its address.
    package static func askToDeleteOwn(_ visit: CustomerVisit) throws -> Response {
        guard let feed = try visit.store.prayerFeed(of: visit.customer.id)
        else { return visit.redirect("/settings/prayer") }
        let devices = try devicesShowing(feed, visit.app)
        let page = DeleteFeedPage(
            place: try OwnPlace(feed, visit.app).name(visit.language), devices: devices, hasDevices: !devices.isEmpty)
        return visit.page(page)
    }

    /// `POST /settings/prayer/delete`: deletes the feed.
    package static func deleteOwn(_ visit: CustomerVisit) throws -> Response {
        try visit.app.deletePrayerFeed(of: visit.customer.id)
        return visit.redirect("/settings?prayer=removed")
    }

    /// Returns the names of the customer's connected devices, if they show the times as a calendar.
    private static func devicesShowing(_ feed: PrayerFeed, _ app: App) throws -> [String] {
        feed.isInCalendars ? try app.devicePasswords(of: feed.customerID).map(\.label) : []
    }

    private static func ownPage(
        _ place: OwnPlace, _ chosen: ChosenOptions, _ feed: PrayerFeed?, isPreview: Bool, saved: String? = nil,
        _ visit: CustomerVisit
    ) throws -> OwnPrayerPage {
        let language = visit.language, format = visit.format
        let zone = try place.zone(visit.app)
        let hijri = try visit.app.hijri, now = visit.app.now()
        let tables = try visit.store.mosqueTables(feed: feed?.id, city: place.city?.id)
        func timetable(_ chosen: ChosenOptions) throws -> (times: Timetable, isOwnTable: Bool) {
            let mosque = tables.deciding(
                at: place.coordinates, timeZone: place.timeZone, country: place.country, chosen.options)
            let times = Timetable(
                Place(place.coordinates, zone: zone),
                chosen.options.rules(country: place.country, elevationMetres: place.elevationMetres), hijri: hijri,
                table: try mosque.map { try visit.app.table($0) })
            return (times, mosque != nil && mosque == tables.own)
        }
        let shown = try timetable(chosen)
        // Only the same place is compared: another has other times anyway.
        let kept = isPreview && isKept(place, feed) ? feed.map { ChosenOptions(kept: $0.options) } : nil
        let stored = try kept.map { try timetable($0) }
        let day = DayTimes(
            shown.times, isOwnTable: shown.isOwnTable, stored: stored?.times, now: now, hijri: hijri, format)
        let address = feed.flatMap { visit.app.feedURL($0) }, isChange = isPreview && feed != nil
        let options = OptionForm(chosen, country: place.country, place: place.coordinates, format, visit.app)
        return OwnPrayerPage(
            saved: saved, optionsProblem: problem(chosen, language, visit.app), problems: options.problems { _ in "" },
            status: feed.map { feed in
                guard let first = feed.firstFetchedAt else { return format.text("own.status.new") }
                return format.text("own.status.set-up", ["date": format.day(zone.date(at: first), .full)])
            },
            isSetUp: feed?.firstFetchedAt != nil, isNewPlace: feed == nil || isPreview && !isKept(place, feed),
            isPreview: isChange, hasFeed: feed != nil, isInCalendars: feed?.isInCalendars ?? false,
            isAddressLost: feed != nil && address == nil,
            table: tables.own.map { KeptTableItem($0, place, today: zone.date(at: now), format) },
            place: place.name(language), placeDetail: place.detail(format, visit.app),
            cityID: place.city.map { String($0.id) },
            point: place.city == nil ? OwnPoint(place, language, visit.app) : nil,
            seeTitle: isChange
                ? format.text("own.see.changed") : format.text("own.see", ["place": place.name(language)]),
            today: day.today, method: format.text("method.\(shown.times.rules.method.name)"),
            options: options,
            // Beside a preview they would subscribe to the choices that are stored.
            ways: try isPreview ? nil : address.map {
                try Subscription(feed: $0, name: place.name(language), qr: Subscription.webcal($0))
            })
    }

    private static func isKept(_ place: OwnPlace, _ feed: PrayerFeed?) -> Bool {
        guard let feed else { return false }
        if let city = place.city { return city.id == feed.cityID }
        return feed.cityID == nil && feed.latitude == place.coordinates.latitude && feed.longitude == place.coordinates.longitude
    }
}

extension ChosenOptions {
    /// Reads stored options from their canonical text. Unlike a page's address, it always decides the language of the
    /// names.
    init(kept query: String) {
        var fields = query.split(separator: "&").map { pair in
            let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            return Form.Field(name: sides[0], value: sides.count == 2 ? sides[1] : "")
        }
        let names = FeedParameter.names.rawValue
        if !fields.contains(where: { $0.name == names }) {
            fields.append(Form.Field(name: names, value: FeedNames.both.rawValue))
        }
        self.init(Form(fields: fields), .english)
    }
}

struct OwnPrayerPage: Page {
    static let template = "prayer/own"
    static let hasForm = true
    var saved: String?
    var optionsProblem: String?
    var problems: [OptionProblem]
    /// The sentence that says if a calendar has fetched the feed; nil if there is no feed yet.
    var status: String?
    var isSetUp: Bool
    /// True if the place is not confirmed yet.
    var isNewPlace: Bool
    /// True if the page shows choices that are not stored.
    var isPreview: Bool
    var hasFeed: Bool
    /// True if connected devices show the times as a calendar.
    var isInCalendars: Bool
    /// True if the key that makes the feed's address was deleted.
    var isAddressLost: Bool
    /// The timetable of the customer's mosque; nil if they have given none.
    var table: KeptTableItem?
    var place: String
    /// The province and country, or the coordinates; nil for a disputed place.
    var placeDetail: String?
    /// GeoNames' number; nil for a point.
    var cityID: String?
    /// The fields of a point; nil for a city.
    var point: OwnPoint?
    /// `Today in Riyadh`, `Today with your changes`
    var seeTitle: String
    var today: Today
    var method: String
    var options: OptionForm
    /// The ways to subscribe; nil on a preview, without a feed, or if its address is lost.
    var ways: Subscription?
}

/// The part of a customer's own page with the fields of a point.
struct OwnPoint: Encodable {
    var latitude: String
    var longitude: String
    var name: String
    var nameProblem: String?
    var regions: [ZoneRegion]
}

extension OwnPoint {
    init(_ place: OwnPlace, _ language: Language, _ app: App) {
        self.init(
            latitude: decimalText(place.coordinates.latitude, places: 4),
            longitude: decimalText(place.coordinates.longitude, places: 4), name: place.pointName,
            nameProblem: place.hasFitName ? nil : app.text("problem.place.name", language),
            regions: app.shared.timeZones.options(selected: place.timeZone, language, app.shared.templates.catalogue))
    }
}

struct RenewFeedPage: Page {
    static let template = "prayer/renew"
    static let hasForm = true
    var place: String
    /// The names of the connected devices that show the times as a calendar.
    var devices: [String]
    var hasDevices: Bool
}

struct DeleteFeedPage: Page {
    static let template = "prayer/delete"
    static let hasForm = true
    var place: String
    /// The names of the connected devices that show the times as a calendar.
    var devices: [String]
    var hasDevices: Bool
}
