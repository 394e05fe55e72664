import HTTP
public import ICalendar
import Text

/// The check of an object that a client stores (RFC 4791 §4.1, §5.3.2.1).
public struct ObjectCheck: Sendable {
    /// The limits of the collection.
    public let rules: StorageRules
    /// The collection's zone, for days and floating times.
    public let floating: any ZoneRules
    public let database: ZoneResolver.Database
    /// The zones of all objects that are checked together.
    private let evaluated: EvaluatedZones

    public init(
        _ rules: StorageRules, floating: any ZoneRules, database: @escaping ZoneResolver.Database,
        evaluated: EvaluatedZones = EvaluatedZones()
    ) {
        self.rules = rules
        self.floating = floating
        self.database = database
        self.evaluated = evaluated
    }

    /// Checks an object.
    ///
    /// - Parameter budget: the work to find its times and the rules of its zones.
    /// - Throws: the first defect.
    public func check(
        _ octets: [UInt8], _ format: CalendarFormat = .iCalendar, budget: inout WorkBudget
    ) throws(ObjectDefect) -> CheckedObject {
        if let most = rules.octets, octets.count > most { throw .tooLarge }
        let stream = try format == .jCal ? readJCal(octets) : readText(octets)
        var zones = ZoneResolver(database: database)
        let object = try CalendarObject(stream) { calendar in
            zones = ZoneResolver(calendar, database: database, evaluated: evaluated, budget: &budget)
            return zones
        }
        let stored = format == .jCal ? stream.octets : octets
        try object.check(rules, octets: stored.count, zones: zones, floating: floating, budget: &budget)
        return CheckedObject(
            octets: stored, isAsSent: format == .iCalendar, object: object,
            facts: ObjectFacts(object, zones: zones, budget: &budget))
    }
}

extension CalendarFormat {
    /// Reads the format of the body of a request.
    ///
    /// - Parameter contentType: the header `Content-Type`. Without it, the body is taken for text/calendar.
    /// - Throws: `supported-calendar-data` for another format, or another encoding than UTF-8.
    public init(ofBody contentType: String?) throws(DAVError) {
        let parts = (contentType ?? "text/calendar").split(separator: ";").map { $0.trimmed().lowercased() }
        let charset = parts.dropFirst().first { $0.hasPrefix("charset=") }?.dropFirst(8).filter { $0 != "\"" }
        guard let name = parts.first, let format = CalendarFormat(rawValue: name),
              charset.map({ ["utf-8", "utf8", "us-ascii"].contains($0) }) ?? true
        else { throw DAVError(.supportedCalendarData, "an object is iCalendar in UTF-8, or jCal") }
        self = format
    }
}

/// An object that may be stored.
public struct CheckedObject: Sendable {
    /// The octets to store.
    public let octets: [UInt8]
    /// False if they are not those of the request, as for jCal. The answer has no entity tag then (§5.3.4).
    public let isAsSent: Bool
    public let object: CalendarObject
    public let facts: ObjectFacts
}

private func readText(_ octets: [UInt8]) throws(ObjectDefect) -> CalendarStream {
    // U+FFFE and U+FFFF, which the XML of a report cannot hold.
    for index in octets.indices.dropLast(2)
    where octets[index] == 0xEF && octets[index + 1] == 0xBF && octets[index + 2] >= 0xBE {
        throw .notPlainText(Problem(.controlCharacter))
    }
    do throws(Problem) {
        return try CalendarStream(octets)
    } catch {
        throw .invalid(error)
    }
}

private func readJCal(_ octets: [UInt8]) throws(ObjectDefect) -> CalendarStream {
    let calendar: Component
    do throws(JCalError) {
        calendar = try Component(jCal: octets)
    } catch {
        throw .notOneCalendar
    }
    return try readText(CalendarStream([calendar]).octets)
}
