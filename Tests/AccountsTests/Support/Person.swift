import Accounts
import Crypto
import Jadwal
import Mail
import Runtime
import Storage
import Templates
import TestSupport
import Testing

extension TestApp {
    /// Runs all due jobs, as `jadwal work` does.
    func work() throws {
        let runner = JobRunner(jobs, app)
        while try runner.runNext() {}
    }

    /// Returns the addresses that mails went to, once the worker has sent them.
    func mailed() throws -> [String] {
        try work()
        return mail.messages.map(\.to.wire)
    }

    /// Returns a person who signed in from a network before, and the browser used for it.
    func account(_ email: String = "zaid@example.org", at address: String = "192.0.2.1") throws -> Person {
        let person = Person(self, address: address)
        try person.signIn(email)
        mail.clear()
        return person
    }
}

/// A person with one browser, who uses the service without its pages.
final class Person {
    let test: TestApp
    /// The network address.
    var address: String
    /// The name of the browser.
    var device = "Firefox · Linux"
    /// The cookie of the session, or of the browser that is signed out.
    var cookie = Token.random()
    var knownBrowser: KnownBrowser?
    /// The sign-in that the browser asked for last.
    var asked: AskedSignIn?

    init(_ test: TestApp, address: String = "203.0.113.7") {
        self.test = test
        self.address = address
    }

    func signedIn() throws -> SignedIn? { try test.store.signedIn(tokenDigest: cookie.digest) }

    func customer() throws -> Customer { try #require(try signedIn()).customer }

    func asker() throws -> Asker {
        Asker(
            request: "r-1", address: address, device: device, language: .english, browser: cookie.digest,
            knownBrowser: knownBrowser, signedIn: try signedIn())
    }

    /// Asks for a sign-in mail. No outcome reveals if one is sent.
    func ask(_ email: String = "zaid@example.org") throws {
        let facts = NewCustomer(
            address: try #require(EmailAddress(email)), language: "en", timeZone: "Asia/Riyadh", firstDay: 1)
        switch try test.app.askForSignIn(facts, next: "/settings", last: asked, asker()) {
        case .begun(let begun): asked = begun
        case .tooSoon: Issue.record("the browser asked a moment ago")
        }
    }

    /// Asks for a sign-in mail and returns it.
    func askForMail(_ email: String = "zaid@example.org") throws -> Letter {
        try ask(email)
        try test.work()
        return try test.mail.lastWithLink()
    }

    /// Presses the button behind a link.
    ///
    /// - Parameter agrees: true to go on although another browser asked for the link.
    @discardableResult
    func open(_ letter: Letter, agrees: Bool = true) throws -> LinkOutcome {
        try press(letter.token, agrees: agrees)
    }

    @discardableResult
    func press(_ token: String, agrees: Bool = true) throws -> LinkOutcome {
        let outcome = try test.app.redeem(
            link: token, last: asked, agreesToSwitch: false, agreesElsewhere: agrees, asker())
        if case .signedIn(let session) = outcome { keep(session) }
        return outcome
    }

    @discardableResult
    func type(_ code: String) throws -> CodeOutcome {
        let waiting = try test.app.waiting(for: #require(asked), asker())
        let outcome = try test.app.redeem(code: code, of: waiting, asker())
        if case .signedIn(let session) = outcome { keep(session) }
        return outcome
    }

    private func keep(_ session: NewSession) {
        cookie = session.token
        knownBrowser = session.knownBrowser
        asked = nil
    }

    func signIn(_ email: String = "zaid@example.org") throws {
        let outcome = try open(askForMail(email))
        try #require(outcome.isSignedIn, "\(outcome)")
        try test.work()
    }

    /// Forgets the session, as a browser whose cookie was deleted.
    func loseSession() {
        cookie = Token.random()
    }
}

extension LinkOutcome {
    var isSignedIn: Bool { if case .signedIn = self { true } else { false } }

    /// The reason why the link does not work; nil if it does.
    var problem: LinkProblem? { if case .refused(let problem, _) = self { problem } else { nil } }
}

extension CodeOutcome {
    var isSignedIn: Bool { if case .signedIn = self { true } else { false } }

    /// The codes that may still be typed after a wrong one; nil after another outcome.
    var triesLeft: Int? { if case .wrong(let left) = self { left } else { nil } }
}
