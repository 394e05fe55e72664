import Jadwal
import Postgres
import Storage
import TestSupport
import Testing

@Suite("Grants of profiles")
struct ProfileGrantTests {
    let database: TestDatabase
    let store: Store
    let zaid: CustomerID

    init() throws {
        database = try TestDatabase.migrated()
        store = try database.store()
        zaid = try store.aCustomer()
    }

    private func insert(_ byte: UInt8, minutes: Int = 10) throws {
        try store.insert(NewProfileGrant(
            tokenDigest: digest(byte), customerID: zaid, feedGeneration: 3, language: "ar", lifetimeMinutes: minutes))
    }

    @Test("can be used five times; looking does not count")
    func five() throws {
        try insert(1)
        for fetch in 1...5 {
            #expect(try store.profileGrant(tokenDigest: digest(1))?.fetches == fetch - 1)
            let grant = try #require(try store.useProfileGrant(tokenDigest: digest(1)))
            #expect(grant.customerID == zaid)
            #expect(grant.feedGeneration == 3)
            #expect(grant.language == "ar")
            #expect(grant.fetches == fetch)
        }
        #expect(try store.useProfileGrant(tokenDigest: digest(1)) == nil)
        #expect(try store.profileGrant(tokenDigest: digest(1)) == nil)
    }

    @Test("are worth nothing when their time is over, or they never were")
    func expired() throws {
        try insert(1)
        try store.connection.execute("UPDATE profile_grant SET expires_at = now() - interval '1 second'")
        #expect(try store.profileGrant(tokenDigest: digest(1)) == nil)
        #expect(try store.useProfileGrant(tokenDigest: digest(1)) == nil)
        #expect(try store.useProfileGrant(tokenDigest: digest(2)) == nil)
        #expect(try store.useProfileGrant(tokenDigest: []) == nil)
    }

    @Test("are at most ten a customer, the newest; those of other customers stay")
    func newest() throws {
        let sara = try store.aCustomer("sara@example.org")
        try store.insert(NewProfileGrant(
            tokenDigest: digest(99), customerID: sara, feedGeneration: 1, language: "en", lifetimeMinutes: 10))
        for byte in 1...12 { try insert(UInt8(byte)) }
        for byte in 1...2 { #expect(try store.profileGrant(tokenDigest: digest(UInt8(byte))) == nil) }
        for byte in 3...12 { #expect(try store.profileGrant(tokenDigest: digest(UInt8(byte))) != nil) }
        #expect(try store.profileGrant(tokenDigest: digest(99)) != nil)
    }

    @Test("go with their customer, and a day after they expired")
    func gone() throws {
        try insert(1)
        try store.connection.execute("UPDATE profile_grant SET expires_at = now() - interval '23 hours'")
        #expect(try store.purge()["profile_grant"] == 0)
        try store.connection.execute("UPDATE profile_grant SET expires_at = now() - interval '25 hours'")
        #expect(try store.purge()["profile_grant"] == 1)
        try insert(2)
        try store.connection.execute("DELETE FROM customer WHERE id = \(zaid)")
        #expect(try store.count("profile_grant") == 0)
    }
}
