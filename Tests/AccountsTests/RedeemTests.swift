import Accounts
import Crypto
import Jadwal
import Mail
import Postgres
import Runtime
import Storage
import Synchronization
import TestSupport
import Testing

@Suite("Signing in with a link or a code")
struct RedeemTests {
    let test: TestApp
    let person: Person

    init() throws {
        test = try TestApp.patient()
        person = Person(test)
    }

    // MARK: Links

    @Test("a link works in another browser once the person has seen whose it is, and signs in that one only")
    func otherBrowser() throws {
        let letter = try person.askForMail(), phone = Person(test)
        guard case .otherBrowser("z•••d@example.org", device: "Firefox · Linux") = try phone.open(letter, agrees: false)
        else {
            Issue.record("the phone signed in without a question")
            return
        }
        #expect(try test.count("magic_link WHERE used_at IS NULL") == 1, "nothing is used yet")
        #expect(try phone.open(letter).isSignedIn)
        #expect(try phone.signedIn() != nil)
        #expect(try person.signedIn() == nil)
    }

    @Test("a browser that signed in to the account before, or asked for it, is not asked whose link it is")
    func knownBrowser() throws {
        try person.signIn()
        person.loseSession()
        let letter = try Person(test).askForMail()
        #expect(try person.open(letter, agrees: false).isSignedIn)
        let asker = Person(test), first = try asker.askForMail()
        test.advance(seconds: 60)
        _ = try asker.askForMail()
        #expect(try asker.open(first, agrees: false).isSignedIn, "the mail before the last")
    }

    @Test("a link of another account is not used before the person agrees to switch")
    func switching() throws {
        try person.signIn()
        let letter = try Person(test).askForMail("sara@example.org")
        let token = try letter.token
        guard case .otherAccount(current: "zaid@example.org", new: "sara@example.org") = try person.open(letter) else {
            Issue.record("the account was switched without a question")
            return
        }
        #expect(try person.customer().email == "zaid@example.org")
        let outcome = try test.app.redeem(
            link: token, last: nil, agreesToSwitch: true, agreesElsewhere: false, person.asker())
        #expect(outcome.isSignedIn)
        #expect(try person.signedIn() == nil, "the session before has ended")
    }

    @Test("a link works once: pressed again here it leads on, elsewhere it is used")
    func replay() throws {
        let letter = try person.askForMail()
        try person.open(letter)
        let sessions = try test.count("session")
        guard case .alreadySignedIn = try person.open(letter) else {
            Issue.record("pressing twice does not lead on")
            return
        }
        guard case .refused(.used, email: "") = try Person(test).open(letter) else {
            Issue.record("another browser sees more than that the link is used")
            return
        }
        #expect(try test.count("session") == sessions)
    }

    @Test("capital letters in the token make no difference")
    func capitals() throws {
        #expect(try person.press(person.askForMail().token.uppercased()).isSignedIn)
    }

    @Test("a text that is no token is an unknown link, and is not looked up", arguments: [
        "", "x", "' OR 1=1 --", "0b0ee1e4-0a6b-4c0e-8f57-4a1f5d0c7a9g", "０b0ee1e4-0a6b-4c0e-8f57-4a1f5d0c7a91",
    ])
    func malformed(token: String) throws {
        #expect(try person.press(token).problem == .unknown)
    }

    @Test("a used link ends the others of its address")
    func othersRevoked() throws {
        let first = try person.askForMail(), second = try person.askForMail()
        try person.open(second)
        #expect(try Person(test).open(first).problem == .replaced)
    }

    @Test("of nine mails the first no longer counts")
    func nineMails() throws {
        let letters = try (1...9).map { _ in try person.askForMail() }
        #expect(try Person(test).open(letters[0]).problem == .replaced)
        #expect(try Person(test).open(letters[1]).isSignedIn)
    }

    @Test("an expired link names its address only to the browser that typed it")
    func expired() throws {
        let letter = try person.askForMail()
        try test.run("UPDATE magic_link SET expires_at = now()")
        guard case .refused(.expired, email: "zaid@example.org") = try person.open(letter),
            case .refused(.expired, email: "") = try Person(test).open(letter)
        else {
            Issue.record("another outcome")
            return
        }
    }

    @Test("link and code of one mail used at the same moment: one wins, and neither waits for the other")
    func linkAndCode() throws {
        for _ in 1...5 {
            let letter = try person.askForMail(), token = try letter.token, code = try letter.code
            let asker = try person.asker(), asked = try #require(person.asked), settings = test.database.settings
            let shared = try TestApp.shared([:], test.log), next = Mutex(0)
            let signedIn = try inParallel(count: 2) {
                let number = next.withLock { number in
                    defer { number += 1 }
                    return number
                }
                let app = App(shared, Database(Store(connection: try Connection(settings)), settings), mail: CapturedMail())
                if number == 0 {
                    return try app.redeem(
                        link: token, last: asked, agreesToSwitch: false, agreesElsewhere: false, asker).isSignedIn
                }
                return try app.redeem(code: code, of: app.waiting(for: asked, asker), asker).isSignedIn
            }
            #expect(signedIn.filter(\.self).count == 1)
            try test.run("DELETE FROM session")
        }
    }

    @Test("a sign-in ends the browser's earlier session")
    func sessionReplaced() throws {
        try person.signIn()
        let old = person.cookie
        try person.signIn()
        #expect(person.cookie.text != old.text)
        #expect(try test.count("session") == 1)
        #expect(try test.store.signedIn(tokenDigest: old.digest) == nil)
    }

    @Test("the welcome comes with the first sign-in and never again")
    func welcome() throws {
        try person.signIn()
        #expect(test.mail.messages.map(\.subject) == ["Your link to sign in to Jadwal", "Welcome to Jadwal"])
        test.mail.clear()
        try Person(test).signIn()
        #expect(test.mail.messages.map(\.subject) == ["Your link to sign in to Jadwal"])
    }

    @Test("an address that nobody proved within seven days is deleted, and can sign up again")
    func purged() throws {
        let letter = try person.askForMail()
        try test.run("UPDATE customer SET created_at = now() - interval '8 days'")
        #expect(try test.store.purge()["customer"] == 0, "a sign-in under way is left alone")
        try test.run("UPDATE sign_in_flow SET expires_at = now()")
        #expect(try test.store.purge()["customer"] == 1)
        #expect(try test.count("magic_link") == 0)
        #expect(try Person(test).open(letter).problem == .unknown)
        #expect(try Person(test).open(Person(test).askForMail()).isSignedIn)
    }

    // MARK: Codes

    @Test("the code signs in, however people write it", arguments: [
        { $0 }, { $0.replacing("-", with: "") }, { $0.lowercased() }, { " " + $0.replacing("-", with: " ") + "\t" },
        { $0.replacing("-", with: "–") },
    ] as [@Sendable (String) -> String])
    func spellings(written: @Sendable (String) -> String) throws {
        let letter = try person.askForMail()
        #expect(try person.type(written(letter.code)).isSignedIn)
        #expect(try person.signedIn() != nil)
        #expect(try Person(test).open(letter).problem == .used, "the link of the same mail is used as well")
    }

    @Test("a code works in the browser that asked and in no other")
    func codeElsewhere() throws {
        let letter = try person.askForMail(), stranger = Person(test)
        _ = try stranger.askForMail("sara@example.org")
        #expect(try stranger.type(letter.code).triesLeft == 4)
        #expect(try stranger.signedIn() == nil)
        #expect(try person.type(letter.code).isSignedIn)
    }

    @Test("after five wrong codes the right one is refused, and a new mail brings one that works")
    func fiveWrong() throws {
        let letter = try person.askForMail()
        for left in [4, 3, 2, 1, 0] { #expect(try person.type("AAAA-AAAA").triesLeft == left) }
        #expect(try person.type(letter.code).triesLeft == 0)
        #expect(try person.signedIn() == nil)
        #expect(try person.type(person.askForMail().code).isSignedIn)
    }

    @Test("wrong codes are counted even if no mail was sent, so that they do not reveal it")
    func fiveWrongWithoutMail() throws {
        _ = try person.askForMail()
        try test.run("DELETE FROM sign_in_flow")
        for left in [4, 3, 2, 1, 0, 0] { #expect(try person.type("AAAA-AAAA").triesLeft == left) }
    }

    @Test("an expired code is known as such")
    func expiredCode() throws {
        let letter = try person.askForMail()
        test.advance(seconds: 15 * 60)
        guard case .expired = try person.type(letter.code) else {
            Issue.record("another outcome")
            return
        }
    }

    @Test("a code that the database's clock says is over is wrong, whatever this machine's clock says")
    func expiredInTheDatabase() throws {
        let letter = try person.askForMail()
        try test.run("UPDATE sign_in_flow SET expires_at = now()")
        #expect(try person.type(letter.code).triesLeft == 4)
        #expect(try person.signedIn() == nil)
    }

    @Test("the code of a mail that was replaced three times over is wrong")
    func replaced() throws {
        let letters = try (1...4).map { _ in try person.askForMail() }
        #expect(try person.type(letters[0].code).triesLeft == 4)
        #expect(try person.type(letters[3].code).isSignedIn)
    }

    @Test("codes have only letters and digits that nobody mistakes, and almost never repeat")
    func alphabet() throws {
        let codes = try (1...20).map { _ in try person.askForMail().code }
        #expect(Set(codes).count == 20)
        #expect(codes.allSatisfy { $0.wholeMatch(of: /[2-9A-HJ-NP-Z]{4}-[2-9A-HJ-NP-Z]{4}/) != nil })
    }
}
