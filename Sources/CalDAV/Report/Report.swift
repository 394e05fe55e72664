import DAV
package import HTTP
package import Runtime
import Storage
import XML

// The reports, a file each.
//
// - CalendarQueryReport.swift, MultigetReport.swift and FreeBusyReport.swift: CalDAV's (RFC 4791 §7).
// - SyncReport.swift: synchronization (RFC 6578).
// - PrincipalReports.swift: people (RFC 3744 §9).
// - ExpandPropertyReport.swift: properties of properties (RFC 3253 §3.8).
// - ObjectData.swift: calendar-data in the form that was asked for.

extension CalendarServer {
    /// `REPORT`: answers a question about a resource (RFC 3253 §3.6).
    package static func report(_ visit: DeviceVisit, _ app: App) throws -> Response {
        guard visit.address != .nothing else { throw Refusal.notFound }
        let depth: Depth? = visit.request.headers.contains("Depth") ? try visit.depth(standard: .zero) : nil
        let report = try Report(visit.request.body, depth: depth)
        return switch report {
        case .calendarQuery(let query): try calendarQuery(query, depth: depth ?? .one, visit, app)
        case .calendarMultiget(let multiget): try self.multiget(multiget, visit, app)
        case .freeBusyQuery(let query): try freeBusy(query, visit, app)
        case .syncCollection(let sync): try synchronize(sync, visit, app)
        case .expandProperty(let properties): try expand(properties, visit, app)
        case .principalMatch(let match): try principalMatch(match, visit, app)
        case .principalPropertySearch(let search): try principalSearch(search, visit, app)
        case .principalSearchPropertySet: principalSearchProperties()
        case .aclPrincipalPropertySet(let request): try principals(true, request, visit, app)
        case .calendarServerPrincipalSearch(let search): try calendarServerSearch(search, visit, app)
        }
    }

    /// The answer to a report that the resource does not have.
    static var notOffered: DAVError { DAVError(.supportedReport, "this resource does not have this report") }
}
