import Agreements
import CivilTime
import Crypto
import Extraction
import Postgres
import Runtime
import Storage
import TestSupport
import Testing

/// Messages from their delivery to their row. `p-…` are the checks of the pipeline in the reference data; `defect …`
/// the defects of the original server.
@Suite("Receiving messages")
struct ReceivingTests {
    @Test("p-01: a message that comes twice is stored once, and causes one analysis")
    func twice() throws {
        let world = try ChatWorld(quietSeconds: 30)
        let message = world.message("Dinner on Thursday at 8?", id: "m1")
        #expect(try world.deliver(message, message) == [.stored, .known])
        #expect(try world.test.count("chat_message") == 1)
        let revision: Int? = try world.test.store.connection.value("SELECT revision FROM chat")
        #expect(revision == 1)
    }

    @Test("p-02, defect 3: messages that come out of order are read in the order of their times")
    func order() throws {
        let world = try ChatWorld()
        try world.deliver(
            world.message("ok, deal", id: "m2", mine: true, after: 120),
            world.message("Dinner on Thursday at 8?", id: "m1", after: 60))
        try world.read()
        #expect(try world.inbox().map(\.state) == [.added])
    }

    @Test("messages of one second are read in the order in which they came", arguments: 0..<6)
    func sameSecond(number: Int) throws {
        let world = try ChatWorld()
        try world.deliver(
            world.message("Dinner on Thursday at 8?", id: "a\(number)"),
            world.message("ok, deal", id: "b\(number)", mine: true))
        try world.read()
        #expect(try world.inbox().map(\.state) == [.added])
    }

    @Test("p-03: a chat is read once, 30 seconds after its last message")
    func quiet() throws {
        let world = try ChatWorld(quietSeconds: 30)
        try world.chat("Dinner on Thursday at 8?", ">Yes", "great")
        try world.read()
        #expect(try world.inbox().isEmpty)
        let seconds = try #require(try dueSeconds(world))
        #expect((25...30).contains(seconds))
        try world.test.run("UPDATE chat SET analyse_after = now()")
        #expect(try AnalysisRunner(world.app).runNext())
        #expect(try !AnalysisRunner(world.app).runNext())
        #expect(try world.inbox().map(\.state) == [.added])
    }

    @Test("p-04: messages without end do not postpone the reading beyond five minutes")
    func ceiling() throws {
        let world = try ChatWorld(quietSeconds: 30)
        for number in 0..<40 {
            try world.deliver(world.message("message \(number)", id: "m\(number)", after: number * 20))
            try world.test.run("UPDATE chat SET first_unseen_at = first_unseen_at - interval '20 seconds'")
        }
        #expect(try #require(try dueSeconds(world)) < 1)
    }

    @Test("p-05, defect 1: two customers who have the same contact do not share a chat")
    func twoCustomers() throws {
        let world = try ChatWorld(), other = try ChatWorld(world.test, email: "laila@example.org")
        #expect(try world.deliver(world.message("Dinner on Thursday at 8?", id: "X")) == [.stored])
        #expect(try other.deliver(other.message("Coffee tomorrow at 4?", id: "X")) == [.stored])
        try other.deliver(other.message("ok deal", id: "Y", mine: true, after: 60))
        try world.read()
        #expect(try world.test.count("chat") == 2)
        #expect(try world.inbox().isEmpty)
        #expect(try other.inbox().map(\.values.title) == ["Coffee with Sara"])
    }

    @Test("defect 2: an acceptance that comes alone is read with what was before it")
    func acceptance() throws {
        let world = try ChatWorld()
        try world.deliver(world.message("Dinner on Thursday at 8?", id: "m1"))
        try world.read()
        try world.deliver(world.message("ok", id: "m2", mine: true, after: 60))
        try world.read()
        #expect(try world.inbox().map(\.state) == [.added])
    }

    @Test("p-07, p-08: a delivery that is no message is refused with its reason", arguments: [
        (Array("hello".utf8), MessageDefect.notJSON),
        (Array("{\"id\":".utf8), .notJSON),
        (Array("{}".utf8), .wrongKeys),
        (Array("[1, 2]".utf8), .wrongKeys),
        ([0x7B, 0xFF, 0x7D], .notUTF8),
        ([], .notJSON),
        ([UInt8](repeating: 0x20, count: 70_000), .tooLarge),
    ])
    func noMessage(bytes: [UInt8], defect: MessageDefect) {
        #expect(throws: defect) { try IncomingMessage(bytes, now: TestApp.moment) }
    }

    @Test("a key of another type, a wrong customer and a time far away are refused", arguments: [
        ("\"customer_id\":\"7\"", MessageDefect.wrongCustomer), ("\"timestamp\":\"now\"", .wrongKeys),
        ("\"timestamp\":17", .outOfTime), ("\"timestamp\":1e300", .outOfTime), ("\"id\":\"\"", .wrongKeys),
        ("\"is_sender_me\":1", .wrongKeys), ("\"body\":null", .wrongKeys), ("\"kind\":\"edited\"", .wrongKind),
        ("\"kind\":\"poll\"", .wrongKind),
    ])
    func wrongValue(part: String, defect: MessageDefect) throws {
        let key = try #require(part.split(separator: ":").first)
        var keys = [
            "\"customer_id\":\"6f9619ff-8b86-d011-b42d-00cf4fc964ff\"", "\"id\":\"m1\"", "\"chat_id\":\"1@c.us\"",
            "\"is_sender_me\":false", "\"body\":\"hi\"", "\"timestamp\":\(TestApp.moment.secondsSince1970)",
        ].filter { !$0.hasPrefix(key) }
        let right = keys
        keys.append(part)
        #expect(throws: defect) {
            try IncomingMessage(Array("{\(keys.joined(separator: ","))}".utf8), now: TestApp.moment)
        }
        #expect(right.count >= 5)
    }

    @Test("unknown keys are ignored, as a later bridge may send them")
    func unknownKeys() throws {
        let text = """
            {"customer_id":"6f9619ff-8b86-d011-b42d-00cf4fc964ff","id":"m1","chat_id":"1@c.us","sender_number":"",
             "is_sender_me":false,"body":"hi","quoted_message":null,"timestamp":\(TestApp.moment.secondsSince1970),
             "v":3,"mood":{"a":[1]}}
            """
        let message = try IncomingMessage(Array(text.utf8), now: TestApp.moment)
        #expect(message.body == "hi" && message.kind == .message && message.contactNumber == nil)
    }

    @Test("p-16, p-17, defect 14: groups, statuses, channels and contact cards are dropped", arguments: [
        ("120363@g.us", "hi"), ("status@broadcast", "hi"), ("1@newsletter", "hi"), ("966501111111", "hi"),
        (ChatWorld.sara, "BEGIN:VCARD\nFN:Ali\nEND:VCARD"), (ChatWorld.sara, ""), (ChatWorld.sara, " \u{200F} "),
    ])
    func dropped(chat: String, body: String) throws {
        let world = try ChatWorld()
        let text = """
            {"customer_id":"\(world.customer.id)","id":"m1","chat_id":"\(chat)","is_sender_me":false,\
            "body":\(try JSON.text(body)),"timestamp":\(world.now.secondsSince1970)}
            """
        let received = try world.app.receive([try IncomingMessage(Array(text.utf8), now: world.now)])
        #expect(received == [.dropped(chat == ChatWorld.sara ? .noWords : .notBetweenTwo)])
        #expect(try world.test.count("chat_message") == 0)
    }

    @Test("messages of an unknown customer, and of one without consent, are dropped")
    func noConsent() throws {
        let world = try ChatWorld()
        var stranger = world.message("hi", id: "m1")
        stranger.customer = try #require(CustomerID(text: "6f9619ff-8b86-d011-b42d-00cf4fc964ff"))
        #expect(try world.deliver(stranger) == [.dropped(.noConsent)])
        try world.home.forgetEverything()
        #expect(try world.deliver(world.message("hi", id: "m2")) == [.dropped(.noConsent)])
        #expect(try world.test.count("chat") == 0)
    }

    @Test(
        "p-18: an edited message is read with its last words only, in whatever order the two come",
        arguments: [false, true])
    func edited(isEditFirst: Bool) throws {
        let world = try ChatWorld()
        let message = world.message("Dinner on Thursday at 5 pm?", id: "m1")
        let edit = world.message("Dinner on Thursday at 6 pm?", id: "e1", after: 60, kind: .edited, target: "m1")
        try world.deliver(isEditFirst ? edit : message, isEditFirst ? message : edit)
        try world.deliver(world.message("ok deal", id: "m2", mine: true, after: 120))
        try world.read()
        #expect(try world.lines("DTSTART") == ["DTSTART;TZID=Asia/Riyadh:20261126T180000"])
    }

    @Test(
        "p-19: a message that was deleted for everyone is gone, in whatever order the two come",
        arguments: [false, true])
    func deleted(isDeletionFirst: Bool) throws {
        let world = try ChatWorld()
        let message = world.message("Dinner on Thursday at 8?", id: "m1")
        let deletion = world.message("", id: "d1", after: 60, kind: .deleted, target: "m1")
        try world.deliver(isDeletionFirst ? deletion : message, isDeletionFirst ? message : deletion)
        #expect(try world.keptWords() == 0)
        try world.deliver(world.message("ok deal", id: "m2", mine: true, after: 120))
        try world.read()
        #expect(try world.inbox().isEmpty)
    }

    @Test("nobody can edit or delete the other one's message")
    func othersMessage() throws {
        let world = try ChatWorld()
        try world.deliver(
            world.message("Dinner on Thursday at 8?", id: "m1"),
            world.message("Dinner on Friday at 9?", id: "e1", mine: true, after: 30, kind: .edited, target: "m1"),
            world.message("", id: "d1", mine: true, after: 60, kind: .deleted, target: "m1"),
            world.message("ok deal", id: "m2", mine: true, after: 120))
        try world.read()
        #expect(try world.lines("DTSTART") == ["DTSTART;TZID=Asia/Riyadh:20261126T200000"])
    }

    @Test("a thumbs-up given to a proposal is an acceptance")
    func reaction() throws {
        let world = try ChatWorld()
        try world.deliver(
            world.message("Dinner on Thursday at 8?", id: "m1"),
            world.message("👍", id: "r1", mine: true, after: 60, kind: .reaction, target: "m1"))
        try world.read()
        #expect(try world.inbox().map(\.state) == [.added])
    }

    @Test("defect 9: an acceptance that quotes a message accepts that one")
    func quoted() throws {
        let world = try ChatWorld()
        try world.deliver(
            world.message("Dinner on Thursday at 8?", id: "m1"),
            world.message("By the way, the match is on Friday at 9", id: "m2", after: 30),
            world.message(
                "Deal!", id: "m3", mine: true, after: 60, quoted: .init(id: "m1", body: "Dinner on Thursday at 8?")))
        try world.read()
        // Beside another plan it waits for the customer.
        let found = try #require(try world.inbox().first { $0.values.isDoubtful })
        #expect(found.values.date.iso8601 == "2026-11-26" && found.values.minute == 1_200)
    }

    @Test("p-22: a row of the database shows no word, name or number, and each customer has a key of their own")
    func encrypted() throws {
        let world = try ChatWorld(), other = try ChatWorld(world.test, email: "laila@example.org")
        for one in [world, other] { try one.deliver(one.message("Secret dinner", id: "m1")) }
        let columns: [SQL] = [
            "SELECT string_agg(chat_message::text, ' ') FROM chat_message",
            "SELECT string_agg(chat::text, ' ') FROM chat",
            "SELECT string_agg(encode(sealed, 'escape'), ' ') FROM chat_message",
            "SELECT string_agg(encode(sealed_contact, 'escape'), ' ') FROM chat",
        ]
        for statement in columns {
            let text: String = try #require(try world.test.store.connection.value(statement))
            let words = ["Secret", "dinner", "Sara", "966501111111"]
            for word in words + words.map({ hex(Array($0.utf8)) }) {
                #expect(!text.contains(word))
            }
        }
        let keys: Int? = try world.test.store.connection.value("SELECT count(DISTINCT wrapped) FROM customer_key")
        #expect(keys == 2)
        let digests: Int? = try world.test.store.connection.value(
            "SELECT count(DISTINCT message_key) FROM chat_message")
        #expect(digests == 2)
    }

    @Test("p-25: marks that turn the direction of text do not reach the reading or the title")
    func direction() throws {
        let world = try ChatWorld()
        try world.chat("Dinner on \u{202E}Friday\u{200B} at 8?", ">ok deal", name: "\u{202E}Sa\u{2066}ra")
        try world.read()
        #expect(try world.lines("SUMMARY") == ["SUMMARY:Dinner with Sara"])
        #expect(try world.lines("DTSTART") == ["DTSTART;TZID=Asia/Riyadh:20261127T200000"])
    }

    @Test("a body of more than 16 KiB is cut between two characters")
    func long() throws {
        let world = try ChatWorld()
        let body = String(repeating: "م", count: 20_000)
        let text = """
            {"customer_id":"\(world.customer.id)","id":"m1","chat_id":"\(ChatWorld.sara)","is_sender_me":false,\
            "body":"\(body)","timestamp":\(world.now.secondsSince1970)}
            """
        let message = try IncomingMessage(Array(text.utf8), now: world.now)
        #expect(message.body.utf8.count == 16 << 10 && message.body.allSatisfy { $0 == "م" })
    }

    @Test("a chat that is switched off is not read, and its words are deleted")
    func off() throws {
        let world = try ChatWorld(quietSeconds: 30)
        try world.deliver(world.message("Dinner on Thursday at 8?", id: "m1"))
        let chat = try #require(try world.home.chats().first)
        #expect(chat.name == "Sara" && chat.maskedNumber == nil)
        #expect(try world.home.setChat(chat.id, isOff: true))
        #expect(try world.keptWords() == 0)
        #expect(try world.deliver(world.message("ok", id: "m2", mine: true)) == [.dropped(.chatOff)])
        let other = try ChatWorld(world.test, email: "laila@example.org")
        #expect(try !other.home.setChat(chat.id, isOff: false))
    }

    /// The seconds until the chat of the world is due.
    private func dueSeconds(_ world: ChatWorld) throws -> Double? {
        try world.test.store.connection.value(
            "SELECT extract(epoch FROM analyse_after - now())::double precision FROM chat")
    }
}
