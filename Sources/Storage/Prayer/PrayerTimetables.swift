public import CivilTime
public import Postgres
public import PrayerTimes

/// A place and its rules, with stored days.
public struct PrayerTimetable: Sendable, RowDecodable {
    public let id: PrayerTimetableID
    /// The feed that has it for itself; nil for a city's, which everybody shares.
    public let feedID: PrayerFeedID?
    public let latitude: Double, longitude: Double
    public let elevationMetres: Int?
    public let timeZone: String
    /// Canonical query text of the options that decide the times.
    public let rules: String
    /// A digest of the inputs with which the days were computed.
    public let inputsDigest: String
    /// The DTSTAMP of entries that never changed.
    public let publishedAt: Instant
    public let refreshedAt: Instant?
    /// The mosque's timetable whose times won when the days were computed; nil if there was none, or it is gone.
    public let mosqueTableID: MosqueTableID?
    /// The digest that it had then.
    public let mosqueDigest: String?
    /// The stored days, without a gap.
    public let days: ClosedRange<LocalDate>
    /// True if the statement that returned it has just inserted it, so that it has no days yet.
    public let isNew: Bool

    public init(_ row: Row) throws(PostgresError) {
        id = try row["id"]
        feedID = try row["feed_id"]
        latitude = try row["latitude_deg"]
        longitude = try row["longitude_deg"]
        elevationMetres = try row["elevation_m"]
        timeZone = try row["time_zone"]
        rules = try row["rules"]
        inputsDigest = try row["basis"]
        publishedAt = try row["published_at"]
        refreshedAt = try row["refreshed_at"]
        mosqueTableID = try row["mosque_table_id"]
        mosqueDigest = try row["mosque_digest"]
        let first: Int = try row["first_day"], last: Int = try row["last_day"]
        days = LocalDate(daysSince1970: first)...LocalDate(daysSince1970: max(first, last))
        isNew = try row["is_new"]
    }

    /// The columns `init(_:)` reads, of table `prayer_timetable` AS t, without `is_new`.
    static let columns: SQL = """
        t.id, t.feed_id, t.latitude_deg, t.longitude_deg, t.elevation_m, t.time_zone, t.rules, t.basis, t.published_at,
        t.refreshed_at, t.mosque_table_id, t.mosque_digest, t.first_day - date '1970-01-01' AS first_day,
        t.last_day - date '1970-01-01' AS last_day
        """
}

public struct NewPrayerTimetable: Sendable {
    /// The feed that the point belongs to; nil for a city, whose timetable everybody shares.
    public let feedID: PrayerFeedID?
    public let latitude: Double, longitude: Double
    public let elevationMetres: Int?
    public let timeZone: String
    public let rules: String
    public let inputsDigest: String
    public let publishedAt: Instant
    public let days: ClosedRange<LocalDate>

    public init(
        feedID: PrayerFeedID?, latitude: Double, longitude: Double, elevationMetres: Int?, timeZone: String,
        rules: String, inputsDigest: String, publishedAt: Instant, days: ClosedRange<LocalDate>
    ) {
        self.feedID = feedID
        self.latitude = latitude
        self.longitude = longitude
        self.elevationMetres = elevationMetres
        self.timeZone = timeZone
        self.rules = rules
        self.inputsDigest = inputsDigest
        self.publishedAt = publishedAt
        self.days = days
    }
}

/// A civil day of a place and its times, in whole minutes since the start of 1970 in UTC.
public struct PrayerDay: Sendable, Hashable, RowDecodable {
    public let day: LocalDate
    /// The times in the order of `DailyTime`; nil if the sun gives no such moment.
    public let minutes: [Int?]
    /// The rules that the day needed, as a number that Jadwal defines.
    public let notes: Int

    private static let columns = DailyTime.allCases.map(\.column)

    /// - Precondition: `minutes` has one element for each time of a day.
    public init(day: LocalDate, minutes: [Int?], notes: Int) {
        precondition(minutes.count == Self.columns.count, "a day has \(Self.columns.count) times")
        self.day = day
        self.minutes = minutes
        self.notes = notes
    }

    public init(_ row: Row) throws(PostgresError) {
        day = LocalDate(daysSince1970: try row["day"])
        var minutes: [Int?] = []
        minutes.reserveCapacity(Self.columns.count)
        for column in Self.columns {
            let minute: Int? = try row[column]
            minutes.append(minute)
        }
        self.minutes = minutes
        notes = try row["notes"]
    }

    /// Returns the minute of a time; nil if the day has no such time.
    public func minute(of time: DailyTime) -> Int? { minutes[time.position] }
}

/// An entry whose minute was moved after it had been published.
public struct PrayerChange: Sendable, Hashable, RowDecodable {
    public let day: LocalDate
    /// The column of one of the times of a day.
    public let entry: String
    public let sequence: Int
    public let changedAt: Instant

    public init(_ row: Row) throws(PostgresError) {
        day = LocalDate(daysSince1970: try row["day"])
        entry = try row["entry"]
        sequence = try row["sequence"]
        changedAt = try row["changed_at"]
    }
}

extension Store {
    /// Returns the timetable of a place and rules, inserted if there is none. It is locked until the transaction
    /// ends, so that two transactions that need it at once do not both fill it.
    public func prayerTimetable(orInsert new: NewPrayerTimetable) throws(PostgresError) -> PrayerTimetable {
        let timetable: PrayerTimetable? = try connection.row("""
            INSERT INTO prayer_timetable AS t (
                feed_id, latitude_deg, longitude_deg, elevation_m, time_zone, rules, basis, published_at, first_day, last_day)
            VALUES (\(new.feedID), \(new.latitude), \(new.longitude), \(new.elevationMetres)::integer, \(new.timeZone),
                    \(new.rules), \(new.inputsDigest), \(new.publishedAt),
                    date '1970-01-01' + \(new.days.lowerBound.daysSince1970)::integer,
                    date '1970-01-01' + \(new.days.upperBound.daysSince1970)::integer)
            ON CONFLICT (latitude_deg, longitude_deg, elevation_m, time_zone, rules, feed_id)
            DO UPDATE SET rules = excluded.rules
            RETURNING \(PrayerTimetable.columns), xmax = 0 AS is_new
            """)
        guard let timetable else { throw .decoding("INSERT INTO prayer_timetable returned no row") }
        return timetable
    }

    /// Returns a timetable by its number, locked until the transaction ends.
    public func lockPrayerTimetable(_ id: PrayerTimetableID) throws(PostgresError) -> PrayerTimetable? {
        try connection.row("""
            SELECT \(PrayerTimetable.columns), false AS is_new
              FROM prayer_timetable t WHERE t.id = \(id) FOR NO KEY UPDATE
            """)
    }

    /// Writes any number of days in one statement. Days that exist already are replaced.
    public func replacePrayerDays(_ days: [PrayerDay], of id: PrayerTimetableID) throws(PostgresError) {
        guard !days.isEmpty else { return }
        // A bound list cannot hold NULL; this minute, more than 4000 years ago, stands for it.
        let none = Int32.min
        func column(_ time: DailyTime) -> [Int32] { days.map { Int32(clamping: $0.minute(of: time) ?? Int(none)) } }
        try connection.execute("""
            INSERT INTO prayer_day (
                timetable_id, day, imsak, fajr, sunrise, duha, dhuhr, asr, maghrib, isha, midnight, last_third, notes)
            SELECT \(id), date '1970-01-01' + day, nullif(imsak, \(none)), nullif(fajr, \(none)), nullif(sunrise, \(none)),
                   nullif(duha, \(none)), nullif(dhuhr, \(none)), nullif(asr, \(none)), nullif(maghrib, \(none)),
                   nullif(isha, \(none)), nullif(midnight, \(none)), nullif(last_third, \(none)), notes
              FROM unnest(\(days.map { Int32(clamping: $0.day.daysSince1970) }), \(column(.imsak)), \(column(.fajr)),
                          \(column(.sunrise)), \(column(.duha)), \(column(.dhuhr)), \(column(.asr)), \(column(.maghrib)),
                          \(column(.isha)), \(column(.midnight)), \(column(.lastThird)),
                          \(days.map { Int32(clamping: $0.notes) }))
                   AS d (day, imsak, fajr, sunrise, duha, dhuhr, asr, maghrib, isha, midnight, last_third, notes)
            ON CONFLICT (timetable_id, day) DO UPDATE
               SET imsak = excluded.imsak, fajr = excluded.fajr, sunrise = excluded.sunrise, duha = excluded.duha,
                   dhuhr = excluded.dhuhr, asr = excluded.asr, maghrib = excluded.maghrib, isha = excluded.isha,
                   midnight = excluded.midnight, last_third = excluded.last_third, notes = excluded.notes
            """)
    }

    /// Raises the sequence of entries whose minute was moved.
    public func recordPrayerChanges(
        _ moved: [(day: LocalDate, entry: String)], of id: PrayerTimetableID, at moment: Instant
    ) throws(PostgresError) {
        guard !moved.isEmpty else { return }
        try connection.execute("""
            INSERT INTO prayer_change AS c (timetable_id, day, entry, sequence, changed_at)
            SELECT \(id), date '1970-01-01' + day, entry, 1, \(moment)
              FROM unnest(\(moved.map { Int32(clamping: $0.day.daysSince1970) }), \(moved.map(\.entry))) AS m (day, entry)
            ON CONFLICT (timetable_id, day, entry) DO UPDATE
               SET sequence = c.sequence + 1, changed_at = excluded.changed_at
            """)
    }

    /// Records the days that a timetable has, and deletes earlier ones. The caller's clock has decided the days.
    public func setDays(_ days: ClosedRange<LocalDate>, of id: PrayerTimetableID) throws(PostgresError) {
        let first = days.lowerBound.daysSince1970
        try connection.execute("""
            DELETE FROM prayer_day WHERE timetable_id = \(id) AND day < date '1970-01-01' + \(first)::integer
            """)
        try connection.execute("""
            DELETE FROM prayer_change WHERE timetable_id = \(id) AND day < date '1970-01-01' + \(first)::integer
            """)
        try connection.execute("""
            UPDATE prayer_timetable
               SET first_day = date '1970-01-01' + \(first)::integer,
                   last_day = date '1970-01-01' + \(days.upperBound.daysSince1970)::integer
             WHERE id = \(id)
            """)
    }

    /// Records the digest of the inputs with which a timetable's days were computed again.
    public func setInputsDigest(_ digest: String, of id: PrayerTimetableID, at moment: Instant) throws(PostgresError) {
        try connection.execute("""
            UPDATE prayer_timetable SET basis = \(digest), refreshed_at = \(moment) WHERE id = \(id)
            """)
    }

    /// Records the mosque's timetable whose times won in a timetable's days; nil if it is gone.
    public func setMosqueTable(
        _ table: MosqueTableID?, digest: String?, of id: PrayerTimetableID
    ) throws(PostgresError) {
        try connection.execute("""
            UPDATE prayer_timetable SET mosque_table_id = \(table), mosque_digest = \(digest) WHERE id = \(id)
            """)
    }

    /// Returns the timetable of a place and rules that everybody shares; nil if there is none.
    public func sharedPrayerTimetable(
        latitude: Double, longitude: Double, timeZone: String, rules: String
    ) throws(PostgresError) -> PrayerTimetableID? {
        try connection.value("""
            SELECT id FROM prayer_timetable
             WHERE latitude_deg = \(latitude) AND longitude_deg = \(longitude) AND elevation_m IS NULL
               AND time_zone = \(timeZone) AND rules = \(rules) AND feed_id IS NULL
            """)
    }

    /// Removes a timetable and everything that was rendered from it.
    public func deletePrayerTimetable(_ id: PrayerTimetableID) throws(PostgresError) {
        try connection.execute("DELETE FROM prayer_timetable WHERE id = \(id)")
    }

    /// Removes the timetables of a feed's earlier choices.
    public func deletePrayerTimetables(of feed: PrayerFeedID, except kept: PrayerTimetableID) throws(PostgresError) {
        try connection.execute("DELETE FROM prayer_timetable WHERE feed_id = \(feed) AND id <> \(kept)")
    }

    /// Deletes a timetable's days and the notes of their changes.
    public func deletePrayerDays(of id: PrayerTimetableID) throws(PostgresError) {
        try connection.execute("DELETE FROM prayer_day WHERE timetable_id = \(id)")
        try connection.execute("DELETE FROM prayer_change WHERE timetable_id = \(id)")
    }

    /// Returns a timetable's days inside a window, in order, and their changes, in one round trip.
    public func prayerDays(
        of id: PrayerTimetableID, in window: ClosedRange<LocalDate>
    ) throws(PostgresError) -> (days: [PrayerDay], changes: [PrayerChange]) {
        let first = window.lowerBound.daysSince1970, last = window.upperBound.daysSince1970
        let (days, changes) = try connection.pipeline { pipeline in
            (
                pipeline.rows("""
                    SELECT day - date '1970-01-01' AS day, imsak, fajr, sunrise, duha, dhuhr, asr, maghrib, isha,
                           midnight, last_third, notes
                      FROM prayer_day
                     WHERE timetable_id = \(id)
                       AND day BETWEEN date '1970-01-01' + \(first)::integer AND date '1970-01-01' + \(last)::integer
                     ORDER BY day
                    """, as: PrayerDay.self),
                pipeline.rows("""
                    SELECT day - date '1970-01-01' AS day, entry, sequence, changed_at
                      FROM prayer_change
                     WHERE timetable_id = \(id)
                       AND day BETWEEN date '1970-01-01' + \(first)::integer AND date '1970-01-01' + \(last)::integer
                     ORDER BY day, entry
                    """, as: PrayerChange.self)
            )
        }
        return (try days.get(), try changes.get())
    }

    /// Returns timetables whose days were computed with other inputs than today's.
    ///
    /// - Parameter digests: the present digest of the inputs of each zone's timetables, by the zone's name.
    public func stalePrayerTimetables(
        unless digests: [(zone: String, inputsDigest: String)], limit: Int
    ) throws(PostgresError) -> [PrayerTimetableID] {
        try connection.rows("""
            SELECT stale.id
              FROM unnest(\(digests.map(\.zone)), \(digests.map(\.inputsDigest))) AS now (zone, basis)
             CROSS JOIN LATERAL (
                   (SELECT id FROM prayer_timetable WHERE time_zone = now.zone AND basis < now.basis LIMIT \(limit))
                   UNION ALL
                   (SELECT id FROM prayer_timetable WHERE time_zone = now.zone AND basis > now.basis LIMIT \(limit))
                   ) AS stale
             LIMIT \(limit)
            """, as: OneID.self).map(\.id)
    }
}

private struct OneID: RowDecodable {
    let id: PrayerTimetableID
    init(_ row: Row) throws(PostgresError) { id = try row["id"] }
}
