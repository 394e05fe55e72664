import Crypto
import Foundation
import HTTP
import Mail
import Pages
import Places
import Postgres
import Runtime
import Storage
import System
import Templates
import TestSupport
import Testing
import Web

/// Everything that a customer does, and then a search for data that must not be anywhere.
@Suite("Secrecy")
struct SecrecyTests {
    let test: TestApp
    /// Tokens, codes and cookies that were given out.
    private var secrets: Set<String> = []

    init() throws {
        test = try TestApp.patient()
        let browser = Browser(test), phone = Browser(test, address: "2001:db8:1::5")
        var letters: [Letter] = []
        var cookies: Set<String> = []
        func note() { for browser in [browser, phone] { cookies.formUnion(browser.cookies.values) } }

        letters.append(try browser.askForMail("Zaid@example.org", next: "/settings/address"))
        note()
        try browser.get("/login/sent")
        try browser.post("/login/code", ["code": "AAAA-AAAA"])
        try browser.post("/login/resend")
        try test.work()
        letters.append(try test.lastMail())
        try browser.post("/login/code", ["code": letters[1].code])
        note()
        letters.append(try phone.askForMail("zaid@example.org"))
        note()
        try phone.open(letters[2])
        try phone.open(letters[0])
        note()
        try browser.get("/settings/address")
        try browser.post("/settings/address", ["newEmail": "new@example.org"])
        try test.work()
        let change = try test.lastMail()
        try browser.get(change.path)
        try browser.post("/settings/address/confirm", ["token": "0b0ee1e4-0a6b-4c0e-8f57-4a1f5d0c7a91"])
        try browser.get("/settings")
        try browser.post("/settings", ["name": "Zaid Secretname", "language": "en", "firstDay": "1"])
        try browser.post("/settings/export")
        // Faults are logged with their reason: it must not quote what was sent.
        test.mail.failures = [.refused("the mail server said 550"), .temporary("the mail server said 451")]
        for email in ["refused@example.org", "later@example.org"] {
            let other = Browser(test)
            try other.get("/login")
            try other.post("/login", ["email": email])
            cookies.formUnion(other.cookies.values)
        }
        try test.run("ALTER TABLE customer ADD CONSTRAINT trap CHECK (email NOT LIKE 'trap%')")
        let trapped = Browser(test)
        try trapped.get("/login")
        let fault = try trapped.post("/login", ["email": "trap@example.org"])
        try #require(fault.status == 500)
        try test.work()

        for letter in letters {
            secrets.formUnion([try letter.token, try letter.code, try letter.code.replacing("-", with: "")])
        }
        secrets.insert(try change.token)
        secrets.formUnion(cookies.filter { $0.count > 20 })
    }

    @Test("no log line holds a token, a code, a cookie, an address or a name")
    func log() throws {
        #expect(secrets.count >= 14)
        #expect(test.log.lines.contains { $0.hasPrefix("error fault") }, "the fault was logged")
        #expect(test.log.lines.contains { $0.contains("signed in") })
        for secret in secrets { #expect(!test.log.text.contains(secret)) }
        for part in ["@", "Secretname", "trap@", "token=", "csrf", "203.0.113.7", "2001:db8:1::5"] {
            #expect(!test.log.text.contains(part), "\(part)")
        }
    }

    @Test("a dump of the database holds none either, in no spelling, nor any whole client address")
    func database() throws {
        let dump = try test.database.dump().joined(separator: "\n").lowercased()
        #expect(dump.contains("zaid@example.org"), "the dump is one")
        for secret in secrets {
            #expect(!dump.contains(secret.lowercased()))
            #expect(!dump.contains(hex(Array(secret.utf8))), "as bytes")
            #expect(!dump.contains(secret.replacing("-", with: "").lowercased()), "without hyphens")
            if let bytes = base64URLDecoded(secret), bytes.count == 32 { #expect(!dump.contains(hex(bytes)), "decoded") }
        }
        for address in ["203.0.113.7", "2001:db8:1::5"] { #expect(!dump.contains(address)) }
    }

    @Test("a code's digest is keyed: without the key all codes tried out match none")
    func codesAreKeyed() throws {
        let browser = Browser(test)
        let code = try browser.askForMail("keyed@example.org").code.replacing("-", with: "")
        let dump = try test.database.dump().joined()
        let flow: Int64? = try test.store.connection.value("SELECT max(id) FROM sign_in_flow")
        for guess in [code, "\(try #require(flow)):\(code)"] { #expect(!dump.contains(sha256Hex(Array(guess.utf8)))) }
    }

    private func hex(_ bytes: [UInt8]) -> String {
        bytes.map { String(format: "%02x", $0) }.joined()
    }
}
