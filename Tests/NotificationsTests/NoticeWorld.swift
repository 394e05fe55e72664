import CivilTime
import Crypto
import Notifications
import Postgres
import Runtime
import Storage
import TestSupport
@testable import WebClient

/// A customer in Riyadh at half past five in the afternoon, and push services that answer as a test wants.
final class NoticeWorld {
    let test: TestApp
    let customer: Customer
    let services = ScriptedServices()
    let sender: PushSender
    private let session: SessionID

    init(apple: AppleSettings? = nil, settings: [String: String] = [:]) throws {
        test = try TestApp(settings: settings)
        let id: CustomerID? = try test.store.connection.value("""
            INSERT INTO customer (email, email_key, language, time_zone, first_day, verified_at)
            VALUES ('zaid@example.org', 'zaid@example.org', 'en', 'Asia/Riyadh', 7, now()) RETURNING id
            """)
        guard let id, let customer = try test.store.customer(id) else { throw NoCustomer() }
        self.customer = customer
        let session: SessionID? = try test.store.connection.value("""
            INSERT INTO session (customer_id, token_sha256, device, network, expires_at)
            VALUES (\(id), \(sha256([1])), 'Firefox', '', now() + interval '1 day') RETURNING id
            """)
        guard let session else { throw NoCustomer() }
        self.session = session
        sender = PushSender(test.app, apple: apple, services)
    }

    private struct NoCustomer: Error {}

    var home: NoticeHome { test.app.notices(of: customer) }

    /// Registers a browser of a service.
    @discardableResult
    func browser(_ name: String = "1", host: String = "fcm.googleapis.com") throws -> NotificationDeviceID? {
        let key = P256Key.random()
        guard let subscription = WebPushSubscription(
            endpoint: "https://\(host)/\(name)", point: base64URL(key.publicPoint),
            authentication: base64URL(Random.bytes(16)))
        else { return nil }
        return try home.register(
            subscription, label: "Firefox", language: "en", session: session,
            serverKey: VAPIDKeys(test.app.secrets.vapid).fingerprint)
    }

    /// Writes down that an event was found.
    @discardableResult
    func found(
        _ thing: String = "event 1", version: String = "1", _ kind: NoticeKind = .eventFound,
        startsIn seconds: Int = 86_400, due: Instant? = nil
    ) throws -> NoticeID? {
        try test.app.notify(
            customer.id, kind, about: thing, version: version,
            NoticeContent(title: "Lunch", place: "Home", start: test.app.now() + .seconds(seconds)),
            opens: "/today", due: due)
    }

    /// Does everything that is due.
    func work() throws {
        while try test.app.decideNextNotice() {}
        while try sender.sendNext() {}
    }

    /// The states of all deliveries, with their channels.
    func deliveries() throws -> [String] {
        try test.store.deliveries(of: customer.id).map { "\($0.channel.rawValue) \($0.state)" }.sorted()
    }
}

/// The push services: each answer of the script once, then 201. The requests are kept.
final class ScriptedServices: PushTransport {
    enum Answer {
        case status(Int, [String: String] = [:], String = "")
        case failure(WebClientError)
    }

    var script: [Answer] = []
    private(set) var requests: [WebRequest] = []
    private(set) var environments: [PushEnvironment?] = []

    func send(_ request: WebRequest, _ environment: PushEnvironment?) throws(WebClientError) -> WebResponse {
        requests.append(request)
        environments.append(environment)
        guard !script.isEmpty else { return response(environment == nil ? 201 : 200) }
        switch script.removeFirst() {
        case .status(let status, let headers, let body): return response(status, headers, body)
        case .failure(let error): throw error
        }
    }
}
