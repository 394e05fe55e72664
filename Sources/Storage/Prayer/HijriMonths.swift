public import CivilTime
public import Postgres

extension Store {
    /// Returns the months that an operator set, in order.
    public func hijriMonths() throws(PostgresError) -> [HijriMonthStart] {
        try connection.rows("""
            SELECT year, month, first_day - date '1970-01-01' AS days FROM hijri_month ORDER BY year, month
            """)
    }

    /// Sets and removes months, all of them or none.
    ///
    /// - Returns: the calendar after the change.
    /// - Throws: `HijriCalendarError` if the result would have an impossible month; then nothing is
    ///   changed.
    public func changeHijriMonths(
        set months: [HijriMonthStart], remove: [HijriMonth]
    ) throws -> HijriCalendar {
        try transaction {
            // Two changes at the same moment may each be possible, but not both together.
            try connection.execute("LOCK TABLE hijri_month IN SHARE ROW EXCLUSIVE MODE")
            // The calendar's error says more than a column's CHECK.
            let changed = Set(remove + months.map(\.month))
            let kept = try hijriMonths().filter { !changed.contains($0.month) }
            let calendar = try HijriCalendar.ummAlQura.replacing(kept + months)
            for month in remove {
                try connection.execute("""
                    DELETE FROM hijri_month WHERE year = \(month.year) AND month = \(month.month)
                    """)
            }
            for start in months {
                try connection.execute("""
                    INSERT INTO hijri_month (year, month, first_day)
                    VALUES (\(start.month.year), \(start.month.month), date '1970-01-01' + \(start.firstDay.daysSince1970)::integer)
                    ON CONFLICT (year, month) DO UPDATE SET first_day = excluded.first_day, set_at = now()
                    """)
            }
            return calendar
        }
    }
}

extension HijriMonthStart: RowDecodable {
    public init(_ row: Row) throws(PostgresError) {
        let days: Int = try row["days"]
        self.init(
            HijriMonth(year: try row["year"], month: try row["month"]), firstDay: LocalDate(daysSince1970: days))
    }
}
