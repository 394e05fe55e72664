import Accounts
import CivilTime
import Crypto
import Foundation
import Mail
import Postgres
import Runtime
import Storage
import TestSupport
import Testing

@Suite("Signing an app in with an ID token")
struct IDTokenTests {
    private let provider: Provider
    private let test: TestApp

    init() throws {
        provider = try Provider()
        test = try TestApp.patient(provider.settings)
    }

    private func use(_ token: String) throws -> (tokens: AppTokens, customer: Customer) {
        let found = try #require(test.app.openIDProvider)
        return try test.app.useIDToken(
            token, at: found, rotates: false,
            { NewCustomer(address: $0, language: "en", timeZone: "Asia/Riyadh", firstDay: 7) },
            Person(test).asker())
    }

    private func refused(_ token: String, _ problem: OpenIDProblem = .invalid, _ comment: Comment = "") throws {
        #expect(throws: problem, comment) { try use(token) }
    }

    @Test("a login makes an account the first time, and finds it again by its subject")
    func twice() throws {
        let first = try use(provider.token())
        #expect(first.customer.email == "zaid@example.org")
        // The address at the provider changed meanwhile.
        let second = try use(provider.token(["email": "other@example.org"]))
        #expect(second.customer.id == first.customer.id)
        #expect(try test.count("customer") == 1 && test.count("linked_login") == 1 && test.count("session") == 2)
        try test.work()
        #expect(test.mail.messages.count == 1, "the welcome mail")
    }

    @Test("tokens for the apps of the settings are taken, others are not", arguments: [
        ("client-1", true), ("app-1", true), ("app-2", true), ("app-3", false), ("", false),
    ])
    func audiences(audience: String, isTaken: Bool) throws {
        let token = try provider.token(["aud": audience])
        if isTaken { _ = try use(token) } else { try refused(token) }
    }

    @Test("several audiences: one of them must be ours")
    func severalAudiences() throws {
        _ = try use(provider.token(["aud": ["x", "app-1"]]))
        try refused(provider.token(["aud": ["x", "y"]]))
    }

    @Test("claims that are wrong, missing, too old or too early are refused", arguments: [
        ("iss", "https://evil.example"), ("exp", TestApp.moment.secondsSince1970 - 61),
        ("iat", TestApp.moment.secondsSince1970 + 61), ("iat", TestApp.moment.secondsSince1970 - 3_700),
        ("sub", ""), ("sub", nil), ("exp", nil), ("iat", nil), ("iss", nil), ("aud", nil), ("exp", "soon"),
        ("sub", String(repeating: "x", count: 256)),
    ] as [(String, (any Sendable)?)])
    func wrongClaims(name: String, value: (any Sendable)?) throws {
        try refused(provider.token([name: value]))
    }

    @Test("an address that the provider did not verify makes no account", arguments: [
        false, "false", nil,
    ] as [(any Sendable)?])
    func unverified(value: (any Sendable)?) throws {
        try refused(provider.token(["email_verified": value]), .addressNotVerified)
        #expect(try test.count("customer") == 0)
    }

    @Test("other algorithms, keys and signatures are refused")
    func forged() throws {
        for header in [
            #"{"alg":"none","kid":"key-1"}"#, #"{"alg":"HS256","kid":"key-1"}"#, #"{"alg":"RS256","kid":"key-1"}"#,
            #"{"alg":"ES256","kid":"key-2"}"#, #"{"alg":"ES256"}"#, #"{"alg":"ES256","kid":"key-1","crit":["x"]}"#,
            #"{"kid":"key-1"}"#, "[]", "",
        ] {
            try refused(provider.token(header: header), .invalid, "\(header)")
        }
        try refused(provider.token(key: .random()), .invalid, "another key")
        let parts = try provider.token().split(separator: ".")
        try refused("\(parts[0]).\(parts[1]).", .invalid, "no signature")
        try refused("x", .invalid)
        #expect(try test.count("customer") == 0)
    }

    @Test("a new key is found, and unknown keys have the keys read once a minute at most")
    func rotation() throws {
        _ = try use(provider.token())
        #expect(provider.script.keyRequests == 1)
        for _ in 1...3 { try refused(provider.token(header: #"{"alg":"ES256","kid":"nobody"}"#)) }
        #expect(provider.script.keyRequests == 1)
        provider.set { ($0.key, $0.keyID) = (.random(), "key-2") }
        test.advance(seconds: 61)
        _ = try use(provider.token())
        #expect(provider.script.keyRequests == 2)
    }

    @Test("a provider that is silent, lies about its name or publishes nonsense is unreachable", arguments: 0...3)
    func unreachable(fault: Int) throws {
        provider.set { script in
            switch fault {
            case 0: script.issuer = "https://evil.example"
            case 1: script.keySet = "{"
            case 2: script.keySet = String(repeating: " ", count: 200_000)
            default: script.keySet = #"{"keys":"none"}"#
            }
        }
        try refused(provider.token(), .unreachable)
    }

    @Test("keys of other kinds are left out")
    func otherKeys() throws {
        let good = Provider.keySet(provider.script.key, "key-1").dropFirst(#"{"keys":["#.count)
        provider.set { [good = String(good)] in
            $0.keySet = #"{"keys":[{"kty":"oct","kid":"key-0","k":"AAAA"},"#
                + #"{"kty":"RSA","kid":"key-9","n":"AQAB","e":"AQAB"},"# + good
        }
        _ = try use(provider.token())
    }

    @Test("a login never takes over an account whose address belongs to another login")
    func otherLogin() throws {
        let owner = try use(provider.token())
        try refused(provider.token(["sub": "subject-2"]), .otherLogin)
        #expect(try test.store.linkedLogins(of: owner.customer.id).map(\.subject) == ["subject-1"])
    }

    @Test("an account that began by mail is linked to the login of its address")
    func linksByAddress() throws {
        let person = try test.account()
        let id = try person.customer().id
        #expect(try use(provider.token()).customer.id == id)
        #expect(try test.count("linked_login") == 1)
    }

    @Test("a login that was linked before anybody proved the address is gone after the first proof")
    func hijack() throws {
        let person = Person(test)
        try person.ask()
        let zaid = try #require(EmailAddress("zaid@example.org"))
        let id = try #require(try test.store.customerID(withAddress: zaid))
        _ = try test.store.link(issuer: provider.issuer, subject: "thief", email: "x@example.org", to: id)
        try test.work()
        _ = try person.press(test.mail.lastWithLink().token)
        #expect(try test.count("linked_login") == 0)
    }
}
