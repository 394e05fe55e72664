public import CivilTime
public import Postgres
public import PrayerTimes

/// The owner of a mosque's timetable: one customer's feed, or everybody in a city.
public enum MosqueTableOwner: Sendable, Hashable {
    case feed(PrayerFeedID)
    /// GeoNames' number.
    case city(Int64)
}

/// A mosque's timetable without its days.
public struct MosqueTableRow: Sendable, Hashable {
    public let id: MosqueTableID
    /// A digest of the days. As long as it is equal, no day has changed.
    public let digest: String
    /// The place that it was given for.
    public let placeName: String
    public let latitude: Double, longitude: Double
    /// IANA name, as in Asia/Riyadh.
    public let timeZone: String
    public let days: ClosedRange<LocalDate>
    public let dayCount: Int
    public let createdAt: Instant
    public let changedAt: Instant

    /// - Parameter prefix: of the names of the row's columns.
    /// - Returns: nil if the row has no timetable.
    fileprivate init?(_ row: Row, _ prefix: String) throws(PostgresError) {
        guard let id: MosqueTableID = try row["\(prefix)_id"] else { return nil }
        self.id = id
        digest = try row["\(prefix)_digest"]
        placeName = try row["\(prefix)_place_name"]
        latitude = try row["\(prefix)_latitude_deg"]
        longitude = try row["\(prefix)_longitude_deg"]
        timeZone = try row["\(prefix)_time_zone"]
        let first: Int = try row["\(prefix)_first_day"], last: Int = try row["\(prefix)_last_day"]
        days = LocalDate(daysSince1970: first)...LocalDate(daysSince1970: max(first, last))
        dayCount = try row["\(prefix)_day_count"]
        createdAt = try row["\(prefix)_created_at"]
        changedAt = try row["\(prefix)_changed_at"]
    }

    /// The columns of table `mosque_table` AS own, for `init(_:_:)` with the prefix `own_table`.
    fileprivate static let ownColumns: SQL = """
        own.id AS own_table_id, own.digest AS own_table_digest, own.place_name AS own_table_place_name,
        own.latitude_deg AS own_table_latitude_deg, own.longitude_deg AS own_table_longitude_deg,
        own.time_zone AS own_table_time_zone, own.first_day - date '1970-01-01' AS own_table_first_day,
        own.last_day - date '1970-01-01' AS own_table_last_day, own.day_count AS own_table_day_count,
        own.created_at AS own_table_created_at, own.changed_at AS own_table_changed_at
        """
    /// The same of table `mosque_table` AS town, with the prefix `city_table`.
    fileprivate static let cityColumns: SQL = """
        town.id AS city_table_id, town.digest AS city_table_digest, town.place_name AS city_table_place_name,
        town.latitude_deg AS city_table_latitude_deg, town.longitude_deg AS city_table_longitude_deg,
        town.time_zone AS city_table_time_zone, town.first_day - date '1970-01-01' AS city_table_first_day,
        town.last_day - date '1970-01-01' AS city_table_last_day, town.day_count AS city_table_day_count,
        town.created_at AS city_table_created_at, town.changed_at AS city_table_changed_at
        """
}

/// The mosques' timetables that can decide the times of a feed.
public struct MosqueTables: Sendable, RowDecodable {
    /// The customer's own.
    public let own: MosqueTableRow?
    /// The city's, for everybody.
    public let city: MosqueTableRow?

    public init(_ row: Row) throws(PostgresError) {
        own = try MosqueTableRow(row, "own_table")
        city = try MosqueTableRow(row, "city_table")
    }

    /// The columns that `init(_:)` reads, of table `mosque_table` AS own and again AS town.
    static let columns: SQL = "\(MosqueTableRow.ownColumns), \(MosqueTableRow.cityColumns)"
}

/// A mosque's timetable to keep.
public struct NewMosqueTable: Sendable {
    public let digest: String
    public let placeName: String
    public let latitude: Double, longitude: Double
    public let timeZone: String
    public let table: MosqueTable

    public init(
        digest: String, placeName: String, latitude: Double, longitude: Double, timeZone: String, table: MosqueTable
    ) {
        self.digest = digest
        self.placeName = placeName
        self.latitude = latitude
        self.longitude = longitude
        self.timeZone = timeZone
        self.table = table
    }
}

/// A mosque's timetable and its owner, for a list.
public struct ListedMosqueTable: Sendable, RowDecodable {
    public let table: MosqueTableRow
    /// GeoNames' number; nil for a customer's.
    public let cityID: Int64?
    /// The address of the customer; nil for a city's.
    public let email: String?

    public init(_ row: Row) throws(PostgresError) {
        guard let table = try MosqueTableRow(row, "own_table") else { throw .decoding("a timetable without an id") }
        self.table = table
        cityID = try row["city_id"]
        email = try row["email"]
    }
}

extension Store {
    /// Returns the timetables that a feed and a city have.
    public func mosqueTables(feed: PrayerFeedID?, city: Int64?) throws(PostgresError) -> MosqueTables {
        let tables: MosqueTables? = try connection.row("""
            SELECT \(MosqueTables.columns)
              FROM (SELECT 1) one
              LEFT JOIN mosque_table own ON own.feed_id = \(feed)
              LEFT JOIN mosque_table town ON town.city_id = \(city)
            """)
        guard let tables else { throw .decoding("SELECT of mosque_table returned no row") }
        return tables
    }

    /// Returns the timetables of cities, by GeoNames' numbers.
    public func cityTables() throws(PostgresError) -> [Int64: MosqueTableRow] {
        let rows: [CityTable] = try connection.rows("""
            SELECT \(MosqueTableRow.ownColumns), own.city_id FROM mosque_table own WHERE own.city_id IS NOT NULL
            """)
        return Dictionary(uniqueKeysWithValues: rows.map { ($0.cityID, $0.table) })
    }

    /// Returns all timetables, those of cities first.
    public func listedMosqueTables() throws(PostgresError) -> [ListedMosqueTable] {
        try connection.rows("""
            SELECT \(MosqueTableRow.ownColumns), own.city_id, u.email
              FROM mosque_table own
              LEFT JOIN prayer_feed f ON f.id = own.feed_id
              LEFT JOIN customer u ON u.id = f.customer_id
             ORDER BY own.city_id, u.email
            """)
    }

    /// Returns the days of a timetable; none if it no longer exists.
    public func mosqueTable(_ id: MosqueTableID) throws(PostgresError) -> MosqueTable {
        let days: [StoredMosqueDay] = try connection.rows("""
            SELECT day - date '1970-01-01' AS day, fajr, sunrise, dhuhr, asr, maghrib, isha,
                   fajr_iqama, dhuhr_iqama, asr_iqama, maghrib_iqama, isha_iqama
              FROM mosque_day WHERE table_id = \(id)
            """)
        return MosqueTable(days.map(\.day))
    }

    /// Keeps a timetable in place of the earlier one of its owner. Call it in a transaction.
    public func replaceMosqueTable(
        of owner: MosqueTableOwner, by new: NewMosqueTable
    ) throws(PostgresError) -> MosqueTableID {
        guard let span = new.table.span else { throw .encoding("a timetable without days") }
        let key: SQL, feed: PrayerFeedID?, city: Int64?
        switch owner {
        case .feed(let id): (key, feed, city) = ("feed_id", id, nil)
        case .city(let id): (key, feed, city) = ("city_id", nil, id)
        }
        let id: MosqueTableID? = try connection.value("""
            INSERT INTO mosque_table AS m (
                feed_id, city_id, digest, place_name, latitude_deg, longitude_deg, time_zone, first_day, last_day,
                day_count)
            VALUES (\(feed), \(city), \(new.digest), \(new.placeName), \(new.latitude), \(new.longitude),
                    \(new.timeZone),
                    date '1970-01-01' + \(span.lowerBound.daysSince1970)::integer,
                    date '1970-01-01' + \(span.upperBound.daysSince1970)::integer, \(new.table.days.count)::integer)
            ON CONFLICT (\(key)) DO UPDATE
               SET digest = excluded.digest, place_name = excluded.place_name, latitude_deg = excluded.latitude_deg,
                   longitude_deg = excluded.longitude_deg, time_zone = excluded.time_zone,
                   first_day = excluded.first_day, last_day = excluded.last_day,
                   day_count = excluded.day_count, changed_at = now()
            RETURNING m.id
            """)
        guard let id else { throw .decoding("INSERT INTO mosque_table returned no row") }
        try connection.execute("DELETE FROM mosque_day WHERE table_id = \(id)")
        try insert(new.table.days, in: id)
        return id
    }

    private func insert(_ days: [MosqueDay], in id: MosqueTableID) throws(PostgresError) {
        // A bound list cannot hold NULL; this minute stands for it.
        let none = Int32(-1)
        func times(_ event: DayEvent) -> [Int32] { days.map { $0.times[event].map { Int32(clamping: $0) } ?? none } }
        func iqamas(_ event: DayEvent) -> [Int32] { days.map { $0.iqama[event].map { Int32(clamping: $0) } ?? none } }
        try connection.execute("""
            INSERT INTO mosque_day (
                table_id, day, fajr, sunrise, dhuhr, asr, maghrib, isha, fajr_iqama, dhuhr_iqama, asr_iqama,
                maghrib_iqama, isha_iqama)
            SELECT \(id), date '1970-01-01' + day, nullif(fajr, \(none)), nullif(sunrise, \(none)),
                   nullif(dhuhr, \(none)), nullif(asr, \(none)), nullif(maghrib, \(none)),
                   nullif(isha, \(none)), nullif(fajr_iqama, \(none)),
                   nullif(dhuhr_iqama, \(none)), nullif(asr_iqama, \(none)), nullif(maghrib_iqama, \(none)),
                   nullif(isha_iqama, \(none))
              FROM unnest(\(days.map { Int32(clamping: $0.date.daysSince1970) }), \(times(.fajr)), \(times(.sunrise)),
                          \(times(.dhuhr)), \(times(.asr)), \(times(.maghrib)), \(times(.isha)), \(iqamas(.fajr)),
                          \(iqamas(.dhuhr)), \(iqamas(.asr)), \(iqamas(.maghrib)), \(iqamas(.isha)))
                   AS d (day, fajr, sunrise, dhuhr, asr, maghrib, isha, fajr_iqama, dhuhr_iqama, asr_iqama,
                         maghrib_iqama, isha_iqama)
            """)
    }

    /// Deletes the timetable of an owner.
    ///
    /// - Returns: false if there is none.
    public func deleteMosqueTable(of owner: MosqueTableOwner) throws(PostgresError) -> Bool {
        switch owner {
        case .feed(let id): try connection.execute("DELETE FROM mosque_table WHERE feed_id = \(id)") > 0
        case .city(let id): try connection.execute("DELETE FROM mosque_table WHERE city_id = \(id)") > 0
        }
    }
}

private struct CityTable: RowDecodable {
    let cityID: Int64
    let table: MosqueTableRow

    init(_ row: Row) throws(PostgresError) {
        guard let table = try MosqueTableRow(row, "own_table") else { throw .decoding("a timetable without an id") }
        self.table = table
        cityID = try row["city_id"]
    }
}

private struct StoredMosqueDay: RowDecodable {
    let day: MosqueDay

    init(_ row: Row) throws(PostgresError) {
        var day = MosqueDay(LocalDate(daysSince1970: try row["day"]), times: PerEvent(all: nil))
        for event in DayEvent.allCases {
            day.times[event] = try row[event.rawValue]
            if event.isPrayer { day.iqama[event] = try row["\(event.rawValue)_iqama"] }
        }
        self.day = day
    }
}
