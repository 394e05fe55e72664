import Accounts
import Crypto
import Mail
import Postgres
import Runtime
import Storage
import Templates
import TestSupport
import Testing

@Suite("Passwords of devices")
struct DevicePasswordTests {
    let test: TestApp
    let person: Person
    let customer: CustomerID

    init() throws {
        test = try TestApp.patient()
        person = try test.account()
        customer = try person.customer().id
    }

    private func make(_ label: String) throws -> DevicePasswordOutcome {
        try test.app.makeDevicePassword(label: label, of: customer, person.asker())
    }

    private func makeForProfile(_ nonce: UInt8, _ app: App? = nil) throws -> (DevicePasswordID, String) {
        try (app ?? test.app).makeProfilePassword(
            nonce: [UInt8](repeating: nonce, count: 16), label: "iPhone", of: customer, .english, request: "r-1"
        ).madeOne()
    }

    private func device(_ password: String) throws -> SignedInDevice? {
        try test.app.device(login: "zaid@example.org", password: password, from: "203.0.113.7")
    }

    @Test("a name has 1 to 60 characters that names need", arguments: [
        ("iPhone", true), ("  هاتف زيد ", true), (String(repeating: "a", count: 60), true),
        (String(repeating: "a", count: 61), false), ("", false), ("   ", false), ("a\nb", false), ("a\u{202E}b", false),
    ])
    func label(label: String, isFit: Bool) throws {
        if isFit {
            _ = try make(label).madeOne()
            #expect(try test.app.devicePasswords(of: customer).map(\.label) == [label.trimmed])
        } else {
            #expect(try make(label).isUnfitLabel)
        }
    }

    @Test("the password is nowhere in the database")
    func secret() throws {
        let (_, text) = try make("iPhone").madeOne()
        let rows = try test.database.dump().joined()
        #expect(!rows.contains(text) && !rows.contains(text.replacing("-", with: "")))
        #expect(!rows.contains(hex(sha256(Array(text.utf8)))))
    }

    @Test("the owner gets a mail with name, time and the way to revoke it")
    func mail() throws {
        _ = try make("Zaid's iPhone").madeOne()
        try test.work()
        let mail = try #require(test.mail.messages.last)
        #expect(mail.to.wire == "zaid@example.org")
        #expect(mail.text.contains("“Zaid's iPhone”"))
        #expect(mail.text.contains("(Riyadh)"))
        #expect(mail.text.contains("https://jadwal.example.org/settings/devices"))
    }

    @Test("a password that is revoked before its mail leaves needs none")
    func mailOfRevoked() throws {
        let (id, _) = try make("iPhone").madeOne()
        _ = try test.app.revokeDevicePassword(id, of: customer, person.asker())
        #expect(try test.mailed() == [])
    }

    @Test("a customer has fifty at most, and makes a hundred an hour at most")
    func limits() throws {
        var last: DevicePasswordID?
        for number in 1...50 { last = try make("device \(number)").madeOne().0 }
        #expect(try make("one more").isTooMany)
        let kept = try #require(last)
        _ = try test.app.revokeDevicePassword(kept, of: customer, person.asker())
        _ = try make("one more").madeOne()
        try test.run("DELETE FROM device_password")
        for number in 52...100 { _ = try make("device \(number)") }
        try test.run("DELETE FROM device_password")
        #expect { _ = try make("one too many") } throws: {
            if case .tooManyRequests? = $0 as? Refusal { true } else { false }
        }
    }

    @Test("every fetch of a profile brings the same password, and its owner one mail")
    func profile() throws {
        let first = try makeForProfile(1)
        #expect(try makeForProfile(1) == first)
        #expect(try makeForProfile(2).1 != first.1)
        #expect(try test.count("device_password") == 2)
        #expect(try test.mailed().count == 2)
        #expect(try device(first.1)?.passwordID == first.0)
    }

    @Test("a profile's password ends if no device uses it for 15 minutes")
    func unused() throws {
        let (_, password) = try makeForProfile(1)
        try test.run("UPDATE device_password SET expires_unused_at = expires_unused_at - interval '14 minutes'")
        #expect(try test.app.devicePasswords(of: customer).count == 1)
        try test.run("UPDATE device_password SET expires_unused_at = expires_unused_at - interval '1 minute'")
        #expect(try device(password) == nil)
        #expect(try test.app.devicePasswords(of: customer).isEmpty)
    }

    @Test("its first use makes it lasting, and a later fetch leaves it so")
    func used() throws {
        let (id, password) = try makeForProfile(1)
        #expect(try !test.app.deviceWasUsed(id, of: customer))
        #expect(try device(password) != nil)
        #expect(try test.app.deviceWasUsed(id, of: customer))
        #expect(try test.count("device_password WHERE expires_unused_at IS NULL") == 1)
        #expect(try makeForProfile(1).0 == id)
        #expect(try test.count("device_password WHERE expires_unused_at IS NULL") == 1)
        #expect(try test.app.deviceWasUsed(id, of: customer))
    }

    @Test("passwords that ended unused do not count")
    func endedOnes() throws {
        for number in 1...50 { _ = try makeForProfile(UInt8(number)) }
        try test.run("UPDATE device_password SET expires_unused_at = now()")
        _ = try make("iPhone").madeOne()
        #expect(try test.count("device_password") == 1)
    }
}
