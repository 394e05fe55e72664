import Postgres
import Storage
import TestSupport
import Testing

@Suite("Wishes to delete the account")
struct AccountDeletionTests {
    let database: TestDatabase
    let store: Store
    let zaid: CustomerID

    init() throws {
        database = try TestDatabase.migrated()
        store = try database.store()
        zaid = try store.aCustomer()
        try store.insertAccountDeletion(of: zaid, lifetimeMinutes: 15)
        try store.setToken(ofAccountDeletion: zaid, tokenDigest: digest(5))
    }

    @Test("a wish is taken once, with its own token, and by its customer only")
    func takenOnce() throws {
        let sara = try store.aCustomer("sara@example.org")
        #expect(try !store.takeAccountDeletion(of: sara, tokenDigest: digest(5)))
        #expect(try !store.takeAccountDeletion(of: zaid, tokenDigest: digest(6)))
        #expect(try store.takeAccountDeletion(of: zaid, tokenDigest: digest(5)))
        #expect(try !store.takeAccountDeletion(of: zaid, tokenDigest: digest(5)))
    }

    @Test("both links of a mail that was sent twice count, and one that came too late does not")
    func sentTwice() throws {
        try store.setToken(ofAccountDeletion: zaid, tokenDigest: digest(6))
        try store.connection.execute("UPDATE account_deletion SET expires_at = now()")
        #expect(try store.accountDeletion(of: zaid)?.isExpired == true)
        for token: UInt8 in [5, 6] { #expect(try !store.takeAccountDeletion(of: zaid, tokenDigest: digest(token))) }
        try store.connection.execute("UPDATE account_deletion SET expires_at = now() + interval '1 minute'")
        #expect(try store.takeAccountDeletion(of: zaid, tokenDigest: digest(5)))
    }

    @Test("a later wish ends the earlier one and its token, and so does taking it back")
    func laterWish() throws {
        try store.insertAccountDeletion(of: zaid, lifetimeMinutes: 15)
        #expect(try !store.takeAccountDeletion(of: zaid, tokenDigest: digest(5)))
        #expect(try store.count("account_deletion") == 1)
        try store.deleteAccountDeletion(of: zaid)
        #expect(try store.accountDeletion(of: zaid) == nil)
    }
}
