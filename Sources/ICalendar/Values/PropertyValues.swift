// The values of properties by their types. Each function throws a `Problem` with the property's name and
// line.

extension Property {
    /// Reads one TEXT, without its escapes.
    public func text(_ reading: Reading = .lenient) throws(Problem) -> String {
        try value { value throws(Irregularity) in try unescapedText(value, reading) }
    }

    /// The value as a person would search for it: TEXT, and values of unknown type, without their escapes.
    var unescapedValue: String {
        guard valueType ?? .text == .text, value.utf8.contains(backslash) else { return value }
        do throws(Irregularity) {
            return try unescapedText(value)
        } catch {
            return value
        }
    }

    /// Reads a list of TEXT, as in CATEGORIES and RESOURCES.
    public func texts(_ reading: Reading = .lenient) throws(Problem) -> [String] {
        try value { value throws(Irregularity) in try unescapedTexts(value, reading) }
    }

    /// Reads the parts of a structured TEXT between its semicolons, as in REQUEST-STATUS.
    public func textParts(_ reading: Reading = .lenient) throws(Problem) -> [String] {
        try value { value throws(Irregularity) in try unescapedTexts(value, separator: ";", reading) }
    }

    /// Reads a DURATION.
    public func duration(_ reading: Reading = .lenient) throws(Problem) -> NominalDuration {
        try value { value throws(Irregularity) in try NominalDuration(value, reading: reading) }
    }

    /// Reads a list of PERIOD, as in FREEBUSY.
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

    /// Reads a list of DURATION. Only a VALUE parameter gives this type, as for the next two.
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

    /// Reads a list of TIME. Only a VALUE parameter gives this type.
    public func timesOfDay() throws(Problem) -> [TimeOfDay] {
        try list(.strict) { item throws(Irregularity) in try TimeOfDay(item) }
    }

    public func geo(_ reading: Reading = .lenient) throws(Problem) -> Geo {
        try value { value throws(Irregularity) in try Geo(value, reading: reading) }
    }

    /// Reads a BINARY, as in an attachment that is part of the object.
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
