import Calendars
import CivilTime
import Crypto
import DAV
import HTTP
import ICalendar
import Storage
import Text
import XML

// Every live property, a row each.

extension LiveProperty {
    /// All of them, in the order of answers.
    static let all = webDAV + accessControl + synchronization + calDAV + scheduling + apple

    private static let everything = Resource.Kind.allCases

    /// RFC 4918 §15, RFC 4331, RFC 5842 §3.1 and RFC 3253 §3.1.5.
    private static let webDAV: [LiveProperty] = [
        LiveProperty(.dav("resourcetype"), of: everything, isInAll: true) { resource, _, writer in
            writer.resourceType(resource.types)
        },
        LiveProperty(
            .dav("displayname"), of: [.principal, .calendar], isInAll: true,
            change: Change(
                set: { element, values, _ throws(DAVError) in values.displayName = try text(element, atMost: 255) },
                remove: { $0.displayName = "" })
        ) { resource, properties, writer in
            let customer = properties.customer
            let name = resource.calendar?.displayName ?? (customer.name.isEmpty ? customer.email : customer.name)
            if !name.isEmpty { writer.element("d:displayname", name) }
        },
        .object(.dav("creationdate"), isInAll: true) { member, _, writer in
            if let moment = member.createdAt { writer.creationDate(moment) }
        } calendar: { calendar, writer in
            writer.creationDate(calendar.createdAt)
        },
        .object(.dav("getlastmodified"), isInAll: true) { member, _, writer in
            if let moment = member.changedAt { writer.element("d:getlastmodified", moment.httpDate) }
        } calendar: { calendar, writer in
            writer.element("d:getlastmodified", calendar.changedAt.httpDate)
        },
        .object(.dav("getetag"), isInAll: true) { member, _, writer in
            writer.raw("<d:getetag>")
            writer.raw(plain: member.entityTag)
            writer.raw("</d:getetag>")
        },
        .object(.dav("getcontenttype"), isInAll: true) { member, _, writer in
            writer.element("d:getcontenttype", member.contentType)
        },
        .object(.dav("getcontentlength"), isInAll: true) { member, _, writer in
            writer.element("d:getcontentlength", String(member.octetCount))
        },
        LiveProperty(.dav("quota-available-bytes"), of: [.home, .calendar]) { resource, properties, writer in
            writer.quotaAvailable(octets: properties.mostOctets - resource.usedOctets)
        },
        LiveProperty(.dav("quota-used-bytes"), of: [.home, .calendar]) { resource, _, writer in
            writer.quotaUsed(octets: resource.usedOctets)
        },
        .object(.dav("resource-id")) { member, calendar, writer in
            writer.hrefs("d:resource-id", ["urn:uuid:" + member.identity(in: calendar)])
        } calendar: { calendar, writer in
            writer.hrefs("d:resource-id", ["urn:uuid:" + uuidV5("\(calendar.owner)/calendar/\(calendar.id)")])
        },
        LiveProperty(.dav("supported-report-set"), of: everything) { resource, _, writer in
            writer.supportedReportSet(resource.reports)
        },
    ]

    /// RFC 3744 and RFC 5397.
    private static let accessControl: [LiveProperty] = [
        LiveProperty(.dav("owner"), of: [.home, .calendar, .object]) { _, properties, writer in
            writer.hrefs("d:owner", [properties.principal])
        },
        LiveProperty(.dav("current-user-principal"), of: everything) { _, properties, writer in
            writer.hrefs("d:current-user-principal", [properties.principal])
        },
        LiveProperty(.dav("current-user-privilege-set"), of: everything) { resource, _, writer in
            writer.currentUserPrivileges(resource.privileges)
        },
        LiveProperty(.dav("supported-privilege-set"), of: everything) { _, _, writer in writer.supportedPrivileges() },
        LiveProperty(.dav("acl"), of: everything) { resource, properties, writer in
            let person = Href.principal(properties.customer.id)
            writer.accessControlList([AccessEntry(.principal(person), resource.privileges)])
        },
        LiveProperty(.dav("acl-restrictions"), of: everything) { _, _, writer in writer.accessControlRestrictions() },
        LiveProperty(.dav("inherited-acl-set"), of: everything) { _, _, writer in writer.empty("d:inherited-acl-set") },
        LiveProperty(.dav("principal-collection-set"), of: everything) { _, _, writer in
            writer.hrefs("d:principal-collection-set", [Href.principals.text])
        },
        .principal(.dav("principal-URL")) { properties, writer in
            writer.hrefs("d:principal-URL", [properties.principal])
        },
        .principal(.dav("alternate-URI-set")) { _, writer in writer.empty("d:alternate-URI-set") },
        .principal(.dav("group-member-set")) { _, writer in writer.empty("d:group-member-set") },
        .principal(.dav("group-membership")) { _, writer in writer.empty("d:group-membership") },
    ]

    /// RFC 6578 and RFC 5995.
    private static let synchronization: [LiveProperty] = [
        .calendar(.dav("sync-token")) { calendar, writer in writer.syncToken(calendar.syncToken) },
        LiveProperty(.dav("add-member"), of: [.calendar]) { resource, _, writer in
            writer.hrefs("d:add-member", [resource.href.text])
        },
    ]

    /// RFC 4791.
    private static let calDAV: [LiveProperty] = [
        .principal(.calDAV("calendar-home-set")) { properties, writer in
            writer.hrefs("c:calendar-home-set", [Href.home(properties.customer.id).text])
        },
        .calendar(
            .calDAV("calendar-description"),
            change: Change(
                set: { element, values, _ throws(DAVError) in values.description = try text(element, atMost: 4_000) },
                remove: { $0.description = nil })
        ) { calendar, writer in
            if let text = calendar.description { writer.element("c:calendar-description", text) }
        },
        .calendar(
            .calDAV("calendar-timezone"),
            change: Change(
                set: { element, values, database throws(DAVError) in
                    let zone = try CalendarZone(calendar: element.text, database: database)
                    guard element.text.utf8.count <= 65_536, zone.tzid.utf8.count <= 64
                    else { throw DAVError(.validCalendarData, "the time zone is too long") }
                    values.timeZone = element.text
                    values.timeZoneID = zone.tzid
                },
                remove: { ($0.timeZone, $0.timeZoneID) = (nil, nil) })
        ) { calendar, writer in
            if let text = calendar.timeZone { writer.element("c:calendar-timezone", text) }
        },
        .calendar(
            .calDAV("supported-calendar-component-set"),
            change: Change(isForNewCalendars: true, set: { element, values, _ throws(DAVError) in
                values.components = try components(element)
            })
        ) { calendar, writer in
            writer.supportedComponents(calendar.components)
        },
        LiveProperty(.calDAV("supported-calendar-component-sets"), of: [.home]) { _, _, writer in
            // Any kind alone, or all of them.
            writer.supportedComponentSets([["VEVENT"], ["VTODO"], ["VJOURNAL"], CalendarValues.allComponents])
        },
        .calendar(.calDAV("supported-calendar-data")) { _, writer in writer.supportedCalendarData() },
        limit(.calDAV("max-resource-size"), .resourceSize),
        limit(.calDAV("min-date-time"), .minDateTime),
        limit(.calDAV("max-date-time"), .maxDateTime),
        limit(.calDAV("max-instances"), .instances),
        limit(.calDAV("max-attendees-per-instance"), .attendees),
        .calendar(.calDAV("supported-collation-set")) { _, writer in writer.supportedCollations() },
    ]

    /// RFC 6638, RFC 7809 and RFC 7529.
    private static let scheduling: [LiveProperty] = [
        .principal(.calDAV("calendar-user-address-set")) { properties, writer in
            writer.hrefs(
                "c:calendar-user-address-set", ["mailto:" + properties.customer.email, properties.principal])
        },
        .principal(.calDAV("calendar-user-type")) { _, writer in
            writer.element("c:calendar-user-type", "INDIVIDUAL")
        },
        .calendar(
            .calDAV("schedule-calendar-transp"),
            change: Change(
                set: { element, values, _ throws(DAVError) in values.isTransparent = element.isTransparent },
                remove: { $0.isTransparent = false })
        ) { calendar, writer in
            writer.element("c:schedule-calendar-transp") {
                $0.empty(calendar.isTransparent ? "c:transparent" : "c:opaque")
            }
        },
        .object(.calDAV("schedule-tag")) { member, _, writer in
            if let tag = member.scheduleTag { writer.element("c:schedule-tag", entityTag(digest: tag)) }
        },
        .calendar(
            .calDAV("calendar-timezone-id"),
            change: Change(
                set: { element, values, database throws(DAVError) in
                    let id = String(element.text.trimmed())
                    values.timeZoneID = try CalendarZone(id: id, database: database).tzid
                    values.timeZone = nil
                },
                remove: { ($0.timeZone, $0.timeZoneID) = (nil, nil) })
        ) { calendar, writer in
            if let id = calendar.timeZoneID { writer.element("c:calendar-timezone-id", id) }
        },
        .calendar(.calDAV("supported-rscale-set")) { _, writer in
            writer.element("c:supported-rscale-set") { writer in
                for system in CalendarSystem.allCases { writer.element("c:supported-rscale", system.rawValue) }
            }
        },
    ]

    /// Those of Apple's programs.
    private static let apple: [LiveProperty] = [
        .calendar(.calendarServer("getctag")) { calendar, writer in
            writer.element("cs:getctag", calendar.syncToken.text)
        },
        .principal(.calendarServer("email-address-set")) { properties, writer in
            writer.element("cs:email-address-set") { $0.element("cs:email-address", properties.customer.email) }
        },
        .calendar(
            .calendarServer("source"),
            change: Change(set: { element, values, _ throws(DAVError) in
                guard let url = element.href, !url.isEmpty, url.utf8.count <= 2_048
                else { throw DAVError.unsettable }
                values.sourceURL = url
            })
        ) { calendar, writer in
            if let url = calendar.sourceURL { writer.hrefs("cs:source", [url]) }
        },
        .calendar(
            .apple("calendar-color"),
            change: Change(
                set: { element, values, _ throws(DAVError) in
                    guard let color = CalendarColor(element.text) else {
                        throw DAVError(.conflict, "a colour is written as #RRGGBB or #RRGGBBAA")
                    }
                    values.color = color.text
                    values.colorName = element.attribute("symbolic-color").map { String($0.unicodeScalars.prefix(64)) }
                },
                remove: { ($0.color, $0.colorName) = (nil, nil) })
        ) { calendar, writer in
            guard let color = calendar.color else { return }
            let name = calendar.colorName.map { [XMLAttribute(XMLName("", "symbolic-color"), $0)] } ?? []
            writer.element(XMLElement(.apple("calendar-color"), attributes: name, [.text(color)]))
        },
        .calendar(
            .apple("calendar-order"),
            change: Change(
                set: { element, values, _ throws(DAVError) in
                    let order = try element.order
                    guard Int32(exactly: order) != nil else { throw DAVError(.conflict, "the order is too large") }
                    values.order = order
                },
                remove: { $0.order = nil })
        ) { calendar, writer in
            if let order = calendar.order { writer.element("a:calendar-order", String(order)) }
        },
    ]

    private static func limit(_ name: XMLName, _ limit: CalendarLimit) -> LiveProperty {
        LiveProperty(name, of: [.calendar]) { _, properties, writer in writer.limit(limit, of: properties.rules) }
    }
}

extension MemberRow {
    /// The media type with the kind of component, as Apple's programs read it.
    var contentType: String { "text/calendar; charset=utf-8; component=\(kind.lowercased())" }

    /// Returns a UUID that names the object for as long as it exists, wherever it is moved (RFC 5842 §3.1).
    ///
    /// It takes the moment of its making along, and no other object of the customer has the same.
    fileprivate func identity(in calendar: CalendarRow) -> String {
        // An object that is not stored is never moved.
        guard let createdAt else { return uuidV5("\(calendar.owner)/\(calendar.id)/\(segment)") }
        return uuidV5("\(calendar.owner)/object/\(createdAt.microsecondsSince1970)")
    }
}

/// Returns the kinds of a new calendar, in the order of `CalendarValues.allComponents`.
private func components(_ element: XMLElement) throws(DAVError) -> [String] {
    let names = try element.componentNames
    // Apple's programs name VTIMEZONE, too; it is in every object that needs one.
    let kinds = names.subtracting(["VTIMEZONE"])
    guard !kinds.isEmpty, kinds.isSubset(of: CalendarValues.allComponents) else {
        throw DAVError(.supportedCalendarComponent, "calendars hold events, to-dos, journals and busy times")
    }
    return CalendarValues.allComponents.filter(kinds.contains)
}

private func text(_ element: XMLElement, atMost length: Int) throws(DAVError) -> String {
    let text = element.text
    guard text.unicodeScalars.count <= length, !text.utf8.contains(0) else {
        throw DAVError(.conflict, "the text has more than \(length) characters")
    }
    return text
}
