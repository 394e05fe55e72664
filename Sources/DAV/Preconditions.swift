import HTTP
public import XML

// The conditions that requests can break, by the standard that names them. The status is 403 unless the standard
// or its errata say another one: the same request would fail again.

extension Precondition {
    // RFC 4918 §16.
    public static let propfindFiniteDepth = Precondition(.dav("propfind-finite-depth"))
    public static let noExternalEntities = Precondition(.dav("no-external-entities"))
    public static let cannotModifyProtectedProperty = Precondition(.dav("cannot-modify-protected-property"))

    // RFC 3253 §1.6 and §3.6, RFC 5689 §3, RFC 5995 §3.
    public static let resourceMustBeNull = Precondition(.dav("resource-must-be-null"))
    public static let supportedReport = Precondition(.dav("supported-report"))
    public static let validResourceType = Precondition(.dav("valid-resourcetype"))

    // RFC 4331 §6: 507, because deleting something helps.
    public static let quotaNotExceeded = Precondition(.dav("quota-not-exceeded"), .insufficientStorage)
    public static let sufficientDiskSpace = Precondition(.dav("sufficient-disk-space"), .insufficientStorage)

    // RFC 6578 §3.2 and §3.6.
    public static let validSyncToken = Precondition(.dav("valid-sync-token"))
    public static let syncTraversalSupported = Precondition(.dav("sync-traversal-supported"))
    /// The answer has too many parts (RFC 3744 §9.4, RFC 4791 §7.8).
    public static let numberOfMatchesWithinLimits = Precondition(.dav("number-of-matches-within-limits"))

    // RFC 4791 §5.3.1, §5.3.2, §7.8, §7.9.
    public static let calendarCollectionLocationOK = Precondition(.calDAV("calendar-collection-location-ok"))
    public static let supportedCalendarData = Precondition(.calDAV("supported-calendar-data"))
    public static let validCalendarData = Precondition(.calDAV("valid-calendar-data"))
    public static let validCalendarObjectResource = Precondition(.calDAV("valid-calendar-object-resource"))
    public static let supportedCalendarComponent = Precondition(.calDAV("supported-calendar-component"))
    public static let initializeCalendarCollection = Precondition(.calDAV("initialize-calendar-collection"))
    public static let maxResourceSize = Precondition(.calDAV("max-resource-size"))
    public static let minDateTime = Precondition(.calDAV("min-date-time"))
    public static let maxDateTime = Precondition(.calDAV("max-date-time"))
    public static let maxInstances = Precondition(.calDAV("max-instances"))
    public static let maxAttendeesPerInstance = Precondition(.calDAV("max-attendees-per-instance"))
    public static let validFilter = Precondition(.calDAV("valid-filter"))
    public static let supportedCollation = Precondition(.calDAV("supported-collation"))

    /// The calendar that takes new events cannot be deleted (RFC 6638 §9.2).
    public static let defaultCalendarNeeded = Precondition(.calDAV("default-calendar-needed"))

    // RFC 7809 §5.2, RFC 7529 §7.
    public static let validTimeZone = Precondition(.calDAV("valid-timezone"))
    public static let supportedRSCALE = Precondition(.calDAV("supported-rscale"))

    /// Another object of the calendar has the same UID (RFC 4791 §5.3.2.1).
    public static func noUIDConflict(with href: Href) -> Precondition {
        Precondition(.calDAV("no-uid-conflict"), .forbidden, [XMLElement(.dav("href"), text: href.text)])
    }

    /// Parts of a filter that are not evaluated (RFC 4791 §7.8).
    ///
    /// - Parameter parts: the `comp-filter`, `prop-filter` or `param-filter` elements.
    public static func supportedFilter(_ parts: [XMLElement]) -> Precondition {
        Precondition(.calDAV("supported-filter"), .forbidden, parts)
    }

    /// Privileges that the person lacks on a resource (RFC 3744 §7.1.1).
    public static func needPrivileges(_ privileges: [Privilege], on href: Href) -> Precondition {
        Precondition(.dav("need-privileges"), .forbidden, privileges.map { privilege in
            XMLElement(.dav("resource"), [
                .element(XMLElement(.dav("href"), text: href.text)),
                .element(XMLElement(.dav("privilege"), [.element(XMLElement(privilege.name))])),
            ])
        })
    }
}
