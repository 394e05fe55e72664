public import Postgres

extension Store {
    /// Stores a deleted place again, with the identity that it had.
    ///
    /// - Returns: false if the customer has the most places already, or a place of this identity.
    public func restorePlace(
        _ place: PlaceValues, as id: SavedPlaceID, of owner: CustomerID
    ) throws(PostgresError) -> Bool {
        try connection.execute("""
            INSERT INTO saved_place (customer_id, id, name, latitude, longitude)
            SELECT \(owner), \(id), \(place.name), \(place.latitude), \(place.longitude)
             WHERE (SELECT count(*) FROM saved_place WHERE customer_id = \(owner)) < \(SavedPlace.most)
            ON CONFLICT DO NOTHING
            """) == 1
    }
}
