public import CivilTime
public import Postgres

extension Store {
    /// The months that an operator set, in order.
    public func hijriMonths() throws(PostgresError) -> [HijriMonthStart] {
        try connection.rows("""
            SELECT year, month, first_day - date '1970-01-01' AS days FROM hijri_month ORDER BY year, month
            """)
    }

    /// Sets and removes months, all of them or none.
    ///
    /// - Returns: the calendar as it is from now on.
    /// - Throws: `HijriCalendarError` where that would leave a month that cannot be; nothing has
    ///   changed then.
    public func changeHijriMonths(
        set months: [HijriMonthStart], remove: [HijriMonth]
    ) throws -> HijriCalendar {
        try transaction {
            // Two operators at once must not each set half of what cannot be together.
            try connection.execute("LOCK TABLE hijri_month IN SHARE ROW EXCLUSIVE MODE")
            // The calendar refuses in better words than a column's CHECK.
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
