import Accounts
package import HTTP
import PrayerFeeds
import Runtime
import Storage
import Templates
package import Web

extension First {
    /// The last part of the address of the page after the questions.
    static let phone = "phone"

    /// Begins the set-up of a phone, and returns the address of its page. Devices with Android have no profiles.
    static func phoneAddress(_ step: FirstStep) throws -> String {
        let visit = step.visit, customer = visit.customer.id
        guard visit.device.system != "Android" else { return address(phone, next: step.next) }
        let hasPrayerTimes = try Profiles.prayerTimes(of: customer, visit.app) != nil
        let token = try visit.app.beginDeviceSetup(of: customer, .ios, hasPrayerTimes: hasPrayerTimes, visit.language)
        return address(phone, next: step.next, [("token", token)])
    }

    /// `POST /first/phone`: begins the set-up of a phone again, after the time of the last one was over.
    package static func beginPhone(_ visit: CustomerVisit) throws -> Response {
        visit.redirect(try phoneAddress(FirstStep(visit)))
    }

    /// `GET /first/phone?token=`: a code for the phone's camera on a computer, a button on the phone itself.
    ///
    /// It loads itself again until the phone has called, as the page of a set-up does.
    package static func showPhone(_ visit: CustomerVisit) throws -> Response {
        let step = FirstStep(visit), token = visit.request.query["token"]
        let feed = try visit.store.prayerFeed(of: visit.customer.id)
        let place = try feed.map { try Profiles.placeName(of: $0, visit.language, visit.app) }
        let setup = try visit.app.deviceSetup(token).flatMap { $0.customerID == visit.customer.id ? $0 : nil }
        var page = PhonePage(
            place: place, isConnected: setup?.state == .connected, isAndroid: visit.device.system == "Android",
            next: step.next == Login.usualPage ? "" : step.next, endURL: step.end,
            webcalURL: feed.flatMap { visit.app.feedURL($0) }.map(Subscription.webcal))
        if let setup, setup.state == .waiting {
            let address = visit.app.url(Profiles.setupPath, ["token": token])
            if visit.device.isMobileOfApple {
                let isSafari = Device.isSafari(userAgent: visit.request.headers["User-Agent"] ?? "")
                // Another browser may only keep the profile as a file. The page of the set-up says so.
                page.downloadURL = isSafari ? Profiles.calendarsPath + "?token=\(token)" : address
            } else {
                page.scan = try CodePicture(address)
            }
        } else {
            page.isOver = !page.isConnected && !page.isAndroid
        }
        var response = visit.page(page)
        if setup?.state == .waiting { response.headers["Refresh"] = "10" }
        response.headers["Cache-Control"] = "no-store"
        return response.unindexed
    }
}

struct PhonePage: Page {
    static let template = "first/phone"
    static let hasForm = true
    /// The place of the customer's prayer calendar; nil without one.
    var place: String?
    /// True if the phone has synced.
    var isConnected: Bool
    var isAndroid: Bool
    /// True if there is no set-up, or its time is over.
    var isOver = false
    /// The profile, or the page that leads to it, for the button on an iPhone.
    var downloadURL: String?
    /// The code for a phone's camera, on a computer.
    var scan: CodePicture?
    /// The page that the person wanted to go to; empty for the calendar.
    var next: String
    /// The page after the first minutes.
    var endURL: String
    /// The prayer calendar's address for a calendar program; nil without one.
    var webcalURL: String?
}
