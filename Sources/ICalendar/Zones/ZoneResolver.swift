public import CivilTime

/// Finds the rules of a TZID (RFC 5545 §3.2.19), and of floating times.
///
/// A TZID is looked up in the zone database first, under its own name and under the names of
/// `zoneNames(for:)`. Then the VTIMEZONE of the object itself is used. The database comes first because it is
/// up to date; the VTIMEZONEs in calendars are often old.
///
/// A floating time is read by the reader's clocks, or by those of the zone that the calendar names in
/// X-WR-TIMEZONE. The exports of large services write the times of their calendars so, without a TZID.
///
/// Make one for each calendar object, and pass it to everything that reads the object.
public struct ZoneResolver: Sendable {
    /// Returns the rules of an IANA zone by its name; nil if the database does not have it.
    public typealias Database = @Sendable (_ name: String) -> TimeZoneRules?

    private let database: Database
    /// The zones of the object's VTIMEZONEs; the rules are the database's if it has the zone.
    private let own: [String: any ZoneRules]
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
        self.database = database
        var own: [String: any ZoneRules] = [:]
        var problems: [Problem] = []
        var budget = ObservedZone.budget
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
                own[tzid] = try ObservedZone(component, &budget)
            } catch {
                problems.append(error)
            }
        }
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
        if let rules = own[tzid] ?? Self.known(tzid, database) { return rules }
        throw .unknownZone
    }

    func knows(_ tzid: String) -> Bool {
        do throws(Irregularity) {
            _ = try rules(tzid: tzid)
            return true
        } catch {
            return false
        }
    }

    /// Returns the moment of a date or time.
    ///
    /// - Parameter floating: the reader's zone: a day begins there, and a floating time is its clocks' time
    ///   unless the calendar names a zone.
    /// - Throws: `.unknownZone` as `rules(tzid:)` does.
    public func instant(of value: DateOrTime, floating: any ZoneRules) throws(Irregularity) -> Instant {
        switch value {
        case .date(let date): floating.instant(of: .midnight(date))
        case .floating(let local): (floatingRules ?? floating).instant(of: local)
        case .utc(let instant): instant
        case .zoned(let local, let tzid): try rules(tzid: tzid).instant(of: local)
        }
    }

    /// Returns the moment of a date or time; nil if its zone is unknown.
    func knownInstant(of value: DateOrTime, floating: any ZoneRules) -> Instant? {
        do throws(Irregularity) {
            return try instant(of: value, floating: floating)
        } catch {
            return nil
        }
    }

    /// Returns the exact seconds between two values. The difference on the wall clock is used if one value is
    /// at no moment, or its zone is unknown.
    func seconds(from start: DateOrTime, to end: DateOrTime) -> Int64 {
        let onTheWall = end.local.wallSeconds - start.local.wallSeconds
        guard isMoment(end) else { return onTheWall }
        do throws(Irregularity) {
            let utc = TimeZoneRules.utc
            let first = try instant(of: start, floating: utc), last = try instant(of: end, floating: utc)
            return last.secondsSince1970 - first.secondsSince1970
        } catch {
            return onTheWall
        }
    }

    /// Returns an end in the form that fits its start. It takes the start's form if one of the two is a day
    /// and the other is a time, or if one of them is at no moment (RFC 5545 §3.8.2.2 allows neither).
    func end(_ end: DateOrTime, of start: DateOrTime) -> DateOrTime {
        end.isDate == start.isDate && isMoment(end) == isMoment(start) ? end : start.at(end.local)
    }

    /// Returns false for a day, and for a floating time of a calendar that names no zone.
    func isMoment(_ value: DateOrTime) -> Bool {
        switch value {
        case .date: false
        case .floating: floatingRules != nil
        case .utc, .zoned: true
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
