public import Places
public import Postgres

extension Store {
    /// Returns the cities whose name, or a later word of it, begins with the query: large cities first, and
    /// those of the preferred country before others of their size.
    ///
    /// A whole name counts more than its beginning, so `York` comes before New York. The text after a
    /// comma is ignored (`Riyadh, Saudi Arabia`). An empty query gives the largest cities of the
    /// preferred country, or of the world. A query without a letter or digit finds nothing.
    ///
    /// - Parameter country: ISO 3166-1, the country where the visitor seems to be; ignored if it is not a code.
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
        // Many keys of three letters or fewer are airport codes, or spellings that nobody means.
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

    /// Returns the query for the keys that begin with a text. For one or two letters it finds only the heaviest
    /// keys of all countries and those of the preferred one, since no other key can be among the first.
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
