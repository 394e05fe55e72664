import Agreements
import Postgres
import Runtime
import Storage
import TestSupport
import Testing

@Suite("Keys of chats")
struct KeyTests {
    @Test("a message that was moved to another customer's chat does not open")
    func moved() throws {
        let world = try ChatWorld(), other = try ChatWorld(world.test, email: "laila@example.org")
        try world.chat("Dinner on Thursday at 8?", ">ok deal")
        try other.chat("Coffee tomorrow at 4?", ">ok deal")
        try world.test.run("""
            UPDATE chat_message m SET sealed = (
                SELECT sealed FROM chat_message o
                 WHERE o.customer_id = \(other.customer.id) AND o.is_mine = m.is_mine)
             WHERE m.customer_id = \(world.customer.id)
            """)
        try world.read()
        #expect(try world.events().isEmpty)
        #expect(try other.events().count == 1)
        #expect(try world.test.store.chatCounts().waiting == 1)
        #expect(world.test.log.lines.contains { $0.contains("chat not read") && $0.contains("problem=key") })
    }

    @Test("what was moved to another chat or another message of the same customer does not open", arguments: [
        """
        UPDATE chat_message m SET sealed = (
            SELECT sealed FROM chat_message o WHERE o.chat_id <> m.chat_id AND o.is_mine = m.is_mine)
        """,
        """
        UPDATE chat_message m SET sealed = (
            SELECT sealed FROM chat_message o WHERE o.chat_id = m.chat_id AND o.is_mine <> m.is_mine)
        """,
        "UPDATE chat c SET sealed_contact = (SELECT sealed_contact FROM chat o WHERE o.id <> c.id)",
    ])
    func movedWithin(statement: SQL) throws {
        let world = try ChatWorld()
        try world.chat("Dinner on Thursday at 8?", ">ok deal")
        try world.chat("Coffee tomorrow at 4?", ">ok deal", chat: "966502222222@c.us", name: "Omar")
        try world.test.run(statement)
        try world.read()
        #expect(try world.events().isEmpty)
        #expect(world.test.log.lines.count { $0.contains("chat not read") && $0.contains("problem=key") } == 2)
    }

    @Test("after a new master key the worker renews the customers' keys, and everything can be read")
    func rotated() throws {
        let world = try ChatWorld()
        try world.chat("Dinner on Thursday at 8?", ">Let me check")
        let old = KeyRing([UInt8](repeating: 7, count: 32)), new = [UInt8](repeating: 8, count: 32)
        let rotated = try world.test.anotherApp(messages: KeyRing(new, previous: [old.current]))
        while try AnalysisRunner(rotated).runNext() {}
        #expect(try rotated.agreements(of: world.customer).inbox(isWaiting: true).count == 1)
        #expect(try !rotated.renewWrappedKeys())
        #expect(try world.test.store.countCustomerKeys().map(\.masterKey) == [KeyRing(new).fingerprint])
        let forgotten = try world.test.anotherApp(messages: KeyRing(new))
        #expect(try forgotten.agreements(of: world.customer).inbox(isWaiting: true).count == 1)
    }

    @Test("with a wrong master key nothing is read or lost, and the reason is logged")
    func wrongKey() throws {
        let world = try ChatWorld()
        try world.chat("Dinner on Thursday at 8?", ">ok deal")
        let wrong = try world.test.anotherApp(messages: KeyRing([UInt8](repeating: 9, count: 32)))
        #expect(try wrong.receive([world.message("hi", id: "new")]) == [.again])
        while try AnalysisRunner(wrong).runNext() {}
        #expect(try world.keptWords() == 2)
        #expect(try wrong.renewWrappedKeys() == false)
        try world.test.run("UPDATE chat SET analyse_after = now()")
        try world.read()
        #expect(try world.events().count == 1)
    }

    @Test("defect 4: a customer whose key does not open does not hold up others")
    func oneWrongKey() throws {
        let world = try ChatWorld(), other = try ChatWorld(world.test, email: "laila@example.org")
        try world.chat("Dinner on Thursday at 8?")
        try world.test.run("UPDATE customer_key SET wrapped = set_byte(wrapped, 40, 255 - get_byte(wrapped, 40))")
        let received = try world.app.receive([
            world.message("ok deal", id: "of the first", mine: true),
            other.message("Coffee at 4?", id: "of the second"),
        ])
        #expect(received == [.again, .stored])
        #expect(try other.keptWords() == 1)
        #expect(world.test.log.lines.count { $0.contains("messages not stored") } == 1)
    }

    @Test("without a customer's key row nothing opens, and the chat waits with its words")
    func lostRow() throws {
        let world = try ChatWorld()
        try world.chat("Dinner on Thursday at 8?", ">Let me check")
        try world.read()
        try world.test.run("DELETE FROM customer_key")
        #expect(try world.deliver(world.message("yes, 8 works", id: "later", mine: true)) == [.again])
        try world.test.run("UPDATE chat SET analyse_after = now()")
        try world.read()
        #expect(try world.events().isEmpty)
        #expect(try world.keptWords() == 2)
        #expect(world.test.log.lines.contains { $0.contains("chat not read") && $0.contains("problem=key") })
    }

    @Test("p-20: forgetting everything deletes chats, findings, consent and keys, and leaves the events")
    func forgotten() throws {
        let world = try ChatWorld()
        try world.chat("Dinner on Thursday at 8?", ">ok deal")
        try world.read()
        try world.home.forgetEverything()
        for table: SQL in ["chat", "chat_message", "agreement", "customer_key"] {
            #expect(try world.test.count(table) == 0)
        }
        #expect(try world.home.link().consentedAt == nil)
        #expect(try world.events().count == 1)
    }
}
