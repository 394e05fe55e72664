import Accounts
import Calendars
import Notifications
import PrayerFeeds
import Runtime
import Storage
import SwiftProtobuf
import Templates
import Web
package import Wire

/// `calendar.v1.CalendarService` and `profile.v1.ProfileService`: what a phone needs to set itself up.
package enum PhoneMethods {
    /// `GetCalDavAccount`: the account that the phone's calendar program signs in with.
    package static func getCalDAVAccount(
        _ input: Calendar_V1_GetCalDavAccountRequest, _ call: CustomerCall
    ) throws -> Calendar_V1_GetCalDavAccountResponse {
        guard let password = try call.app.appPassword(of: call.customer.id, call.asker)
        else { throw CallError(.resourceExhausted, "api.too-many-devices") }
        return .with { ($0.username, $0.password) = (call.customer.email, password) }
    }

    /// `SchedulePrayerTimes`: the address of the customer's prayer times.
    ///
    /// The prayer calendar of the account is switched off: a phone that subscribes to this address and has the account,
    /// too, would show every prayer twice.
    package static func schedulePrayerTimes(
        _ input: Calendar_V1_SchedulePrayerTimesRequest, _ call: CustomerCall
    ) throws -> Calendar_V1_SchedulePrayerTimesResponse {
        let customer = call.customer.id
        let feed = try call.store.prayerFeed(of: customer) ?? makeFeed(call)
        if feed.isInCalendars { _ = try call.app.showPrayerCalendar(of: customer, false) }
        guard let address = call.app.feedURL(feed) else { throw CallError(.failedPrecondition, "api.feed-lost") }
        return .with { $0.icalURL = address }
    }

    /// Makes the feed of the place that the network address suggests, else of the largest city of the customer's zone.
    private static func makeFeed(_ call: CustomerCall) throws -> PrayerFeed {
        let app = call.app, store = try call.store
        let city = try app.guess(call.request)?.city
            ?? store.largestCity(inTimeZone: call.customer.timeZone)
            ?? store.largestCity(inTimeZone: app.config.defaultTimeZone)
        guard let city else { throw CallError(.failedPrecondition, "api.no-place") }
        let place = NewPrayerFeed(city, options: FeedOptions().query)
        if let seconds = try app.choosePrayerTimes(place, of: call.customer.id) {
            throw CallError(.resourceExhausted, "api.too-many", retrySeconds: seconds)
        }
        guard let feed = try store.prayerFeed(of: call.customer.id)
        else { throw CallError(.unauthenticated, "api.unauthenticated") }
        return feed
    }

    /// `GetProfile`: the person who is signed in. It costs no query while the session is remembered.
    package static func getProfile(
        _ input: Profile_V1_GetProfileRequest, _ call: CustomerCall
    ) throws -> Profile_V1_GetProfileResponse {
        .with { ($0.name, $0.email) = (call.customer.name, call.customer.email) }
    }

    /// `AddDevice`: this phone takes notices, until the session ends or somebody else signs in on it.
    package static func addDevice(
        _ input: Profile_V1_AddDeviceRequest, _ call: CustomerCall
    ) throws -> Profile_V1_AddDeviceResponse {
        guard NoticeHome.isAppleToken(input.deviceToken) else { throw CallError(.invalidArgument, "api.device-token") }
        let label = call.asker.device.isEmpty ? call.call.text("devices.app") : call.asker.device
        let id = try call.app.notices(of: call.customer).register(
            appleToken: input.deviceToken, label: label, language: call.call.language.tag,
            session: call.signedIn.sessionID)
        guard id != nil else { throw CallError(.resourceExhausted, "api.too-many-devices") }
        return Profile_V1_AddDeviceResponse()
    }
}
