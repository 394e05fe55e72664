public import Places
public import Postgres

extension Store {
    /// Returns the largest city of each of some countries, the largest first.
    ///
    /// - Parameter countries: ISO 3166-1 in capitals; one without a city is left out.
    public func largestCity(ofEach countries: [String]) throws(PostgresError) -> [City] {
        try connection.rows(largestCityQuery(ofEach: countries))
    }

    /// Returns a query with one index lookup for each country. Index: `city_country_idx`.
    func largestCityQuery(ofEach countries: [String]) -> SQL {
        """
        SELECT c.*
          FROM unnest(\(countries)::text[]) AS wanted (country),
               LATERAL (
                   SELECT \(City.columns) FROM city c
                    WHERE c.country = wanted.country ORDER BY c.population DESC, c.id LIMIT 1) AS c
         ORDER BY c.population DESC, c.id
        """
    }
}
