public import CivilTime
public import Postgres

/// The identity of a saved place, a UUID that the database makes. To-dos name places by it.
public struct SavedPlaceID: Hashable, Sendable, Comparable, CustomStringConvertible {
    public let uuid: UUIDValue

    public init(_ uuid: UUIDValue) {
        self.uuid = uuid
    }

    /// Reads what `description` writes.
    public init?(text: String) {
        guard let uuid = UUIDValue(text) else { return nil }
        self.uuid = uuid
    }

    public var description: String { uuid.description }

    public static func < (one: SavedPlaceID, other: SavedPlaceID) -> Bool { one.description < other.description }
}

extension SavedPlaceID: SQLConvertible {
    public var sqlForm: UUIDValue { uuid }
    public init(sqlForm: UUIDValue) { self.init(sqlForm) }
}

/// A place at which a customer does something.
public struct SavedPlace: Sendable, Hashable, RowDecodable {
    public let id: SavedPlaceID
    public let name: String
    /// Degrees, by three decimals.
    public let latitude: Double, longitude: Double
    public let createdAt: Instant

    public init(_ row: Row) throws(PostgresError) {
        id = try row["id"]
        name = try row["name"]
        latitude = try row["latitude"]
        longitude = try row["longitude"]
        createdAt = try row["created_at"]
    }

    /// The values that the customer gave.
    public var values: PlaceValues { PlaceValues(name: name, latitude: latitude, longitude: longitude) }

    /// The most characters of a name, and the most places of a customer.
    public static let mostName = 100, most = 100

    static func query(_ owner: CustomerID) -> SQL {
        """
        SELECT id, name, latitude, longitude, created_at FROM saved_place
         WHERE customer_id = \(owner) ORDER BY name, id
        """
    }
}

/// The values of a place, as a customer gives them.
public struct PlaceValues: Sendable, Hashable {
    public var name: String
    /// Degrees. They are stored by three decimals, which is some 100 m.
    public var latitude: Double, longitude: Double

    public init(name: String, latitude: Double, longitude: Double) {
        self.name = name
        self.latitude = latitude
        self.longitude = longitude
    }

    fileprivate var roundedLatitude: Double { (latitude * 1_000).rounded() / 1_000 }
    fileprivate var roundedLongitude: Double { (longitude * 1_000).rounded() / 1_000 }
}

extension Store {
    /// Returns a customer's places by name.
    public func savedPlaces(of owner: CustomerID) throws(PostgresError) -> [SavedPlace] {
        try connection.rows(SavedPlace.query(owner))
    }

    /// Stores a place.
    ///
    /// - Returns: its identity; nil if the customer has the most places already.
    public func addPlace(_ place: PlaceValues, of owner: CustomerID) throws(PostgresError) -> SavedPlaceID? {
        try connection.value("""
            INSERT INTO saved_place (customer_id, name, latitude, longitude)
            SELECT \(owner), \(place.name), \(place.roundedLatitude), \(place.roundedLongitude)
             WHERE (SELECT count(*) FROM saved_place WHERE customer_id = \(owner)) < \(SavedPlace.most)
            RETURNING id
            """)
    }

    /// Changes a place.
    ///
    /// - Returns: false if there is no such place.
    public func changePlace(
        _ id: SavedPlaceID, of owner: CustomerID, to place: PlaceValues
    ) throws(PostgresError) -> Bool {
        try connection.execute("""
            UPDATE saved_place
               SET name = \(place.name), latitude = \(place.roundedLatitude), longitude = \(place.roundedLongitude)
             WHERE customer_id = \(owner) AND id = \(id)
            """) == 1
    }

    /// Deletes a place. Tasks that name it then happen anywhere.
    ///
    /// - Returns: false if there is no such place.
    public func deletePlace(_ id: SavedPlaceID, of owner: CustomerID) throws(PostgresError) -> Bool {
        try connection.execute("DELETE FROM saved_place WHERE customer_id = \(owner) AND id = \(id)") == 1
    }
}
