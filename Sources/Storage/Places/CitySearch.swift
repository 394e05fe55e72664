public import Places
public import Postgres

extension Store {
    /// The cities whose name, or a word of it, begins as the query does: the large first, those of
    /// the preferred country before others of their size.
    ///
    /// A whole name counts more than its beginning, so `York` comes before New York. What follows a
    /// comma is left aside (`Riyadh, Saudi Arabia`). An empty query gives the largest cities of the
    /// preferred country, or of the world; one without a letter or digit in it finds nothing.
    ///
    /// - Parameter country: ISO 3166-1, where the visitor seems to be; anything else is no wish.
    public func cities(
        matching query: String, preferring country: String?, limit: Int
    ) throws(PostgresError) -> [City] {
        let country = country.flatMap { isCountryCode($0) ? $0 : nil }
        guard limit > 0 else { return [] }
        if query.allSatisfy(\.isWhitespace) {
            let near = try country.map { code throws(PostgresError) in try cities(of: code, limit: limit) } ?? []
            return near.isEmpty ? try largestCities(limit: limit) : near
        }
        let key = searchKey(String(query.prefix { $0 != "," && $0 != "\u{60C}" }))
        guard !key.isEmpty, key.utf8.count <= CityKey.longest else { return [] }
        // Of three letters and less many are the code of an airport or a spelling nobody means.
        let wholeName = key.unicodeScalars.count > 3 ? 16 : 1
        return try connection.rows("""
            WITH found AS (
                SELECT city_id, max(weight::bigint
                           * CASE WHEN key = \(key) THEN \(wholeName) ELSE 1 END
                           * CASE WHEN country = \(country) THEN 10 ELSE 1 END) AS rank
                  FROM (\(keys(beginning: key, preferring: country, limit: limit))) AS candidate
                 GROUP BY city_id
                 ORDER BY rank DESC, city_id LIMIT \(limit)
            )
            SELECT \(City.columns) FROM found JOIN city c ON c.id = found.city_id
             ORDER BY found.rank DESC, c.id
            """)
    }

    /// The keys that begin with a text; of one or two letters only the heaviest, of all countries
    /// and of the preferred one, since a rank beyond both cannot come first.
    private func keys(beginning key: String, preferring country: String?, limit: Int) -> SQL {
        let columns: SQL = "city_id, key, country, weight"
        switch key.unicodeScalars.count {
        case 1:
            return """
                (SELECT \(columns) FROM city_name WHERE leads_one AND left(key, 1) = \(key)
                  ORDER BY weight DESC LIMIT \(limit))
                UNION
                (SELECT \(columns) FROM city_name WHERE leads_one AND left(key, 1) = \(key) AND country = \(country)
                  ORDER BY weight DESC LIMIT \(limit))
                """
        case 2:
            return """
                (SELECT \(columns) FROM city_name WHERE leads_two AND left(key, 2) = \(key)
                  ORDER BY weight DESC LIMIT \(limit))
                UNION
                (SELECT \(columns) FROM city_name WHERE leads_two AND left(key, 2) = \(key) AND country = \(country)
                  ORDER BY weight DESC LIMIT \(limit))
                """
        default:
            // In the collation "C" nothing that begins with the key comes after its last character.
            return "SELECT \(columns) FROM city_name WHERE key >= \(key) AND key < \(key + "\u{10FFFF}")"
        }
    }
}
