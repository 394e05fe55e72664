import Calendars
@testable import OutsideCalendars
import Postgres
import Runtime
import Storage
import TestSupport
import Testing

@Suite("Subscribing and leaving")
struct JoinTests {
    private func problem(_ text: String, plain: Bool = false, _ world: OutsideWorld,
        _ customer: Customer) throws -> JoinProblem? {
        var choices = JoinChoices(address: text, name: "")
        choices.allowsPlain = plain
        do {
            _ = try world.test.app.subscriptions(of: customer).join(choices)
        } catch let problem as JoinProblem {
            return problem
        }
        return nil
    }

    @Test("addresses that cannot be subscribed to are refused with a reason", arguments: [
        ("", JoinProblem.notAnAddress), ("file:///etc/passwd", .notAnAddress),
        ("https://example.org:22/a.ics", .port), ("https://jadwal.example.org/calendars/feed/x", .own),
        ("https://JADWAL.example.org./x.ics", .own), ("https://calendar.google.com/calendar/u/0/r", .googlePage),
        ("https://outlook.live.com/calendar/0/view/month", .outlookPage),
    ])
    func refused(text: String, expected: JoinProblem) throws {
        let world = try OutsideWorld(), sara = try world.customer()
        #expect(try problem(text, world, sara) == expected)
        #expect(try world.test.count("subscription") == 0)
        #expect(try world.test.count("outside_source") == 0)
    }

    @Test("a plain address becomes https, unless its reader agreed")
    func plain() throws {
        let world = try OutsideWorld(), sara = try world.customer()
        #expect(try problem(world.url(), world, sara) == .plain)
        #expect(try problem("http://feeds.example/a.ics", world, sara) == nil)
        #expect(try world.test.count("outside_source") == 1)
    }

    @Test("nobody subscribes to one address twice, or to more than the limit")
    func limits() throws {
        let world = try OutsideWorld(["JADWAL_SUBSCRIPTIONS_PER_CUSTOMER": "2"]), sara = try world.customer()
        #expect(try problem("https://feeds.example/a.ics", world, sara) == nil)
        #expect(try problem("webcal://feeds.example/a.ics#x", world, sara) == .already)
        #expect(try problem("https://feeds.example/b.ics", world, sara) == nil)
        #expect(try problem("https://feeds.example/c.ics", world, sara) == .tooMany(limit: 2))
        #expect(try world.test.count("subscription") == 2)
    }

    @Test("case 64: whoever keeps the events has an own calendar")
    func keep() throws {
        let world = try OutsideWorld(), sara = try world.customer()
        world.host.serve(calendar(event("a", "20270101", "Sport")))
        let joined = try world.join(sara)
        #expect(try world.test.app.subscriptions(of: sara).leave(joined, .keep))
        let own = try world.now(joined, of: sara)
        #expect(!own.isReadOnly && own.objectCount == 1)
        #expect(try world.test.count("outside_source") == 0)
        #expect(try !world.test.app.subscriptions(of: sara).leave(joined, .keep))
    }

    @Test("case 10: a published calendar of somebody here is read inside, and one's own is refused")
    func inside() throws {
        let world = try OutsideWorld(), sara = try world.customer(), omar = try world.customer("omar@example.org")
        let his = world.test.app.calendars(of: omar)
        _ = try his.calendars()
        _ = try his.put(calendar(event("a", "20270101", "Open day")), at: ObjectPlace("personal", "a.ics"))
        try his.publish("personal")
        let personal = try #require(try his.calendar("personal"))
        let url = try #require(try his.publication(of: personal)?.url)
        #expect(try problem(url, world, omar) == .own)
        let joined = try world.test.app.subscriptions(of: sara).join(JoinChoices(address: url, name: "Omar"))
        try world.fetch()
        #expect(try world.titles(joined) == ["Open day"])
        #expect(world.host.heads.isEmpty)
    }

    @Test("a calendar that a Mac made with an address is fetched, and one with an own address is not")
    func programs() throws {
        let world = try OutsideWorld(), sara = try world.customer()
        world.host.serve(calendar(event("a", "20270101", "Sport")))
        var values = CalendarValues()
        (values.displayName, values.sourceURL) = ("From a Mac", "webcal://feeds.example/a.ics")
        try world.test.app.calendars(of: sara).make(values, at: "mac")
        values.sourceURL = "https://jadwal.example.org/x.ics"
        try world.test.app.calendars(of: sara).make(values, at: "loop")
        #expect(try !world.test.app.adoptProgramSubscriptions())
        #expect(try !world.test.app.adoptProgramSubscriptions())
        let states = try world.test.app.subscriptions(of: sara).all()
        #expect(states.compactMap { $0.source?.host } == ["feeds.example"] && states.count == 2)
        #expect(states.allSatisfy { $0.subscription.isOfProgram })
        #expect(states.contains { $0.status == .neverFetched })
        #expect(try #require(try world.test.app.calendars(of: sara).calendar("mac")).isReadOnly)
    }

    @Test("an address is asked by hand once a minute at most")
    func lookNow() throws {
        let world = try OutsideWorld(), sara = try world.customer()
        world.host.serve(calendar(event("a", "20270101", "Sport")))
        let joined = try world.join(sara), subscriptions = world.test.app.subscriptions(of: sara)
        #expect(try !subscriptions.lookNow(joined.id))
        try world.test.run("UPDATE outside_source SET asked_at = now() - interval '61 seconds'")
        #expect(try subscriptions.lookNow(joined.id))
        try world.fetch()
        #expect(world.host.heads.count == 2)
    }
}
