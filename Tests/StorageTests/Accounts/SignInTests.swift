import Postgres
import Storage
import TestSupport
import Testing

@Suite("Sign-in flows")
struct FlowTests {
    let database: TestDatabase
    let store: Store
    let zaid: CustomerID

    init() throws {
        database = try TestDatabase.migrated()
        store = try database.store()
        zaid = try store.aCustomer("Zaid@example.org")
    }

    @Test("a flow is found by its number and by its browser")
    func find() throws {
        let id = try store.aFlow(of: zaid, typed: "zaid@EXAMPLE.org")
        let flow = try #require(try store.flow(id))
        #expect(flow.customerID == zaid)
        #expect(flow.typedEmail == "zaid@EXAMPLE.org", "pages show the typed one")
        #expect([flow.reference, flow.device] == ["K7", "Firefox · Linux"])
        #expect(flow.codeFailures == 0)
        #expect(flow.mailProblem == nil)
        #expect(!flow.isExpired)
        #expect(try store.flow(ofBrowser: digest(1))?.id == id)
        #expect(try store.flow(ofBrowser: digest(2)) == nil)
    }

    @Test("a browser has one flow: asking again begins it again")
    func oneFlowABrowser() throws {
        let first = try store.aFlow(of: zaid)
        try store.countWrongCode(first)
        try store.setMailProblem("refused", of: first, customer: zaid)
        let sara = try store.aCustomer("sara@example.org")
        #expect(try store.aFlow(of: sara, typed: "sara@example.org") == first)
        let flow = try #require(try store.flow(first))
        #expect(flow.customerID == sara)
        #expect(flow.typedEmail == "sara@example.org")
        #expect(flow.codeFailures == 0)
        #expect(flow.mailProblem == nil)
    }

    @Test("another mail for the same address starts the clock and the tries again")
    func renew() throws {
        let id = try store.aFlow(of: zaid)
        for _ in 1...5 { try store.countWrongCode(id) }
        try store.setMailProblem("unreachable", of: id, customer: zaid)
        #expect(try store.flow(id)?.codeFailures == 5)
        #expect(try store.flow(id)?.mailProblem == "unreachable")
        try store.connection.execute("UPDATE sign_in_flow SET expires_at = now() - interval '1 minute'")
        #expect(try store.flow(id)?.isExpired == true)
        #expect(try store.aFlow(of: zaid) == id)
        let flow = try #require(try store.flow(id))
        #expect(!flow.isExpired)
        #expect(flow.mailProblem == nil)
        #expect(flow.codeFailures == 0)
    }

    @Test("a customer's sign-ins end together; those of other customers go on")
    func deleteAll() throws {
        let sara = try store.aCustomer("sara@example.org")
        let kept = try store.aFlow(of: sara, browser: 3)
        for browser: UInt8 in [1, 2] { _ = try store.aFlow(of: zaid, browser: browser) }
        try store.deleteFlows(of: zaid)
        #expect(try store.count("sign_in_flow") == 1)
        #expect(try store.flow(kept) != nil)
    }

    @Test("a locked flow waits for whoever holds it")
    func locked() throws {
        _ = try store.aFlow(of: zaid)
        let other = Store(connection: try database.connect(statementTimeoutMilliseconds: 100, graceMilliseconds: 2_000))
        try store.transaction {
            _ = try store.flow(ofBrowser: digest(1), isLocked: true)
            #expect(throws: PostgresError.self) {
                try other.flow(ofBrowser: digest(1), isLocked: true)
            }
            #expect(try other.flow(ofBrowser: digest(1)) != nil, "looking alone does not wait")
        }
        #expect(try other.flow(ofBrowser: digest(1), isLocked: true) != nil)
    }

    @Test("a deleted flow leaves its links, which no longer lead to it")
    func delete() throws {
        let id = try store.aFlow(of: zaid)
        try store.aLink(of: zaid, flow: id, 7)
        try store.delete(id, of: store.aCustomer("sara@example.org"))
        #expect(try store.flow(id) != nil, "another customer's by now")
        try store.delete(id, of: zaid)
        #expect(try store.flow(id) == nil)
        let link = try #require(try store.link(tokenDigest: digest(7)))
        #expect(link.flowID == nil)
        #expect(link.browserDigest == nil)
        #expect(link.nextPath == nil)
        #expect(link.state == .live)
    }
}

@Suite("Mailed links")
struct LinkTests {
    let database: TestDatabase
    let store: Store
    let zaid: CustomerID
    let flow: FlowID

    init() throws {
        database = try TestDatabase.migrated()
        store = try database.store()
        zaid = try store.aCustomer()
        flow = try store.aFlow(of: zaid)
    }

    private func state(_ byte: UInt8) throws -> LinkState? {
        try store.link(tokenDigest: digest(byte))?.state
    }

    @Test("a link is found by its token's digest, with what its page needs")
    func find() throws {
        try store.aLink(of: zaid, flow: flow, 7)
        let link = try #require(try store.link(tokenDigest: digest(7)))
        #expect(link.customerID == zaid)
        #expect(link.email == "zaid@example.org")
        #expect(link.flowID == flow)
        #expect(link.browserDigest == digest(1))
        #expect(link.nextPath == "/settings")
        #expect(link.state == .live)
        #expect(try store.link(tokenDigest: digest(8)) == nil, "the code's digest is no token's")
    }

    @Test("a code is found in its own flow only, and only while its link lives")
    func code() throws {
        try store.aLink(of: zaid, flow: flow, 7)
        let other = try store.aFlow(of: zaid, browser: 2)
        #expect(try store.link(of: flow, codeHMAC: digest(8))?.customerID == zaid)
        #expect(try store.link(of: flow, codeHMAC: digest(9)) == nil)
        #expect(try store.link(of: other, codeHMAC: digest(8)) == nil)
        for ended: SQL in ["used_at = now()", "revoked_at = now()", "expires_at = now()"] {
            try store.connection.execute("""
                UPDATE magic_link SET used_at = NULL, revoked_at = NULL, expires_at = now() + interval '1 minute'
                """)
            #expect(try store.link(of: flow, codeHMAC: digest(8)) != nil)
            try store.connection.execute("UPDATE magic_link SET \(ended)")
            #expect(try store.link(of: flow, codeHMAC: digest(8)) == nil)
        }
    }

    @Test("a link is used once; expired and revoked ones never")
    func useOnce() throws {
        for byte: UInt8 in [10, 20, 30] { try store.aLink(of: zaid, flow: flow, byte) }
        let id = try #require(try store.link(tokenDigest: digest(10))?.id)
        #expect(try store.use(id))
        #expect(try !store.use(id))
        #expect(try state(10) == .used)

        let expired = try #require(try store.link(tokenDigest: digest(20))?.id)
        try store.connection.execute("UPDATE magic_link SET expires_at = now() WHERE id = \(expired)")
        #expect(try !store.use(expired))
        #expect(try state(20) == .expired)

        try store.revokeLinks(of: zaid)
        let revoked = try #require(try store.link(tokenDigest: digest(30))?.id)
        #expect(try !store.use(revoked))
        #expect(try state(30) == .revoked)
        #expect(try state(10) == .used, "the end of a used link stays on record")
    }

    @Test("of fifty that use a link at the same moment exactly one succeeds")
    func fiftyAtOnce() throws {
        try store.aLink(of: zaid, flow: flow, 7)
        let id = try #require(try store.link(tokenDigest: digest(7))?.id)
        let settings = database.settings
        let wins = try inParallel(count: 50) {
            try Store(connection: Connection(settings)).use(id)
        }
        #expect(wins.filter(\.self).count == 1)
        #expect(wins.count == 50)
    }

    @Test("at most three links live; the oldest give way and other people's do not")
    func threeLive() throws {
        let sara = try store.aCustomer("sara@example.org")
        try store.aLink(of: sara, flow: store.aFlow(of: sara, browser: 2), 200)
        for byte: UInt8 in [10, 20, 30, 40, 50] { try store.aLink(of: zaid, flow: flow, byte) }
        #expect(try [10, 20, 30, 40, 50].map(state) == [.revoked, .revoked, .live, .live, .live])
        #expect(try state(200) == .live)
    }

    @Test("used and expired links do not count against the three")
    func onlyLiveOnesCount() throws {
        for byte: UInt8 in [10, 20, 30] { try store.aLink(of: zaid, flow: flow, byte) }
        let used = try #require(try store.link(tokenDigest: digest(20))?.id)
        #expect(try store.use(used))
        try store.aLink(of: zaid, flow: flow, 40)
        #expect(try [10, 20, 30, 40].map(state) == [.live, .used, .live, .live])
    }

    @Test("mails sent at the same moment count each other's links")
    func limitAtTheSameMoment() throws {
        let settings = database.settings, zaid = zaid, flow = flow
        let bytes = NextByte()
        _ = try inParallel(count: 10) {
            try Store(connection: Connection(settings)).aLink(of: zaid, flow: flow, bytes.next())
        }
        let live: Int? = try store.connection.value("SELECT count(*) FROM magic_link WHERE revoked_at IS NULL")
        #expect(live == 3)
        #expect(try store.count("magic_link") == 10)
    }

    @Test("a link whose mail did not leave is forgotten")
    func deleteLink() throws {
        try store.aLink(of: zaid, flow: flow, 7)
        try store.aLink(of: zaid, flow: flow, 20)
        try store.deleteLink(tokenDigest: digest(7))
        #expect(try state(7) == nil)
        #expect(try state(20) == .live)
    }

    @Test("revoking ends one customer's links; those of other customers stay valid")
    func revoke() throws {
        let sara = try store.aCustomer("sara@example.org")
        try store.aLink(of: sara, flow: store.aFlow(of: sara, browser: 2), 200)
        try store.aLink(of: zaid, flow: flow, 7)
        try store.revokeLinks(of: zaid)
        #expect(try state(7) == .revoked)
        #expect(try state(200) == .live)
    }
}
