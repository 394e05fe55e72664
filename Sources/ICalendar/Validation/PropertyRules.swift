// What the standards want of a property beyond its value's own grammar: parameters, UTC, zones, ranges, words.

extension Property {
    /// What is wrong with the property in a component of this name; the value itself is looked at elsewhere.
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

    /// Whether the zone of its TZID is asked for: not for days and for moments in UTC (§3.2.19), nor where
    /// there is no value.
    var isInZone: Bool {
        guard let tzid = parameter("TZID"), !tzid.isEmpty else { return false }
        // What cannot be read may mean a time in it.
        return times?.contains { if case .zoned = $0 { true } else { false } } ?? true
    }

    /// Returns true if one of its values is a time without a zone.
    var isFloating: Bool {
        guard [.dateTime, .period].contains(valueTypeHere) else { return false }
        return times?.contains(where: \.isFloating) ?? false
    }

    /// Nothing but white space.
    var isBlank: Bool { value.utf8.allSatisfy(isSpace) }

    /// As far as RFC 3986 §3.1 has a scheme in front; what stands behind it is the scheme's own affair.
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
        // §3.2.7: each of the two wants the other.
        if type == .binary, !isEncoded { reasons.append(.missingParameter("ENCODING")) }
        if isEncoded, type != .binary { reasons.append(.missingParameter("VALUE")) }
        if PropertyType.untyped.contains(name) || impliedType != nil, parameter("VALUE") == nil, !isEncoded {
            reasons.append(.missingParameter("VALUE"))
        }
        return reasons
    }

    /// The starts where they are periods; nil where they cannot be read.
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

    /// Also where there is no time that can be read: that is another problem.
    private var isInUTC: Bool {
        times?.allSatisfy { time in
            switch time {
            case .floating, .zoned: false
            case .date, .utc: true
            }
        } ?? true
    }

    /// §3.8.2.5, RFC 7986 §5.7: a positive duration; a TRIGGER may be before what it is about.
    private var isLength: Bool { name == "DURATION" || name == "REFRESH-INTERVAL" }

    private static let ranges = [
        "PRIORITY": 0...9, "PERCENT-COMPLETE": 0...100, "SEQUENCE": 0...Int(Int32.max), "REPEAT": 0...Int(Int32.max),
    ]

    /// Nil where any word may stand, because programs may have their own.
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
    /// The type by which the value is read: what VALUE says where the property can be that, else what its
    /// name means; nil for what no standard here knows.
    var valueTypeHere: ValueType? {
        guard let declared = valueType, let standard = PropertyType.of(name) else { return valueType }
        if let impliedType { return impliedType }
        return standard.value == declared || standard.alternatives.contains(declared) ? declared : standard.value
    }

    private var isEncoded: Bool { parameter("ENCODING").map { upperCased($0.utf8) } == "BASE64" }

    /// The type that a value without VALUE shows by itself, since no other looks like it.
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
