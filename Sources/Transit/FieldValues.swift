internal import CivilTime

typealias Field = UnsafeBufferPointer<UInt8>

extension UnsafeBufferPointer<UInt8> {
    var string: String { String(decoding: self, as: UTF8.self) }

    /// The whole number of at most nine digits; nil for anything else.
    var number: Int? {
        guard !isEmpty, count <= 9 else { return nil }
        var value = 0
        for byte in self {
            guard byte &- UInt8(ascii: "0") < 10 else { return nil }
            value = value &* 10 &+ Int(byte &- UInt8(ascii: "0"))
        }
        return value
    }

    /// The decimal number, such as -0.4375; nil for anything else, also for infinity.
    var decimal: Double? {
        guard count <= 32, let value = Double(string), value.isFinite else { return nil }
        return value
    }

    /// The day of a date such as 20261121.
    var date: LocalDate? {
        guard count == 8, let number else { return nil }
        return LocalDate(year: number / 10_000, month: number / 100 % 100, day: number % 100)
    }

    /// The seconds of a time such as 25:35:00, counted from noon minus twelve hours; nil if it cannot be read.
    ///
    /// The hours have one to three digits and end after a week.
    var time: Int? {
        guard count >= 7, count <= 9, self[count - 3] == UInt8(ascii: ":"), self[count - 6] == UInt8(ascii: ":"),
              let hours = Field(rebasing: self[..<(count - 6)]).number,
              let minutes = Field(rebasing: self[(count - 5)..<(count - 3)]).number,
              let seconds = Field(rebasing: self[(count - 2)...]).number,
              hours < 168, minutes < 60, seconds < 60
        else { return nil }
        return hours * 3_600 + minutes * 60 + seconds
    }
}
