import CivilTime
import Crypto
import Notifications
import Postgres
import Runtime
import Storage
import TestSupport
import Testing

@Suite("Notices of alarms")
struct ReminderNoticeTests {
    let world: NoticeWorld

    init() throws {
        world = try NoticeWorld()
        try world.browser()
        try insertEvent(of: world.customer.id)
    }

    @Test("come at their time, once, and open their event")
    func once() throws {
        try insert("1", inSeconds: 3_600)
        try work()
        #expect(try world.services.requests.isEmpty && list().isEmpty)
        world.test.advance(seconds: 3_599)
        try work()
        #expect(world.services.requests.isEmpty)
        world.test.advance(seconds: 1)
        try work()
        try work()
        #expect(world.services.requests.count == 1)
        let notice = try #require(try list().first)
        #expect(notice.content.title == "Dinner")
        #expect(try notice.row.path == "/events/\(calendar())/a%20b.ics?on=20261124T120000Z")
    }

    @Test("a program that writes the event again makes no second one, and a new title is the one that is shown")
    func writtenAgain() throws {
        try insert("1", inSeconds: 600)
        try work()
        try world.test.run("UPDATE reminder SET noted_at = NULL, title = 'Lunch'")
        try work()
        world.test.advance(seconds: 600)
        try work()
        #expect(try list().map(\.content.title) == ["Lunch"])
        try world.test.run("UPDATE reminder SET noted_at = NULL")
        try work()
        #expect(world.services.requests.count == 1)
        #expect(try list().count == 1)
    }

    @Test("two threads make one notice of each")
    func threads() throws {
        for number in 1...300 { try insert("\(number)", inSeconds: 600) }
        let other = try world.test.anotherApp()
        while try world.test.app.noteReminders() || other.noteReminders() {}
        #expect(try world.test.count("notification") == 300)
    }

    @Test("an event that is gone before, or moved, is not announced, nor is one of a deleted calendar", arguments: [
        "DELETE FROM calendar_object", "UPDATE reminder SET due_at = due_at + interval '1 day'",
        "UPDATE calendar_collection SET deleted_at = now(), is_default = false",
    ] as [SQL])
    func gone(change: SQL) throws {
        try insert("1", inSeconds: 600)
        try work()
        try world.test.run(change)
        world.test.advance(seconds: 600)
        try work()
        #expect(world.services.requests.isEmpty)
        #expect(try list().isEmpty)
    }

    @Test("an event that is deleted while its push waits is not announced either")
    func goneLate() throws {
        try insert("1", inSeconds: 0)
        while try world.test.app.noteReminders() {}
        while try world.test.app.decideNextNotice() {}
        try world.test.run("DELETE FROM calendar_object")
        try world.work()
        #expect(world.services.requests.isEmpty)
        #expect(try world.deliveries() == ["push dropped"])
    }

    @Test("an alarm that asks for a mail is a mail, and no push")
    func mail() throws {
        try insert("1", inSeconds: 0, isMail: true)
        try work()
        #expect(world.services.requests.isEmpty)
        #expect(try world.deliveries() == ["mail queued"])
    }

    @Test("where a phone rings by itself, they are pushed by choice only")
    func phone() throws {
        try world.test.run("""
            INSERT INTO device_password (customer_id, label, origin, password_hmac, last_used_at)
            VALUES (\(world.customer.id), 'Phone', 'by-hand', \(sha256([2])), now() - interval '6 days')
            """)
        #expect(try world.home.choices().programRings)
        try insert("1", inSeconds: 0)
        try work()
        #expect(world.services.requests.isEmpty)
        #expect(try list().count == 1)
        var choices = try world.home.choices()
        choices[.reminder, .push] = true
        try world.home.replace(choices)
        try insert("2", inSeconds: 0)
        try work()
        #expect(world.services.requests.count == 1)
        try world.test.run("UPDATE device_password SET last_used_at = now() - interval '8 days'")
        #expect(try !world.home.choices().programRings)
    }

    @Test("a phone that signs in after the choices were saved, and after a reminder was written down, rings alone")
    func laterPhone() throws {
        let choices = try world.home.choices()
        #expect(choices[.reminder, .push])
        try world.home.replace(choices)
        try insert("1", inSeconds: 600)
        try work()
        try world.test.run("""
            INSERT INTO device_password (customer_id, label, origin, password_hmac, last_used_at)
            VALUES (\(world.customer.id), 'Phone', 'by-hand', \(sha256([2])), now())
            """)
        world.test.advance(seconds: 601)
        try work()
        #expect(world.services.requests.isEmpty)
        #expect(try list().count == 1)
        #expect(try !world.home.choices()[.reminder, .push])
    }

    @Test("a flood of one moment is one push, and the reminder of somebody else comes as well")
    func flood() throws {
        for number in 1...400 { try insert("\(number)", inSeconds: 0) }
        try work()
        #expect(world.services.requests.count == 1)
        #expect(try list(limit: 500).count == 400)
        world.test.advance(seconds: 60)
        try insert("one", inSeconds: 0)
        try work()
        #expect(world.services.requests.count == 2)
    }

    @Test("a flood that waits is decided about at once, so that nobody else waits for it")
    func waitingFlood() throws {
        for number in 1...400 { try insert("\(number)", inSeconds: 600 + number % 60) }
        while try world.test.app.noteReminders() {}
        var decisions = 0
        while try world.test.app.decideNextNotice() { decisions += 1 }
        #expect(decisions == 1)
        #expect(try world.test.count("notification WHERE look_at = due_at") == 400)
    }

    // MARK: Helpers

    private func work() throws {
        while try world.test.app.noteReminders() {}
        try world.work()
    }

    private func list(limit: Int = 10) throws -> [Notice] { try world.home.list(limit: limit) }

    private func calendar() throws -> CalendarID {
        try #require(try world.test.store.connection.value("SELECT id FROM calendar_collection"))
    }

    private func insertEvent(of customer: CustomerID) throws {
        try world.test.run("""
            INSERT INTO calendar_collection (customer_id, segment, display_name, components, epoch, is_default)
            VALUES (\(customer), 'personal', 'Personal', '{VEVENT}', 1, true)
            """)
        try world.test.run("""
            INSERT INTO calendar_object (customer_id, collection_id, segment, uid, kind, etag, octets, octet_count,
                                         is_recurring, is_floating, is_transparent, created_counter, counter)
            SELECT customer_id, id, 'a b.ics', 'a', 'VEVENT', \(Array(sha256([1]).prefix(16))), 'x', 1, true, false,
                   false, 1, 1
              FROM calendar_collection
            """)
    }

    /// Inserts an alarm of the event, which begins ten minutes after it.
    private func insert(_ name: String, inSeconds seconds: Int, isMail: Bool = false) throws {
        let due = world.test.app.now() + .seconds(seconds)
        let key = base64URL(Array(sha256(Array(name.utf8)).prefix(16)))
        try world.test.run("""
            INSERT INTO reminder (customer_id, collection_id, segment, key, due_at, recurrence_id, starts_at,
                                  is_all_day, is_mail, title)
            SELECT customer_id, collection_id, segment, \(key), \(due), '20261124T120000Z', \(due + .seconds(600)),
                   false, \(isMail), 'Dinner'
              FROM calendar_object
            """)
    }
}
