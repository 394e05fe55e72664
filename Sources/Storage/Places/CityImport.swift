public import Places
public import Postgres

extension Store {
    /// Inserts cities and replaces those that exist, all of them or none.
    ///
    /// A stored city that is not in the list stays as it is, since feeds may point at it. A city that exists
    /// keeps its slug while its country is the same. Imports wait for each other; readers do not wait.
    ///
    /// - Parameters:
    ///   - source: the name of the list, and the digest that `citySourceDigest(_:)` then returns.
    public func replace(_ cities: [NewCity], source: (name: String, sha256: [UInt8])) throws {
        try transaction {
            try connection.execute("LOCK TABLE city IN SHARE ROW EXCLUSIVE MODE")
            let given: [GivenSlug] = try connection.rows("SELECT id, country, slug FROM city")
            var slugs = Slugs(given.map { ($0.id, $0.country, $0.slug) })
            // The most populous first, so that it has the plain slug.
            let sorted = cities.sorted { ($1.population, $0.id) < ($0.population, $1.id) }
            for start in stride(from: 0, to: sorted.count, by: 1_000) {
                let batch = sorted[start..<min(start + 1_000, sorted.count)]
                try write(batch, slugs: batch.map { slugs.slug(for: $0) })
                try writeKeys(of: batch)
            }
            try markDistricts()
            try connection.execute("""
                INSERT INTO city_source (name, sha256) VALUES (\(source.name), \(source.sha256))
                ON CONFLICT (name) DO UPDATE SET sha256 = excluded.sha256, imported_at = now()
                """)
        }
    }

    /// Returns the digest of the list that was last imported under a name.
    public func citySourceDigest(_ name: String) throws(PostgresError) -> [UInt8]? {
        try connection.value("SELECT sha256 FROM city_source WHERE name = \(name)")
    }

    /// Updates the planner's statistics of tables that have just been filled, before autovacuum does so.
    public func analyzeCities() throws(PostgresError) {
        try connection.execute("ANALYZE city, city_name")
    }

    /// Records for each city whether it is a district: a city of a million or a half of it, at least four times as
    /// large and in the same country, has its centre within 0.15 degrees of latitude and as far to the east or west.
    private func markDistricts() throws(PostgresError) {
        try connection.execute("""
            UPDATE city SET part_of = around.id
              FROM (SELECT c.id AS district, (
                        SELECT large.id FROM city large
                         WHERE large.population >= greatest(500000, 4 * c.population::bigint)
                           AND large.country = c.country
                           AND abs(large.latitude_deg - c.latitude_deg) < 0.15
                           AND abs(large.longitude_deg - c.longitude_deg) * cosd(c.latitude_deg) < 0.15
                         ORDER BY large.population DESC, large.id LIMIT 1)
                      FROM city c) AS around (district, id)
             WHERE city.id = around.district AND city.part_of IS DISTINCT FROM around.id
            """)
    }

    private func write(_ cities: ArraySlice<NewCity>, slugs: [String]) throws(PostgresError) {
        try connection.execute("""
            INSERT INTO city (id, country, slug, name, name_ar, admin1, latitude_deg, longitude_deg,
                              elevation_m, time_zone, population)
            SELECT id, country, slug, name, nullif(name_ar, ''), admin1, latitude, longitude,
                   nullif(elevation, \(Self.noElevation)), zone, population
              FROM unnest(\(cities.map(\.id)), \(cities.map(\.country)), \(slugs), \(cities.map(\.name)),
                          \(cities.map { $0.nameArabic ?? "" }), \(cities.map(\.admin1)),
                          \(cities.map(\.latitude)), \(cities.map(\.longitude)),
                          \(cities.map { $0.elevationMetres ?? Self.noElevation }),
                          \(cities.map(\.timeZone)), \(cities.map(\.population)))
                AS new (id, country, slug, name, name_ar, admin1, latitude, longitude, elevation, zone, population)
            ON CONFLICT (id) DO UPDATE
               SET country = excluded.country, slug = excluded.slug, name = excluded.name,
                   name_ar = excluded.name_ar, admin1 = excluded.admin1,
                   latitude_deg = excluded.latitude_deg, longitude_deg = excluded.longitude_deg,
                   elevation_m = coalesce(excluded.elevation_m, city.elevation_m), time_zone = excluded.time_zone,
                   population = excluded.population
            """)
    }

    /// The number that stands for NULL on the way to the server, since bound lists cannot hold NULL.
    private static let noElevation = -32_768

    private func writeKeys(of cities: ArraySlice<NewCity>) throws(PostgresError) {
        try connection.execute("DELETE FROM city_name WHERE city_id = ANY(\(cities.map(\.id)))")
        let keys = cities.flatMap { city in CityKey.all(of: city).map { (city, $0) } }
        try connection.execute("""
            INSERT INTO city_name (city_id, key, kind, spelling, country, weight, leads_one, leads_two)
            SELECT id, key, kind, spelling, country, weight, leads & 1 <> 0, leads & 2 <> 0
              FROM unnest(\(keys.map(\.0.id)), \(keys.map(\.1.text)), \(keys.map(\.1.kind.rawValue)),
                          \(keys.map { String($0.1.spelling.unicodeScalars.prefix(200)) }), \(keys.map(\.0.country)),
                          \(keys.map(\.1.weight)), \(keys.map(\.1.leads.rawValue)))
                AS new (id, key, kind, spelling, country, weight, leads)
            """)
    }
}

private struct GivenSlug: RowDecodable {
    let id: Int64, country: String, slug: String

    init(_ row: Row) throws(PostgresError) {
        id = try row["id"]
        country = try row["country"]
        slug = try row["slug"]
    }
}
