public import Places
public import Postgres

/// A city that a search found.
public struct FoundCity: Sendable, Hashable {
    public let city: City
    /// The name that matched, in the language that was typed.
    public let spelling: String
    /// True if the typed text is a whole name of the city, or a whole spelling of it.
    public let isExact: Bool
}

extension FoundCity: RowDecodable {
    public init(_ row: Row) throws(PostgresError) {
        city = try City(row)
        spelling = try row["spelling"]
        let tier: Int = try row["tier"]
        isExact = tier == 0
    }
}

extension Store {
    /// Returns the cities that a typed text may mean, as `search(_:preferring:limit:)` finds them.
    public func cities(
        matching query: String, preferring country: String?, limit: Int
    ) throws(PostgresError) -> [City] {
        if limit > 0, query.allSatisfy(\.isWhitespace) {
            let country = country.flatMap { isCountryCode($0) ? $0 : nil }
            let near = try country.map { code throws(PostgresError) in try cities(of: code, limit: limit) } ?? []
            return near.isEmpty ? try largestCities(limit: limit) : near
        }
        return try search(query, preferring: country, limit: limit).map(\.city)
    }

    /// Returns the cities that a typed text may mean, the most probable first.
    ///
    /// Whole names and whole spellings come first, then names that begin with the text, then later words of names. Among
    /// them large cities come first, those of the preferred country before others of their size, and districts after
    /// their city. If no name begins with the text, its last or first words may be a country or a province
    /// (`london ontario`). If still nothing is found, one letter may be wrong.
    ///
    /// - Parameter country: ISO 3166-1, the country where the visitor seems to be; ignored if it is not a code.
    public func search(
        _ text: String, preferring country: String?, limit: Int
    ) throws(PostgresError) -> [FoundCity] {
        guard limit > 0 else { return [] }
        let country = country.flatMap { isCountryCode($0) ? $0 : nil }
        let meanings = CityQuery.meanings(of: text)
        for meaning in meanings {
            let found = try cities(keys(of: meaning.key, preferring: country, limit), meaning.areas, country, limit)
            if !found.isEmpty { return found }
        }
        for meaning in meanings {
            let keys = keysOneTypoAway(from: meaning.key)
            guard !keys.isEmpty else { continue }
            // OFFSET 0 keeps an index lookup for each key; of a thousand keys the planner would read the whole table.
            let found = try cities("""
                SELECT near.city_id, near.spelling, near.country, near.weight, 1 AS tier
                  FROM unnest(\(keys)::text[]) AS typed (key),
                       LATERAL (SELECT city_id, spelling, country, weight FROM city_name
                                 WHERE key = typed.key COLLATE "C" AND kind <> 'end' OFFSET 0) AS near
                """, meaning.areas, country, limit)
            if !found.isEmpty { return found }
        }
        return []
    }

    /// Returns the best cities of some keys. Only a few more than wanted are looked up, to put districts further down.
    private func cities(
        _ keys: SQL, _ areas: [Area], _ country: String?, _ limit: Int
    ) throws(PostgresError) -> [FoundCity] {
        let inAreas: SQL = areas.isEmpty ? "" : """
             WHERE EXISTS (SELECT FROM city c WHERE c.id = city_id
                              AND (c.country = ANY(\(areas.map(\.code))) OR c.country || '.' || c.admin1 = ANY(\(areas.map(\.code)))))
            """
        return try connection.rows("""
            WITH key AS (\(keys)),
                 ranked AS (
                SELECT DISTINCT ON (city_id) city_id, spelling, tier,
                       weight::bigint * CASE WHEN country = \(country) THEN 10 ELSE 1 END AS rank
                  FROM key \(inAreas)
                 ORDER BY city_id, tier, weight DESC, spelling
            ),
                 best AS (SELECT city_id, spelling, tier, rank FROM ranked ORDER BY tier, rank DESC, city_id LIMIT \(3 * limit))
            SELECT \(City.columns), best.spelling, best.tier
              FROM best JOIN city c ON c.id = best.city_id
             ORDER BY best.tier, best.rank / CASE WHEN best.tier > 0 AND c.part_of IS NOT NULL THEN 16 ELSE 1 END DESC, c.id
             LIMIT \(limit)
            """)
    }

    /// Returns the query for the keys that are a text, in tier 0, or begin with it, in tier 1.
    ///
    /// A Latin spelling of three letters or fewer is an airport's code, so it counts no more than a beginning. For one or
    /// two letters only the heaviest keys of all countries and of the preferred one are read: no other can be among the
    /// first.
    private func keys(of key: String, preferring country: String?, _ limit: Int) -> SQL {
        let columns: SQL = "city_id, spelling, country, weight"
        let whole: SQL = """
            SELECT \(columns), CASE WHEN kind = 'name' OR kind = 'alternative' AND octet_length(key) > 3 THEN 0 ELSE 1 END AS tier
              FROM city_name WHERE key = \(key)
            """
        switch key.unicodeScalars.count {
        case 1:
            return """
                (SELECT \(columns), 1 AS tier FROM city_name WHERE leads_one AND left(key, 1) = \(key)
                  ORDER BY weight DESC LIMIT \(3 * limit))
                UNION ALL
                (SELECT \(columns), 1 FROM city_name WHERE leads_one AND left(key, 1) = \(key) AND country = \(country)
                  ORDER BY weight DESC LIMIT \(3 * limit))
                """
        case 2:
            return """
                \(whole)
                UNION ALL
                (SELECT \(columns), 1 FROM city_name WHERE leads_two AND left(key, 2) = \(key)
                  ORDER BY weight DESC LIMIT \(3 * limit))
                UNION ALL
                (SELECT \(columns), 1 FROM city_name WHERE leads_two AND left(key, 2) = \(key) AND country = \(country)
                  ORDER BY weight DESC LIMIT \(3 * limit))
                """
        default:
            // In the collation "C" nothing that begins with the key comes after its last character.
            return """
                \(whole)
                UNION ALL
                SELECT \(columns), 1 FROM city_name
                 WHERE key > \(key) AND key < \(key + "\u{10FFFF}") AND kind <> 'alternative'
                """
        }
    }
}
