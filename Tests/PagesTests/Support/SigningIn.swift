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
    /// Runs all due jobs, as `jadwal work` does.
    func work() throws {
        let runner = JobRunner(jobs, app)
        while try runner.runNext() {}
    }
}

extension Browser {
    /// Asks for a mail and returns it.
    func askForMail(_ email: String = "zaid@example.org", next: String = "") throws -> Letter {
        try get("/login")
        let answer = try post("/login", ["email": email, "next": next])
        try #require(answer.status == 303, "\(answer.status)")
        try test.work()
        return try test.mail.lastWithLink()
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
        // A new account begins with questions.
        try #require(["/calendar", "/first"].contains(answer.location), "\(answer.status)")
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
