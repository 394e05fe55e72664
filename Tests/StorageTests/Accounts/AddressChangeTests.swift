import Postgres
import Storage
import TestSupport
import Testing

@Suite("Changes of address")
struct AddressChangeTests {
    let database: TestDatabase
    let store: Store
    let zaid: CustomerID

    init() throws {
        database = try TestDatabase.migrated()
        store = try database.store()
        zaid = try store.aCustomer()
    }

    private func ask(_ email: String = "New@example.org", token: UInt8 = 5) throws {
        try store.insertAddressChange(of: zaid, to: address(email), lifetimeMinutes: 15)
        try store.setToken(ofAddressChange: zaid, tokenDigest: digest(token))
    }

    @Test("a change is taken once, with its own token")
    func takenOnce() throws {
        try ask()
        #expect(try store.takeAddressChange(of: zaid, tokenDigest: digest(6)) == nil)
        let change = try #require(try store.takeAddressChange(of: zaid, tokenDigest: digest(5)))
        #expect(change.customerID == zaid)
        #expect(change.newEmail == "New@example.org")
        #expect(change.newEmailKey == "new@example.org")
        #expect(try store.takeAddressChange(of: zaid, tokenDigest: digest(5)) == nil)
    }

    @Test("another customer cannot use the token, and nobody can after it has expired")
    func notTaken() throws {
        try ask()
        let sara = try store.aCustomer("sara@example.org")
        #expect(try store.takeAddressChange(of: sara, tokenDigest: digest(5)) == nil)
        try store.connection.execute("UPDATE address_change SET expires_at = now()")
        #expect(try store.addressChange(of: zaid)?.isExpired == true)
        #expect(try store.takeAddressChange(of: zaid, tokenDigest: digest(5)) == nil)
    }

    @Test("a later wish ends the earlier one and its token")
    func laterWish() throws {
        try ask("first@example.org")
        try store.insertAddressChange(of: zaid, to: address("second@example.org"), lifetimeMinutes: 15)
        #expect(try store.addressChange(of: zaid)?.newEmail == "second@example.org")
        #expect(try store.takeAddressChange(of: zaid, tokenDigest: digest(5)) == nil)
        #expect(try store.count("address_change") == 1)
    }

    @Test("the new address takes the place of a row for it that nobody proved")
    func unprovedMakesWay() throws {
        let unproved = try store.aCustomer("new@example.org")
        try ask()
        let change = try #require(try store.takeAddressChange(of: zaid, tokenDigest: digest(5)))
        try store.setEmail(of: zaid, to: change)
        #expect(try store.customer(unproved) == nil)
        #expect(try store.customer(zaid)?.email == "New@example.org")
        #expect(try store.aCustomer("NEW@example.org") == zaid)
    }

    @Test("a proved account of that address never makes way")
    func provedStays() throws {
        let proved = try store.aCustomer("new@example.org")
        _ = try store.verify(proved)
        try ask()
        let change = try #require(try store.takeAddressChange(of: zaid, tokenDigest: digest(5)))
        let error = #expect(throws: PostgresError.self) { try store.setEmail(of: zaid, to: change) }
        #expect(error?.sqlState == SQLState.uniqueViolation)
        #expect(try store.customer(proved)?.email == "new@example.org")
    }
}
