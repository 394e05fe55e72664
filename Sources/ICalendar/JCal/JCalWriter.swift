extension Property {
    /// The property as jCal, as in `["dtstart", {"tzid": "Asia/Riyadh"}, "date-time", "2026-11-21T12:00:00"]`
    /// (RFC 7265 §3.4).
    var jCal: JSONValue {
        let (type, values) = jCalValues
        // The type stands for VALUE.
        var names: Set<String> = ["value"], members: [JSONValue.Member] = []
        for parameter in parameters {
            let name = lowerCased(parameter.name), values = parameter.values.map(JSONValue.string)
            guard names.insert(name).inserted else { continue }
            members.append(JSONValue.Member(name, values.count == 1 ? values[0] : .array(values)))
        }
        return .array([.string(lowerCased(name)), .object(members), .string(type)] + values)
    }

    private var jCalValues: (type: String, values: [JSONValue]) {
        // RFC 7265 §5.1: an unknown type keeps its name, unless it is `unknown`.
        if valueType == nil, let declared = parameter("VALUE").map(lowerCased), isName(declared), declared != "unknown" {
            return (declared, [.string(value)])
        }
        for case let type? in [valueType, PropertyType.of(name)?.value] {
            if let values = jCalValues(type) { return values }
        }
        return ("unknown", [.string(value)])
    }

    /// Returns the values as JSON; nil if they do not match the type.
    private func jCalValues(_ type: ValueType) -> (type: String, values: [JSONValue])? {
        let isStructured = PropertyType.of(name)?.isStructured == true
        let isList = mayHaveList(of: type)
        guard let values = try? isStructured ? [structure(type)] : items(type, isList: isList), !values.isEmpty
        else { return nil }
        // `DTSTART:20261121` is a day, whatever its type says. Days and times together have no type.
        let days = type == .dateTime ? values.count { $0.isDay } : 0
        guard days == 0 || days == values.count else { return nil }
        return (days > 0 ? "date" : lowerCased(type.rawValue), values)
    }

    private func items(_ type: ValueType, isList: Bool) throws(Problem) -> [JSONValue] {
        switch type {
        case .text: return isList ? try texts().map(JSONValue.string) : [.string(try text())]
        case .date, .dateTime: return try (isList ? datesOrTimes() : [dateOrTime()]).map { .string($0.extendedText) }
        case .period: return try periods().map(\.jCal)
        case .integer: return try (isList ? integers() : [integer()]).map { .number(String($0)) }
        case .float: return try (isList ? floats() : [float()]).map { .number(floatText($0)) }
        case .boolean: return [.boolean(try boolean())]
        case .utcOffset: return [.string(try utcOffset().extendedText)]
        case .duration: return try (isList ? durations() : [duration()]).map { .string($0.text) }
        case .recurrence: return [try recurrenceRule().jCal]
        case .time: return try timesOfDay().map { .string($0.extendedText) }
        case .binary, .calendarAddress, .uri: return [.string(value)]
        }
    }

    private func structure(_ type: ValueType) throws(Problem) -> JSONValue {
        if type == .float {
            let geo = try self.geo()
            return .array([.number(floatText(geo.latitude)), .number(floatText(geo.longitude))])
        }
        guard type == .text else { throw Problem(.unexpectedType, line: line, name: name) }
        return .array(try textParts().map(JSONValue.string))
    }

    private func recurrenceRule() throws(Problem) -> RecurrenceRule {
        do throws(RecurrenceRuleError) {
            return try RecurrenceRule(value)
        } catch {
            throw Problem(.invalidRule(error), line: line, name: name)
        }
    }
}

extension JSONValue {
    /// True if a DATE or DATE-TIME is a day, as `2026-11-21`.
    fileprivate var isDay: Bool {
        if case .string(let text) = self { text.utf8.count == 10 } else { false }
    }
}

extension RecurrenceRule {
    /// The rule as jCal, as in `{"freq": "YEARLY", "bymonth": 10, "byday": ["-1SU", "2MO"]}` (RFC 7265
    /// §3.6.10).
    fileprivate var jCal: JSONValue {
        let parts = text.split(separator: ";").map { part -> JSONValue.Member in
            let halves = part.split(separator: "=", maxSplits: 1).map(String.init)
            let name = halves[0].lowercased(), written = halves.count > 1 ? halves[1] : ""
            if name == "until", let until { return JSONValue.Member(name, .string(until.extendedText)) }
            let items = written.split(separator: ",").map { item -> JSONValue in
                Int(item).map { .number(String($0)) } ?? .string(String(item))
            }
            return JSONValue.Member(name, items.count == 1 ? items[0] : .array(items))
        }
        return .object(parts)
    }
}

extension Period {
    fileprivate var jCal: JSONValue {
        switch end {
        case .time(let time): .array([.string(start.extendedText), .string(time.extendedText)])
        case .duration(let duration): .array([.string(start.extendedText), .string(duration.text)])
        }
    }
}

extension DateOrTime {
    /// The text of jCal, as in `2026-11-21` or `2026-11-21T12:00:00Z`, with the signs that iCalendar leaves
    /// out.
    var extendedText: String {
        let signs = isDate ? [(6, dash), (4, dash)] : [(13, colon), (11, colon), (6, dash), (4, dash)]
        return inserting(signs, into: text)
    }
}

extension UTCOffset {
    /// The text of jCal, as in `+03:00`.
    fileprivate var extendedText: String {
        let hasSeconds = text.utf8.count == 7
        return inserting(hasSeconds ? [(5, colon), (3, colon)] : [(3, colon)], into: text)
    }
}

/// Inserts signs into a text.
///
/// - Parameter signs: each sign with the position of the octet behind it, the last one first.
private func inserting(_ signs: [(place: Int, sign: UInt8)], into text: String) -> String {
    var octets = Array(text.utf8)
    for (place, sign) in signs { octets.insert(sign, at: place) }
    return String(decoding: octets, as: UTF8.self)
}

private let dash = UInt8(ascii: "-")
