/// The public holidays of Saudi Arabia, as data: nothing here computes.
///
/// Source: the implementing regulations of the Labour Law, article 24; the royal orders on Founding Day (27 January
/// 2022) and on the holiday of the National Day (2005). The government may add days of its own, for example when a
/// holiday falls on a weekend; these are not known in advance and not here.
enum SaudiHolidays {
    /// The holidays by the Gregorian calendar, each of one day. `since` is the first year with the holiday.
    static let gregorian: [(occasion: Occasion, month: Int, day: Int, since: Int)] = [
        (.foundingDay, month: 2, day: 22, since: 2022),
        (.nationalDay, month: 9, day: 23, since: 2005),
    ]

    /// The holidays by the Hijri calendar, `length` in days.
    static let hijri: [(occasion: Occasion, month: Int, day: Int, length: Int)] = [
        // From the day after 29 Ramadan, which is 1 Shawwal if the month has 29 days.
        (.eidAlFitrHoliday, month: 9, day: 30, length: 4),
        // From the day of Arafah.
        (.eidAlAdhaHoliday, month: 12, day: 9, length: 4),
    ]
}
