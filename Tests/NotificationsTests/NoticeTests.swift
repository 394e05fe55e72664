import CivilTime
import Notifications
import Postgres
import Runtime
import Scheduling
import Storage
import TestSupport
import Testing
import WebClient

@Suite("Notices")
struct NoticeTests {
    @Test("the same state of a thing is announced once, a new state again")
    func once() throws {
        let world = try NoticeWorld()
        try world.browser()
        #expect(try world.found() != nil)
        #expect(try world.found() == nil)
        try world.work()
        #expect(try world.found() == nil)
        #expect(world.services.requests.count == 1)
        #expect(try world.found(version: "2") != nil)
        try world.work()
        #expect(world.services.requests.count == 2)
        #expect(try world.home.list(limit: 10).count == 2)
        #expect(try world.deliveries() == ["push sent", "push sent"])
    }

    @Test("a notice in quiet hours comes at their end; one of a new sign-in comes at once")
    func quiet() throws {
        let world = try NoticeWorld()
        try world.browser()
        // Midnight in Riyadh.
        world.test.advance(seconds: 6 * 3_600 + 1_800)
        try world.found()
        try world.work()
        #expect(world.services.requests.isEmpty)
        world.test.advance(seconds: 6 * 3_600 - 1)
        try world.work()
        #expect(world.services.requests.isEmpty)
        world.test.advance(seconds: 1)
        try world.work()
        #expect(world.services.requests.count == 1)
    }

    @Test("what is of no use after the quiet hours is in the list only")
    func listOnly() throws {
        let world = try NoticeWorld()
        try world.browser()
        world.test.advance(seconds: 6 * 3_600 + 1_800)
        try world.found("event 2", .conflict, startsIn: 5 * 3_600)
        world.test.advance(seconds: 12 * 3_600)
        try world.work()
        #expect(world.services.requests.isEmpty)
        #expect(try world.home.list(limit: 10).count == 1)
    }

    @Test("a change of something that begins within three hours does not wait")
    func soon() throws {
        let world = try NoticeWorld()
        try world.browser()
        world.test.advance(seconds: 6 * 3_600 + 1_800)
        try world.found("event 1", .eventCancelled, startsIn: 2 * 3_600)
        try world.work()
        #expect(world.services.requests.count == 1)
    }

    @Test("a change of the quiet hours counts for what waits")
    func changed() throws {
        let world = try NoticeWorld()
        try world.browser()
        world.test.advance(seconds: 6 * 3_600 + 1_800)
        try world.found()
        try world.work()
        var habits = DayHabits()
        habits.quietHours = .none
        try world.test.store.replace(habits, of: world.customer.id)
        try world.home.decideAgain()
        try world.work()
        #expect(world.services.requests.count == 1)
    }

    @Test("more than three at once are one summary, and all are in the list")
    func summary() throws {
        let world = try NoticeWorld()
        try world.browser()
        for number in 1...200 { try world.found("event \(number)") }
        try world.work()
        #expect(world.services.requests.count == 1)
        #expect(try world.home.list(limit: 500).count == 200)
    }

    @Test("a kind that was switched off is in the list only, and one may be mailed instead")
    func switchedOff() throws {
        let world = try NoticeWorld()
        try world.browser()
        var choices = try world.home.choices()
        choices[.eventFound, .push] = false
        choices[.conflict, .push] = false
        choices[.conflict, .mail] = true
        try world.home.replace(choices)
        try world.found()
        try world.found("clash 1", .conflict)
        try world.work()
        #expect(world.services.requests.isEmpty)
        #expect(try world.deliveries() == ["mail queued"])
        #expect(try world.home.list(limit: 10).count == 2)
    }

    @Test("a reminder comes at its time, and vanishes with its event")
    func reminder() throws {
        let world = try NoticeWorld()
        try world.browser()
        let due = world.test.app.now() + .seconds(7_200)
        try world.found("event 1 alarm 1", .reminder, startsIn: 9_000, due: due)
        try world.found("event 2 alarm 1", .reminder, startsIn: 9_000, due: due)
        try world.work()
        #expect(try world.home.list(limit: 10).isEmpty)
        try world.test.app.withdrawNotices(world.customer.id, about: "event 2 alarm 1")
        world.test.advance(seconds: 7_199)
        try world.work()
        #expect(world.services.requests.isEmpty)
        world.test.advance(seconds: 1)
        try world.work()
        #expect(world.services.requests.count == 1)
    }

    @Test("a clash that no device took is mailed, and what chats change has a mail of its own")
    func fallback() throws {
        let world = try NoticeWorld()
        var choices = try world.home.choices()
        choices[.eventFound, .mail] = true
        try world.home.replace(choices)
        try world.found()
        try world.work()
        #expect(try world.deliveries() == [])
        try world.found("clash 1", .conflict)
        try world.work()
        #expect(try world.deliveries() == ["mail queued"])
    }

    @Test("what was opened is sent nowhere else, and leads to its page")
    func opened() throws {
        let world = try NoticeWorld()
        try world.browser()
        let id = try #require(try world.found())
        while try world.test.app.decideNextNotice() {}
        #expect(try world.home.open(id) == "/today")
        try world.work()
        #expect(world.services.requests.isEmpty)
        #expect(try world.deliveries() == ["push dropped"])
        #expect(try world.home.list(limit: 10).map(\.isRead) == [true])
        #expect(try world.home.open(NoticeID(id.number + 1)) == nil)
    }

    @Test("another customer's notice does not exist")
    func foreign() throws {
        let world = try NoticeWorld()
        let id = try #require(try world.found())
        let other: CustomerID? = try world.test.store.connection.value("""
            INSERT INTO customer (email, email_key, language, time_zone, first_day)
            VALUES ('a@example.org', 'a@example.org', 'en', 'Asia/Riyadh', 7) RETURNING id
            """)
        let stranger = try #require(try other.flatMap { try world.test.store.customer($0) })
        #expect(try world.test.app.notices(of: stranger).open(id) == nil)
        #expect(try world.test.app.notices(of: stranger).list(limit: 5).isEmpty)
    }

    @Test("a browser that another customer signs in with becomes theirs; signing out ends its notices")
    func moved() throws {
        let world = try NoticeWorld()
        let id = try #require(try world.browser("same"))
        #expect(try world.browser("same") == id)
        #expect(try world.home.devices().map(\.label) == ["Firefox"])
        try world.test.run("DELETE FROM session")
        #expect(try world.home.devices().isEmpty)
    }

    @Test("a test reaches the device that was chosen, also in quiet hours")
    func testNotice() throws {
        let world = try NoticeWorld()
        let first = try #require(try world.browser("1"))
        try world.browser("2")
        world.test.advance(seconds: 6 * 3_600 + 1_800)
        #expect(try world.home.test(first))
        try world.work()
        #expect(world.services.requests.map(\.url) == ["https://fcm.googleapis.com/1"])
        #expect(try world.home.list(limit: 5).isEmpty)
        #expect(try !world.home.test(NotificationDeviceID(999)))
    }
}
