// Typed access to the values of properties. Each throws a `Problem` that names the property and its line.

extension Property {
    /// A single TEXT, its escapes undone.
    public func text(_ reading: Reading = .lenient) throws(Problem) -> String {
        try value { value throws(Irregularity) in try unescapedText(value, reading) }
    }

    /// What a person would look for: TEXT, and what nobody knows the type of, with its escapes undone.
    var unescapedValue: String {
        guard valueType ?? .text == .text, value.utf8.contains(backslash) else { return value }
        do throws(Irregularity) {
            return try unescapedText(value)
        } catch {
            return value
        }
    }

    /// A list of TEXT, as in CATEGORIES and RESOURCES.
    public func texts(_ reading: Reading = .lenient) throws(Problem) -> [String] {
        try value { value throws(Irregularity) in try unescapedTexts(value, reading) }
    }

    /// The parts of a structured TEXT, as of REQUEST-STATUS, between its semicolons.
    public func textParts(_ reading: Reading = .lenient) throws(Problem) -> [String] {
        try value { value throws(Irregularity) in try unescapedTexts(value, separator: ";", reading) }
    }

    /// A DURATION.
    public func duration(_ reading: Reading = .lenient) throws(Problem) -> NominalDuration {
        try value { value throws(Irregularity) in try NominalDuration(value, reading: reading) }
    }

    /// A list of PERIOD, as in FREEBUSY.
    public func periods(_ reading: Reading = .lenient) throws(Problem) -> [Period] {
        let tzid = parameter("TZID")
        return try list(reading) { item throws(Irregularity) in try Period(item, tzid: tzid, reading: reading) }
    }

    public func utcOffset(_ reading: Reading = .lenient) throws(Problem) -> UTCOffset {
        try value { value throws(Irregularity) in try UTCOffset(value, reading: reading) }
    }

    public func integer(_ reading: Reading = .lenient) throws(Problem) -> Int {
        try value { value throws(Irregularity) in try ICalendar.integer(value, reading) }
    }

    public func float(_ reading: Reading = .lenient) throws(Problem) -> Double {
        try value { value throws(Irregularity) in try ICalendar.float(value, reading) }
    }

    /// A list of DURATION. Only a VALUE parameter makes a value one, as with the two that follow.
    func durations(_ reading: Reading = .lenient) throws(Problem) -> [NominalDuration] {
        try list(reading) { item throws(Irregularity) in try NominalDuration(item, reading: reading) }
    }

    func integers(_ reading: Reading = .lenient) throws(Problem) -> [Int] {
        try list(reading) { item throws(Irregularity) in try ICalendar.integer(item, reading) }
    }

    func floats(_ reading: Reading = .lenient) throws(Problem) -> [Double] {
        try list(reading) { item throws(Irregularity) in try ICalendar.float(item, reading) }
    }

    public func boolean(_ reading: Reading = .lenient) throws(Problem) -> Bool {
        try value { value throws(Irregularity) in try ICalendar.boolean(value, reading) }
    }

    /// A list of TIME. Only a VALUE parameter makes a value one.
    public func timesOfDay() throws(Problem) -> [TimeOfDay] {
        try list(.strict) { item throws(Irregularity) in try TimeOfDay(item) }
    }

    public func geo(_ reading: Reading = .lenient) throws(Problem) -> Geo {
        try value { value throws(Irregularity) in try Geo(value, reading: reading) }
    }

    /// The octets of a BINARY, as in an attachment that the object itself holds.
    public func binary(_ reading: Reading = .lenient) throws(Problem) -> [UInt8] {
        try value { value throws(Irregularity) in try ICalendar.binary(value, reading) }
    }

    private func list<Value>(
        _ reading: Reading, _ read: (Substring) throws(Irregularity) -> Value
    ) throws(Problem) -> [Value] {
        try value { value throws(Irregularity) in
            var values: [Value] = []
            for item in ListItems(value, reading) { values.append(try read(item)) }
            return values
        }
    }

    private func value<Value>(_ read: (String) throws(Irregularity) -> Value) throws(Problem) -> Value {
        do throws(Irregularity) {
            return try read(value)
        } catch {
            throw Problem(error, line: line, name: name)
        }
    }
}
