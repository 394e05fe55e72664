import CivilTime

/// Rules of clocks that never change, from identifiers that contain only their offset from UTC.
struct FixedOffset: ZoneRules {
    /// Seconds east of UTC.
    let seconds: Int

    /// Reads `UTC+3`, `GMT+03:00`, `(UTC+03:00)`, `GMT-0500`, `(GMT +01:00)`, `+0300`, `+03:00`, and `Etc/GMT-3`, whose
    /// sign is reversed (POSIX). Nil if the identifier is anything else, as a place.
    init?(tzid: String) {
        var cursor = Cursor(tzid)
        let isInParentheses = cursor.skip(UInt8(ascii: "("))
        let rest = tzid.dropFirst(isInParentheses ? 1 : 0)
        guard let prefix = ["UTC", "GMT", "Etc/GMT", ""].first(where: rest.hasPrefix) else { return nil }
        for letter in prefix.utf8 { _ = cursor.skip(letter) }
        // `zoneNames` has replaced blanks, as in `(GMT_+01:00)`.
        _ = cursor.skip(UInt8(ascii: "_")) || cursor.skip(blank)
        let isWest = cursor.skip(UInt8(ascii: "-"))
        guard isWest || cursor.skip(UInt8(ascii: "+")) else { return nil }
        // A sign alone is an offset only with all its digits.
        guard let hours = cursor.number(digits: 2) ?? (prefix.isEmpty ? nil : cursor.number(digits: 1))
        else { return nil }
        _ = cursor.skip(colon) || cursor.skip(UInt8(ascii: "."))
        let written = cursor.number(digits: 2), minutes = written ?? 0
        if prefix.isEmpty, written == nil || isInParentheses { return nil }
        if isInParentheses, !cursor.skip(UInt8(ascii: ")")) { return nil }
        guard cursor.isAtEnd, hours <= 18, minutes < 60 else { return nil }
        seconds = (isWest == (prefix == "Etc/GMT") ? 1 : -1) * (hours * 3_600 + minutes * 60)
    }

    func offset(at instant: Instant) -> Int { seconds }

    func instant(of local: LocalDateTime) -> Instant {
        Instant(secondsSince1970: local.wallSeconds - Int64(seconds))
    }
}
