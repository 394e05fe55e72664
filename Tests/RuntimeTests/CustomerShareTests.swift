import Runtime
import Storage
import TestSupport
import Testing

@Suite("A customer's share of the threads")
struct CustomerShareTests {
    let shares = CustomerShares()
    let zaid = CustomerID(text: "00000000-0000-4000-8000-000000000001")!
    let huda = CustomerID(text: "00000000-0000-4000-8000-000000000002")!

    @Test("one demanding request of a customer runs at a time, whatever it signed in with; others' run beside it")
    func oneOfACustomer() throws {
        let outcome = try shares.perform(of: zaid, credentials: "phone") {
            #expect(throws: Refusal.unavailable(seconds: 1)) {
                try shares.perform(of: zaid, credentials: "laptop") { Issue.record("it runs beside the first") }
            }
            return try shares.perform(of: huda, credentials: "tablet") { "beside" }
        }
        #expect(outcome == "beside")
        #expect(try shares.perform(of: zaid, credentials: "laptop") { "after" } == "after")
    }

    @Test("a second request with new credentials has the first one's owner until that has ended")
    func newCredentials() throws {
        let before = shares.owner(of: "phone")
        try shares.perform(of: zaid, credentials: "phone") { #expect(shares.owner(of: "phone") == before) }
        #expect(shares.owner(of: "phone") == .customer(zaid))
    }

    @Test("a request that fails leaves the share free")
    func failed() throws {
        #expect(throws: Refusal.notFound) {
            try shares.perform(of: zaid, credentials: "phone") { throw Refusal.notFound }
        }
        #expect(try shares.perform(of: zaid, credentials: "phone") { true })
    }

    @Test("credentials belong to nobody before they have signed in, and then to their customer")
    func owners() throws {
        let before = shares.owner(of: "phone")
        #expect(before != shares.owner(of: "laptop"))
        #expect(before == shares.owner(of: "phone"))
        for credentials in ["phone", "laptop"] { try shares.perform(of: zaid, credentials: credentials) {} }
        #expect(shares.owner(of: "phone") == .customer(zaid))
        #expect(shares.owner(of: "laptop") == .customer(zaid))
        #expect(shares.owner(of: "tablet") != .customer(zaid))
    }

    @Test("a bounded number of credentials is remembered")
    func bounded() throws {
        try shares.perform(of: zaid, credentials: "phone") {}
        for number in 0..<10_000 { try shares.perform(of: huda, credentials: "\(number)") {} }
        #expect(shares.owner(of: "phone") != .customer(zaid))
        #expect(shares.owner(of: "9999") == .customer(huda))
    }
}
