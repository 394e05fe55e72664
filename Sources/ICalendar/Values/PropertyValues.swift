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
        return try value { value throws(Irregularity) in
            var periods: [Period] = []
            for item in ListItems(value, reading) {
                periods.append(try Period(item, tzid: tzid, reading: reading))
            }
            return periods
        }
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

    public func boolean(_ reading: Reading = .lenient) throws(Problem) -> Bool {
        try value { value throws(Irregularity) in try ICalendar.boolean(value, reading) }
    }

    /// A list of TIME. Only a VALUE parameter makes a value one.
    public func timesOfDay() throws(Problem) -> [TimeOfDay] {
        try value { value throws(Irregularity) in
            var times: [TimeOfDay] = []
            for item in ListItems(value, .strict) { times.append(try TimeOfDay(item)) }
            return times
        }
    }

    public func geo(_ reading: Reading = .lenient) throws(Problem) -> Geo {
        try value { value throws(Irregularity) in try Geo(value, reading: reading) }
    }

    /// The octets of a BINARY, as in an attachment that the object itself holds.
    public func binary(_ reading: Reading = .lenient) throws(Problem) -> [UInt8] {
        try value { value throws(Irregularity) in try ICalendar.binary(value, reading) }
    }

    private func value<Value>(_ read: (String) throws(Irregularity) -> Value) throws(Problem) -> Value {
        do throws(Irregularity) {
            return try read(value)
        } catch {
            throw Problem(error, line: line, name: name)
        }
    }
}
