import Agreements
import CivilTime
import Postgres
import Runtime
import Storage
import TestSupport
import Testing

/// A customer who is signed in and agreed to the reading of chats, and the people who write with them.
struct InboxWorld {
    let test: TestApp
    let browser: Browser
    let customer: CustomerID

    init(_ settings: [String: String] = [:]) throws {
        test = try TestApp.patient(["JADWAL_ANALYSIS_QUIET_SECONDS": "0"].merging(settings) { $1 })
        browser = Browser(test)
        try browser.signIn()
        customer = try browser.customer()
        try browser.get("/settings")
        try browser.post("/settings/whatsapp/consent", ["agree": "yes"])
    }

    /// Delivers a chat, as of a linked phone, and has it read. A line with `>` is the customer's own; the messages are a minute apart.
    func chat(
        _ lines: String..., with name: String = "Sara", number: String = "966501111111", after seconds: Int = 0
    ) throws {
        try test.run("UPDATE chat_account SET state = 'ready' WHERE state = 'off'")
        for (index, line) in lines.enumerated() {
            let isMine = line.hasPrefix(">")
            let message = IncomingMessage(
                customer: customer, id: "\(number) \(seconds) \(index)", chat: "\(number)@c.us",
                contactName: isMine ? nil : name, isMine: isMine, body: isMine ? String(line.dropFirst()) : line,
                sentAt: test.app.now() - .seconds(3_600 - seconds - index * 60))
            _ = try test.app.receive([message])
        }
        try read()
    }

    /// Reads all chats that are due.
    func read() throws {
        let runner = AnalysisRunner(test.app)
        while try runner.runNext() {}
    }

    /// The ids of the findings on the page, in their order.
    func ids(_ path: String = "/inbox") throws -> [String] {
        try browser.get(path).text.matches(of: /<article class="deal" id="f(\d+)">/).map { String($0.1) }
    }

    /// Presses a button of the first finding, and returns the page that follows.
    func answer(_ answer: String, _ id: String? = nil) throws -> Answer {
        let id = try id ?? #require(ids().first)
        let sent = try browser.post("/inbox", ["id": id, "answer": answer])
        return try browser.get(#require(sent.location))
    }

    /// The number of events that are not deleted, in all calendars.
    func events() throws -> Int { try test.count("calendar_object") }
}
