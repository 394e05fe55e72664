import CivilTime

/// A calendar object as CalDAV stores it at one address: one VCALENDAR about one thing (RFC 4791 §4.1).
public struct CalendarObject: Hashable, Sendable {
    public let calendar: Component
    public let uid: String
    /// What it holds: VEVENT, VTODO, VJOURNAL, VFREEBUSY or another, once or as a series with overrides.
    public let kind: String

    /// The components that are about the thing itself: all but time zones.
    public var parts: [Component] { calendar.components.filter { $0.name != "VTIMEZONE" } }

    /// Takes a text that was read for a calendar object, if it is one.
    ///
    /// - Parameter reading: `.lenient` lets the habits of programs pass that `Irregularity` calls
    ///   warnings; `.strict` wants RFC 5545 kept.
    /// - Throws: the first thing that is wrong, in the order of the standard's demands.
    public init(
        _ stream: CalendarStream, _ reading: Reading = .lenient, database: @escaping ZoneResolver.Database
    ) throws(ObjectDefect) {
        guard let calendar = stream.components.first, stream.components.count == 1, calendar.name == "VCALENDAR"
        else { throw .notOneCalendar }
        if let problem = stream.problems.first(where: { $0.reason == .controlCharacter || $0.reason == .notUTF8 }) {
            throw .notPlainText(problem)
        }
        if let problem = stream.problems.first(where: { $0.reason.severity == .error }) { throw .invalid(problem) }
        if calendar.first("METHOD") != nil { throw .method }
        self.calendar = calendar
        let parts = calendar.components.filter { $0.name != "VTIMEZONE" }
        guard let first = parts.first else { throw .empty }
        kind = first.name
        let kinds = Set(parts.map(\.name))
        guard kinds.count == 1 else { throw .severalKinds(kinds.sorted()) }
        uid = try Self.uid(of: parts)
        let zones = ZoneResolver(calendar, reading, database: database)
        try Self.checkSeries(parts, zones)
        let problems = CalendarCheck.problems(calendar, zones)
        if let problem = problems.first(where: { reading == .strict || $0.reason.severity == .error }) {
            switch problem.reason {
            case .unknownZone: throw .unknownZone(problem)
            case .invalidRule(.unknownCalendar), .looseRule(.unknownCalendar): throw .unsupportedCalendarSystem(problem)
            default: throw .invalid(problem)
            }
        }
    }

    private static func uid(of parts: [Component]) throws(ObjectDefect) -> String {
        var uids: Set<String> = []
        for part in parts {
            guard let uid = part.first("UID")?.value, !uid.isEmpty else { throw .noUID }
            uids.insert(uid)
        }
        guard let uid = uids.first, uids.count == 1 else { throw .severalUIDs(uids.sorted()) }
        do throws(Irregularity) {
            return try unescapedText(uid)
        } catch {
            throw .invalid(Problem(error, name: "UID"))
        }
    }

    /// At most one part is the series; each other is for an occurrence of its own, named in the way in
    /// which the series counts them.
    private static func checkSeries(_ parts: [Component], _ zones: ZoneResolver) throws(ObjectDefect) {
        guard parts.count(where: { $0.first("RECURRENCE-ID") == nil }) <= 1 else { throw .severalSeries }
        let series = parts.first { $0.first("RECURRENCE-ID") == nil }
        // A start that cannot be read is told with the other values.
        let start = series?.first("DTSTART").flatMap { try? $0.dateOrTime() }
        var ids = RecurrenceIDs(zones)
        do throws(Problem) {
            for property in parts.compactMap({ $0.first("RECURRENCE-ID") }) {
                let id = try property.dateOrTime()
                let isNew = ids.insert(id)
                guard isNew else {
                    throw Problem(.repeatedProperty("RECURRENCE-ID"), line: property.line, name: property.name)
                }
                if let start, start.isDate != id.isDate {
                    throw Problem(.mixedDateAndTime, line: property.line, name: property.name)
                }
            }
        } catch {
            throw .recurrenceID(error)
        }
    }
}

/// The occurrences that an object's overrides are of. One may be written in two zones; two that are written in one
/// are two, also where a gap makes them the same moment.
private struct RecurrenceIDs {
    private let zones: ZoneResolver
    private var written: Set<DateOrTime> = []
    private var byMoment: [Instant: DateOrTime] = [:]

    init(_ zones: ZoneResolver) { self.zones = zones }

    /// - Returns: whether it was not there yet.
    mutating func insert(_ id: DateOrTime) -> Bool {
        guard written.insert(id).inserted else { return false }
        if id.isDate || id.isFloating { return true }
        guard let moment = zones.knownInstant(of: id, floating: TimeZoneRules.utc) else { return true }
        defer { byMoment[moment] = id }
        return byMoment[moment].map { $0.at(id.local) == id } ?? true
    }
}

/// Why a text is not a calendar object.
public enum ObjectDefect: Error, Hashable, Sendable {
    /// Not a VCALENDAR, or several.
    case notOneCalendar
    /// RFC 5545 is not kept.
    case invalid(Problem)
    /// Control characters, or octets that are not UTF-8. What is stored is given to others as it came, and
    /// inside the XML of a report neither can stand.
    case notPlainText(Problem)
    /// It has a METHOD: it is a message, not an object.
    case method
    /// Nothing but time zones.
    case empty
    /// Components of these names, where one may be.
    case severalKinds([String])
    case noUID
    case severalUIDs([String])
    /// Two components without a RECURRENCE-ID.
    case severalSeries
    /// A RECURRENCE-ID that is there twice, or a day where the series has times.
    case recurrenceID(Problem)
    /// A TZID that neither the zone database nor the object explains.
    case unknownZone(Problem)
    /// A rule by a calendar that is not known here (RFC 7529).
    case unsupportedCalendarSystem(Problem)
    /// Not what the collection is for; see `StorageRules` for this and what follows.
    case unsupportedKind(String)
    case tooLarge
    case tooEarly
    case tooLate
    case tooManyOccurrences
    case tooManyAttendees
}

extension ObjectDefect {
    /// The precondition that failed, as the element that a server answers with: of RFC 4791 §5.3.2.1, or
    /// of RFC 7529.
    public enum Precondition: String, Hashable, Sendable {
        case validCalendarData = "valid-calendar-data"
        case validCalendarObjectResource = "valid-calendar-object-resource"
        case supportedCalendarComponent = "supported-calendar-component"
        case maxResourceSize = "max-resource-size"
        case minDateTime = "min-date-time"
        case maxDateTime = "max-date-time"
        case maxInstances = "max-instances"
        case maxAttendeesPerInstance = "max-attendees-per-instance"
        case supportedRSCALE = "supported-rscale"
    }

    public var precondition: Precondition {
        switch self {
        case .notOneCalendar, .invalid, .notPlainText, .unknownZone: .validCalendarData
        case .method, .empty, .severalKinds, .noUID, .severalUIDs, .severalSeries, .recurrenceID:
            .validCalendarObjectResource
        case .unsupportedCalendarSystem: .supportedRSCALE
        case .unsupportedKind: .supportedCalendarComponent
        case .tooLarge: .maxResourceSize
        case .tooEarly: .minDateTime
        case .tooLate: .maxDateTime
        case .tooManyOccurrences: .maxInstances
        case .tooManyAttendees: .maxAttendeesPerInstance
        }
    }
}
