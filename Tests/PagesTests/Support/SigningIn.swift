import Crypto
import Jadwal
import Mail
import Postgres
import Runtime
import Storage
import TestSupport
import Testing
import Web

extension TestApp {
    /// Settings without waiting between mails, and with limits that a test reaches only if it sets them.
    static func patient(_ settings: [String: String] = [:]) throws -> TestApp {
        let generous = [
            "JADWAL_RESEND_SECONDS": "0", "JADWAL_MAILS_PER_ADDRESS": "1000", "JADWAL_MAILS_PER_NETWORK": "1000",
            "JADWAL_FAILURES_PER_NETWORK": "1000",
        ]
        return try TestApp(settings: generous.merging(settings) { $1 })
    }

    /// Runs all due jobs, as `jadwal work` does.
    func work() throws {
        let runner = JobRunner(jobs, app)
        while try runner.runNext() {}
    }

    /// Returns the mail that came last, with its link and code.
    func lastMail() throws -> Letter {
        Letter(try #require(mail.messages.last, "no mail came"))
    }
}

/// A mail that arrived.
struct Letter {
    let message: MailMessage

    init(_ message: MailMessage) {
        self.message = message
    }

    var token: String {
        get throws { String(try #require(message.text.firstMatch(of: /token=([0-9a-f-]{36})/)).1) }
    }

    /// The code as the mail shows it: `ABCD-2345`.
    var code: String {
        get throws { String(try #require(message.text.firstMatch(of: /\n([2-9A-Z]{4}-[2-9A-Z]{4})\n/)).1) }
    }

    /// The address of the link without the origin.
    var path: String {
        get throws { String(try #require(message.text.firstMatch(of: /https:\/\/jadwal\.example\.org(\/\S+)/)).1) }
    }
}

extension Browser {
    /// Asks for a mail and returns it.
    func askForMail(_ email: String = "zaid@example.org", next: String = "") throws -> Letter {
        try get("/login")
        let answer = try post("/login", ["email": email, "next": next])
        try #require(answer.status == 303, "\(answer.status)")
        try test.work()
        // A welcome of an earlier sign-in may come after it, since nobody waits for that.
        let mail = try #require(test.mail.messages.last { $0.text.contains("token=") }, "no mail came")
        return Letter(mail)
    }

    /// Opens a link and presses its button.
    @discardableResult
    func open(_ letter: Letter) throws -> Answer {
        try get(letter.path)
        let answer = try post("/magic-link", ["token": letter.token])
        // A browser that did not ask for the link sees the account's masked address first.
        guard answer.contains("name=\"elsewhere\"") else { return answer }
        return try post("/magic-link", ["token": letter.token, "elsewhere": "yes"])
    }

    /// Signs in and looks at the settings, so that the browser has their forms.
    @discardableResult
    func signIn(_ email: String = "zaid@example.org") throws -> Answer {
        let answer = try open(askForMail(email))
        try #require(answer.location == "/settings", "\(answer.status)")
        try test.work()
        return try get("/settings")
    }

    /// The number of this browser's customer.
    func customer() throws -> CustomerID { try #require(try signedIn()).customer.id }

    func signedIn() throws -> SignedIn? {
        guard let token = session.flatMap({ Token(text: $0) }) else { return nil }
        return try test.store.signedIn(tokenDigest: token.digest)
    }
}
