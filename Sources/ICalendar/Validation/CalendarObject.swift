import CivilTime

/// A calendar object as CalDAV stores it at one address: a VCALENDAR with one event, to-do or other item (RFC
/// 4791 §4.1).
public struct CalendarObject: Hashable, Sendable {
    public let calendar: Component
    public let uid: String
    /// The name of its components: VEVENT, VTODO, VJOURNAL, VFREEBUSY or another.
    public let kind: String
    /// The errors that do not keep it from being stored. The values are kept, and read as `Irregularity` says.
    public let tolerated: [Problem]

    /// The components of the item: all but time zones.
    public var parts: [Component] { calendar.components.filter { $0.name != "VTIMEZONE" } }

    /// Makes a calendar object from a text that was read.
    ///
    /// - Parameter reading: `.lenient` accepts the habits of programs (`Problem.isTolerable`); `.strict` requires RFC
    ///   5545.
    /// - Throws: the first defect, in the order of the standard's demands.
    public init(
        _ stream: CalendarStream, _ reading: Reading = .lenient, database: @escaping ZoneResolver.Database
    ) throws(ObjectDefect) {
        try self.init(stream, reading) { ZoneResolver($0, reading, database: database) }
    }

    /// - Parameter resolver: makes the resolver of the object's zones.
    public init(
        _ stream: CalendarStream, _ reading: Reading = .lenient, resolver: (Component) -> ZoneResolver
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
        let zones = resolver(calendar)
        let mixed = try Self.checkSeries(parts, zones, reading)
        let problems = CalendarCheck.problems(calendar, zones)
        let errors = problems.filter { $0.reason.severity == .error }
        tolerated = mixed + errors.filter(\.isTolerable)
        if let problem = reading == .strict ? problems.first : errors.first(where: { !$0.isTolerable }) {
            switch problem.reason {
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

    /// Checks that at most one part is the series, and that each other part has an occurrence of its own.
    ///
    /// - Returns: the RECURRENCE-IDs that are not written in the series' form, which Exchange writes.
    private static func checkSeries(
        _ parts: [Component], _ zones: ZoneResolver, _ reading: Reading
    ) throws(ObjectDefect) -> [Problem] {
        guard parts.count(where: \.isMaster) <= 1 else { throw .severalSeries }
        let series = parts.first(where: \.isMaster)
        // A start that cannot be read is reported with the other values.
        let start = series?.first("DTSTART").flatMap { try? $0.dateOrTime() }
        var ids = RecurrenceIDs(zones), mixed: [Problem] = []
        do throws(Problem) {
            for property in parts.compactMap({ $0.first("RECURRENCE-ID") }) {
                let id = try property.dateOrTime()
                let isNew = ids.insert(start?.isDate == true ? .date(id.local.date) : id)
                guard isNew else {
                    throw Problem(.repeatedProperty("RECURRENCE-ID"), line: property.line, name: property.name)
                }
                if let start, start.isDate != id.isDate {
                    let problem = Problem(.mixedDateAndTime, line: property.line, name: property.name)
                    if reading == .strict { throw problem }
                    mixed.append(problem)
                }
            }
            return mixed
        } catch {
            throw .recurrenceID(error)
        }
    }
}

/// The RECURRENCE-IDs of an object's overrides. One occurrence may be written in two zones. Two times in one
/// zone are two occurrences, even if a gap makes them the same moment.
private struct RecurrenceIDs {
    private let zones: ZoneResolver
    private var written: Set<DateOrTime> = []
    private var byMoment: [Instant: DateOrTime] = [:]

    init(_ zones: ZoneResolver) { self.zones = zones }

    /// Adds a RECURRENCE-ID.
    ///
    /// - Returns: false if the occurrence was already there.
    mutating func insert(_ id: DateOrTime) -> Bool {
        guard written.insert(id).inserted else { return false }
        guard zones.isMoment(id), !id.isFloating else { return true }
        let moment = zones.instant(of: id, floating: TimeZoneRules.utc)
        defer { byMoment[moment] = id }
        return byMoment[moment].map { $0.at(id.local) == id } ?? true
    }
}

/// The reason why a text is not a calendar object that can be stored.
public enum ObjectDefect: Error, Hashable, Sendable {
    /// No VCALENDAR, or several components.
    case notOneCalendar
    /// A problem with RFC 5545.
    case invalid(Problem)
    /// Control characters, or octets that are not UTF-8. A server returns stored objects as they were sent,
    /// and the XML of a report can hold neither.
    case notPlainText(Problem)
    /// A METHOD: it is a message, not an object.
    case method
    /// Time zones only.
    case empty
    /// Components of these names, of which one is allowed.
    case severalKinds([String])
    case noUID
    case severalUIDs([String])
    /// Two components without a RECURRENCE-ID.
    case severalSeries
    /// A RECURRENCE-ID that is repeated or cannot be read; in strict reading also a day in a series of times.
    case recurrenceID(Problem)
    /// A rule in an unknown calendar system (RFC 7529).
    case unsupportedCalendarSystem(Problem)
    /// A component that the collection does not accept. `StorageRules` describes this case and the following
    /// ones.
    case unsupportedKind(String)
    case tooLarge
    case tooEarly
    case tooLate
    case tooManyOccurrences
    case tooManyAttendees
}

extension ObjectDefect {
    /// A failed precondition, as the XML element in the server's answer: of RFC 4791 §5.3.2.1, or of RFC
    /// 7529.
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
        case .notOneCalendar, .invalid, .notPlainText: .validCalendarData
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
