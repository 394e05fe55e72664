import CivilTime

extension DateOrTime {
    /// Reads a DATE or DATE-TIME (RFC 5545 §3.3.4, §3.3.5).
    ///
    /// - Parameters:
    ///   - text: as in `20261121` or `20261121T120000Z`.
    ///   - type: `.date` or `.dateTime`, from the VALUE parameter or from the property; nil if both are
    ///     allowed.
    ///   - tzid: the TZID parameter.
    public init(
        _ text: some StringProtocol, type: ValueType? = nil, tzid: String? = nil, reading: Reading = .lenient
    ) throws(Irregularity) {
        let expected: ValueType = type == .date ? .date : .dateTime
        let written = try WrittenDate(text, expected, reading)
        guard let time = written.time else {
            if type == .dateTime, reading == .strict { throw .dateWithoutValueParameter }
            if tzid != nil, reading == .strict { throw .zoneBesideDate }
            self = .date(written.date)
            return
        }
        if type == .date {
            if reading == .strict { throw .timeDeclaredAsDate }
            self = .date(written.date)
            return
        }
        guard let local = LocalDateTime(date: written.date, hour: time.hour, minute: time.minute, second: time.second)
        else { throw .malformed(.dateTime) }
        if time.isUTC {
            if tzid != nil, reading == .strict { throw .zoneBesideUTC }
            self = .utc(Instant(secondsSince1970: local.wallSeconds))
        } else if let tzid {
            if tzid.isEmpty, reading == .strict { throw .emptyZone }
            self = tzid.isEmpty ? .floating(local) : .zoned(local, tzid: tzid)
        } else {
            self = .floating(local)
        }
    }

    /// The text: `20261121`, `20261121T120000` or `20261121T120000Z`. The zone belongs to the TZID parameter.
    public var text: String {
        switch self {
        case .date(let date): date.basic
        case .floating(let local), .zoned(let local, _): local.basic
        case .utc(let instant): LocalDateTime(wallSeconds: instant.secondsSince1970).basic + "Z"
        }
    }
}

/// The digits of a date, and of a time if there is one, before they are interpreted.
private struct WrittenDate {
    var date: LocalDate
    var time: (hour: Int, minute: Int, second: Int, isUTC: Bool)?

    init(_ text: some StringProtocol, _ expected: ValueType, _ reading: Reading) throws(Irregularity) {
        var cursor = Cursor(text)
        if cursor.skipSpace(), reading == .strict { throw .spaceAroundValue }
        guard let year = cursor.number(digits: 4) else { throw .malformed(expected) }
        if try cursor.skipSign(UInt8(ascii: "-"), reading), cursor.isAtEnd { throw .malformed(expected) }
        guard let month = cursor.number(digits: 2) else { throw .malformed(expected) }
        _ = try cursor.skipSign(UInt8(ascii: "-"), reading)
        guard let day = cursor.number(digits: 2), let date = LocalDate(year: year, month: month, day: day)
        else { throw .malformed(expected) }
        self.date = date
        if cursor.skip(letter: UInt8(ascii: "T")) {
            try readTime(&cursor, reading)
        }
        if cursor.skipSpace(), reading == .strict { throw .spaceAroundValue }
        guard cursor.isAtEnd else { throw .malformed(expected) }
    }

    private mutating func readTime(_ cursor: inout Cursor, _ reading: Reading) throws(Irregularity) {
        guard var hour = cursor.number(digits: 2) else { throw .malformed(.dateTime) }
        _ = try cursor.skipSign(UInt8(ascii: ":"), reading)
        guard let minute = cursor.number(digits: 2) else { throw .malformed(.dateTime) }
        _ = try cursor.skipSign(UInt8(ascii: ":"), reading)
        var second = cursor.number(digits: 2)
        if second == nil, reading == .strict { throw .missingSeconds }
        if second != nil, cursor.skip(UInt8(ascii: ".")) || cursor.skip(UInt8(ascii: ",")) {
            if reading == .strict { throw .fractionOfSecond }
            guard cursor.skipDigits() else { throw .malformed(.dateTime) }
        }
        // Clocks without leap seconds show the second before (§3.3.12).
        if second == 60 { second = 59 }
        if hour == 24, minute == 0, second ?? 0 == 0 {
            if reading == .strict { throw .hour24 }
            hour = 0
            date = date + 1
        }
        time = (hour, minute, second ?? 0, cursor.skip(letter: UInt8(ascii: "Z")))
    }
}

extension Cursor {
    fileprivate mutating func skipSign(_ sign: UInt8, _ reading: Reading) throws(Irregularity) -> Bool {
        let isThere = skip(sign)
        if isThere, reading == .strict { throw .punctuatedDate }
        return isThere
    }
}

extension LocalDate {
    /// The text `20261121`. The standard has four digits for the year; other years become the nearest date
    /// that can be written.
    var basic: String {
        let (year, month, day) = components
        if year < 0 { return "00000101" }
        if year > 9_999 { return "99991231" }
        return digits(year, 4) + digits(month, 2) + digits(day, 2)
    }
}

extension LocalDateTime {
    /// The text `20261121T120000`. Other years than 0 to 9999 become the first or last second that can be
    /// written.
    var basic: String {
        let year = date.year
        if year < 0 { return "00000101T000000" }
        if year > 9_999 { return "99991231T235959" }
        return "\(date.basic)T\(digits(hour, 2))\(digits(minute, 2))\(digits(second, 2))"
    }
}

/// Returns the number with zeros in front, to at least `width` digits.
func digits(_ number: Int, _ width: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, width - text.utf8.count)) + text
}
