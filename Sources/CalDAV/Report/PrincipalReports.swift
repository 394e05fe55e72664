import Accounts
import Calendars
import DAV
import HTTP
import Runtime
import Storage
import XML

// Reports about people. A customer finds only themselves: nobody learns who else has an account.

extension CalendarServer {
    /// Answers with the person, or the resources that belong to the person (RFC 3744 §9.3).
    static func principalMatch(_ match: PrincipalMatch, _ visit: DeviceVisit, _ app: App) throws -> Response {
        guard let property = match.property else { return try principals(true, match.properties, visit, app) }
        let listing = try Listing(visit, app, isDeep: true), writer = PropertyWriter(visit.calendars(app))
        let owned = try ([listing.resource] + listing.children).filter { resource in
            guard resource.kind == .home || resource.kind == .calendar else { return false }
            var value = XMLWriter.dav()
            guard writer.write(property, of: resource, to: &value) else { return false }
            return try hrefs(value.bytes).contains { Address($0, visit.signedIn) == .principal }
        }
        return try answer(owned, match.properties, visit, app)
    }

    /// Answers with the people whose properties contain texts (RFC 3744 §9.4).
    static func principalSearch(
        _ search: PrincipalPropertySearch, _ visit: DeviceVisit, _ app: App
    ) throws -> Response {
        let found = search.searches.map { one in
            one.properties.contains { texts(of: $0, visit).contains { contains($0, one.text) } }
        }
        let matches = search.isAnyEnough && !found.isEmpty ? found.contains(true) : !found.contains(false)
        return try principals(matches, search.properties, visit, app)
    }

    /// Answers with the properties by which people are found (RFC 3744 §9.5).
    static func principalSearchProperties() -> Response {
        var writer = XMLWriter.dav()
        writer.document("d:principal-search-property-set") { writer in
            writer.principalSearchProperty(.dav("displayname"), description: "Name")
            writer.principalSearchProperty(.calDAV("calendar-user-address-set"), description: "Address")
            writer.principalSearchProperty(.calendarServer("email-address-set"), description: "Email address")
        }
        return Response(headers: ["Content-Type": xmlContentType], body: .bytes(writer.bytes))
    }

    /// Answers with people by parts of their names and addresses, as Apple's programs ask.
    static func calendarServerSearch(
        _ search: CalendarServerPrincipalSearch, _ visit: DeviceVisit, _ app: App
    ) throws -> Response {
        let customer = visit.signedIn.customer
        let isPerson = search.context.map { ["user", "attendee"].contains($0) } ?? true
        let matches = search.tokens.allSatisfy { token in
            [customer.name, customer.email].contains { contains($0, token) }
        }
        return try principals(isPerson && matches, search.properties, visit, app)
    }

    /// Answers with the customer, or with nobody.
    static func principals(
        _ isFound: Bool, _ request: PropertyRequest, _ visit: DeviceVisit, _ app: App
    ) throws -> Response {
        guard isFound else { return try answer([], request, visit, app) }
        let principal = DeviceVisit(request: visit.request, address: .principal, signedIn: visit.signedIn)
        return try answer([try Listing(principal, app, isDeep: false).resource], request, visit, app)
    }

    private static func answer(
        _ resources: [Resource], _ request: PropertyRequest, _ visit: DeviceVisit, _ app: App
    ) throws(DAVError) -> Response {
        let properties = PropertyWriter(visit.calendars(app))
        var writer = XMLWriter.dav()
        writer.document("d:multistatus") { writer in
            for resource in resources { properties.response(resource, request, visit.preferences, to: &writer) }
        }
        return try .multiStatus(writer, visit.preferences)
    }

    /// Returns the texts of a property by which people are found.
    private static func texts(of property: XMLName, _ visit: DeviceVisit) -> [String] {
        let customer = visit.signedIn.customer
        return switch property {
        case .dav("displayname"): [customer.name.isEmpty ? customer.email : customer.name]
        case .calDAV("calendar-user-address-set"): ["mailto:" + customer.email]
        case .calendarServer("email-address-set"): [customer.email]
        default: []
        }
    }

    private static func contains(_ text: String, _ part: String) -> Bool {
        part.isEmpty || text.lowercased().contains(part.lowercased())
    }
}
