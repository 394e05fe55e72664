public import CivilTime
public import Postgres

/// A square of a tenth of a degree for which a service of forecasts is asked, in tenths.
public struct ForecastCell: Sendable, Hashable, RowDecodable {
    public let latitude: Int, longitude: Int

    public init(latitude: Int, longitude: Int) {
        self.latitude = latitude
        self.longitude = longitude
    }

    public init(_ row: Row) throws(PostgresError) {
        latitude = try row["lat_tenths"]
        longitude = try row["lon_tenths"]
    }
}

/// A forecast as it is kept.
public struct StoredForecast: Sendable, Hashable, RowDecodable {
    public let cell: ForecastCell
    public let wantedAt: Instant
    /// nil until the service answered.
    public let fetchedAt: Instant?
    /// The moment at which the service made it; nil if it does not say.
    public let issuedAt: Instant?
    /// The header Last-Modified of the last answer.
    public let modified: String?
    /// The hours as JSON.
    public let hours: String?

    public init(_ row: Row) throws(PostgresError) {
        cell = try ForecastCell(row)
        wantedAt = try row["wanted_at"]
        fetchedAt = try row["fetched_at"]
        issuedAt = try row["issued_at"]
        modified = try row["modified"]
        hours = try row["hours"]
    }
}

/// An answer of a service, to be kept.
public struct NewForecast: Sendable, Hashable {
    public var issuedAt: Instant?
    public var modified: String?
    public var hours: String

    public init(issuedAt: Instant?, modified: String?, hours: String) {
        self.issuedAt = issuedAt
        self.modified = modified
        self.hours = hours
    }
}

extension Store {
    /// The seconds for which a forecast is fetched again after somebody wanted it. Alerts look every six hours.
    private static let wantedSeconds: Int64 = 7 * 3_600
    /// The seconds between two requests for a square, at least.
    private static let pauseSeconds: Int64 = 3_600

    /// Returns the forecasts of a service for some squares.
    public func forecasts(of service: String, _ cells: [ForecastCell]) throws(PostgresError) -> [StoredForecast] {
        try connection.rows("""
            SELECT f.lat_tenths, f.lon_tenths, f.wanted_at, f.fetched_at, f.issued_at, f.modified, f.hours
              FROM unnest(\(cells.map(\.latitude)), \(cells.map(\.longitude))) AS c (lat_tenths, lon_tenths)
              JOIN forecast f USING (lat_tenths, lon_tenths)
             WHERE f.service = \(service)
            """)
    }

    /// Notes that the forecasts of some squares are wanted. A new one is fetched as soon as a worker can.
    public func want(
        _ cells: [ForecastCell], of service: String, at host: String, now: Instant
    ) throws(PostgresError) {
        try connection.execute("""
            INSERT INTO forecast (service, lat_tenths, lon_tenths, host, wanted_at, next_at)
            SELECT \(service), c.lat_tenths, c.lon_tenths, \(host), \(now), \(now)
              FROM unnest(\(cells.map(\.latitude)), \(cells.map(\.longitude))) AS c (lat_tenths, lon_tenths)
            ON CONFLICT (service, lat_tenths, lon_tenths) DO UPDATE
               SET wanted_at = excluded.wanted_at, host = excluded.host
            """)
    }

    /// Returns true if a forecast is to be fetched.
    public func hasDueForecast(of service: String, at host: String, now: Instant) throws(PostgresError) -> Bool {
        try connection.value("SELECT EXISTS (SELECT 1 FROM forecast \(Self.isDue(service, host, now)))") ?? false
    }

    /// Takes the square whose forecast has been due longest. Nobody else fetches it for an hour.
    public func claimForecast(
        of service: String, at host: String, now: Instant
    ) throws(PostgresError) -> StoredForecast? {
        try connection.row("""
            UPDATE forecast f SET next_at = \(now + .seconds(Self.pauseSeconds))
              FROM (SELECT lat_tenths, lon_tenths FROM forecast \(Self.isDue(service, host, now))
                     ORDER BY next_at LIMIT 1 FOR UPDATE SKIP LOCKED) due
             WHERE f.service = \(service) AND (f.lat_tenths, f.lon_tenths) = (due.lat_tenths, due.lon_tenths)
            RETURNING f.lat_tenths, f.lon_tenths, f.wanted_at, f.fetched_at, f.issued_at, f.modified, f.hours
            """)
    }

    /// Keeps an answer.
    ///
    /// - Parameters:
    ///   - forecast: nil if the one that is kept has not changed.
    ///   - next: the moment before which the service is not asked again. An hour passes at least.
    public func keep(
        _ forecast: NewForecast?, of service: String, _ cell: ForecastCell, fetchedAt: Instant, next: Instant
    ) throws(PostgresError) {
        let next = max(next, fetchedAt + .seconds(Self.pauseSeconds))
        try connection.execute("""
            UPDATE forecast
               SET fetched_at = \(fetchedAt), next_at = \(next),
                   issued_at = CASE WHEN \(forecast != nil) THEN \(forecast?.issuedAt)::timestamptz ELSE issued_at END,
                   modified = coalesce(\(forecast?.modified)::text, modified),
                   hours = coalesce(\(forecast?.hours)::text, hours)
             WHERE service = \(service) AND lat_tenths = \(cell.latitude) AND lon_tenths = \(cell.longitude)
            """)
    }

    /// Lets a service rest until a moment, for all squares.
    public func restForecasts(of service: String, until moment: Instant) throws(PostgresError) {
        try connection.execute("""
            UPDATE forecast SET next_at = greatest(next_at, \(moment)) WHERE service = \(service)
            """)
    }

    private static func isDue(_ service: String, _ host: String, _ now: Instant) -> SQL {
        """
        WHERE service = \(service) AND host = \(host) AND next_at <= \(now)
          AND wanted_at > \(now - .seconds(wantedSeconds))
        """
    }
}
