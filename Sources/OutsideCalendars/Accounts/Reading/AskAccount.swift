import Calendars
import CivilTime
import Logging
import Runtime
import Storage
import WebClient

/// One visit to an account by a worker.
///
/// Passwords are opened here alone. A worker may die at each step: what it did not note is done again.
struct AskAccount {
    let app: App
    let client: GuardedClient
    let account: OutsideAccountRow
    var limits = VisitLimits()

    /// Proves the password of a new account, or reads the calendars of a joined one. Every end is written down.
    func run() throws {
        do {
            let vault = try app.accountVault(of: account.owner)
            let remote = try remoteClient(vault)
            if account.state == .asked { try prove(remote, vault) } else { try read(remote, vault) }
        } catch let failure as RemoteFailure {
            try fail(failure)
        } catch let problem as FetchProblem {
            try fail(RemoteFailure(problem))
        } catch VisitEnd.left {
            report("left")
        } catch VisitEnd.late {
            if account.state == .asked { return try fail(RemoteFailure(.timedOut)) }
            try app.store.goOnLater(account: account.id, of: account.owner)
            report("late")
        }
    }

    func remoteClient(_ vault: AccountVault) throws -> RemoteClient {
        let provider = Provider(rawValue: account.provider)
        let ports = app.config.outsidePorts.union(provider?.port.map { [$0] } ?? [])
        let text = try vault.open(account.sealedAddress, .address, of: account.id)
        guard let typed = OutsideAddress(stored: text, ports: ports) else { throw RemoteFailure(.notACalendar) }
        let login = GuardedLogin(
            user: try vault.open(account.sealedUser, .user, of: account.id),
            password: try vault.open(account.sealedPassword, .password, of: account.id), for: typed,
            domain: provider?.domain)
        return RemoteClient(
            client: client.asking(ports), login: login, ports: ports, now: app.now(),
            visit: Visit(app: app, account: account, limits: limits))
    }

    private func prove(_ remote: RemoteClient, _ vault: AccountVault) throws {
        let discovery = Discovery(remote: remote)
        let homes = try discovery.homes(from: remote.login.origin), calendars = try discovery.calendars(in: homes)
        guard !calendars.isEmpty else { throw RemoteFailure(.notACalendar) }
        try note(calendars, homes, remote, vault)
        report("found")
    }

    private func note(
        _ calendars: [ListedCalendar], _ homes: [OutsideAddress], _ remote: RemoteClient, _ vault: AccountVault
    ) throws {
        let store = try app.store
        try store.transaction {
            try remote.visit.keep()
            try store.write(calendars, of: account.id, account.owner)
            try store.noteListed(
                homes: vault.seal(homes.map(\.secretText).joined(separator: "\n"), .homes, of: account.id),
                of: account.id, account.owner)
        }
    }

    private func read(_ remote: RemoteClient, _ vault: AccountVault) throws {
        try listAgain(remote, vault)
        let store = try app.store
        guard let customer = try store.customer(account.owner) else { return }
        var hasMore = false, failed: RemoteFailure?
        for calendar in try store.readCalendars(of: account.id, account.owner) {
            guard let address = OutsideAddress(stored: calendar.href, ports: remote.ports) else { continue }
            var remote = remote
            remote.visit.calendar = calendar
            let reading = ReadRemote(
                app: app, remote: remote, customer: customer, account: account, calendar: calendar, address: address)
            do {
                hasMore = try reading.run() || hasMore
            } catch VisitEnd.left {
                report("calendar-left")
            } catch let failure as RemoteFailure where [403, 404, 405, 410].contains(failure.status) {
                // The others of the account may still be there. What is here stays.
                try store.noteGone(calendar.id, of: account.owner)
                report("calendar-gone")
            } catch let failure as RemoteFailure where !failure.isOfAccount {
                failed = failed ?? failure
                report("calendar-\(failure.problem.rawValue)")
            } catch is CalendarRefusal {
                failed = failed ?? RemoteFailure(.fault)
                report("calendar-refused")
            }
        }
        if let failed { throw failed }
        let usual = try store.wasHereToday(account.owner) ? Reading.presentSeconds : Reading.absentSeconds
        try store.noteRead(account, nextAfterSeconds: hasMore ? 0 : usual)
        report("read")
    }

    /// Lists the calendars again once a day, so that a new one can be chosen.
    private func listAgain(_ remote: RemoteClient, _ vault: AccountVault) throws {
        let age = account.listedAt.map { app.now().microsecondsSince1970 - $0.microsecondsSince1970 }
        if let age, age < Int64(Reading.checkSeconds) * 1_000_000 { return }
        let homes = try vault.open(account.sealedHomes, .homes, of: account.id).split(separator: "\n")
            .compactMap { OutsideAddress(stored: String($0), ports: remote.ports) }
        do {
            let calendars = try Discovery(remote: remote).calendars(in: homes)
            if !calendars.isEmpty { try note(calendars, homes, remote, vault) }
        } catch let failure as RemoteFailure where !failure.isOfAccount {
            // The list is for people who choose. The calendars that are read say themselves how they are.
            report("not-listed")
        }
    }

    private func fail(_ failure: RemoteFailure) throws {
        let store = try app.store, problem = failure.isSignIn ? .forbidden : failure.problem
        report(problem.rawValue)
        // An installation without its key changes nothing.
        if account.state == .asked, problem != .locked, problem != .fault {
            return try store.refuse(problem.rawValue, account: account.id, of: account.owner)
        }
        let seconds = Intervals.afterFailure(problem, failures: account.failures, retryAfter: failure.retryAfter)
        try store.noteFailure(problem.rawValue, of: account, nextAfterSeconds: seconds)
    }

    /// Writes the host and the outcome. A path or a user is a secret.
    private func report(_ outcome: String) {
        app.log.info("account", metadata: ["host": "\(account.host)", "outcome": "\(outcome)"])
    }
}
