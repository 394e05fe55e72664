import CivilTime
public import Storage
import Synchronization

extension App {
    /// The mosques' timetables for everybody in a city, by GeoNames' numbers.
    ///
    /// - Throws: an error if they have to be read and the database cannot be reached.
    public var cityTables: [Int64: MosqueTableRow] {
        get throws { try shared.cityTables.tables(self) }
    }
}

/// The cities' timetables of a process, read from the database at most once a minute by this machine's clock. There are
/// few of them, and a city's page needs no query to find that it has none.
final class CityTables: Sendable {
    private let kept = Mutex<(tables: [Int64: MosqueTableRow], until: Instant)?>(nil)

    func tables(_ app: App) throws -> [Int64: MosqueTableRow] {
        let now = app.now()
        if let kept = kept.withLock({ $0 }), now < kept.until { return kept.tables }
        let tables = try app.store.cityTables()
        kept.withLock { $0 = (tables, now + .seconds(60)) }
        return tables
    }
}
