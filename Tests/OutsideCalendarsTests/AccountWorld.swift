import Calendars
import Mail
@testable import OutsideCalendars
import Postgres
import Runtime
import Storage
import TestSupport
import Testing
import WebClient

/// A CalDAV server, and customers who have an account there.
struct AccountWorld {
    let test: TestApp
    let host: RemoteHost
    let runner: OutsideRunner

    init() throws {
        startWebClients()
        host = try RemoteHost()
        test = try TestApp(settings: [
            "JADWAL_ENVIRONMENT": "development", "JADWAL_OUTSIDE_NETWORKS": "127.0.0.1",
            "JADWAL_OUTSIDE_PORTS": "443 80 \(host.port)",
        ])
        runner = OutsideRunner(test.app)
    }

    func customer(_ email: String = "sara@example.org") throws -> Customer {
        let address = try #require(EmailAddress(email))
        let id = try test.store.customer(
            orInsert: NewCustomer(
                address: address, language: "en", timeZone: "Asia/Riyadh", firstDay: 7)).id
        return try #require(try test.store.customer(id))
    }

    /// Takes an account down, and lets a worker prove its password.
    func ask(_ customer: Customer, password: String = "right") throws -> OutsideAccountID {
        var choices = AccountChoices(.other)
        choices.address = "http://127.0.0.1:\(host.port)"
        choices.user = "sara"
        choices.password = password
        let id = try test.app.outsideAccounts(of: customer).join(choices)
        while try runner.runNext() {}
        return id
    }

    /// Joins the account, and reads all of its calendar.
    func join(_ customer: Customer) throws -> CalendarRow {
        _ = try ask(customer)
        return try choose(customer)
    }

    func choose(_ customer: Customer) throws -> CalendarRow {
        let state = try state(customer)
        #expect(state.account.state != .asked && state.account.state != .refused)
        let accounts = test.app.outsideAccounts(of: customer)
        #expect(try accounts.choose(Set(state.calendars.map(\.id.description)), of: state))
        while try runner.runNext() {}
        let id = try #require(try self.state(customer).calendars.first?.calendar)
        return try #require(try test.app.calendars(of: customer).calendars().first { $0.id == id })
    }

    /// Looks again, as if some time had passed.
    func look(afterHours hours: Int = 1) throws {
        let past = "\(hours) hours"
        try test.run("UPDATE outside_account SET next_at = now() - interval '1 second'")
        try test.run("UPDATE remote_calendar SET checked_at = checked_at - \(past)::interval")
        while try runner.runNext() {}
    }

    /// Returns one visit to the account of a customer, which is claimed for it.
    func visit(_ customer: Customer, limits: VisitLimits = VisitLimits()) throws -> AskAccount {
        try test.run("UPDATE outside_account SET next_at = now() - interval '1 second'")
        let account = try #require(
            try test.store.claimAccount(leaseSeconds: Reading.leaseSeconds, perHostAndMinute: 60))
        #expect(account.owner == customer.id)
        return AskAccount(app: test.app, client: GuardedClient(test.app.config), account: account, limits: limits)
    }

    func state(_ customer: Customer) throws -> AccountState {
        try #require(try test.app.outsideAccounts(of: customer).all().last)
    }

    func now(_ calendar: CalendarRow, _ customer: Customer) throws -> CalendarRow {
        try #require(try test.app.calendars(of: customer).calendar(calendar.segment))
    }

    /// The titles of the events, in alphabetic order.
    func titles(_ calendar: CalendarRow) throws -> [String] {
        try test.store.objects(of: calendar.owner, calendar.id, after: nil, limit: 20_000).map { object in
            String(String(decoding: object.octets, as: UTF8.self).firstMatch(of: /SUMMARY:([^\r\n]*)/)?.1 ?? "")
        }.sorted()
    }
}
