/// A calendar of lunar months with a leap month in some years: a table of whole Metonic cycles, which repeats
/// before and after itself.
///
/// Its years have the numbers of the Gregorian years in which they begin. The table has 304 years, sixteen
/// times nineteen, or 3,760 months. No months are published beyond it. The repetition is sometimes wrong by a
/// day, and keeps a series without an end endless.
struct LunisolarMonths: CalendarArithmetic {
    let hasLeapMonths = true
    /// The number of months before each year, with one more year at the end.
    private let monthsBefore: [Int]
    /// The first day of each month, in days since 1970, with one more at the end.
    private let firstDays: [Int]
    /// The leap month of each year; 0 for none.
    private let leapMonths: [Int]

    /// - Parameter codes: in the form of LunisolarTables.swift; at least one.
    init(codes: [UInt32]) {
        var monthsBefore = [0], firstDays = [Self.firstDay], day = Self.firstDay
        for code in codes {
            let count = code >> 13 == 0 ? 12 : 13
            for month in 0..<count {
                day += code >> UInt32(month) & 1 == 0 ? 29 : 30
                firstDays.append(day)
            }
            monthsBefore.append(firstDays.count - 1)
        }
        self.monthsBefore = monthsBefore
        self.firstDays = firstDays
        leapMonths = codes.map { Int($0 >> 13) }
    }

    private var yearCount: Int { leapMonths.count }
    private var monthCount: Int { firstDays.count - 1 }
    private var dayCount: Int { firstDays[monthCount] - firstDays[0] }

    /// Returns the repetition of the table, and the index of the year in it.
    private func place(_ year: Int) -> (round: Int, index: Int) {
        (floorQuotient(year - Self.firstYear, yearCount), floorRemainder(year - Self.firstYear, yearCount))
    }

    func firstDay(year: Int, position: Int) -> Int {
        let (round, index) = place(year)
        return firstDays[monthsBefore[index] + position] + round * dayCount
    }

    func monthCount(inYear year: Int) -> Int { leapMonth(inYear: year) == nil ? 12 : 13 }

    func leapMonth(inYear year: Int) -> Int? {
        let leap = leapMonths[place(year).index]
        return leap == 0 ? nil : leap
    }

    func monthsBefore(year: Int) -> Int {
        let (round, index) = place(year)
        return round * monthCount + monthsBefore[index]
    }

    func month(number: Int) -> (year: Int, position: Int) {
        month(round: floorQuotient(number, monthCount), index: floorRemainder(number, monthCount))
    }

    func month(containing day: Int) -> (year: Int, position: Int) {
        let rest = floorRemainder(day - Self.firstDay, dayCount) + Self.firstDay
        let index = firstDays.partitionPoint { $0 <= rest } - 1
        return month(round: floorQuotient(day - Self.firstDay, dayCount), index: index)
    }

    private func month(round: Int, index: Int) -> (year: Int, position: Int) {
        let year = monthsBefore.partitionPoint { $0 <= index } - 1
        return (Self.firstYear + round * yearCount + year, index - monthsBefore[year])
    }
}
