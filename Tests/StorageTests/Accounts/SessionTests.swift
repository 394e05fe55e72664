import Postgres
import Storage
import TestSupport
import Testing

@Suite("Sessions")
struct SessionTests {
    let database: TestDatabase
    let store: Store
    let zaid: CustomerID

    init() throws {
        database = try TestDatabase.migrated()
        store = try database.store()
        zaid = try store.aCustomer()
    }

    private func insert(_ byte: UInt8, of customer: CustomerID? = nil) throws {
        try store.insertSession(
            of: customer ?? zaid, tokenDigest: digest(byte), device: "Safari · iPhone", network: "203.0.113.0/24")
    }

    @Test("a cookie's digest finds its session and its customer")
    func signedIn() throws {
        try insert(1)
        let signedIn = try #require(try store.signedIn(tokenDigest: digest(1)))
        #expect(signedIn.customer.id == zaid)
        #expect(signedIn.customer.email == "zaid@example.org")
        #expect(signedIn.ageSeconds < 60)
        #expect(!signedIn.isStale)
        #expect(try store.signedIn(tokenDigest: digest(2)) == nil)
    }

    @Test("a session that is not used for thirty days ends")
    func ends() throws {
        try insert(1)
        let days: Int? = try store.connection.value("""
            SELECT extract(day FROM expires_at - created_at)::integer FROM session
            """)
        #expect(days == 30)
        try store.connection.execute("UPDATE session SET expires_at = now()")
        #expect(try store.signedIn(tokenDigest: digest(1)) == nil)
        #expect(try store.sessions(of: zaid).isEmpty)
    }

    @Test("a session is written down again after five minutes", arguments: [
        (0, false), (299, false), (301, true), (86_400, true),
    ])
    func stale(seconds: Int, isStale: Bool) throws {
        try insert(1)
        try store.transaction {
            try store.connection.execute("""
                UPDATE session SET last_seen_at = now() - \(seconds) * interval '1 second'
                """)
            #expect(try store.signedIn(tokenDigest: digest(1))?.isStale == isStale)
        }
    }

    @Test("use prolongs a session by thirty days, up to a year from its start", arguments: [
        // days since it began, days it may live from now
        (0, 30), (100, 30), (335, 30), (350, 15), (364, 1),
    ])
    func touch(age: Int, left: Int) throws {
        try insert(1)
        let id = try #require(try store.sessions(of: zaid).first?.id)
        try store.transaction {
            try store.connection.execute("""
                UPDATE session SET created_at = now() - \(age) * interval '1 day', last_seen_at = now() - interval '1 hour'
                """)
            try store.touch(id, network: "2001:db8::/48")
            let days: Int? = try store.connection.value("""
                SELECT round(extract(epoch FROM expires_at - now()) / 86400)::integer FROM session
                """)
            #expect(days == left)
        }
        let session = try #require(try store.sessions(of: zaid).first)
        #expect(session.network == "2001:db8::/48")
        #expect(session.lastSeenSeconds < 60)
        #expect(try store.signedIn(tokenDigest: digest(1))?.isStale == false)
    }

    @Test("a customer's sessions are listed by their last use, without those of other customers")
    func list() throws {
        try insert(1)
        try insert(2)
        try insert(3, of: store.aCustomer("sara@example.org"))
        try store.connection.execute("""
            UPDATE session SET device = 'old', last_seen_at = now() - interval '2 hours' WHERE token_sha256 = \(digest(2))
            """)
        let sessions = try store.sessions(of: zaid)
        #expect(sessions.map(\.device) == ["Safari · iPhone", "old"])
        #expect(sessions.map(\.network) == ["203.0.113.0/24", "203.0.113.0/24"])
        #expect((7_200..<7_260).contains(try #require(sessions.last).lastSeenSeconds))
    }

    @Test("only a customer's own session can be ended")
    func endOne() throws {
        let sara = try store.aCustomer("sara@example.org")
        try insert(1)
        try insert(2)
        let id = try #require(try store.signedIn(tokenDigest: digest(1))?.sessionID)
        try store.deleteSession(id, of: sara)
        #expect(try store.signedIn(tokenDigest: digest(1)) != nil)
        try store.deleteSession(id, of: zaid)
        #expect(try store.signedIn(tokenDigest: digest(1)) == nil)
        #expect(try store.signedIn(tokenDigest: digest(2)) != nil)
    }

    @Test("all of a customer's sessions end, or all but one")
    func endAll() throws {
        let sara = try store.aCustomer("sara@example.org")
        for byte: UInt8 in [1, 2, 3] { try insert(byte) }
        try insert(9, of: sara)
        let kept = try #require(try store.signedIn(tokenDigest: digest(2))?.sessionID)
        try store.deleteSessions(of: zaid, except: kept)
        #expect(try store.sessions(of: zaid).map(\.id) == [kept])
        try store.deleteSessions(of: zaid)
        #expect(try store.sessions(of: zaid).isEmpty)
        #expect(try store.sessions(of: sara).count == 1)
    }
}
