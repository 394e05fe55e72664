import DAV
import XML

// The values of properties.
//
// - Properties.swift: `LiveProperty`, every property that Jadwal computes. PropertyRules.swift: the resources that
//   have each, and the ones that programs may set.
// - Resource.swift: a resource with everything its properties come from.
// - PropertyWriter.swift: the values of any resource. MemberWriter.swift: those of the objects of a list, where most
//   of the time goes.
// - ResponseWriter.swift: a resource's properties by status.

/// A property that Jadwal computes (a live property, RFC 4918 §4).
enum LiveProperty: Sendable, CaseIterable {
    // RFC 4918 §15, RFC 4331, RFC 5842 §3.1, RFC 3253 §3.1.5
    case resourceType, displayName, creationDate, lastModified, entityTag, contentType, contentLength
    case quotaAvailable, quotaUsed, resourceID, supportedReports
    // RFC 3744, RFC 5397
    case owner, currentUserPrincipal, currentUserPrivileges, supportedPrivileges, accessControlList
    case accessControlRestrictions, inheritedAccessControl, principalCollections, principalURL, alternateURIs
    case groupMembers, groupMembership
    // RFC 6578, RFC 5995
    case syncToken, addMember
    // RFC 4791
    case calendarHomes, calendarDescription, timeZone, supportedComponents, supportedComponentSets
    case supportedData, maxResourceSize, minDateTime, maxDateTime, maxInstances, maxAttendees, supportedCollations
    // RFC 6638, RFC 7809, RFC 7529
    case userAddresses, userType, scheduleTransparency, scheduleTag, timeZoneID, supportedCalendarSystems
    // Apple's
    case changeTag, emailAddresses, source, color, order

    var name: XMLName {
        switch self {
        case .resourceType: .dav("resourcetype")
        case .displayName: .dav("displayname")
        case .creationDate: .dav("creationdate")
        case .lastModified: .dav("getlastmodified")
        case .entityTag: .dav("getetag")
        case .contentType: .dav("getcontenttype")
        case .contentLength: .dav("getcontentlength")
        case .quotaAvailable: .dav("quota-available-bytes")
        case .quotaUsed: .dav("quota-used-bytes")
        case .resourceID: .dav("resource-id")
        case .supportedReports: .dav("supported-report-set")
        case .owner: .dav("owner")
        case .currentUserPrincipal: .dav("current-user-principal")
        case .currentUserPrivileges: .dav("current-user-privilege-set")
        case .supportedPrivileges: .dav("supported-privilege-set")
        case .accessControlList: .dav("acl")
        case .accessControlRestrictions: .dav("acl-restrictions")
        case .inheritedAccessControl: .dav("inherited-acl-set")
        case .principalCollections: .dav("principal-collection-set")
        case .principalURL: .dav("principal-URL")
        case .alternateURIs: .dav("alternate-URI-set")
        case .groupMembers: .dav("group-member-set")
        case .groupMembership: .dav("group-membership")
        case .syncToken: .dav("sync-token")
        case .addMember: .dav("add-member")
        case .calendarHomes: .calDAV("calendar-home-set")
        case .calendarDescription: .calDAV("calendar-description")
        case .timeZone: .calDAV("calendar-timezone")
        case .supportedComponents: .calDAV("supported-calendar-component-set")
        case .supportedComponentSets: .calDAV("supported-calendar-component-sets")
        case .supportedData: .calDAV("supported-calendar-data")
        case .maxResourceSize: .calDAV("max-resource-size")
        case .minDateTime: .calDAV("min-date-time")
        case .maxDateTime: .calDAV("max-date-time")
        case .maxInstances: .calDAV("max-instances")
        case .maxAttendees: .calDAV("max-attendees-per-instance")
        case .supportedCollations: .calDAV("supported-collation-set")
        case .userAddresses: .calDAV("calendar-user-address-set")
        case .userType: .calDAV("calendar-user-type")
        case .scheduleTransparency: .calDAV("schedule-calendar-transp")
        case .scheduleTag: .calDAV("schedule-tag")
        case .timeZoneID: .calDAV("calendar-timezone-id")
        case .supportedCalendarSystems: .calDAV("supported-rscale-set")
        case .changeTag: .calendarServer("getctag")
        case .emailAddresses: .calendarServer("email-address-set")
        case .source: .calendarServer("source")
        case .color: .apple("calendar-color")
        case .order: .apple("calendar-order")
        }
    }

    private static let byName = Dictionary(uniqueKeysWithValues: allCases.map { ($0.name, $0) })

    /// - Returns: nil for a property that Jadwal does not compute. A program may keep one of that name.
    init?(_ name: XMLName) {
        guard let property = Self.byName[name] else { return nil }
        self = property
    }
}
