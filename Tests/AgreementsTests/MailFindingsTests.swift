import Agreements
import Jadwal
import Mail
import Notifications
import Postgres
import Runtime
import Storage
import TestSupport
import Testing

@Suite("Mails about findings")
struct MailFindingsTests {
    /// Carries out the jobs that are due.
    private func work(_ world: ChatWorld) throws {
        let runner = JobRunner(jobs, world.app)
        while try runner.runNext() {}
    }

    /// Carries out all jobs, as if their time had come.
    private func workLater(_ world: ChatWorld) throws {
        try world.test.run("UPDATE job SET run_at = now() WHERE finished_at IS NULL")
        try work(world)
    }

    /// Agrees on a dinner with a friend of a number, and reads the chat.
    private func agree(_ world: ChatWorld, friend: Int) throws {
        try world.chat(
            "Dinner on Thursday at \(friend)pm?", ">ok deal", chat: "96650000000\(friend)@c.us",
            name: "Friend \(friend)")
        try world.read()
    }

    @Test("a mail waits five minutes for further findings")
    func wait() throws {
        let world = try ChatWorld()
        try agree(world, friend: 1)
        let wait: Double? = try world.test.store.connection.value(
            """
            SELECT extract(epoch FROM run_at - now())::double precision FROM job WHERE kind = 'agreements.mail-findings'
            """)
        #expect(try #require(wait).rounded() == 300)
        try work(world)
        #expect(world.test.mail.messages.isEmpty)
        try agree(world, friend: 2)
        try workLater(world)
        #expect(world.test.mail.messages.count == 1)
        #expect(try world.test.lastMail().message.text.contains("2 things"))
    }

    @Test("five mails a day are sent and no sixth")
    func fiveADay() throws {
        let world = try ChatWorld()
        for friend in 1...6 {
            try agree(world, friend: friend)
            try workLater(world)
            #expect(world.test.mail.messages.count == min(5, friend))
        }
        try world.test.run("UPDATE throttle_event SET happened_at = happened_at - interval '1 day'")
        try agree(world, friend: 7)
        try workLater(world)
        #expect(world.test.mail.messages.count == 6)
        #expect(try world.test.lastMail().message.text.contains("2 things"))
    }

    @Test("news that comes while a mail is sent has a mail of its own")
    func duringSending() throws {
        let world = try ChatWorld()
        try agree(world, friend: 1)
        // As another worker that reads a chat while the mail is handed over.
        try world.test.run("""
            CREATE FUNCTION arrive() RETURNS trigger LANGUAGE plpgsql AS
            'BEGIN UPDATE agreement SET found_at = clock_timestamp(); RETURN NEW; END'
            """)
        try world.test.run("""
            CREATE TRIGGER arrive AFTER UPDATE OF uncertain ON job FOR EACH ROW EXECUTE FUNCTION arrive()
            """)
        try workLater(world)
        #expect(world.test.mail.messages.count == 1)
        try world.test.run("DROP TRIGGER arrive ON job")
        #expect(try world.test.count("agreement WHERE announced_at IS NULL") == 1)
        try agree(world, friend: 2)
        try workLater(world)
        #expect(try world.test.lastMail().message.text.contains("2 things"))
    }

    @Test("an agreed event is one notice, and its mail is the one about findings")
    func notice() throws {
        let world = try ChatWorld()
        try agree(world, friend: 1)
        #expect(try world.test.count("notification WHERE kind = 'event.found' AND path = '/inbox'") == 1)
        while try world.app.decideNextNotice() {}
        try workLater(world)
        #expect(world.test.mail.messages.count == 1)
        #expect(try world.test.count("delivery") == 0)
    }
}
