import Agreements
import CivilTime
import Jadwal
import LocalServer
import Postgres
import Runtime
import Storage
import Synchronization
import Templates
import TestSupport
import Testing
import WebClient

/// The way of a link from the number to messages, with a bridge that answers by a script.
@Suite("Linking WhatsApp")
struct LinkingTests {
    /// Returns a bridge's answer about a link.
    private static func status(_ state: String, _ code: String) -> String {
        """
        {"client":{"status":"\(state)","phoneNumber":"966501234567","name":"Zaid","pairingCode":\(code),\
        "isReady":\(state == "READY"),"isAuthenticated":\(state == "READY" || state == "AUTHENTICATED")},\
        "timestamp":"2026-11-23T10:10:00.000Z"}
        """
    }

    /// Makes a customer, and a bridge that knows of no link, and then gives one answer after another: nil for 404, an
    /// empty text for 500.
    private func world(_ rest: [String?]) throws -> (world: ChatWorld, bridge: ScriptedServer) {
        try scripted(rest.isEmpty ? [] : [nil] + rest)
    }

    /// Makes a customer, and a bridge that gives these answers and no others.
    private func scripted(_ answers: [String?]) throws -> (world: ChatWorld, bridge: ScriptedServer) {
        startWebClients()
        let rest = Rest(answers)
        let bridge = try ScriptedServer(connections: answers.count) { peer in
            guard let head = peer.hear(until: "\r\n\r\n") else { return }
            let length = head.split(separator: "\r\n").first { $0.lowercased().hasPrefix("content-length:") }
            if length != nil { _ = peer.hear(until: "}") }
            switch rest.next() {
            case nil: peer.say("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
            case "": peer.say("HTTP/1.1 500 Error\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}")
            case let body?:
                peer.say("HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n\(body)")
            }
        }
        let world = try ChatWorld([
            "JADWAL_WASAPP_URL": "http://127.0.0.1:\(bridge.port)",
            "JADWAL_WASAPP_SECRET": "a-secret-of-the-bridge-and-of-jadwal",
        ], isLinked: false)
        return (world, bridge)
    }

    /// Carries out the jobs that wait.
    private func work(_ world: ChatWorld) throws {
        let runner = JobRunner(jobs, world.app)
        while try runner.runNext() {}
    }

    /// Looks at the links, as the worker does every few seconds.
    private func look(_ world: ChatWorld) throws {
        try world.test.run("UPDATE chat_account SET checked_at = checked_at - interval '10 minutes'")
        _ = try CheckLinks.run(world.app)
    }

    @Test("number, code, typed on the phone, ready; then the link is ended and everything is gone")
    func linked() throws {
        let (world, bridge) = try world([
            #"{"pairingCode":"ABCD-1234"}"#, Self.status("WAITING_FOR_PAIRING", "\"ABCD1234\""),
            Self.status("AUTHENTICATED", "null"), Self.status("READY", "null"), "",
        ])
        try world.home.connect(try PhoneNumber(text: "+966 50 123 4567"))
        #expect(try world.home.link().state == .asked)
        try work(world)
        let waiting = try world.home.link()
        #expect(waiting.state == .waiting && waiting.code?.text == "ABCD1234")
        #expect(waiting.maskedNumber == "+966 5• ••• ••67")
        try look(world)
        #expect(try world.home.link().state == .waiting)
        try look(world)
        #expect(try world.home.link().state == .linked)
        try look(world)
        let ready = try world.home.link()
        #expect(ready.state == .ready && ready.name == "Zaid" && ready.code == nil && ready.connectedAt != nil)
        try world.home.disconnect()
        #expect(try world.home.link().state == .off)
        #expect(try world.test.count("customer_key") == 0)
        try work(world)
        #expect(bridge.heard().contains("POST /wasapp/disconnect"))
    }

    @Test("defect 15: digits of other scripts reach the bridge as digits")
    func digits() throws {
        let (world, bridge) = try world([#"{"pairingCode":"ABCD1234"}"#])
        try world.home.connect(try PhoneNumber(text: "+٩٦٦ ٥٠ ١٢٣ ٤٥٦٧"))
        try work(world)
        #expect(bridge.heard().contains(#""phoneNumber":"966501234567""#))
    }

    @Test("p-30: a second wish within a minute changes nothing, and asks the bridge for no second code")
    func twice() throws {
        let (world, bridge) = try world([#"{"pairingCode":"ABCD1234"}"#])
        try world.home.connect(try PhoneNumber(text: "+966501234567"))
        #expect(throws: LinkRefusal.alreadyThere) { try world.home.connect(try PhoneNumber(text: "+966501234567")) }
        try work(world)
        #expect(throws: LinkRefusal.alreadyThere) { try world.home.connect(try PhoneNumber(text: "+966501234567")) }
        try work(world)
        #expect(bridge.heard().split(separator: "initialize").count == 2)
    }

    @Test("a code that the bridge replaced is shown in place of the old one")
    func newCode() throws {
        let (world, _) = try world([
            #"{"pairingCode":"ABCD1234"}"#, Self.status("WAITING_FOR_PAIRING", "\"WXYZ5678\""),
        ])
        try world.home.connect(try PhoneNumber(text: "+966501234567"))
        try work(world)
        try look(world)
        #expect(try world.home.link().code?.text == "WXYZ5678")
    }

    @Test("a bridge that fails, lies or is away leads to a sentence and another try", arguments: [
        ("", ChatLinkProblem.refused), ("not JSON", .unreachable), (#"{"pairingCode":"<script>"}"#, .unreachable),
        (#"{"pairingCode":7}"#, .unreachable),
    ])
    func failing(answer: String, problem: ChatLinkProblem) throws {
        let (world, _) = try world([answer])
        try world.home.connect(try PhoneNumber(text: "+966501234567"))
        try work(world)
        let link = try world.home.link()
        #expect(link.state == .failed && link.problem == problem)
        try world.home.connect(try PhoneNumber(text: "+966501234567"))
        #expect(try world.home.link().state == .asked)
    }

    @Test("no log line has the number, the code or the name")
    func secrecy() throws {
        let (world, _) = try world([
            #"{"pairingCode":"ABCD1234"}"#, Self.status("READY", "null"), "nonsense",
        ])
        try world.home.connect(try PhoneNumber(text: "+966501234567"))
        try work(world)
        try look(world)
        try look(world)
        for line in world.test.log.lines {
            for secret in ["501234567", "ABCD", "1234\"", "Zaid"] { #expect(!line.contains(secret), "\(line)") }
        }
    }

    @Test("a link that the bridge kept while it was away is ended before a new one is asked for")
    func leftOver() throws {
        let (world, bridge) = try scripted([Self.status("READY", "null"), "{}", #"{"pairingCode":"ABCD1234"}"#])
        try world.home.connect(try PhoneNumber(text: "+966501234567"))
        try work(world)
        #expect(try world.home.link().state == .waiting)
        let calls = bridge.heard().split(separator: "\r\n").filter { $0.contains("/wasapp/") }
        #expect(calls.map { $0.split(separator: " ")[1].split(separator: "/")[1] } == [
            "status", "disconnect", "initialize",
        ])
    }

    @Test("a link of a bridge that was started again, or is without a connection for a while, is not ended")
    func startedAgain() throws {
        let (world, bridge) = try scripted([
            Self.status("INITIALIZING", "null"), Self.status("DISCONNECTED", "null"), Self.status("READY", "null"),
        ])
        try world.test.run("""
            UPDATE chat_account SET state = 'ready', attempt = 1, asked_at = now() - interval '3 days',
                   checked_at = now() - interval '1 hour'
            """)
        try look(world)
        #expect(try world.home.link().state == .ready)
        #expect(try world.test.count("job") == 0)
        try world.deliver(world.message("hi", id: "m1"))
        try look(world)
        #expect(try world.home.link().state == .ready)
        try look(world)
        #expect(try world.home.link().state == .ready)
        #expect(!bridge.heard().contains("disconnect"))
    }

    @Test("an attempt that failed or ran out is dropped at the bridge, so that a late code links nothing")
    func dropped() throws {
        let (world, bridge) = try world(["", "{}"])
        try world.home.connect(try PhoneNumber(text: "+966501234567"))
        try work(world)
        #expect(try world.home.link().state == .failed)
        #expect(bridge.heard().contains("POST /wasapp/disconnect"))
    }

    @Test("messages of a link that was ended, or never made, are not stored")
    func notLinked() throws {
        let world = try ChatWorld(isLinked: false)
        #expect(try world.deliver(world.message("Dinner tomorrow at 8?", id: "m1")) == [.dropped(.notLinked)])
        try world.test.run("UPDATE chat_account SET state = 'failed', problem = 'refused'")
        #expect(try world.deliver(world.message("Dinner tomorrow at 8?", id: "m1")) == [.dropped(.notLinked)])
        try world.test.run("UPDATE chat_account SET state = 'asked', problem = NULL, asked_at = now()")
        #expect(try world.deliver(world.message("Dinner tomorrow at 8?", id: "m1")) == [.dropped(.notLinked)])
        #expect(try world.test.count("chat") == 0)
    }

    /// A message was sent an hour ago.
    @Test("a message is stored if the link existed when it was sent", arguments: [
        ("waiting", "code_at", -10, true), ("waiting", "code_at", 10, false), ("lost", "lost_at", 10, true),
        ("lost", "lost_at", -10, false), ("linked", "asked_at", -10, true), ("ready", "asked_at", -10, true),
        ("linked", "asked_at", 20, false), ("ready", "asked_at", 20, false),
    ])
    func sentWhileLinked(state: String, column: String, minutes: Int, isStored: Bool) throws {
        let world = try ChatWorld(), moment = world.now.secondsSince1970 - 3_600 + Int64(minutes) * 60
        try world.test.run("""
            UPDATE chat_account SET state = \(state),
                   asked_at = CASE WHEN \(column) = 'asked_at' THEN to_timestamp(\(moment)::bigint) ELSE asked_at END,
                   code_at = CASE WHEN \(column) = 'code_at' THEN to_timestamp(\(moment)::bigint) END,
                   lost_at = CASE WHEN \(column) = 'lost_at' THEN to_timestamp(\(moment)::bigint) END
            """)
        let received = try world.deliver(world.message("Dinner tomorrow at 8?", id: "m1"))
        #expect(received == [isStored ? .stored : .dropped(.notLinked)])
    }

    @Test("who agreed to an earlier text has to agree again before messages are stored")
    func olderConsent() throws {
        let world = try ChatWorld()
        try world.test.run("UPDATE chat_account SET consent_version = 32000")
        #expect(try world.deliver(world.message("Dinner tomorrow at 8?", id: "m1")) == [.dropped(.noConsent)])
    }

    @Test("who agreed to an earlier text has to agree again before a number goes to WhatsApp")
    func linkAfterOlderConsent() throws {
        let (world, _) = try world([])
        try world.test.run("UPDATE chat_account SET consent_version = 32000")
        #expect(throws: LinkRefusal.noConsent) { try world.home.connect(try PhoneNumber(text: "+966501234567")) }
        #expect(try world.test.count("job") == 0)
        try world.home.consent(in: .english, allowsModel: false)
        try world.home.connect(try PhoneNumber(text: "+966501234567"))
        #expect(try world.home.link().state == .asked)
    }

    @Test("one look at links goes on beside a key that does not open, and ends with a bridge that is away")
    func looks() throws {
        let (world, _) = try scripted([Self.status("READY", "null"), Self.status("READY", "null")])
        let other = try ChatWorld(world.test, email: "laila@example.org")
        try world.test.run("UPDATE chat_account SET state = 'ready'")
        for one in [world, other] { try one.deliver(one.message("hi", id: "m1")) }
        try world.test.run("""
            UPDATE chat_account SET state = 'linked', attempt = 1, checked_at = now() - interval '1 hour'
            """)
        try world.test.run("""
            UPDATE customer_key SET wrapped = set_byte(wrapped, 40, 255 - get_byte(wrapped, 40))
             WHERE customer_id = \(world.customer.id)
            """)
        _ = try CheckLinks.run(world.app)
        #expect(try other.home.link().state == .ready)
        // No more answers come: the first question is the last one.
        try world.test.run("UPDATE chat_account SET checked_at = now() - interval '1 hour'")
        #expect(try !CheckLinks.run(world.app))
        #expect(try world.test.count("chat_account WHERE checked_at > now() - interval '1 minute'") == 1)
    }

    @Test("a link that WhatsApp ended shows as lost")
    func lost() throws {
        let (world, _) = try world([
            #"{"pairingCode":"ABCD1234"}"#, Self.status("READY", "null"), nil,
        ])
        try world.home.connect(try PhoneNumber(text: "+966501234567"))
        try work(world)
        try look(world)
        try look(world)
        let link = try world.home.link()
        #expect(link.state == .lost && link.problem == .ended)
        #expect(try world.test.count("chat_account WHERE lost_at > now() - interval '1 minute'") == 1)
        try world.home.connect(try PhoneNumber(text: "+966501234567"))
        #expect(try world.test.count("chat_account WHERE lost_at IS NULL") == 1)
    }

    @Test("a code that nobody types is given up after ten minutes")
    func expired() throws {
        let (world, _) = try world([
            #"{"pairingCode":"ABCD1234"}"#, Self.status("WAITING_FOR_PAIRING", "\"ABCD1234\""),
        ])
        try world.home.connect(try PhoneNumber(text: "+966501234567"))
        try work(world)
        let asked: Int = try #require(try world.test.store.connection.value(
            "SELECT extract(epoch FROM asked_at)::bigint FROM chat_account"))
        world.test.advance(seconds: asked - Int(world.now.secondsSince1970) + 601)
        try look(world)
        let link = try world.home.link()
        #expect(link.state == .failed && link.problem == .expired)
    }

    @Test("without consent, without a bridge and too often there is no code")
    func refused() throws {
        let (linked, _) = try world([])
        try linked.home.forgetEverything()
        #expect(throws: LinkRefusal.noConsent) { try linked.home.connect(try PhoneNumber(text: "+966501234567")) }
        let without = try ChatWorld()
        #expect(throws: LinkRefusal.noBridge) { try without.home.connect(try PhoneNumber(text: "+966501234567")) }
        let (often, _) = try world([])
        for _ in 0..<6 {
            try often.home.connect(try PhoneNumber(text: "+966501234567"))
            try often.home.disconnect()
        }
        #expect(throws: LinkRefusal.self) { try often.home.connect(try PhoneNumber(text: "+966501234567")) }
        #expect(try often.home.link().state == .off)
    }

    @Test("a deleted account ends its link at the bridge")
    func deletedAccount() throws {
        let (world, bridge) = try world([#"{"pairingCode":"ABCD1234"}"#, "{}"])
        try world.home.connect(try PhoneNumber(text: "+966501234567"))
        try work(world)
        let store = try world.app.store
        try store.transaction {
            try world.app.endLink(ofDeleted: world.customer.id)
            _ = try store.delete(world.customer.id)
        }
        try work(world)
        #expect(bridge.heard().contains("POST /wasapp/disconnect"))
    }
}

/// The answers that are left.
private final class Rest: Sendable {
    private let answers: Mutex<[String?]>

    init(_ answers: [String?]) { self.answers = Mutex(answers) }

    func next() -> String? { answers.withLock { $0.isEmpty ? nil : $0.removeFirst() } }
}
