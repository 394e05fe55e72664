import Agreements
import CivilTime
import Conversations
import Crypto
import HTTP
import Jadwal
import Postgres
import Runtime
import Storage
import TestSupport
import Testing
import Web

/// Deliveries over HTTP. The present is Monday 23 November 2026, 13:10 in Riyadh.
@Suite("Signed deliveries")
struct IngestTests {
    private static let secret = "a-secret-of-the-bridge-and-of-jadwal"

    private func world() throws -> ChatWorld {
        try ChatWorld(["JADWAL_WASAPP_SECRET": Self.secret])
    }

    private func message(_ world: ChatWorld, _ id: String, _ body: String, mine: Bool = false) throws -> String {
        """
        {"customer_id":"\(world.customer.id)","id":"\(id)","chat_id":"\(ChatWorld.sara)","sender_name":"Sara",\
        "is_sender_me":\(mine),"body":\(try JSON.text(body)),\
        "timestamp":\(world.now.secondsSince1970 - (mine ? 10 : 60))}
        """
    }

    /// Delivers a body.
    ///
    /// - Parameters:
    ///   - secret: the secret that signs it.
    ///   - seconds: the difference of the sender's clock.
    private func deliver(
        _ body: [UInt8], to world: ChatWorld, secret: String = secret, seconds: Int = 0, signs signed: [UInt8]? = nil
    ) throws -> (status: Int, text: String) {
        let sent = world.now + .seconds(seconds)
        var headers: Headers = ["Content-Type": "application/json"]
        for (name, value) in IngestSignature(secret: secret).headers(of: signed ?? body, at: sent) {
            headers.add(name, value)
        }
        let request = try Request(
            method: .post, target: "/api/v1/ingest/messages", headers: headers, body: body,
            remoteAddress: "127.0.0.1", id: "r")
        let response = Router(routes, otherwise: .machine).answer(request, world.app).response
        return (response.status.rawValue, String(decoding: try response.collectBody(), as: UTF8.self))
    }

    @Test("one message, and a list of messages, are stored and read")
    func stored() throws {
        let world = try world()
        let first = try message(world, "m1", "Dinner on Thursday at 8?")
        #expect(try deliver(Array(first.utf8), to: world).status == 204)
        let list = "[\(first),\(try message(world, "m2", "ok deal", mine: true))]"
        #expect(try deliver(Array(list.utf8), to: world).status == 204)
        try world.read()
        #expect(try world.events().count == 1)
    }

    @Test("of a list with elements that are no messages the others are stored, and the answer names each defect")
    func partly() throws {
        let world = try world()
        let list = "[\(try message(world, "m1", "hi")),{\"id\":7},\(try message(world, "m2", "hi")),null]"
        let answer = try deliver(Array(list.utf8), to: world)
        #expect(answer.status == 400)
        #expect(answer.text == """
            {"errors":[{"error":"a key is missing or has another type","index":1},\
            {"error":"a key is missing or has another type","index":3}]}

            """)
        #expect(try world.test.count("chat_message") == 2)
        #expect(try world.test.count("refused_message") == 2)
    }

    @Test("a wrong secret, a changed body, and a clock more than five minutes off are refused", arguments: [
        ("another secret that nobody knows", 0, false), (secret, 301, false), (secret, -301, false),
        (secret, 0, true),
    ])
    func unsigned(secret: String, seconds: Int, isChanged: Bool) throws {
        let world = try world(), body = Array(try message(world, "m1", "hi").utf8)
        let answer = try deliver(
            body, to: world, secret: secret, seconds: seconds, signs: isChanged ? body + [0x20] : nil)
        #expect(answer.status == 401)
        #expect(try world.test.count("chat_message") == 0)
    }

    @Test("a delivery without signature, or with half of one, is refused", arguments: [
        [:], ["Jadwal-Timestamp": "1795444200"], ["Jadwal-Timestamp": "x", "Jadwal-Signature": "v1="],
    ] as [[String: String]])
    func headers(fields: [String: String]) throws {
        let world = try world()
        var headers: Headers = [:]
        for (name, value) in fields { headers.add(name, value) }
        let request = try Request(
            method: .post, target: "/api/v1/ingest/messages", headers: headers, body: Array("{}".utf8),
            remoteAddress: "127.0.0.1", id: "r")
        #expect(Router(routes, otherwise: .machine).answer(request, world.app).response.status == .unauthorized)
    }

    @Test("what is too large, too many or no JSON is refused, and the log has nothing of it")
    func refused() throws {
        let world = try world()
        let long = "[" + String(repeating: " ", count: 600 << 10) + "]"
        #expect(try deliver(Array(long.utf8), to: world).status == 413)
        let many = "[" + Array(repeating: try message(world, "m", "hi"), count: 101).joined(separator: ",") + "]"
        #expect(try deliver(Array(many.utf8), to: world).status == 413)
        #expect(try deliver(Array("Secret dinner".utf8), to: world).status == 400)
        #expect(try deliver([0xFF], to: world).status == 400)
        #expect(world.test.log.lines.allSatisfy { !$0.contains("ecret") })
    }

    @Test("without a shared secret there is no such address")
    func off() throws {
        let world = try ChatWorld()
        #expect(try deliver(Array("{}".utf8), to: world).status == 404)
    }

    @Test("a message for another customer than the bridge's is that customer's alone")
    func others() throws {
        let world = try world(), other = try ChatWorld(world.test, email: "laila@example.org")
        #expect(try deliver(Array(try message(other, "m1", "Dinner on Thursday at 8?").utf8), to: world).status == 204)
        #expect(try world.home.chats().isEmpty)
        #expect(try other.home.chats().count == 1)
    }
}
