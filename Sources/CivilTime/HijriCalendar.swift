/// A Hijri calendar by a table of months, in which each month has its published length.
///
/// Its days last from midnight to midnight. The Hijri day itself begins at the sunset before.
public struct HijriCalendar: Sendable {
    /// The first day of each month, as days since 1970, and the day after the last month.
    private let starts: [Int]
    /// A hash of the months as 16 hexadecimal digits, the same on every host.
    public let fingerprint: String

    /// The years of the table, AH.
    public static let years = UmmAlQuraTable.firstYear...UmmAlQuraTable.firstYear + UmmAlQuraTable.longMonths.count - 1

    /// The calendar of Saudi Arabia as published, 1420 to 1500 AH (17 April 1999 to 16 November 2077).
    public static let ummAlQura = HijriCalendar(starts: UmmAlQuraTable.longMonths.reduce(
        into: [UmmAlQuraTable.firstDay.daysSince1970]
    ) { starts, months in
        for month in 1...12 {
            let isLong = months >> (12 - month) & 1 == 1
            starts.append(starts[starts.count - 1] + (isLong ? 30 : 29))
        }
    })

    private init(starts: [Int]) {
        self.starts = starts
        var fingerprint = Fingerprint()
        for start in starts {
            fingerprint.add(withUnsafeBytes(of: Int64(start).littleEndian) { Array($0) })
        }
        self.fingerprint = fingerprint.text
    }

    /// Returns the same calendar with every date some days later, as a person counts whose month began earlier.
    ///
    /// - Parameter days: 1 makes the published 12th the 13th.
    public func shifted(by days: Int) -> HijriCalendar {
        days == 0 ? self : HijriCalendar(starts: starts.map { $0 - days })
    }

    /// Returns the same calendar with other first days of some months, for example after a sighting
    /// of the moon.
    ///
    /// A month that begins a day later is a day shorter. If that leaves 28 days, the next month needs
    /// an override too.
    ///
    /// - Throws: if a month is outside the table, or if any month would not have 29 or 30 days.
    public func replacing(_ overrides: [HijriMonthStart]) throws(HijriCalendarError) -> HijriCalendar {
        var changed = starts
        for override in overrides {
            guard let index = index(year: override.month.year, month: override.month.month) else {
                throw .outsideTable(override.month)
            }
            changed[index] = override.firstDay.daysSince1970
        }
        for index in 0..<changed.count - 1 {
            let days = changed[index + 1] - changed[index]
            guard (29...30).contains(days) else {
                throw .monthLength(
                    HijriMonth(year: UmmAlQuraTable.firstYear + index / 12, month: index % 12 + 1), days: days)
            }
        }
        return HijriCalendar(starts: changed)
    }
}

extension HijriCalendar {
    /// Returns the Hijri date of a day; nil outside the table.
    public func date(of day: LocalDate) -> HijriDate? {
        guard let index = starts.lastIndex(notAfter: day.daysSince1970), index < starts.count - 1 else { return nil }
        return HijriDate(
            year: UmmAlQuraTable.firstYear + index / 12, month: index % 12 + 1,
            day: day.daysSince1970 - starts[index] + 1)
    }

    /// Returns the first day of a month; nil outside the table.
    public func firstDay(year: Int, month: Int) -> LocalDate? {
        index(year: year, month: month).map { LocalDate(daysSince1970: starts[$0]) }
    }

    /// Returns the length of a month, 29 or 30 days; nil outside the table.
    public func days(inYear year: Int, month: Int) -> Int? {
        index(year: year, month: month).map { starts[$0 + 1] - starts[$0] }
    }

    public func isRamadan(_ day: LocalDate) -> Bool { date(of: day)?.month == 9 }

    /// Returns true on 1 Shawwal, the feast after Ramadan.
    public func isEidAlFitr(_ day: LocalDate) -> Bool {
        date(of: day).map { $0.month == 10 && $0.day == 1 } ?? false
    }

    /// Returns true on 10 Dhu al-Hijjah, the feast of sacrifice.
    public func isEidAlAdha(_ day: LocalDate) -> Bool {
        date(of: day).map { $0.month == 12 && $0.day == 10 } ?? false
    }

    private func index(year: Int, month: Int) -> Int? {
        guard Self.years.contains(year), (1...12).contains(month) else { return nil }
        return (year - UmmAlQuraTable.firstYear) * 12 + month - 1
    }
}

/// An error in the overrides of months.
public enum HijriCalendarError: Error, Hashable, Sendable, CustomStringConvertible {
    case outsideTable(HijriMonth)
    case monthLength(HijriMonth, days: Int)

    public var description: String {
        switch self {
        case .outsideTable(let month):
            "\(month) is not in the table, which goes from \(HijriCalendar.years.lowerBound) to \(HijriCalendar.years.upperBound)"
        case .monthLength(let month, let days):
            "\(month) would have \(days) days, not 29 or 30"
        }
    }
}
