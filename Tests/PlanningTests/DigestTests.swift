import CivilTime
import Mail
import Notifications
import Planning
import Postgres
import Runtime
import Storage
import Templates
import TestSupport
import Testing

/// It is Monday, 17:30 in Riyadh.
@Suite("The day in the morning")
struct DigestTests {
    let world: PlanningWorld

    init() throws {
        world = try PlanningWorld()
        try world.put("Lunch", "20261124T130000", "20261124T140000", ["LOCATION:Home"])
        try world.put("Dinner", "20261125T190000", "20261125T200000")
        try world.work()
    }

    @Test("is mailed at the chosen time, once, with its events and prayers")
    func mail() throws {
        try world.pray()
        try choose { $0[.digest, .mail] = true }
        #expect(try announce() == 0)
        world.test.advance(seconds: 13 * 3_600 + 29 * 60 + 59)
        #expect(try announce() == 0)
        world.test.advance(seconds: 1)
        #expect(try announce() == 1)
        #expect(try announce() == 0)
        try world.work()
        let message = try world.test.lastMail().message
        #expect(world.test.mail.messages.count == 1)
        #expect(message.subject.hasPrefix("Your day: "))
        #expect(message.text.contains("13:00  Lunch, Home"))
        #expect(!message.text.contains("Dinner"))
        #expect(message.text.contains("Maghrib"))
        let url = try #require(message.unsubscribeURL)
        #expect(url.hasPrefix("https://jadwal.example.org/unsubscribe?t="))
        #expect(try world.test.count("notification") == 0)
    }

    @Test("is pushed by choice, and is in the list then")
    func push() throws {
        try choose { $0[.digest, .push] = true }
        world.test.advance(seconds: 14 * 3_600)
        #expect(try announce() == 1)
        try world.work()
        #expect(world.test.mail.messages.isEmpty)
        let notice = try #require(try world.test.app.notices(of: world.customer).list(limit: 5).first)
        #expect(notice.row.path == "/calendar/day/2026-11-24")
        let words = try NoticeWords(world.customer, .english, world.test.app)
        #expect(words.text(notice).title == "One event today")
        world.test.advance(seconds: 86_400)
        #expect(try announce() == 1)
        #expect(try world.test.count("notification") == 2)
    }

    @Test("is not announced to those who did not choose it, or switched it off again")
    func off() throws {
        #expect(try world.test.count("morning_digest") == 0)
        try choose { $0[.digest, .mail] = true }
        #expect(try world.test.count("morning_digest") == 1)
        try choose { $0[.digest, .mail] = false }
        world.test.advance(seconds: 14 * 3_600)
        #expect(try announce() == 0)
        #expect(try world.test.count("morning_digest") == 0)
    }

    @Test("is not mailed if it was switched off while its mail waited")
    func offLate() throws {
        try choose { $0[.digest, .mail] = true }
        world.test.advance(seconds: 14 * 3_600)
        #expect(try announce() == 1)
        try choose { $0[.digest, .mail] = false }
        try world.work()
        #expect(world.test.mail.messages.isEmpty)
    }

    @Test("comes after the prayer that it falls into")
    func prayer() throws {
        try world.pray()
        // Fajr in Riyadh is some minutes before five on that day.
        try choose {
            $0[.digest, .push] = true
            $0.digestMinute = 300
        }
        world.test.advance(seconds: 11 * 3_600 + 1_800)
        #expect(try announce() == 1)
        #expect(try world.test.count("notification") == 0)
        world.test.advance(seconds: 5_400)
        #expect(try announce() == 1)
        #expect(try world.test.count("notification") == 1)
    }

    @Test("a morning that the worker slept through is not announced in the evening")
    func late() throws {
        try choose { $0[.digest, .push] = true }
        world.test.advance(seconds: 26 * 3_600)
        #expect(try announce() == 1)
        #expect(try world.test.count("notification") == 0)
    }

    @Test("follows the customer to another zone")
    func zone() throws {
        try choose { $0[.digest, .push] = true }
        var customer = world.customer
        customer.timeZone = "America/New_York"
        try world.test.store.replace(customer)
        #expect(try announce() == 1)
        // Seven o'clock in Riyadh is the evening before in New York.
        world.test.advance(seconds: 14 * 3_600)
        #expect(try announce() == 0)
        world.test.advance(seconds: 8 * 3_600)
        #expect(try announce() == 1)
        #expect(try world.test.count("notification") == 1)
    }

    // MARK: Helpers

    private func announce() throws -> Int { try world.test.app.announceDays(limit: 10) }

    private func choose(_ change: (inout NoticeChoices) -> Void) throws {
        let home = world.test.app.notices(of: world.customer)
        var choices = try home.choices()
        change(&choices)
        try home.replace(choices)
    }
}
