import Accounts
import Calendars
import DAV
package import HTTP
package import Runtime
import Storage
import XML

extension CalendarServer {
    /// `PROPFIND`: the properties of a resource, or of a collection and what is directly in it (RFC 4918 §9.1).
    package static func propFind(_ visit: DeviceVisit, _ app: App) throws -> Response {
        let depth = try Depth.ofPropFind(visit.request.headers)
        let request = try PropertyRequest(propFind: visit.request.body)
        let listing = try Listing(visit, app, isDeep: depth == .one)
        let preferences = visit.preferences
        var writer = XMLWriter.dav(reserving: 1_024 + 400 * listing.members.count)
        let isRootWanted = depth == .zero || !preferences.leavesOutRoot
        let properties = PropertyWriter(visit.calendars(app))
        writer.document("d:multistatus") { writer in
            if isRootWanted { properties.response(listing.resource, request, preferences, to: &writer) }
            for child in listing.children { properties.response(child, request, preferences, to: &writer) }
            guard let calendar = listing.resource.calendar, !listing.members.isEmpty else { return }
            let members = MemberWriter(request, properties, calendar, at: listing.resource.href, preferences)
            for member in listing.members where !writer.isFull {
                if case .names = request {
                    members.writeNames(member, to: &writer)
                } else {
                    members.write(member, to: &writer)
                }
            }
        }
        return try .multiStatus(writer, preferences)
    }
}

/// A resource, and what is in it.
struct Listing {
    var resource: Resource
    var children: [Resource] = []
    var members: [MemberRow] = []

    /// - Parameter isDeep: true if the resources directly inside are wanted.
    /// - Throws: `Refusal.notFound`.
    init(_ visit: DeviceVisit, _ app: App, isDeep: Bool) throws {
        let calendars = visit.calendars(app), customer = visit.signedIn.customer.id
        self.init(resource: Resource(.folder, visit.href))
        switch visit.address {
        case .root:
            resource.kept = try calendars.keptProperties(at: .principal)
            if isDeep { children = [Resource(.folder, .principals), Resource(.folder, .homes)] }
        case .principals:
            if isDeep { children = [Resource(.principal, .principal(customer))] }
        case .principal:
            resource = Resource(.principal, visit.href)
            resource.kept = try calendars.keptProperties(at: .principal)
        case .homes:
            if isDeep { children = [Resource(.home, .home(customer))] }
        case .home:
            resource = Resource(.home, visit.href)
            let (found, kept, used) = try calendars.list()
            resource.kept = kept.filter { $0.place == .home }.map(\.property)
            resource.usedOctets = used
            guard isDeep else { return }
            children = found.map { calendar in
                let own = kept.filter { $0.place == .calendar(calendar.id) }.map(\.property)
                return Resource(calendar.shown(visit), in: visit.href, kept: own, usedOctets: used)
            }
            if let prayers = try visit.reader(app, CalendarHome.prayerTimes).calendar() {
                children.append(Resource(prayers, in: visit.href))
            }
        case .calendar(let segment):
            self = try Listing(calendar: segment, in: .home(customer), visit, app, isDeep: isDeep)
        case .object(let place):
            let (calendar, object) = try visit.reader(app, place.calendar).calendarAndObject(place.segment)
            guard let calendar, let object else { throw Refusal.notFound }
            resource = Resource(object.member, in: calendar, at: visit.href)
        case .nothing: throw Refusal.notFound
        }
    }

    private init(resource: Resource) { self.resource = resource }

    private init(calendar segment: String, in home: Href, _ visit: DeviceVisit, _ app: App, isDeep: Bool) throws {
        let calendars = visit.calendars(app)
        if isDeep || segment == CalendarHome.prayerTimes {
            guard let found = try visit.reader(app, segment).members() else { throw Refusal.notFound }
            resource = Resource(found.calendar.shown(visit), in: home, kept: found.kept, usedOctets: found.usedOctets)
            if isDeep { members = found.members }
        } else {
            let found = try calendars.list()
            guard let calendar = found.calendars.first(where: { $0.segment.utf8.elementsEqual(segment.utf8) })
            else { throw Refusal.notFound }
            let own = found.kept.filter { $0.place == .calendar(calendar.id) }.map(\.property)
            resource = Resource(calendar.shown(visit), in: home, kept: own, usedOctets: found.usedOctets)
        }
    }
}

extension CalendarRow {
    /// Returns the calendar as a program sees it. A Mac fetches a subscription by itself. All others, which do not know
    /// subscriptions, see a calendar that they may not write into.
    fileprivate func shown(_ visit: DeviceVisit) -> CalendarRow {
        guard sourceURL != nil, isReadOnly, !visit.isMac else { return self }
        var calendar = self
        calendar.sourceURL = nil
        return calendar
    }
}

extension DeviceVisit {
    /// True for the calendar of a Mac, which alone shows `CS:subscribed`.
    fileprivate var isMac: Bool {
        let agent = request.headers["User-Agent"] ?? ""
        return ["macOS/", "Mac OS X/", "Mac+OS+X/", "Mac_OS_X/"].contains { agent.hasPrefix($0) }
    }
}
