import CivilTime
import Mail
import Postgres
import Storage
import TestSupport
import Testing

@Suite("Customers")
struct CustomerTests {
    let database: TestDatabase
    let store: Store

    init() throws {
        database = try TestDatabase.migrated()
        store = try database.store()
    }

    @Test("an address has one customer, however it is written, and keeps its first spelling")
    func oneAddressOneCustomer() throws {
        let first = try store.aCustomer("Zaid@Example.org")
        #expect(try store.aCustomer("zaid@EXAMPLE.org") == first)
        #expect(try store.aCustomer("zaid+work@example.org") != first)
        let customer = try #require(try store.customer(first))
        #expect(customer.email == "Zaid@example.org")
        #expect(customer.name == "")
        #expect(customer.language == "en")
        #expect(customer.timeZone == "Asia/Riyadh")
        #expect(customer.firstDay == 7)
        #expect(try store.count("customer") == 2)
    }

    @Test("twenty browsers that ask at the same moment make one customer")
    func insertedAtTheSameMoment() throws {
        let settings = database.settings
        let ids = try inParallel(count: 20) {
            try Store(connection: Connection(settings)).aCustomer()
        }
        #expect(Set(ids).count == 1)
        #expect(try store.count("customer") == 1)
    }

    @Test("a customer who is not there is nil, not an error")
    func noCustomer() throws {
        let nobody = try #require(CustomerID(text: "00000000-0000-4000-8000-000000000000"))
        #expect(try store.customer(nobody) == nil)
    }

    @Test("saving changes what the form holds and no other customer")
    func replace() throws {
        let id = try store.aCustomer(), other = try store.aCustomer("sara@example.org")
        var customer = try #require(try store.customer(id))
        customer.name = "زيد"
        customer.language = "ar"
        customer.timeZone = "Europe/Oslo"
        customer.firstDay = 1
        try store.replace(customer)
        let saved = try #require(try store.customer(id))
        #expect([saved.name, saved.language, saved.timeZone] == ["زيد", "ar", "Europe/Oslo"])
        #expect(saved.firstDay == 1)
        #expect(saved.email == "zaid@example.org")
        #expect(try store.customer(other)?.name == "")
    }

    @Test("an address is verified once, and only then taken by its customer")
    func verify() throws {
        let id = try store.aCustomer(), other = try store.aCustomer("sara@example.org")
        let zaid = try address("ZAID@example.org")
        #expect(try !store.isTaken(zaid, byOtherThan: other), "nobody proved it yet")
        #expect(try store.verify(id))
        #expect(try !store.verify(id), "the welcome mail is due once")
        #expect(try store.isTaken(zaid, byOtherThan: other))
        #expect(try !store.isTaken(zaid, byOtherThan: id))
    }

    @Test("deleting removes everything that hangs on the customer and nothing of others")
    func delete() throws {
        let gone = try store.aCustomer(), stays = try store.aCustomer("sara@example.org")
        for (number, id) in [gone, stays].enumerated() {
            let byte = UInt8(10 * number)
            try store.aLink(of: id, flow: store.aFlow(of: id, browser: byte), byte)
            try store.insertSession(of: id, tokenDigest: digest(byte), device: "", network: "")
            try store.insertAddressChange(of: id, to: address("new\(number)@example.org"), lifetimeMinutes: 15)
            try store.insertAccountDeletion(of: id, lifetimeMinutes: 15)
            _ = try store.insert(
                NewDevicePassword(
                    customerID: id, label: "iPhone", digest: digest(byte), origin: .byHand, unusedMinutes: nil))
            try store.aJob(of: id)
        }
        #expect(try store.delete(gone))
        #expect(try !store.delete(gone), "only once")
        for table: SQL in ["customer", "sign_in_flow", "magic_link", "session", "address_change",
            "account_deletion", "device_password", "job"] {
            #expect(try store.count(table) == 1)
        }
        #expect(try store.customer(gone) == nil)
        #expect(try store.customer(stays) != nil)
    }

    @Test("a transaction that throws leaves nothing behind")
    func rollBack() throws {
        struct Stop: Error {}
        #expect(throws: Stop.self) {
            try store.transaction {
                _ = try store.aCustomer()
                throw Stop()
            }
        }
        #expect(try store.count("customer") == 0)
    }

    @Test("the database says how far its clock is ahead", arguments: [-3_600, 0, 3_600])
    func clock(seconds: Int) throws {
        let now: Instant = try #require(try store.connection.value("SELECT clock_timestamp()"))
        let ahead = try store.secondsAhead(of: now - .seconds(seconds))
        #expect(abs(ahead - Double(seconds)) < 60)
    }
}
