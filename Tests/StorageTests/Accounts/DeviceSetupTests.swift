import Jadwal
import Postgres
import Storage
import TestSupport
import Testing

@Suite("Set-ups of devices")
struct DeviceSetupTests {
    let database: TestDatabase
    let store: Store
    let zaid: CustomerID

    init() throws {
        database = try TestDatabase.migrated()
        store = try database.store()
        zaid = try store.aCustomer()
    }

    private func insert(_ byte: UInt8, of customer: CustomerID? = nil) throws {
        try store.insert(NewDeviceSetup(
            tokenDigest: digest(byte), customerID: customer ?? zaid, nonce: Array(repeating: byte, count: 16),
            system: .macos, hasPrayerTimes: false, language: "ar", lifetimeMinutes: 15))
    }

    @Test("can be fetched five times; looking does not count")
    func five() throws {
        try insert(1)
        for fetch in 1...5 {
            #expect(try store.deviceSetup(tokenDigest: digest(1))?.fetches == fetch - 1)
            let setup = try #require(try store.useDeviceSetup(tokenDigest: digest(1)))
            #expect(setup.customerID == zaid)
            #expect(setup.system == .macos)
            #expect(setup.nonce == Array(repeating: 1, count: 16))
            #expect(setup.fetches == fetch)
        }
        #expect(try store.useDeviceSetup(tokenDigest: digest(1)) == nil)
        #expect(try store.deviceSetup(tokenDigest: digest(1))?.isOpen == false)
    }

    @Test("are at most ten a customer, the newest; those of other customers stay")
    func newest() throws {
        try insert(99, of: store.aCustomer("sara@example.org"))
        for byte in 1...12 { try insert(UInt8(byte)) }
        for byte in 1...2 { #expect(try store.deviceSetup(tokenDigest: digest(UInt8(byte))) == nil) }
        for byte in 3...12 { #expect(try store.deviceSetup(tokenDigest: digest(UInt8(byte))) != nil) }
        #expect(try store.deviceSetup(tokenDigest: digest(99)) != nil)
    }

    @Test("go with their customer, and a day after they expired")
    func gone() throws {
        try insert(1)
        try store.connection.execute("UPDATE device_setup SET expires_at = now() - interval '23 hours'")
        #expect(try store.purge()["device_setup"] == 0)
        try store.connection.execute("UPDATE device_setup SET expires_at = now() - interval '25 hours'")
        #expect(try store.purge()["device_setup"] == 1)
        try insert(2)
        try store.connection.execute("DELETE FROM customer WHERE id = \(zaid)")
        #expect(try store.count("device_setup") == 0)
    }
}
