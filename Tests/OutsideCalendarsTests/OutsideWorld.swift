import Calendars
import LocalServer
import Mail
@testable import OutsideCalendars
import Postgres
import Runtime
import Storage
import Synchronization
import TestSupport
import Testing
import WebClient

/// A host on this machine that answers each path as a test says, and remembers what it was asked.
final class FeedHost: Sendable {
    let port: Int
    private let state = Mutex(State())

    private struct State {
        var answers: [String: String] = [:]
        var heads: [String] = []
    }

    private final class Door: Sendable {
        let answer = Mutex<(@Sendable (String) -> String)?>(nil)
    }

    init() throws {
        let door = Door()
        let server = try ScriptedServer(connections: 200) { peer in
            guard let head = peer.hear(until: "\r\n\r\n") else { return }
            peer.say(door.answer.withLock { $0 }?(head) ?? "HTTP/1.1 500 X\r\nContent-Length: 0\r\n\r\n")
        }
        port = server.port
        door.answer.withLock { $0 = { [weak self] in self?.answer($0) ?? "" } }
    }

    private func answer(_ head: String) -> String {
        state.withLock { state in
            state.heads.append(head)
            let path = head.split(separator: " ").dropFirst().first.map(String.init) ?? ""
            return state.answers[path] ?? "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n"
        }
    }

    /// Answers a path with a calendar.
    func serve(_ body: [UInt8], at path: String = "/a.ics", headers: String = "") {
        let text = String(decoding: body, as: UTF8.self)
        let answer = "HTTP/1.1 200 OK\r\n\(headers)Content-Length: \(body.count)\r\n\r\n\(text)"
        state.withLock { $0.answers[path] = answer }
    }

    /// Answers a path with a status.
    func serve(status: Int, at path: String = "/a.ics", headers: String = "") {
        let answer = "HTTP/1.1 \(status) X\r\n\(headers)Content-Length: 0\r\n\r\n"
        state.withLock { $0.answers[path] = answer }
    }

    var heads: [String] { state.withLock { $0.heads } }
}

/// A host and customers who subscribe to it.
struct OutsideWorld {
    let test: TestApp
    let host: FeedHost
    let runner: OutsideRunner

    init(_ settings: [String: String] = [:]) throws {
        startWebClients()
        host = try FeedHost()
        let own = [
            "JADWAL_ENVIRONMENT": "development", "JADWAL_OUTSIDE_NETWORKS": "127.0.0.1",
            "JADWAL_OUTSIDE_PORTS": "443 80 \(host.port)",
        ]
        test = try TestApp(settings: own.merging(settings) { $1 })
        runner = OutsideRunner(test.app)
    }

    func customer(_ email: String = "sara@example.org") throws -> Customer {
        let address = try #require(EmailAddress(email))
        let id = try test.store.customer(
            orInsert: NewCustomer(
                address: address, language: "en", timeZone: "Asia/Riyadh", firstDay: 7)).id
        return try #require(try test.store.customer(id))
    }

    func url(_ path: String = "/a.ics") -> String { "http://127.0.0.1:\(host.port)\(path)" }

    /// Subscribes to a path of the host, and fetches it.
    func join(_ customer: Customer, _ path: String = "/a.ics", name: String = "") throws -> CalendarRow {
        var choices = JoinChoices(address: url(path), name: name)
        choices.allowsPlain = true
        let calendar = try test.app.subscriptions(of: customer).join(choices)
        try fetch()
        return calendar
    }

    /// Fetches all that is due.
    func fetch() throws {
        while try runner.runNext() {}
    }

    /// Makes all addresses due, as if their intervals had passed.
    func fetchAgain(afterHours hours: Int = 1) throws {
        let past = "\(hours) hours"
        try test.run("""
            UPDATE outside_source
               SET next_at = now() - interval '1 second', asked_at = asked_at - \(past)::interval,
                   held_since = held_since - \(past)::interval, moved_on = moved_on - (\(hours) / 24)::integer
            """)
        try fetch()
    }

    func state(_ calendar: CalendarRow, of customer: Customer) throws -> SubscriptionState {
        try #require(try test.app.subscriptions(of: customer).subscription(of: calendar.id))
    }

    func now(_ calendar: CalendarRow, of customer: Customer) throws -> CalendarRow {
        try #require(try test.app.calendars(of: customer).calendar(calendar.segment))
    }

    /// The titles of the events, in alphabetic order.
    func titles(_ calendar: CalendarRow) throws -> [String] {
        try texts(calendar).map { text in
            String(text.firstMatch(of: /SUMMARY:([^\r\n]*)/)?.1 ?? "")
        }.sorted()
    }

    func texts(_ calendar: CalendarRow) throws -> [String] {
        try test.store.objects(of: calendar.owner, calendar.id, after: nil, limit: 20_000).map {
            String(decoding: $0.octets, as: UTF8.self)
        }
    }
}
