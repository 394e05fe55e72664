public import CivilTime
public import Postgres

/// A way that a page wants to know of an engine.
public struct TravelWish: Sendable, Hashable, RowDecodable {
    public let key: TravelKey
    public let from: TravelPoint
    public let to: TravelPoint
    /// The host that may be asked.
    public let host: String
    public let arriveBy: Instant

    public init(_ key: TravelKey, from: TravelPoint, to: TravelPoint, host: String, arriveBy: Instant) {
        self.key = key
        self.from = from
        self.to = to
        self.host = host
        self.arriveBy = arriveBy
    }

    public init(_ row: Row) throws(PostgresError) {
        key = TravelKey(
            engine: try row["engine"], mode: try row["mode"], form: .way, isWorkingDay: try row["is_working_day"],
            hour: try row["hour"], moment: try row["moment"])
        from = TravelPoint(latitude: try row["from_lat"], longitude: try row["from_lon"])
        to = TravelPoint(latitude: try row["to_lat"], longitude: try row["to_lon"])
        host = try row["host"]
        arriveBy = try row["arrive_at"]
    }
}

/// A kept answer to one of several wishes.
public struct WishedAnswer: Sendable, Hashable, RowDecodable {
    /// The index of the wish.
    public let index: Int
    public let answer: TravelAnswer

    public init(_ row: Row) throws(PostgresError) {
        let number: Int = try row["number"]
        index = number - 1
        answer = try TravelAnswer(row)
    }
}

extension Store {
    /// Returns the kept answers to some wishes that are not too old.
    public func answers(to wishes: [TravelWish]) throws(PostgresError) -> [WishedAnswer] {
        try connection.rows("""
            SELECT w.number, a.from_lat, a.from_lon, a.to_lat, a.to_lon, a.seconds, a.metres, a.ways
              FROM \(Self.table(of: wishes))
              JOIN travel_answer a USING (engine, mode, from_lat, from_lon, to_lat, to_lon, day_class, hour, moment)
             WHERE a.form = 'way' AND a.asked_at > now() - \(Self.answerHours) * interval '1 hour'
            """)
    }

    /// Writes down wishes. One that was written down in the last hour stays as it is.
    ///
    /// - Returns: the number of new ones.
    public func wish(for wishes: [TravelWish]) throws(PostgresError) -> Int {
        try connection.execute("""
            INSERT INTO travel_wish (engine, mode, from_lat, from_lon, to_lat, to_lon, day_class, hour, moment, host,
                                     arrive_at)
            SELECT w.engine, w.mode, w.from_lat, w.from_lon, w.to_lat, w.to_lon, w.day_class, w.hour, w.moment,
                   w.host, to_timestamp(w.arrive_s)
              FROM \(Self.table(of: wishes))
            ON CONFLICT (engine, mode, from_lat, from_lon, to_lat, to_lon, day_class, hour, moment) DO UPDATE
               SET host = excluded.host, arrive_at = excluded.arrive_at, wished_at = now(), asked_at = NULL
             WHERE travel_wish.wished_at <= now() - interval '1 hour'
            """)
    }

    /// Takes the wish that waits longest, and notes that its engine is asked.
    ///
    /// - Returns: nil if none waits.
    public func claimTravelWish() throws(PostgresError) -> TravelWish? {
        try connection.row("""
            UPDATE travel_wish t SET asked_at = now()
              FROM (SELECT engine, mode, from_lat, from_lon, to_lat, to_lon, day_class, hour, moment
                      FROM travel_wish WHERE asked_at IS NULL
                     ORDER BY wished_at LIMIT 1 FOR UPDATE SKIP LOCKED) w
             WHERE (t.engine, t.mode, t.from_lat, t.from_lon, t.to_lat, t.to_lon, t.day_class, t.hour, t.moment)
                   = (w.engine, w.mode, w.from_lat, w.from_lon, w.to_lat, w.to_lon, w.day_class, w.hour, w.moment)
            RETURNING t.engine, t.mode, t.from_lat, t.from_lon, t.to_lat, t.to_lon, t.day_class = 0 AS is_working_day,
                      t.hour::bigint, t.moment, t.host, t.arrive_at
            """)
    }

    /// Returns true if one of some wishes waits for a worker.
    public func isWaiting(forAnyOf wishes: [TravelWish]) throws(PostgresError) -> Bool {
        try connection.value("""
            SELECT EXISTS (SELECT 1 FROM \(Self.table(of: wishes))
                             JOIN travel_wish t USING (engine, mode, from_lat, from_lon, to_lat, to_lon, day_class,
                                                       hour, moment)
                            WHERE t.asked_at IS NULL)
            """) ?? false
    }

    /// Returns wishes as the table `w` of a statement, with their numbers from 1 on.
    private static func table(of wishes: [TravelWish]) -> SQL {
        """
        unnest(\(wishes.map(\.key.engine)), \(wishes.map(\.key.mode)), \(wishes.map(\.from.latitude)),
               \(wishes.map(\.from.longitude)), \(wishes.map(\.to.latitude)), \(wishes.map(\.to.longitude)),
               \(wishes.map { $0.key.isWorkingDay ? 0 : 1 }), \(wishes.map(\.key.hour)), \(wishes.map(\.key.moment)),
               \(wishes.map(\.host)), \(wishes.map { Int($0.arriveBy.secondsSince1970) }))
               WITH ORDINALITY AS w (engine, mode, from_lat, from_lon, to_lat, to_lon, day_class, hour, moment, host,
                                     arrive_s, number)
        """
    }
}
