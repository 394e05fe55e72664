import Agreements
import Calendars
import Jadwal
import Postgres
import Runtime
import Storage
import TestSupport
import Testing

/// Messages that come after a plan was found: changes, refusals, edits, other plans. The present is Monday 23 November
/// 2026, 13:10 in Riyadh.
@Suite("Later messages of a chat")
struct LaterMessagesTests {
    /// Agrees on a dinner, and leaves a coffee open.
    private func dinnerAndCoffee() throws -> ChatWorld {
        let world = try ChatWorld()
        try world.chat("Dinner on Thursday at 8?", ">Yes, deal")
        try world.read()
        try world.chat("And coffee on Saturday at 4?", ">let me check", from: 120)
        try world.read()
        #expect(try world.lines("DTSTART") == ["DTSTART;TZID=Asia/Riyadh:20261126T200000"])
        #expect(try world.inbox().map(\.state).sorted { $0.rawValue < $1.rawValue } == [.added, .proposed])
        return world
    }

    @Test("while another plan is open, a change of an agreed one moves its event and makes no second one")
    func changedBesideOpen() throws {
        let world = try dinnerAndCoffee()
        try world.chat("About the dinner on Thursday, can we make it 9?", ">ok 9 is fine for dinner", from: 1_200)
        try world.read()
        let dinners = try world.lines("SUMMARY").filter { $0.contains("Dinner") }
        #expect(dinners.count == 1)
        #expect(try world.lines("DTSTART") == ["DTSTART;TZID=Asia/Riyadh:20261126T210000"])
    }

    @Test("while another plan is open, an agreed one that is called off is marked as cancelled")
    func cancelledBesideOpen() throws {
        let world = try ChatWorld()
        try world.chat("Coffee on Saturday at 4?", ">let me check", from: -90_000)
        try world.chat("And dinner on Thursday at 8?", ">Yes, dinner on Thursday works")
        try world.read()
        #expect(try world.events().count == 1)
        try world.chat("Sorry, I have to cancel the dinner", from: 1_200)
        try world.read()
        #expect(try world.lines("STATUS") == ["STATUS:CANCELLED"])
    }

    @Test("a proposal that was added by hand is the same event when the two agree on another hour")
    func changedAfterAdding() throws {
        let world = try ChatWorld()
        try world.chat("Dinner on Thursday at 8?", ">Let me check")
        try world.read()
        try world.home.add(try #require(try world.inbox().first).id)
        try world.chat(">Could we do 9?", "9 is fine", from: 600)
        try world.read()
        #expect(try world.lines("DTSTART") == ["DTSTART;TZID=Asia/Riyadh:20261126T210000"])
        #expect(try world.inbox().map(\.state) == [.added])
    }

    @Test("a proposal that becomes an agreement is news: it leads the list, and a mail announces it")
    func becameAgreed() throws {
        let world = try ChatWorld()
        try world.chat("Dinner on Thursday at 8?", ">Let me check")
        try world.read()
        try world.test.run("UPDATE agreement SET found_at = now() - interval '6 days', announced_at = now()")
        try world.chat("Coffee tomorrow at 4?", ">deal", chat: "966503333333@c.us", name: "Omar")
        try world.read()
        #expect(try world.inbox().map(\.values.title) == ["Coffee with Omar", "Dinner with Sara"])
        try world.test.run("DELETE FROM job")
        try world.chat(">Yes, Thursday at 8 works", from: 600)
        try world.read()
        #expect(try world.inbox().map(\.values.title) == ["Dinner with Sara", "Coffee with Omar"])
        #expect(try world.test.count("job WHERE kind = 'agreements.mail-findings'") == 1)
    }

    @Test("an edit that comes after the agreement is read like a message")
    func editedLater() throws {
        let world = try ChatWorld()
        try world.deliver(world.message("Dinner on Thursday at 8?", id: "m1"))
        try world.deliver(world.message("ok deal", id: "m2", mine: true, after: 60))
        try world.read()
        #expect(try world.keptWords() == 0)
        try world.deliver(
            world.message(
                "Dinner on Thursday at 9?", id: "m3", after: 300, kind: .edited, target: "m1"))
        #expect(try world.keptWords() == 1)
        try world.deliver(world.message("ok 9 then", id: "m4", mine: true, after: 400))
        try world.read()
        #expect(try world.lines("DTSTART") == ["DTSTART;TZID=Asia/Riyadh:20261126T210000"])
    }

    @Test("a message that was deleted by its writer stays deleted, whatever edit comes after it")
    func editedAfterDeletion() throws {
        let world = try ChatWorld()
        try world.deliver(world.message("Dinner on Thursday at 8?", id: "m1"))
        try world.deliver(world.message("", id: "m2", after: 60, kind: .deleted, target: "m1"))
        try world.deliver(world.message("Dinner at 9?", id: "m3", after: 30, kind: .edited, target: "m1"))
        #expect(try world.keptWords() == 0)
    }

    @Test("the words of a deleted message go from the messages that quote it, too")
    func deletedQuote() throws {
        let world = try ChatWorld()
        try world.deliver(world.message("Secret place on Thursday", id: "m1"))
        try world.deliver(
            world.message(
                "which one?", id: "m2", mine: true, after: 60,
                quoted: IncomingMessage.Quoted(id: "m1", body: "Secret place on Thursday")))
        try world.deliver(world.message("", id: "m3", after: 90, kind: .deleted, target: "m1"))
        #expect(try world.keptWords() == 1)
        #expect(!(try JSON.text(world.home.exportedChats())).contains("Secret"))
    }

    @Test("the sentence of a message that is deleted after the agreement goes from the inbox; the event stays")
    func deletedProof() throws {
        let world = try ChatWorld()
        try world.deliver(world.message("Dinner on Thursday at 8? My secret treat", id: "m1"))
        try world.deliver(world.message("ok deal", id: "m2", mine: true, after: 60))
        try world.read()
        #expect(try world.inbox().first?.proof.count == 2)
        // Nobody deletes the other one's words.
        try world.deliver(world.message("", id: "m3", mine: true, after: 90, kind: .deleted, target: "m1"))
        #expect(try world.inbox().first?.proof.count == 2)
        try world.deliver(world.message("", id: "m4", after: 120, kind: .deleted, target: "m1"))
        #expect(try world.inbox().first?.proof.map(\.isMine) == [true])
        #expect(!(try JSON.text(world.home.exportedAgreements())).contains("secret"))
        #expect(try world.events().count == 1)
    }

    @Test("a message that comes while its chat is read is neither lost nor read before its time")
    func duringReading() throws {
        let world = try ChatWorld()
        try world.chat("Dinner on Thursday at 8?", ">ok deal")
        // It is older than the last message that was read, and comes after it.
        try world.test.run("""
            CREATE FUNCTION arrive() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN
                INSERT INTO chat_message (customer_id, message_key, chat_id, sent_at, is_mine, kind, sealed)
                SELECT customer_id, sha256('late'), chat_id, sent_at - interval '1 second', is_mine, 'message', sealed
                  FROM chat_message ORDER BY arrival LIMIT 1;
                RETURN NEW;
            END $$
            """)
        try world.test.run("CREATE TRIGGER arrive BEFORE INSERT ON agreement FOR EACH ROW EXECUTE FUNCTION arrive()")
        try world.read()
        #expect(try world.keptWords() == 1)
    }

    @Test("an agreed plan in a chat that fell silent is remembered until it is over; a chat stays switched off")
    func retention() throws {
        let world = try ChatWorld()
        try world.chat("Wedding on 20 February 2027 at 8 pm?", ">Yes, deal")
        try world.chat("hi", chat: "966502222222@c.us", name: "Omar")
        try world.chat("hello", chat: "966503333333@c.us", name: "Ali")
        try world.read()
        let omar = try #require(try world.home.chats().first { $0.name == "Omar" })
        #expect(try world.home.setChat(omar.id, isOff: true))
        try world.test.run(
            "UPDATE chat SET last_message_at = now() - interval '61 days', created_at = now() - interval '70 days'")
        _ = try world.test.store.purge()
        #expect(try Set(world.home.chats().map(\.name)) == ["Sara", nil])
        #expect(
            try world.deliver(world.message("again", id: "x", chat: "966502222222@c.us", name: "Omar"))
                == [.dropped(.chatOff)])
    }

    @Test("the words of a chat that changed while it was read are not forgotten yet")
    func changedDuringReading() throws {
        let world = try ChatWorld()
        try world.chat("Dinner on Thursday at 8?", ">ok deal")
        // As an edit that came between the reading and the end of the last transaction.
        try world.test.run("""
            CREATE FUNCTION edit() RETURNS trigger LANGUAGE plpgsql AS
            'BEGIN UPDATE chat SET revision = revision + 1; RETURN NEW; END'
            """)
        try world.test.run("CREATE TRIGGER edit BEFORE INSERT ON agreement FOR EACH ROW EXECUTE FUNCTION edit()")
        try world.read()
        #expect(try world.events().count == 1)
        #expect(try world.keptWords() == 2)
    }

    @Test("a proposal of an uploaded chat stays in the inbox when a newer file of the chat brings nothing about it")
    func proposalStays() throws {
        let world = try ChatWorld()
        try world.chat("Dinner on Thursday at 8?", ">let me check")
        try world.read()
        try world.test.run("UPDATE chat_message SET sealed = NULL")
        try world.test.run("UPDATE agreement SET is_forgotten = true")
        try world.chat("good morning", ">morning", from: 900)
        try world.read()
        #expect(try world.inbox().map(\.state) == [.proposed])
    }

    @Test("a change that the customer refused is not asked about again")
    func refusedChange() throws {
        let world = try ChatWorld()
        try world.chat("Coffee on Saturday at 4?", ">let me check", from: -90_000)
        try world.chat("Dinner on Thursday at 8?", ">yes Thursday at 8 works")
        try world.read()
        let event = try #require(try world.inbox().first { $0.state == .added }?.event)
        let home = world.app.calendars(of: world.customer)
        let stored = try #require(try home.event(in: event.calendar, event.segment, at: nil))
        var draft = stored.draft
        draft.title = "Dinner, my treat"
        _ = try home.edit(stored.place, at: nil, .all, draft, ifTag: stored.tag)
        try world.chat("Can we make the dinner at 9?", ">ok 9 is fine for dinner", from: 900)
        try world.read()
        let asked = try #require(try world.inbox().first { $0.pending != nil })
        try world.home.dismiss(asked.id)
        try world.chat("how are you", from: 1_500)
        try world.read()
        #expect(try world.inbox().allSatisfy { $0.pending == nil })
    }

    @Test("a repeating agreement is known for a year, and waits in the inbox after its first day")
    func repeating() throws {
        let world = try ChatWorld()
        try world.chat("Let's have coffee every Tuesday at 5 pm", ">ok deal")
        try world.read()
        #expect(try world.lines("RRULE").first?.contains("FREQ=WEEKLY") == true)
        world.test.advance(seconds: 3 * 86_400)
        #expect(try world.inbox().count == 1)
    }

    @Test("an event that Jadwal added to the calendar does not become the calendar for new events")
    func defaultCalendar() throws {
        let world = try ChatWorld(), home = world.app.calendars(of: world.customer)
        let before = try home.calendarForNewEvents()?.segment
        try world.chat("Dinner on Thursday at 8?", ">ok deal")
        try world.read()
        #expect(try home.calendarForNewEvents()?.segment == before)
    }

    @Test("an event that the customer moved to another calendar is still changed by the chat")
    func movedElsewhere() throws {
        let world = try ChatWorld(), home = world.app.calendars(of: world.customer)
        try world.chat("Dinner on Thursday at 8?", ">ok deal")
        try world.read()
        let found = try #require(try world.inbox().first?.event)
        let place = try #require(try home.place(in: found.calendar, found.segment))
        let other = try #require(try home.calendars().first { $0.isDefault }).segment
        try world.test.run("""
            UPDATE calendar_object SET collection_id = (
                SELECT id FROM calendar_collection WHERE segment = \(other)) WHERE segment = \(place.segment)
            """)
        try world.chat("Can we make it 9?", ">ok 9 is fine", from: 1_200)
        try world.read()
        let text: String? = try world.test.store.connection.value(
            "SELECT convert_from(octets, 'UTF8') FROM calendar_object WHERE segment = \(place.segment)")
        #expect(text?.contains("DTSTART;TZID=Asia/Riyadh:20261126T210000") == true)
    }

    @Test("a chat whose reader dies every time is given up after six tries")
    func deadReaders() throws {
        let world = try ChatWorld(), store = world.test.store
        try world.chat("Dinner on Thursday at 8?", ">ok deal")
        for _ in 0..<6 {
            #expect(try store.claimChat(seconds: 120) != nil)
            try world.test.run("UPDATE chat SET claimed_until = now() - interval '1 second'")
        }
        try world.read()
        #expect(try store.givenUpChats(limit: 5).map(\.problem) == [.fault])
        #expect(try world.keptWords() == 2)
        #expect(try store.chatCounts().failed == 1)
    }

    @Test("defect 12: a reader that leaves the language model out takes the chats of others")
    func withoutModel() throws {
        let world = try ChatWorld(), other = try ChatWorld(world.test, email: "laila@example.org")
        try world.test.run("UPDATE chat_account SET allows_model = true WHERE customer_id = \(world.customer.id)")
        try world.chat("Dinner on Thursday at 8?", ">ok deal")
        try other.chat("Coffee tomorrow at 4?", ">ok deal")
        let store = world.test.store
        #expect(try store.claimChat(seconds: 120, withModel: false)?.customer == other.customer.id)
        #expect(try store.claimChat(seconds: 120, withModel: false) == nil)
        #expect(try store.claimChat(seconds: 120)?.customer == world.customer.id)
    }
}
