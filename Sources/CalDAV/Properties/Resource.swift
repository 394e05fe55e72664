import Calendars
import DAV
import Storage
import XML

/// A resource with everything that its properties come from.
struct Resource {
    enum Kind: Hashable, Sendable, CaseIterable {
        /// The root, and the collections of principals and of homes.
        case folder
        case principal, home, calendar, object
    }

    let kind: Kind
    let href: Href
    /// The calendar, of which an object is a part.
    var calendar: CalendarRow?
    var member: MemberRow?
    /// The properties that programs keep here.
    var kept: [KeptProperty] = []
    /// The octets in all calendars, for the quota.
    var usedOctets = 0

    init(_ kind: Kind, _ href: Href) {
        self.kind = kind
        self.href = href
    }

    init(_ calendar: CalendarRow, in home: Href, kept: [KeptProperty] = [], usedOctets: Int = 0) {
        self.init(.calendar, home.appending(calendar.segment, isCollection: true))
        self.calendar = calendar
        self.kept = kept
        self.usedOctets = usedOctets
    }

    init(_ member: MemberRow, in calendar: CalendarRow, at href: Href) {
        self.init(.object, href)
        self.calendar = calendar
        self.member = member
    }

    var types: [ResourceType] {
        switch kind {
        case .folder, .home: [.collection]
        case .principal: [.collection, .principal]
        case .calendar: calendar?.sourceURL == nil ? [.collection, .calendar] : [.collection, .subscribed]
        case .object: []
        }
    }

    /// The privileges of the customer. Everything is their own, but nobody writes the prayer times, or into a calendar
    /// whose content comes from outside. That one keeps its name and colour as its owner sets them.
    var privileges: [Privilege] {
        guard kind != .folder, kind != .principal else { return Privilege.reader }
        guard let calendar, calendar.isReadOnly else { return Privilege.owner }
        let mayRename = kind == .calendar && calendar.segment != CalendarHome.prayerTimes
        return mayRename ? Privilege.reader + [.writeProperties] : Privilege.reader
    }

    /// The reports that can be asked for here.
    var reports: [XMLName] {
        let ofPeople: [XMLName] = [
            .dav("expand-property"), .dav("principal-match"), .dav("principal-property-search"),
            .dav("principal-search-property-set"), .dav("acl-principal-prop-set"),
            .calendarServer("calendarserver-principal-search"),
        ]
        switch kind {
        case .folder, .principal: return ofPeople
        case .home:
            return ofPeople + [.calDAV("calendar-query"), .calDAV("calendar-multiget"), .calDAV("free-busy-query")]
        case .calendar:
            return ofPeople + [
                .calDAV("calendar-query"), .calDAV("calendar-multiget"), .calDAV("free-busy-query"),
                .dav("sync-collection"),
            ]
        case .object: return ofPeople + [.calDAV("calendar-query"), .calDAV("calendar-multiget")]
        }
    }
}
