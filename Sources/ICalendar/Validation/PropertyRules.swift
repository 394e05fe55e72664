// The demands of the standards on a property, beyond the grammar of its value: parameters, UTC, zones,
// ranges, words.

extension Property {
    /// Returns the problems of the property in a component of this name. ValueCheck.swift checks the value
    /// itself.
    func ruleProblems(in component: String) -> [Problem] {
        var reasons = parameterIrregularities
        if mustBeInUTC(in: component), !isInUTC { reasons.append(.notInUTC) }
        if let range = Self.ranges[name], let number = try? integer(), !range.contains(number) {
            reasons.append(.outOfRange)
        }
        if isLength, let duration = try? duration(), duration.isNegative { reasons.append(.negativeDuration) }
        if let words = Self.words(name, in: component), !isBlank,
           !words.contains(upperCased(value.utf8.filter { !isSpace($0) })) {
            reasons.append(.unknownWord)
        }
        if valueTypeHere == .uri || valueTypeHere == .calendarAddress, !isBlank, !isURI { reasons.append(.looseURI) }
        return reasons.map { Problem($0, line: line, name: name) }
    }

    /// True if the zone of its TZID is needed. It is not needed for days and moments in UTC (§3.2.19), nor
    /// without a value.
    var isInZone: Bool {
        guard let tzid = parameter("TZID"), !tzid.isEmpty else { return false }
        // A value that cannot be read may be a time in it.
        return times?.contains { if case .zoned = $0 { true } else { false } } ?? true
    }

    /// True if one of its values is a time without a zone.
    var isFloating: Bool {
        guard [.dateTime, .period].contains(valueTypeHere) else { return false }
        return times?.contains(where: \.isFloating) ?? false
    }

    /// True if the value is empty or white space only.
    var isBlank: Bool { value.utf8.allSatisfy(isSpace) }

    /// True if the value begins with a scheme (RFC 3986 §3.1) and has no white space. The rest depends on the
    /// scheme.
    private var isURI: Bool {
        let octets = value.utf8
        guard let colon = octets.firstIndex(of: colon), let first = octets.first, first | 0b0010_0000 >= UInt8(ascii: "a"),
              isNameOctet(first), !octets.contains(where: isSpace)
        else { return false }
        return octets[..<colon].allSatisfy { isNameOctet($0) || $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: ".") }
    }

    private var parameterIrregularities: [Irregularity] {
        var reasons: [Irregularity] = []
        for (index, parameter) in parameters.enumerated()
        where parameters[..<index].contains(where: { $0.name == parameter.name }) {
            reasons.append(.repeatedParameter(parameter.name))
        }
        let type = valueType
        if let type, parameter("VALUE") != nil, type != valueTypeHere { reasons.append(.unexpectedType) }
        // §3.2.7: VALUE=BINARY and ENCODING=BASE64 require each other.
        if type == .binary, !isEncoded { reasons.append(.missingParameter("ENCODING")) }
        if isEncoded, type != .binary { reasons.append(.missingParameter("VALUE")) }
        if PropertyType.untyped.contains(name) || impliedType != nil, parameter("VALUE") == nil, !isEncoded {
            reasons.append(.missingParameter("VALUE"))
        }
        return reasons
    }

    /// The values, of periods their starts; nil if they cannot be read.
    private var times: [DateOrTime]? {
        valueTypeHere == .period ? (try? periods())?.map(\.start) : try? datesOrTimes()
    }

    private func mustBeInUTC(in component: String) -> Bool {
        switch name {
        case "ACKNOWLEDGED", "COMPLETED", "CREATED", "DTSTAMP", "FREEBUSY", "LAST-MODIFIED", "TZUNTIL": true
        case "TRIGGER": valueTypeHere == .dateTime
        case "DTSTART", "DTEND": component == "VFREEBUSY"
        default: false
        }
    }

    /// True if every time is in UTC. True also if no time can be read, which is another problem.
    private var isInUTC: Bool {
        times?.allSatisfy { time in
            switch time {
            case .floating, .zoned: false
            case .date, .utc: true
            }
        } ?? true
    }

    /// True for a duration that must be positive (§3.8.2.5, RFC 7986 §5.7). A TRIGGER may be negative.
    private var isLength: Bool { name == "DURATION" || name == "REFRESH-INTERVAL" }

    private static let ranges = [
        "PRIORITY": 0...9, "PERCENT-COMPLETE": 0...100, "SEQUENCE": 0...Int(Int32.max), "REPEAT": 0...Int(Int32.max),
    ]

    /// Returns the allowed words; nil if programs may write their own.
    private static func words(_ name: String, in component: String) -> Set<String>? {
        switch (name, component) {
        case ("VERSION", "VCALENDAR"): ["2.0"]
        case ("CALSCALE", "VCALENDAR"): ["GREGORIAN"]
        case ("TRANSP", _): ["OPAQUE", "TRANSPARENT"]
        case ("STATUS", "VEVENT"): ["TENTATIVE", "CONFIRMED", "CANCELLED"]
        case ("STATUS", "VTODO"): ["NEEDS-ACTION", "COMPLETED", "IN-PROCESS", "CANCELLED"]
        case ("STATUS", "VJOURNAL"): ["DRAFT", "FINAL", "CANCELLED"]
        default: nil
        }
    }
}

extension Property {
    /// The type by which the value is read: from VALUE if the property allows that type, else from its name.
    /// Nil if no standard here defines it.
    var valueTypeHere: ValueType? {
        guard let declared = valueType, let standard = PropertyType.of(name) else { return valueType }
        if let impliedType { return impliedType }
        return standard.value == declared || standard.alternatives.contains(declared) ? declared : standard.value
    }

    private var isEncoded: Bool { parameter("ENCODING").map { upperCased($0.utf8) } == "BASE64" }

    /// The type that a value without VALUE shows by its form.
    private var impliedType: ValueType? {
        guard parameter("VALUE") == nil else { return nil }
        switch name {
        case "TRIGGER": return value.utf8.first { !isSpace($0) }.flatMap(decimalDigit) != nil ? .dateTime : nil
        case "ATTACH", "IMAGE": return isEncoded ? .binary : nil
        case "RDATE": return value.utf8.contains(UInt8(ascii: "/")) ? .period : nil
        default: return nil
        }
    }
}
