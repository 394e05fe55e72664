import Calendars
@testable import OutsideCalendars
import Postgres
import Runtime
import Storage
import TestSupport
import Testing
import WebClient

@Suite("Accounts at other services")
struct AccountTests {
    private func text(_ uid: String, _ title: String, more: String = "") -> String {
        "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Remote//EN\r\n" + event(uid, "20270101", title, more: more)
            + "END:VCALENDAR\r\n"
    }

    private func world(events: Int = 3) throws -> (AccountWorld, Customer) {
        let world = try AccountWorld(), sara = try world.customer()
        for number in 0..<events { world.host.put("e\(number).ics", text("e\(number)", "Event \(number)")) }
        return (world, sara)
    }

    @Test("an account is proved, chosen from, read, and read only")
    func joining() throws {
        let (world, sara) = try world()
        let calendar = try world.join(sara)
        #expect(calendar.displayName == "Work" && calendar.isReadOnly)
        #expect(try world.titles(calendar) == ["Event 0", "Event 1", "Event 2"])
        let state = try world.state(sara)
        #expect(state.account.label == "sara")
        guard case .upToDate = state.status else { Issue.record("\(state.status)"); return }
        #expect(throws: CalendarRefusal.self) {
            try world.test.app.calendars(of: sara).put(
                Array(text("mine", "Mine").utf8), at: ObjectPlace(calendar.segment, "mine.ics"))
        }
    }

    @Test("case 40: a wrong password is refused at once, and nothing of it is kept")
    func wrongPassword() throws {
        let (world, sara) = try world()
        let id = try world.ask(sara, password: "wrong")
        let account = try #require(try world.test.store.account(id, of: sara.id))
        #expect(account.state == .refused && account.problem == "forbidden")
        #expect(account.sealedPassword == nil && account.sealedUser == nil && account.sealedAddress == nil)
        // It was asked once: a server may lock who tries again and again.
        #expect(world.host.asked.count == 1)
        _ = try world.join(sara)
        #expect(try world.test.count("outside_account") == 1)
    }

    @Test("an answer that leads to another origin gets no password, and the account is refused with a reason")
    func elsewhere() throws {
        let (world, sara) = try world()
        world.host.change { $0.namedHome = "http://localhost:\(world.host.port)/cal/sara/" }
        let id = try world.ask(sara), account = try #require(try world.test.store.account(id, of: sara.id))
        #expect(account.state == .refused && account.problem == "elsewhere")
        #expect(world.host.asked.allSatisfy { !$0.contains("/cal/") })
    }

    @Test("changes move what changed and nothing else", arguments: [true, false], [true, false])
    func changes(hasSync: Bool, hasCTag: Bool) throws {
        let (world, sara) = try world()
        world.host.change { ($0.hasSync, $0.hasCTag) = (hasSync, hasCTag) }
        let calendar = try world.join(sara), before = try world.now(calendar, sara).counter
        try world.look()
        #expect(try world.now(calendar, sara).counter == before)
        world.host.put("e1.ics", text("e1", "Changed"))
        world.host.put("new.ics", text("new", "New"))
        world.host.remove("e2.ics")
        try world.look(afterHours: hasSync || hasCTag ? 1 : 25)
        #expect(try world.titles(calendar) == ["Changed", "Event 0", "New"])
        #expect(try world.now(calendar, sara).counter == before + 3)
    }

    @Test("case 43: a token that is refused leads to the whole list", arguments: [403, 409, 410, 412, 207])
    func refusedTokens(status: Int) throws {
        let (world, sara) = try world()
        let calendar = try world.join(sara)
        world.host.change { $0.refusesTokens = status }
        world.host.put("e1.ics", text("e1", "Changed"))
        world.host.remove("e2.ics")
        try world.look()
        #expect(try world.titles(calendar) == ["Changed", "Event 0"])
    }

    @Test("case 45: an answer that was cut off goes on to its end")
    func cutOff() throws {
        let (world, sara) = try world()
        let calendar = try world.join(sara)
        world.host.change { $0.mostChanges = 2 }
        for number in 3..<9 { world.host.put("e\(number).ics", text("e\(number)", "Event \(number)")) }
        try world.look()
        #expect(try world.titles(calendar).count == 9)
    }

    @Test("a server without tags is read whole once a day, and what is equal moves nothing")
    func noTags() throws {
        let (world, sara) = try world()
        world.host.change { ($0.givesTags, $0.hasSync) = (false, false) }
        let calendar = try world.join(sara), before = try world.now(calendar, sara).counter
        world.host.put("e1.ics", text("e1", "Changed"))
        try world.look(afterHours: 25)
        #expect(try world.titles(calendar) == ["Changed", "Event 0", "Event 2"])
        #expect(try world.now(calendar, sara).counter == before + 1)
    }

    @Test("an object that is listed and not found is gone; one that cannot be read stays as it was")
    func brokenObjects() throws {
        let (world, sara) = try world()
        let calendar = try world.join(sara)
        world.host.put("e0.ics", "this is no calendar")
        world.host.put("e1.ics", text("e1", "Changed"))
        world.host.change { $0.missing = ["e1.ics"] }
        try world.look()
        #expect(try world.titles(calendar) == ["Event 0", "Event 2"])
    }

    @Test("case 59: most events that vanish at once stay until it is confirmed")
    func held() throws {
        let (world, sara) = try world(events: 30)
        let calendar = try world.join(sara)
        for number in 0..<25 { world.host.remove("e\(number).ics") }
        try world.look()
        #expect(try world.titles(calendar).count == 30)
        let state = try world.state(sara)
        #expect(state.status(of: state.calendars[0]) == .held(vanished: 25, of: nil))
        #expect(try world.test.app.outsideAccounts(of: sara).acceptHeld(calendar.id))
        try world.look()
        #expect(try world.titles(calendar).count == 5)
    }

    @Test("cases 24 and 58: failures change a sentence and no event", arguments: [
        (500, "server"), (503, "busy"), (401, "forbidden"),
    ])
    func failures(status: Int, problem: String) throws {
        let (world, sara) = try world()
        let calendar = try world.join(sara), before = try world.now(calendar, sara).counter
        world.host.change { $0.status = status }
        try world.look()
        #expect(try world.state(sara).account.problem == problem)
        #expect(try world.now(calendar, sara).counter == before)
        world.host.change { $0.status = nil }
        #expect(try world.test.app.outsideAccounts(of: sara).replacePassword(
            of: try world.state(sara).account.id, with: "right"))
        try world.look()
        #expect(try world.state(sara).account.problem == nil)
    }

    @Test("after a restore no password of the dump is used, and the account asks for it; its events stay")
    func restored() throws {
        let (world, sara) = try world()
        let calendar = try world.join(sara), before = try world.now(calendar, sara).counter
        try world.test.store.agree(to: "valhalla", at: "ways.example", of: sara.id)
        try world.test.store.connection.script(Repository.text("sql/after-restore.sql"))
        #expect(try world.test.count("service_consent") == 0)
        #expect(try world.state(sara).account.problem == "forbidden")
        try world.look()
        #expect(try world.state(sara).account.problem == "forbidden", "nobody asks the service")
        #expect(try world.now(calendar, sara).counter == before)
        #expect(try world.test.app.outsideAccounts(of: sara).replacePassword(
            of: try world.state(sara).account.id, with: "right"))
        try world.look()
        #expect(try world.state(sara).account.problem == nil)
    }

    @Test("case 58: a calendar that is gone there stays here")
    func gone() throws {
        let (world, sara) = try world()
        let calendar = try world.join(sara)
        world.host.change { $0.status = 404 }
        try world.look()
        let state = try world.state(sara)
        #expect(state.status(of: state.calendars[0]) == .gone)
        #expect(try world.titles(calendar).count == 3)
    }

    @Test("an object that is answered twice, or was not asked for, counts once")
    func repeated() throws {
        let (world, sara) = try world()
        world.host.change { $0.repeatsObjects = true }
        let calendar = try world.join(sara)
        world.host.put("e1.ics", text("e1", "Changed"))
        try world.look()
        #expect(try world.state(sara).account.problem == nil)
        #expect(try world.titles(calendar) == ["Changed", "Event 0", "Event 2"])
    }

    @Test("a calendar that cannot be asked for a time is read whole; one whose server is busy waits", arguments: [
        (400, nil, 3), (429, "busy", 0),
    ] as [(Int, String?, Int)])
    func noQuery(status: Int, problem: String?, count: Int) throws {
        let (world, sara) = try world()
        world.host.change { $0.queryStatus = status }
        let calendar = try world.join(sara)
        #expect(try world.state(sara).account.problem == problem)
        #expect(try world.titles(calendar).count == count)
    }

    @Test("a calendar that is listed twice counts once, and a list without end is cut")
    func manyCalendars() throws {
        let (world, sara) = try world()
        world.host.change { $0.moreCalendars = Discovery.mostCalendars + 50 }
        _ = try world.ask(sara)
        let names = try world.state(sara).calendars.map(\.name)
        #expect(names.count == Discovery.mostCalendars && names.filter { $0 == "Work" }.count == 1)
    }

    @Test("a host that was visited often in a minute waits")
    func hostLimit() throws {
        let (world, sara) = try world(), omar = try world.customer("omar@example.org"), store = world.test.store
        _ = try world.join(sara)
        _ = try world.ask(omar)
        try world.test.run("UPDATE outside_account SET next_at = now() - interval '1 second'")
        #expect(try store.claimAccount(leaseSeconds: 300, perHostAndMinute: 2) == nil)
        #expect(try store.claimAccount(leaseSeconds: 300, perHostAndMinute: 3) != nil)
    }

    @Test("a calendar that is ill does not keep the others from being read")
    func oneIsIll() throws {
        let (world, sara) = try world()
        world.host.change { $0.illStatus = 500 }
        _ = try world.join(sara)
        let state = try world.state(sara), work = try #require(state.calendars.first { $0.name == "Work" })
        #expect(state.account.problem == "server" && work.goodAt != nil)
        let read = world.host.asked.filter { $0.contains("calendar-query") }
        #expect(read.prefix(2) == ["REPORT /cal/sara/ill/ calendar-query", "REPORT /cal/sara/work/ calendar-query"])
        let calendar = try #require(try world.test.app.calendars(of: sara).calendars().first { $0.id == work.calendar })
        #expect(try world.titles(calendar).count == 3)
    }

    @Test("case 61: a sealed row that was copied to another customer does not open")
    func copiedRow() throws {
        let (world, sara) = try world()
        _ = try world.join(sara)
        let omar = try world.customer("omar@example.org"), id = try world.ask(omar)
        try world.test.run("""
            UPDATE outside_account a SET sealed_password = b.sealed_password, state = 'joined'
              FROM outside_account b WHERE a.customer_id <> b.customer_id
            """)
        try world.look()
        #expect(try world.test.store.account(id, of: omar.id)?.problem == "locked")
    }

    @Test("case 62: a new master key works, without the old one accounts are locked and nothing is overwritten")
    func masterKeys() throws {
        let (world, sara) = try world()
        let calendar = try world.join(sara), sealed = try world.state(sara).account.sealedPassword
        try world.test.run("UPDATE outside_key SET master_key = '00000000'")
        try world.look()
        let state = try world.state(sara)
        #expect(state.status == .locked && state.account.sealedPassword == sealed)
        #expect(try world.titles(calendar).count == 3)
        #expect(throws: AccountProblem.locked) { try world.ask(sara) }
        #expect(try world.test.count("outside_key") == 1)
    }

    @Test("cases 64 and 70: leaving deletes everything that was known", arguments: Leaving.allCases)
    func leaving(_ leaving: Leaving) throws {
        let (world, sara) = try world()
        let calendar = try world.join(sara), accounts = world.test.app.outsideAccounts(of: sara)
        #expect(try accounts.leave(try world.state(sara), leaving))
        let tables: [SQL] = ["outside_account", "outside_key", "remote_calendar", "remote_object"]
        for table in tables { #expect(try world.test.count(table) == 0, "\(table)") }
        let kept = try world.test.app.calendars(of: sara).calendar(calendar.segment)
        #expect((kept != nil) == (leaving == .keep))
        #expect(kept?.isReadOnly != true)
    }

    @Test("a calendar that is no longer chosen is removed, and can be chosen again")
    func choosing() throws {
        let (world, sara) = try world()
        let calendar = try world.join(sara), accounts = world.test.app.outsideAccounts(of: sara)
        #expect(try accounts.choose([], of: try world.state(sara)))
        #expect(try world.test.app.calendars(of: sara).calendar(calendar.segment) == nil)
        let again = try world.choose(sara)
        #expect(try again.id != calendar.id && world.titles(again).count == 3)
    }

    @Test("the end of a visit leaves a time for the next one that was set meanwhile", arguments: [nil, 500])
    func setMeanwhile(status: Int?) throws {
        let (world, sara) = try world()
        _ = try world.join(sara)
        world.host.change { $0.status = status }
        let visit = try world.visit(sara)
        try world.test.store.askSoon(visit.account.id, of: sara.id)
        try visit.run()
        world.host.change { $0.status = nil }
        #expect(try world.runner.runNext())
        #expect(try !world.runner.runNext())
    }

    @Test("an account that was proved is not refused by a visit that began before")
    func provedMeanwhile() throws {
        let (world, sara) = try world()
        _ = try world.join(sara)
        let id = try world.state(sara).account.id
        try world.test.store.refuse("forbidden", account: id, of: sara.id)
        let account = try world.state(sara).account
        #expect(account.state == .joined && account.sealedPassword != nil)
    }

    @Test("a visit whose time is over changes nothing, and the next one goes on at once")
    func late() throws {
        let (world, sara) = try world(), calendar = try world.join(sara)
        world.host.put("e1.ics", text("e1", "Changed"))
        let asked = world.host.asked.count
        try world.visit(sara, limits: VisitLimits(seconds: 0)).run()
        #expect(world.host.asked.count == asked)
        #expect(try world.state(sara).account.failures == 0)
        #expect(try world.runner.runNext())
        #expect(try world.titles(calendar) == ["Changed", "Event 0", "Event 2"])
    }

    @Test("more changes than one visit takes are stored first, and the next one goes on behind them")
    func manyChanges() throws {
        let (world, sara) = try world(), calendar = try world.join(sara)
        world.host.change { $0.mostChanges = 1 }
        for number in 3..<8 { world.host.put("e\(number).ics", text("e\(number)", "Event \(number)")) }
        try world.visit(sara, limits: VisitLimits(changes: 2)).run()
        #expect(try world.titles(calendar).count == 5)
        #expect(try world.runner.runNext())
        #expect(try world.titles(calendar).count == 8)
    }

    @Test("a worker asks and stores nothing for a calendar that became the customer's own")
    func leftMeanwhile() throws {
        let (world, sara) = try world(), calendar = try world.join(sara)
        world.host.put("e1.ics", text("e1", "Changed"))
        let visit = try world.visit(sara), row = try world.state(sara).calendars[0]
        var remote = try visit.remoteClient(try world.test.app.accountVault(of: sara.id))
        remote.visit.calendar = row
        let address = try #require(OutsideAddress(stored: row.href, ports: remote.ports))
        let reading = ReadRemote(
            app: world.test.app, remote: remote, customer: sara, account: visit.account, calendar: row,
            address: address)
        try world.test.store.stopReading(row.id, of: sara.id)
        let asked = world.host.asked.count
        #expect(throws: VisitEnd.left) { try reading.run() }
        #expect(world.host.asked.count == asked)
        #expect(try world.titles(calendar) == ["Event 0", "Event 1", "Event 2"])
    }
}
