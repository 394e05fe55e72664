public import CivilTime
import Synchronization

/// Finds the rules of a TZID (RFC 5545 §3.2.19), and of floating times.
///
/// A TZID is looked up in the zone database first, under its own name and under the names of
/// `zoneNames(for:)`. Then the VTIMEZONE of the object itself is used. The database comes first because it is
/// up to date; the VTIMEZONEs in calendars are often old.
///
/// A floating time is read by the reader's clocks, or by those of the zone that the calendar names in
/// X-WR-TIMEZONE. The exports of large services write the times of their calendars so, without a TZID.
///
/// A time in a zone that neither the database nor the object knows is read as a floating one. Its TZID stays, so that a
/// person can be told (`unknownZones(in:)`).
///
/// Make one for each calendar object, and pass it to everything that reads the object.
public struct ZoneResolver: Sendable {
    /// Returns the rules of an IANA zone by its name; nil if the database does not have it.
    public typealias Database = @Sendable (_ name: String) -> TimeZoneRules?

    private let database: Database
    /// The zones of the object's VTIMEZONEs; the rules are the database's if it has the zone.
    private let own: [String: any ZoneRules]
    private let unknown = UnknownZones()
    /// The rules of floating times, from X-WR-TIMEZONE; nil if the calendar names no zone, or an unknown one.
    public let floatingRules: (any ZoneRules)?
    /// The problems of the VTIMEZONEs that were needed, and of X-WR-TIMEZONE.
    public let problems: [Problem]

    public init(database: @escaping Database) {
        self.database = database
        own = [:]
        floatingRules = nil
        problems = []
    }

    /// - Parameters:
    ///   - object: the VCALENDAR whose VTIMEZONEs are used if the database does not have a zone.
    ///   - reading: `.strict` leaves floating times to the reader, whatever X-WR-TIMEZONE says.
    public init(_ object: Component, _ reading: Reading = .lenient, database: @escaping Database) {
        var budget = ObservedZone.budget
        self.init(object, reading, database: database, evaluated: EvaluatedZones(), budget: &budget)
    }

    /// Makes a resolver for one of many objects.
    ///
    /// - Parameters:
    ///   - evaluated: the zones of all these objects.
    ///   - budget: the work for the rules of VTIMEZONEs. A zone that needs more is unknown.
    public init(
        _ object: Component, _ reading: Reading = .lenient, database: @escaping Database, evaluated: EvaluatedZones,
        budget: inout WorkBudget
    ) {
        self.database = database
        var own: [String: any ZoneRules] = [:]
        var problems: [Problem] = []
        var zoneBudget = WorkBudget(steps: min(budget.steps, ObservedZone.budget.steps))
        let most = zoneBudget.steps
        for component in object.components where component.name == "VTIMEZONE" {
            // The property is escaped TEXT, the parameter that refers to it is not.
            guard let tzid = component.first("TZID")?.unescapedValue, own[tzid] == nil else { continue }
            // Every date of the object asks for its zone; an answer from this dictionary is cheap.
            if let rules = Self.known(tzid, database) {
                own[tzid] = rules
                continue
            }
            // Some VTIMEZONEs name their IANA zone.
            if let location = component.first("X-LIC-LOCATION")?.value, let rules = database(location) {
                own[tzid] = rules
                continue
            }
            do throws(Problem) {
                own[tzid] = try evaluated.rules(of: component, &zoneBudget)
            } catch {
                problems.append(error)
            }
        }
        budget = WorkBudget(steps: budget.steps - (most - zoneBudget.steps))
        let calendarZone = object.first("X-WR-TIMEZONE").flatMap { $0.isBlank ? nil : $0 }
        var floatingRules: (any ZoneRules)?
        if let calendarZone, reading == .lenient, object.name == VCalendar.componentName {
            let tzid = calendarZone.unescapedValue
            floatingRules = own[tzid] ?? Self.known(tzid, database)
            if floatingRules == nil {
                problems.append(Problem(.unknownCalendarZone, line: calendarZone.line, name: calendarZone.name))
            }
        }
        self.own = own
        self.floatingRules = floatingRules
        self.problems = problems
    }

    /// Returns the rules of a TZID.
    ///
    /// - Throws: `.unknownZone` if neither the database nor the object has it.
    public func rules(tzid: String) throws(Irregularity) -> any ZoneRules {
        // If the database has such a zone, this entry is the database's.
        if let rules = own[tzid] { return rules }
        // Every date of the object may ask for an unknown one.
        if unknown.contains(tzid) { throw .unknownZone }
        if let rules = Self.known(tzid, database) { return rules }
        unknown.insert(tzid)
        throw .unknownZone
    }

    /// Returns the rules of a TZID; nil if it is unknown.
    public func knownRules(_ tzid: String) -> (any ZoneRules)? {
        do throws(Irregularity) {
            return try rules(tzid: tzid)
        } catch {
            return nil
        }
    }

    func knows(_ tzid: String) -> Bool { knownRules(tzid) != nil }

    /// Returns the rules of a TZID, or those of floating times if it is unknown.
    ///
    /// - Parameter floating: the reader's zone, for a calendar that names none.
    public func rules(tzid: String, floating: any ZoneRules) -> any ZoneRules {
        knownRules(tzid) ?? floatingRules ?? floating
    }

    /// Returns the TZIDs that are unknown and that a time of these components needs, in alphabetical order.
    public func unknownZones(in components: [Component]) -> [String] {
        var named: Set<String> = []
        for component in components { component.collectNeededZones(into: &named) }
        return named.filter { !knows($0) }.sorted()
    }

    /// Returns the moment of a date or time.
    ///
    /// - Parameter floating: the reader's zone: a day begins there. A floating time, and one in an unknown zone, is its
    ///   clocks' time unless the calendar names a zone.
    public func instant(of value: DateOrTime, floating: any ZoneRules) -> Instant {
        switch value {
        case .date(let date): floating.instant(of: .midnight(date))
        case .floating(let local): (floatingRules ?? floating).instant(of: local)
        case .utc(let instant): instant
        case .zoned(let local, let tzid): rules(tzid: tzid, floating: floating).instant(of: local)
        }
    }

    /// Returns the exact seconds between two values. The difference on the wall clock is used if one value is
    /// at no moment.
    func seconds(from start: DateOrTime, to end: DateOrTime) -> Int64 {
        guard isMoment(start), isMoment(end) else { return end.local.wallSeconds - start.local.wallSeconds }
        let utc = TimeZoneRules.utc
        return instant(of: end, floating: utc).secondsSince1970 - instant(of: start, floating: utc).secondsSince1970
    }

    /// Returns an end in the form that fits its start. It takes the start's form if one of the two is a day
    /// and the other is a time, or if one of them is at no moment (RFC 5545 §3.8.2.2 allows neither).
    func end(_ end: DateOrTime, of start: DateOrTime) -> DateOrTime {
        end.isDate == start.isDate && isMoment(end) == isMoment(start) ? end : start.at(end.local)
    }

    /// Returns false for a day, and for a time that depends on the reader: a floating one, or one in an unknown zone,
    /// of a calendar that names no zone.
    public func isMoment(_ value: DateOrTime) -> Bool {
        switch value {
        case .date: false
        case .floating: floatingRules != nil
        case .utc: true
        case .zoned(_, let tzid): floatingRules != nil || knows(tzid)
        }
    }

    private static func known(_ tzid: String, _ database: Database) -> (any ZoneRules)? {
        // Most identifiers are names of the database.
        if let rules = database(tzid) { return rules }
        for name in zoneNames(for: tzid) {
            if name == "UTC" { return TimeZoneRules.utc }
            if let rules = database(name) ?? FixedOffset(tzid: name) as (any ZoneRules)? { return rules }
        }
        return nil
    }
}

extension Component {
    /// Adds the TZIDs that a time of this component, or of one inside it, needs.
    fileprivate func collectNeededZones(into names: inout Set<String>) {
        for property in properties where property.isInZone {
            if let tzid = property.parameter("TZID") { names.insert(tzid) }
        }
        for component in components { component.collectNeededZones(into: &names) }
    }
}

/// The TZIDs that were looked up and are unknown; all copies of a resolver share them.
private final class UnknownZones: Sendable {
    private let names = Mutex<Set<String>>([])

    func contains(_ tzid: String) -> Bool { names.withLock { $0.contains(tzid) } }

    func insert(_ tzid: String) { names.withLock { _ = $0.insert(tzid) } }
}
