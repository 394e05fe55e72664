import Accounts
import Calendars
import Crypto
import DAV
package import HTTP
import Runtime
import Storage
import Web
import XML

// The CalDAV server: WebDAV (RFC 4918), CalDAV (RFC 4791) and synchronization (RFC 6578) over the service `Calendars`.
//
// - CalDAV.swift: `CalendarServer`, the namespace of the handlers, and what an answer has in common.
// - DeviceAudience.swift: the sign-in of a device, and the look of refusals. Errors.swift: refusals as answers.
// - Address.swift: the resource that a path names. Discovery.swift: the ways to the first one.
// - Options.swift, PropFind.swift, PropPatch.swift, MakeCalendar.swift, Get.swift, Put.swift, Delete.swift and
//   Move.swift: a file for each method.
// - Report/: a file for each report.
// - CalendarReader.swift: a calendar as requests read it. PrayerCalendarReader.swift: the prayer times, read so, too.
// - Properties/: the values of properties.

/// The handlers of the CalDAV server.
package enum CalendarServer {
    /// The longest body of an object or a report, in bytes.
    package static let bodyLimit = 10 << 20
}

/// A request of a device.
package struct DeviceVisit: Sendable {
    package let request: Request
    /// The resource that the path names.
    let address: Address
    let signedIn: SignedInDevice

    /// The path as answers name it; the path of the request where several paths lead to one resource.
    var href: Href { address.href(of: signedIn.customer.id) }
}

extension DeviceVisit {
    func calendars(_ app: App) -> CalendarHome {
        app.calendars(of: signedIn.customer, by: .device(signedIn.passwordID))
    }

    /// Returns the reader of a calendar, by the last part of its address.
    func reader(_ app: App, _ segment: String) throws -> any CalendarReader {
        let calendars = calendars(app)
        if segment == CalendarHome.prayerTimes, let prayers = try app.shownPrayerCalendar(of: calendars.customer.id) {
            return PrayerCalendarReader(prayers: prayers, home: calendars, moment: app.now())
        }
        return StoredCalendarReader(segment: segment, home: calendars)
    }

    /// Returns the last parts of the addresses of all calendars of the home.
    func segments(_ app: App) throws -> [String] {
        try calendars(app).list().calendars.map(\.segment) + [CalendarHome.prayerTimes]
    }

    /// Refuses a change of the prayer times.
    func requireWritable(_ segment: String, _ privilege: Privilege) throws(DAVError) {
        guard segment == CalendarHome.prayerTimes else { return }
        throw DAVError(.needPrivileges([privilege], on: href), "the prayer times cannot be changed here")
    }

    /// Returns the depth of the request.
    func depth(standard: Depth) throws(DAVError) -> Depth { try Depth(request.headers, standard: standard) }

    var preferences: Preferences { Preferences(request.headers) }
}

extension Response {
    /// Makes an answer with many parts (RFC 4918 §13).
    ///
    /// - Throws: `number-of-matches-within-limits` if the answer has more than 16 MB.
    static func multiStatus(
        _ writer: XMLWriter, _ preferences: Preferences = Preferences([:])
    ) throws(DAVError) -> Response {
        guard !writer.isFull else { throw CalendarHome.answerTooLarge }
        var response = Response(
            status: .multiStatus, headers: ["Content-Type": xmlContentType], body: .bytes(writer.bytes))
        response.note(preferences)
        return response
    }

    /// Says which wishes of the client the answer follows (RFC 7240 §3).
    mutating func note(_ preferences: Preferences) {
        if let applied = preferences.applied { headers["Preference-Applied"] = applied }
        headers["Vary"] = "Prefer, Brief"
    }
}
