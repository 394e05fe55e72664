extension LiveProperty {
    /// Returns true if a resource of this kind has the property, if only sometimes.
    func belongs(to kind: Resource.Kind) -> Bool {
        switch self {
        case .resourceType, .currentUserPrincipal, .currentUserPrivileges, .supportedPrivileges, .accessControlList,
             .accessControlRestrictions, .inheritedAccessControl, .principalCollections, .supportedReports:
            true
        case .owner: kind == .home || kind == .calendar || kind == .object
        case .quotaAvailable, .quotaUsed: kind == .home || kind == .calendar
        case .displayName: kind == .principal || kind == .calendar
        case .creationDate, .lastModified, .resourceID: kind == .calendar || kind == .object
        case .entityTag, .contentType, .contentLength, .scheduleTag: kind == .object
        case .principalURL, .alternateURIs, .groupMembers, .groupMembership, .calendarHomes, .userAddresses, .userType,
             .emailAddresses:
            kind == .principal
        case .supportedComponentSets: kind == .home
        case .syncToken, .addMember, .calendarDescription, .timeZone, .supportedComponents, .supportedData,
             .maxResourceSize, .minDateTime, .maxDateTime, .maxInstances, .maxAttendees, .supportedCollations,
             .scheduleTransparency, .timeZoneID, .supportedCalendarSystems, .changeTag, .source, .color, .order:
            kind == .calendar
        }
    }

    /// True if programs may set it on a calendar.
    var isSettable: Bool {
        switch self {
        case .displayName, .calendarDescription, .timeZone, .timeZoneID, .scheduleTransparency, .color, .order, .source:
            true
        default: false
        }
    }

    /// True if it is among "all" properties: those of RFC 4918 only (RFC 4791 §5.2, RFC 3744 §5).
    var isInAll: Bool {
        switch self {
        case .resourceType, .displayName, .creationDate, .lastModified, .entityTag, .contentType, .contentLength: true
        default: false
        }
    }
}
