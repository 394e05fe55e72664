// Dates and times of properties: DTSTART, DUE, RECURRENCE-ID, EXDATE, TRIGGER…

extension Property {
    /// Reads the value as a DATE or DATE-TIME, with the zone of its TZID parameter.
    public func dateOrTime(_ reading: Reading = .lenient) throws(Problem) -> DateOrTime {
        try dateOrTime(value, reading)
    }

    /// Reads the comma-separated values of EXDATE, or of RDATE without periods.
    public func datesOrTimes(_ reading: Reading = .lenient) throws(Problem) -> [DateOrTime] {
        var dates: [DateOrTime] = []
        for item in ListItems(value, reading) {
            dates.append(try dateOrTime(item, reading))
        }
        return dates
    }

    private func dateOrTime(_ text: some StringProtocol, _ reading: Reading) throws(Problem) -> DateOrTime {
        do throws(Irregularity) {
            return try DateOrTime(text, type: declaredDateType, tzid: parameter("TZID"), reading: reading)
        } catch {
            throw Problem(error, line: line, name: name)
        }
    }

    /// The type of the property's dates: DATE-TIME unless VALUE says DATE (RFC 5545 §3.8.2).
    private var declaredDateType: ValueType {
        keyword("VALUE") == ValueType.date.rawValue ? .date : .dateTime
    }

    /// Replaces the value, with the VALUE and TZID parameters that it needs.
    public mutating func set(_ date: DateOrTime) {
        value = date.text
        setParameter("VALUE", date.isDate ? ValueType.date.rawValue : nil)
        if case .zoned(_, let tzid) = date {
            setParameter("TZID", tzid)
        } else {
            setParameter("TZID", nil)
        }
    }

    /// Makes a property of one date or time.
    public init(_ name: String, _ date: DateOrTime) {
        self.init(name, value: "")
        set(date)
    }
}
