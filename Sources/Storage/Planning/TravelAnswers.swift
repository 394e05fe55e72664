public import Postgres

/// A place rounded to about 100 m, in thousandths of a degree.
public struct TravelPoint: Sendable, Hashable {
    public let latitude: Int
    public let longitude: Int

    public init(latitude: Int, longitude: Int) {
        self.latitude = latitude
        self.longitude = longitude
    }
}

/// The question that kept answers belong to, without its places.
public struct TravelKey: Sendable, Hashable {
    public enum Form: String, Sendable { case way, matrix }

    public var engine: String
    public var mode: String
    public var form: Form
    public var isWorkingDay: Bool
    public var hour: Int
    /// The minute since 1970; 0 for ways that can begin at any time.
    public var moment: Int

    public init(engine: String, mode: String, form: Form, isWorkingDay: Bool, hour: Int, moment: Int) {
        self.engine = engine
        self.mode = mode
        self.form = form
        self.isWorkingDay = isWorkingDay
        self.hour = hour
        self.moment = moment
    }

    fileprivate var dayClass: Int { isWorkingDay ? 0 : 1 }
}

/// A kept answer about the way between two places.
public struct TravelAnswer: Sendable, Hashable, RowDecodable {
    public let from: TravelPoint
    public let to: TravelPoint
    /// The seconds of the best way; nil if there is none that can be true.
    public let seconds: Int?
    public let metres: Int
    /// The ways as JSON; empty in a matrix.
    public let ways: String

    public init(from: TravelPoint, to: TravelPoint, seconds: Int?, metres: Int, ways: String = "") {
        self.from = from
        self.to = to
        self.seconds = seconds
        self.metres = metres
        self.ways = ways
    }

    public init(_ row: Row) throws(PostgresError) {
        from = TravelPoint(latitude: try row["from_lat"], longitude: try row["from_lon"])
        to = TravelPoint(latitude: try row["to_lat"], longitude: try row["to_lon"])
        seconds = try row["seconds"]
        metres = try row["metres"]
        ways = try row["ways"]
    }
}

extension Store {
    /// The hours for which answers are used.
    private static let answerHours = 24

    /// Returns the kept answers about some pairs of places that are not too old.
    public func travelAnswers(
        _ key: TravelKey, _ pairs: [(from: TravelPoint, to: TravelPoint)]
    ) throws(PostgresError) -> [TravelAnswer] {
        try connection.rows("""
            SELECT a.from_lat, a.from_lon, a.to_lat, a.to_lon, a.seconds, a.metres, a.ways
              FROM unnest(\(pairs.map(\.from.latitude)), \(pairs.map(\.from.longitude)), \(pairs.map(\.to.latitude)),
                          \(pairs.map(\.to.longitude))) AS p (from_lat, from_lon, to_lat, to_lon)
              JOIN travel_answer a USING (from_lat, from_lon, to_lat, to_lon)
             WHERE a.engine = \(key.engine) AND a.mode = \(key.mode) AND a.form = \(key.form.rawValue)
               AND a.day_class = \(key.dayClass) AND a.hour = \(key.hour) AND a.moment = \(key.moment)
               AND a.asked_at > now() - \(Self.answerHours) * interval '1 hour'
            """)
    }

    /// Keeps answers in place of older ones.
    public func keep(_ answers: [TravelAnswer], _ key: TravelKey) throws(PostgresError) {
        try connection.execute("""
            INSERT INTO travel_answer (engine, mode, form, day_class, hour, moment, from_lat, from_lon, to_lat, to_lon,
                                       seconds, metres, ways)
            SELECT \(key.engine), \(key.mode), \(key.form.rawValue), \(key.dayClass), \(key.hour), \(key.moment),
                   n.from_lat, n.from_lon, n.to_lat, n.to_lon, nullif(n.seconds, -1), n.metres, n.ways
              FROM unnest(\(answers.map(\.from.latitude)), \(answers.map(\.from.longitude)),
                          \(answers.map(\.to.latitude)), \(answers.map(\.to.longitude)),
                          \(answers.map { $0.seconds ?? -1 }), \(answers.map(\.metres)), \(answers.map(\.ways)))
                   AS n (from_lat, from_lon, to_lat, to_lon, seconds, metres, ways)
            ON CONFLICT (engine, mode, form, from_lat, from_lon, to_lat, to_lon, day_class, hour, moment) DO UPDATE
               SET seconds = excluded.seconds, metres = excluded.metres, ways = excluded.ways, asked_at = now()
            """)
    }
}
