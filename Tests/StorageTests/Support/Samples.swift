import Mail
import Postgres
import Storage
import Synchronization
import TestSupport
import Testing

/// A digest that is like no other: 32 times one byte.
func digest(_ byte: UInt8) -> [UInt8] { [UInt8](repeating: byte, count: 32) }

func address(_ text: String) throws -> EmailAddress { try #require(EmailAddress(text)) }

extension TestDatabase {
    func store() throws -> Store { Store(connection: try connect()) }
}

extension Store {
    func aCustomer(_ email: String = "zaid@example.org") throws -> CustomerID {
        try customer(
            orInsert: NewCustomer(
                address: address(email), language: "en", timeZone: "Asia/Riyadh", firstDay: 7)).id
    }

    func aFlow(
        of customer: CustomerID, browser: UInt8 = 1, typed: String = "zaid@example.org", minutes: Int = 15
    ) throws -> FlowID {
        try insert(
            NewSignInFlow(
                browserDigest: digest(browser), customerID: customer, typedEmail: typed, language: "en",
                reference: "K7", device: "Firefox · Linux", nextPath: "/settings", lifetimeMinutes: minutes))
    }

    /// A link whose token's digest is that byte's and whose code's is the next one's.
    func aLink(of customer: CustomerID, flow: FlowID, _ byte: UInt8, keeping limit: Int = 3) throws {
        let email = try #require(try self.customer(customer)).email
        let isInserted = try insertLink(
            of: customer, flow: flow, email: email, tokenDigest: digest(byte), codeHMAC: digest(byte &+ 1),
            lifetimeMinutes: 15, keeping: limit)
        #expect(isInserted)
    }

    func aJob(_ kind: String = "test.job", of customer: CustomerID? = nil, usefulSeconds: Int = 60) throws {
        try enqueue(
            NewJob(
                kind: kind, customerID: customer, language: "en", parameters: "{}",
                usefulSeconds: usefulSeconds))
    }

    /// Returns the number of rows of a table.
    func count(_ table: SQL) throws -> Int {
        try connection.value("SELECT count(*) FROM \(table)") ?? 0
    }
}

/// Even numbers for several threads, each once.
final class NextByte: Sendable {
    private let last = Mutex<UInt8>(0)

    func next() -> UInt8 {
        last.withLock { byte in
            byte += 2
            return byte
        }
    }
}
