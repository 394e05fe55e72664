import Mail
import Postgres
import Storage
import TestSupport
import Testing

@Suite("Saved places in the database")
struct SavedPlaceTests {
    private let database: TestDatabase
    private let store: Store, owner: CustomerID, other: CustomerID

    init() throws {
        database = try TestDatabase.migrated()
        store = Store(connection: try database.connect())
        owner = try Self.customer("zaid@example.org", store)
        other = try Self.customer("omar@example.org", store)
    }

    private static func customer(_ address: String, _ store: Store) throws -> CustomerID {
        let email = try #require(EmailAddress(address))
        return try store.customer(
            orInsert: NewCustomer(address: email, language: "en", timeZone: "Asia/Riyadh", firstDay: 7)).id
    }

    @Test("a point is kept by three decimals, and only its owner sees, changes and deletes it")
    func places() throws {
        let gym = PlaceValues(name: "Gym", latitude: 24.71234, longitude: 46.67555)
        let id = try #require(try store.addPlace(gym, of: owner))
        #expect(try store.savedPlaces(of: owner).map(\.latitude) == [24.712])
        #expect(try store.savedPlaces(of: owner).map(\.longitude) == [46.676])
        #expect(try store.savedPlaces(of: other) == [])
        #expect(try !store.changePlace(id, of: other, to: gym))
        #expect(try store.changePlace(id, of: owner, to: PlaceValues(name: "Club", latitude: 1, longitude: 2)))
        #expect(try store.savedPlaces(of: owner).map(\.name) == ["Club"])
        #expect(try !store.deletePlace(id, of: other))
        #expect(try store.deletePlace(id, of: owner))
        #expect(try store.savedPlaces(of: owner) == [])
    }

    @Test("a customer has at most 100 places")
    func limit() throws {
        for number in 0..<100 {
            let place = PlaceValues(name: "\(number)", latitude: 0, longitude: 0)
            #expect(try store.addPlace(place, of: owner) != nil)
        }
        #expect(try store.addPlace(PlaceValues(name: "101", latitude: 0, longitude: 0), of: owner) == nil)
    }
}
