public import Places
public import Postgres

extension City: RowDecodable {
    public init(_ row: Row) throws(PostgresError) {
        self.init(
            id: try row["id"], country: try row["country"], slug: try row["slug"], name: try row["name"],
            nameArabic: try row["name_ar"], admin1: try row["admin1"], latitude: try row["latitude_deg"],
            longitude: try row["longitude_deg"], elevationMetres: try row["elevation_m"],
            timeZone: try row["time_zone"], population: try row["population"])
    }

    /// The columns `init(_:)` reads, of table `city` AS c.
    static let columns: SQL = """
        c.id, c.country, c.slug, c.name, c.name_ar, c.admin1, c.latitude_deg, c.longitude_deg,
        c.elevation_m, c.time_zone, c.population
        """
}

extension Store {
    public func city(_ id: Int64) throws(PostgresError) -> City? {
        try connection.row("SELECT \(City.columns) FROM city c WHERE c.id = \(id)")
    }

    /// Returns the city of an address.
    ///
    /// - Parameter country: ISO 3166-1 in capitals. A text that cannot be a country's code, or a slug
    ///   that cannot be one, finds nothing.
    public func city(country: String, slug: String) throws(PostgresError) -> City? {
        guard isCountryCode(country), slug.utf8.allSatisfy(isSlugByte) else { return nil }
        return try connection.row("""
            SELECT \(City.columns) FROM city c WHERE c.country = \(country) AND c.slug = \(slug)
            """)
    }

    /// Returns the largest cities of a country, without districts.
    public func cities(of country: String, limit: Int) throws(PostgresError) -> [City] {
        guard isCountryCode(country), limit > 0 else { return [] }
        return try connection.rows("""
            SELECT \(City.columns) FROM city c
             WHERE c.country = \(country) AND c.part_of IS NULL ORDER BY c.population DESC, c.id LIMIT \(limit)
            """)
    }

    /// Returns the largest city of a time zone; nil if it has none.
    public func largestCity(inTimeZone name: String) throws(PostgresError) -> City? {
        try connection.row("""
            SELECT \(City.columns) FROM city c
             WHERE c.time_zone = \(name) AND c.part_of IS NULL ORDER BY c.population DESC, c.id LIMIT 1
            """)
    }

    /// Returns the largest cities of the world.
    public func largestCities(limit: Int) throws(PostgresError) -> [City] {
        guard limit > 0 else { return [] }
        return try connection.rows("""
            SELECT \(City.columns) FROM city c ORDER BY c.population DESC, c.id LIMIT \(limit)
            """)
    }

    /// Returns the cities nearest to a point, nearest first, by great circles of a sphere.
    ///
    /// Looks first within three degrees. A city outside of them is more than 333 km away, so no city is
    /// missed if there are enough within them. All cities are searched only if there are fewer, as in
    /// the middle of an ocean.
    ///
    /// - Parameter kilometres: the greatest distance; cities further away are left out, and there is one search.
    public func cities(
        near latitude: Double, longitude: Double, within kilometres: Double? = nil, limit: Int
    ) throws(PostgresError) -> [City] {
        guard latitude.magnitude <= 90, longitude.magnitude <= 180, limit > 0 else { return [] }
        // A degree of a meridian is 60 nautical miles.
        if let kilometres { return try cities(near: latitude, longitude, degrees: kilometres / 111.12, limit: limit) }
        let around = try cities(near: latitude, longitude, degrees: 3, limit: limit)
        if around.count == limit { return around }
        return try cities(near: latitude, longitude, degrees: 180, limit: limit)
    }

    private func cities(
        near latitude: Double, _ longitude: Double, degrees: Double, limit: Int
    ) throws(PostgresError) -> [City] {
        try connection.rows("""
            SELECT \(City.columns)
              FROM city c,
                   LATERAL (SELECT 2 * asind(least(1, sqrt(
                       sind((c.latitude_deg - \(latitude)) / 2) ^ 2 + cosd(c.latitude_deg) * cosd(\(latitude))
                           * sind((c.longitude_deg - \(longitude)) / 2) ^ 2))) AS degrees) AS away
             WHERE c.latitude_deg BETWEEN \(latitude - degrees) AND \(latitude + degrees)
               AND away.degrees <= \(degrees)
             ORDER BY away.degrees, c.id LIMIT \(limit)
            """)
    }
}

private func isSlugByte(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || byte == 0x2D
}
