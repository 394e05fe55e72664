import Agreements
import Calendars
import CivilTime
import Crypto
import DAV
import Mail
import Postgres
import Runtime
import Storage
import Templates
import TestSupport
import Testing

/// A customer who agreed to the reading of chats, and the people who write with them.
struct ChatWorld {
    let test: TestApp
    let customer: Customer

    /// - Parameters:
    ///   - email: the customer's address.
    ///   - quietSeconds: the quiet after which a chat is read.
    ///   - isLinked: false if messages do not come yet.
    init(
        _ settings: [String: String] = [:], email: String = "zaid@example.org", timeZone: String = "Asia/Riyadh",
        language: String = "en", quietSeconds: Int = 0, isLinked: Bool = true
    ) throws {
        let all = ["JADWAL_ANALYSIS_QUIET_SECONDS": "\(quietSeconds)"].merging(settings) { $1 }
        try self.init(
            TestApp.patient(all), email: email, timeZone: timeZone, language: language, isLinked: isLinked)
    }

    /// Makes another customer beside the first one.
    init(
        _ test: TestApp, email: String, timeZone: String = "Asia/Riyadh", language: String = "en",
        isLinked: Bool = true
    ) throws {
        self.test = test
        let address = try #require(EmailAddress(email))
        let id = try test.store.customer(
            orInsert: NewCustomer(address: address, language: language, timeZone: timeZone, firstDay: 7)
        ).id
        customer = try #require(try test.store.customer(id))
        try home.consent(in: .english, allowsModel: false)
        guard isLinked else { return }
        try test.run("UPDATE chat_account SET state = 'ready' WHERE customer_id = \(customer.id)")
    }

    /// Chooses Riyadh for the customer's prayer times, as the settings do.
    func liveInRiyadh() throws {
        let riyadh = NewPrayerFeed(
            cityID: nil, placeName: "Riyadh", country: "SA", latitude: 24.69, longitude: 46.72, elevationMetres: nil,
            timeZone: "Asia/Riyadh", options: "")
        let address = NewFeedAddress(nonce: Random.bytes(16), tokenDigest: Token.random().digest)
        _ = try test.store.replacePrayerFeed(of: customer.id, by: riyadh, address: address)
    }

    var app: App { test.app }
    var home: AgreementHome { app.agreements(of: customer) }
    var now: Instant { app.now() }

    static let sara = "966501111111@c.us"

    /// Makes a message, by default of Sara's, written now.
    func message(
        _ body: String, id: String, mine: Bool = false, chat: String = sara, name: String? = "Sara",
        after seconds: Int = 0, kind: IncomingMessage.Kind = .message, target: String? = nil,
        quoted: IncomingMessage.Quoted? = nil
    ) -> IncomingMessage {
        IncomingMessage(
            customer: customer.id, id: id, chat: chat, contactName: mine ? nil : name, isMine: mine, body: body,
            quoted: quoted, sentAt: now - .seconds(3_600 - seconds), kind: kind, target: target)
    }

    /// Delivers messages, each in a delivery of its own.
    @discardableResult
    func deliver(_ messages: IncomingMessage...) throws -> [Received] {
        try messages.flatMap { try app.receive([$0]) }
    }

    /// Delivers a chat: a line with `>` is the customer's own. The messages are a minute apart.
    func chat(_ lines: String..., chat: String = sara, name: String? = "Sara", from seconds: Int = 0) throws {
        for (index, line) in lines.enumerated() {
            let isMine = line.hasPrefix(">")
            try deliver(
                message(
                    isMine ? String(line.dropFirst()) : line, id: "\(chat) \(seconds) \(index)", mine: isMine,
                    chat: chat, name: name, after: seconds + index * 60))
        }
    }

    /// Reads all chats that are due.
    func read() throws {
        let runner = AnalysisRunner(app)
        while try runner.runNext() {}
    }

    /// The texts of the events in the calendar of chats.
    func events() throws -> [String] {
        try test.store.connection.rows("""
            SELECT convert_from(o.octets, 'UTF8') AS text FROM calendar_object o
              JOIN calendar_collection c ON c.customer_id = o.customer_id AND c.id = o.collection_id
             WHERE o.customer_id = \(customer.id) AND c.segment = 'whatsapp' ORDER BY o.first_start, o.uid
            """, as: TextRow.self).map { $0.text.replacing("\r\n ", with: "") }
    }

    /// Returns the lines of a property in the events, as in `DTSTART;TZID=Asia/Riyadh:20261126T150000`.
    func lines(_ name: String) throws -> [String] {
        try events().map { text in
            // The zone's own rules have times, too.
            let event = text.split(separator: "BEGIN:VEVENT").last.map(String.init) ?? ""
            return event.split(separator: "\r\n").first { $0.hasPrefix(name) }.map(String.init) ?? ""
        }
    }

    func inbox() throws -> [FoundAgreement] { try home.inbox(isWaiting: true) }

    /// The number of messages whose words are kept.
    func keptWords() throws -> Int {
        try test.store.connection.value(
            "SELECT count(*) FROM chat_message WHERE customer_id = \(customer.id) AND sealed IS NOT NULL") ?? 0
    }
}

private struct TextRow: RowDecodable {
    let text: String

    init(_ row: Row) throws(PostgresError) { text = try row["text"] }
}
