import Calendars
import CivilTime
import Crypto
import DAV
import HTTP
import ICalendar
import Storage
import XML

/// The values of properties, for one customer.
struct PropertyWriter {
    let customer: Customer
    /// The limits of every calendar.
    let rules: StorageRules
    let mostOctets: Int

    init(_ calendars: CalendarHome) {
        customer = calendars.customer
        rules = calendars.rules
        mostOctets = calendars.mostOctets
    }

    private var principal: String { Href.principal(customer.id).text }

    /// Writes a property with its value.
    ///
    /// - Returns: false if the resource does not have it. Nothing is written then.
    func write(_ property: LiveProperty, of resource: Resource, to writer: inout XMLWriter) -> Bool {
        guard property.belongs(to: resource.kind) else { return false }
        let start = writer.bytes.count
        value(property, of: resource, to: &writer)
        return writer.bytes.count > start
    }

    private func value(_ property: LiveProperty, of resource: Resource, to writer: inout XMLWriter) {
        switch property {
        case .resourceType: writer.resourceType(resource.types)
        case .displayName: displayName(resource, &writer)
        case .creationDate: if let moment = resource.createdAt { writer.creationDate(moment) }
        case .lastModified:
            if let moment = resource.changedAt { writer.element("d:getlastmodified", moment.httpDate) }
        case .entityTag: if let member = resource.member { writer.element("d:getetag", member.entityTag) }
        case .contentType: if let member = resource.member { writer.element("d:getcontenttype", member.contentType) }
        case .contentLength:
            if let member = resource.member { writer.element("d:getcontentlength", String(member.octetCount)) }
        case .quotaAvailable: writer.quotaAvailable(octets: mostOctets - resource.usedOctets)
        case .quotaUsed: writer.quotaUsed(octets: resource.usedOctets)
        case .resourceID: writer.hrefs("d:resource-id", ["urn:uuid:" + resource.identity])
        case .supportedReports: writer.supportedReportSet(resource.reports)
        case .owner: writer.hrefs("d:owner", [principal])
        case .currentUserPrincipal: writer.hrefs("d:current-user-principal", [principal])
        case .currentUserPrivileges: writer.currentUserPrivileges(resource.privileges)
        case .supportedPrivileges: writer.supportedPrivileges()
        case .accessControlList:
            writer.accessControlList([AccessEntry(.principal(.principal(customer.id)), resource.privileges)])
        case .accessControlRestrictions: writer.accessControlRestrictions()
        case .inheritedAccessControl: writer.empty("d:inherited-acl-set")
        case .principalCollections: writer.hrefs("d:principal-collection-set", [Href.principals.text])
        case .principalURL: writer.hrefs("d:principal-URL", [principal])
        case .alternateURIs: writer.empty("d:alternate-URI-set")
        case .groupMembers: writer.empty("d:group-member-set")
        case .groupMembership: writer.empty("d:group-membership")
        case .calendarHomes: writer.hrefs("c:calendar-home-set", [Href.home(customer.id).text])
        case .userAddresses: writer.hrefs("c:calendar-user-address-set", ["mailto:" + customer.email, principal])
        case .userType: writer.element("c:calendar-user-type", "INDIVIDUAL")
        case .emailAddresses:
            writer.element("cs:email-address-set") { $0.element("cs:email-address", customer.email) }
        case .supportedComponentSets: writer.supportedComponentSets(Self.componentSets)
        case .scheduleTag:
            if let tag = resource.member?.scheduleTag { writer.element("c:schedule-tag", entityTag(digest: tag)) }
        default: if let calendar = resource.calendar { value(property, of: calendar, resource.href, &writer) }
        }
    }

    /// The sets of kinds that a new calendar may have: any of these alone, or all of them.
    static let componentSets = [["VEVENT"], ["VTODO"], ["VJOURNAL"], allComponents]
    /// Every kind that can be stored.
    static let allComponents = ["VEVENT", "VTODO", "VJOURNAL", "VFREEBUSY", "VAVAILABILITY"]

    private func value(
        _ property: LiveProperty, of calendar: CalendarRow, _ href: Href, _ writer: inout XMLWriter
    ) {
        switch property {
        case .syncToken: writer.syncToken(calendar.syncToken)
        case .changeTag: writer.element("cs:getctag", calendar.syncToken.text)
        case .addMember: writer.hrefs("d:add-member", [href.text])
        case .calendarDescription: if let text = calendar.description { writer.element("c:calendar-description", text) }
        case .timeZone: if let text = calendar.timeZone { writer.element("c:calendar-timezone", text) }
        case .timeZoneID: if let id = calendar.timeZoneID { writer.element("c:calendar-timezone-id", id) }
        case .supportedComponents: writer.supportedComponents(calendar.components)
        case .supportedData: writer.supportedCalendarData()
        case .maxResourceSize: writer.limit(.resourceSize, of: rules)
        case .minDateTime: writer.limit(.minDateTime, of: rules)
        case .maxDateTime: writer.limit(.maxDateTime, of: rules)
        case .maxInstances: writer.limit(.instances, of: rules)
        case .maxAttendees: writer.limit(.attendees, of: rules)
        case .supportedCollations: writer.supportedCollations()
        case .scheduleTransparency:
            writer.element("c:schedule-calendar-transp") {
                $0.empty(calendar.isTransparent ? "c:transparent" : "c:opaque")
            }
        case .supportedCalendarSystems:
            writer.element("c:supported-rscale-set") { writer in
                for system in CalendarSystem.allCases { writer.element("c:supported-rscale", system.rawValue) }
            }
        case .source: if let url = calendar.sourceURL { writer.hrefs("cs:source", [url]) }
        case .color: if let color = calendar.color { self.color(color, calendar.colorName, &writer) }
        case .order: if let order = calendar.order { writer.element("a:calendar-order", String(order)) }
        default: break
        }
    }

    private func displayName(_ resource: Resource, _ writer: inout XMLWriter) {
        let name = resource.calendar?.displayName ?? (customer.name.isEmpty ? customer.email : customer.name)
        if !name.isEmpty { writer.element("d:displayname", name) }
    }

    private func color(_ color: String, _ name: String?, _ writer: inout XMLWriter) {
        let attributes = name.map { [XMLAttribute(XMLName("", "symbolic-color"), $0)] } ?? []
        writer.element(XMLElement(.apple("calendar-color"), attributes: attributes, [.text(color)]))
    }
}

extension Resource {
    fileprivate var createdAt: Instant? { member.map(\.createdAt) ?? calendar?.createdAt }
    fileprivate var changedAt: Instant? { member.map(\.changedAt) ?? calendar?.changedAt }

    fileprivate var types: [ResourceType] {
        switch kind {
        case .folder, .home: [.collection]
        case .principal: [.collection, .principal]
        case .calendar: calendar?.sourceURL == nil ? [.collection, .calendar] : [.collection, .subscribed]
        case .object: []
        }
    }

    /// A UUID that names the resource for as long as it exists, wherever it is moved (RFC 5842 §3.1). An object takes
    /// the moment of its making along, and no other object of the customer has the same.
    fileprivate var identity: String {
        let owner = calendar?.owner.description ?? "", id = calendar?.id.description ?? ""
        guard let member else { return uuidV5("\(owner)/calendar/\(id)") }
        // An object that is not stored is never moved.
        guard let made = member.createdAt else { return uuidV5("\(owner)/\(id)/\(member.segment)") }
        return uuidV5("\(owner)/object/\(made.microsecondsSince1970)")
    }
}

extension MemberRow {
    /// The media type with the kind of component, as Apple's programs read it.
    var contentType: String { "text/calendar; charset=utf-8; component=\(kind.lowercased())" }
}
