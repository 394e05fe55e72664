import Accounts
import CivilTime
import Crypto
import Mail
import Postgres
import Runtime
import Storage
import Templates
import TestSupport
import Testing

extension AddressChangeOutcome {
    fileprivate var isChanged: Bool { if case .changed = self { true } else { false } }
}

@Suite("The sign-in of a device")
struct DeviceTests {
    let test: TestApp
    let zaid: DeviceOwner

    init() throws {
        test = try TestApp.patient()
        zaid = try DeviceOwner(test)
    }

    @Test("the password has 160 bits in eight groups that are easy to read")
    func form() {
        let groups = zaid.password.split(separator: "-", omittingEmptySubsequences: false)
        #expect(groups.count == 8)
        #expect(groups.allSatisfy { $0.count == 4 })
        #expect(groups.joined().allSatisfy("abcdefghijkmnpqrstuvwxyz23456789".contains))
    }

    @Test("the address, the id and the login name sign in, in either case, and with an encoded @")
    func names() throws {
        try test.run("UPDATE customer SET login = 'zaid.h'")
        let id = zaid.customer.description
        let addresses = ["zaid@example.org", "Zaid@EXAMPLE.org", "zaid%40example.org"]
        for name in addresses + [id, id.uppercased(), "zaid.h", "Zaid.H"] {
            let device = try #require(try zaid.device(name), "\(name)")
            #expect(device.customer.id == zaid.customer)
            #expect(device.passwordID == zaid.id)
        }
        #expect(try zaid.device("zaid%40example.org")?.login == "zaid@example.org")
    }

    @Test("people type capitals, leave out hyphens and copy spaces along")
    func spellings() throws {
        for typed in [
            zaid.password.uppercased(), zaid.password.replacing("-", with: ""), zaid.password.replacing("-", with: " "),
            " \(zaid.password) ",
        ] {
            #expect(try zaid.device(nil, typed) != nil, "\(typed.count) characters")
        }
    }

    @Test("a wrong name or password signs nobody in", arguments: [
        ("zaid@example.org", ""), ("zaid@example.org", "k7wp-3xhd-k7wp-3xhd-k7wp-3xhd-k7wp-3xhd"),
        ("sara@example.org", nil), ("", nil), ("zaid", nil), ("zaid@example.org\0", nil), ("%", nil), ("%zz", nil),
        ("00000000-0000-0000-0000-000000000000", nil), (String(repeating: "a", count: 10_000), nil),
        ("zaid@example.org", String(repeating: "a", count: 100_000)),
    ] as [(String, String?)])
    func wrong(name: String, password: String?) throws {
        #expect(try zaid.device(name, password) == nil)
        #expect(test.log.lines.filter { $0.hasPrefix("info device sign-in failed") }.count == 1)
        #expect(!test.log.lines.contains { $0.contains("zaid") || $0.contains(zaid.password) })
    }

    @Test("a customer's password is nobody else's")
    func others() throws {
        let sara = try DeviceOwner(test, "sara@example.org")
        #expect(try zaid.device("sara@example.org") == nil)
        #expect(try zaid.device("sara@example.org", sara.password)?.customer.id == sara.customer)
        #expect(try zaid.device(sara.customer.description) == nil)
    }

    @Test("the first use is written down at once, and further ones every five minutes")
    func lastUse() throws {
        test.app.shared.devices.listening(true)
        #expect(try !test.app.deviceWasUsed(zaid.id, of: zaid.customer))
        _ = try zaid.device()
        #expect(try test.app.deviceWasUsed(zaid.id, of: zaid.customer))
        let used = try #require(try test.app.devicePasswords(of: zaid.customer).first)
        #expect(used.lastNetwork == "203.0.113.0/24")
        #expect((0..<60).contains(try #require(used.lastUsedSeconds)))

        try test.run("""
            UPDATE device_password SET last_used_at = last_used_at - interval '299 seconds', last_network = ''
            """)
        test.advance(seconds: 290)
        _ = try zaid.device()
        #expect(try test.app.devicePasswords(of: zaid.customer).first?.lastNetwork == "", "remembered")
        try test.run("UPDATE device_password SET last_used_at = last_used_at - interval '2 seconds'")
        test.advance(seconds: 11)
        _ = try zaid.device()
        #expect(try test.app.devicePasswords(of: zaid.customer).first?.lastNetwork == "203.0.113.0/24")
    }

    @Test("a remembered password asks no database, under the same name and no other")
    func remembered() throws {
        test.app.shared.devices.listening(true)
        _ = try zaid.device()
        // Nobody hears of it: the trigger is gone.
        try test.run("DROP TRIGGER device_password_announce ON device_password")
        try test.run("DELETE FROM device_password")
        #expect(try zaid.device() != nil)
        #expect(try zaid.device(nil, zaid.password + "x") == nil)
        #expect(try zaid.device(zaid.customer.description) == nil)
        test.advance(seconds: 301)
        #expect(try zaid.device() == nil, "five minutes later")
    }

    @Test("nothing is remembered while no announcement can be heard")
    func unheard() throws {
        _ = try zaid.device()
        try test.run("DELETE FROM device_password")
        #expect(try zaid.device() == nil)
    }

    @Test("a revoked password is refused at once here, and elsewhere when the announcement is heard")
    func revoked() throws {
        let other = try test.anotherApp()
        let listener = try test.database.connect()
        try listener.listen(Store.accountChannel)
        for app in [test.app, other] {
            app.shared.devices.listening(true)
            #expect(try zaid.device(app: app) != nil)
        }
        #expect(try test.app.revokeDevicePassword(zaid.id, of: zaid.customer, zaid.person.asker()) == "iPhone")
        #expect(try zaid.device() == nil)
        #expect(try zaid.device(app: other) != nil, "it has not heard yet")
        while let announcement = try listener.waitForNotification(milliseconds: 5_000) {
            other.shared.forget(announcement)
            if announcement.payload == zaid.customer.description { break }
        }
        #expect(try zaid.device(app: other) == nil)
        #expect(test.log.lines.contains { $0.hasPrefix("info device password revoked") })
    }

    @Test("nobody revokes another customer's password")
    func revokedByOthers() throws {
        let sara = try DeviceOwner(test, "sara@example.org")
        #expect(try test.app.revokeDevicePassword(zaid.id, of: sara.customer, sara.person.asker()) == nil)
        #expect(try zaid.device() != nil)
    }

    @Test("a changed customer is read again")
    func changed() throws {
        test.app.shared.devices.listening(true)
        _ = try zaid.device()
        try test.run("UPDATE customer SET language = 'ar'")
        test.app.shared.forget(Notification(channel: Store.accountChannel, payload: zaid.customer.description))
        #expect(try zaid.device()?.customer.language == "ar")
    }

    @Test("signing out everywhere ends no device; the end of the account ends all")
    func ends() throws {
        test.app.shared.devices.listening(true)
        try test.app.endAllSessions(of: zaid.person.customer(), zaid.person.asker())
        #expect(try zaid.device() != nil)
        _ = try test.store.transaction { try test.store.delete(zaid.customer) }
        test.app.forget(zaid.customer)
        #expect(try zaid.device() == nil)
        #expect(try test.count("device_password") == 0)
    }

    @Test("an earlier key still checks passwords, and the first use moves them to the current one")
    func rotated() throws {
        let old = [UInt8](repeating: 6, count: 32), new = [UInt8](repeating: 7, count: 32)
        let rotated = try test.anotherApp(devices: KeyRing(new, previous: [old]))
        let forgotten = try test.anotherApp(devices: KeyRing(new))
        #expect(try zaid.device(app: forgotten) == nil)
        #expect(try zaid.device(app: rotated) != nil)
        #expect(try zaid.device(app: forgotten) != nil)
    }
}

@Suite("Devices after a change of address")
struct DeviceAddressTests {
    let test: TestApp
    let zaid: DeviceOwner

    init() throws {
        test = try TestApp.patient()
        zaid = try DeviceOwner(test)
    }

    /// Gives an account a new address, by the mailed link.
    private func change(_ person: Person, to email: String) throws {
        let signedIn = try #require(try person.signedIn())
        _ = try test.app.askForAddressChange(to: email, of: signedIn, person.asker())
        try test.work()
        let outcome = try test.app.changeAddress(
            of: signedIn, token: test.mail.lastWithLink().token, person.asker())
        try #require(outcome.isChanged, "\(outcome)")
    }

    @Test("the old address and the new one sign the device in")
    func both() throws {
        try change(zaid.person, to: "new@example.org")
        try change(zaid.person, to: "newer@example.org")
        for name in ["zaid@example.org", "ZAID%40example.org", "new@example.org", "newer@example.org"] {
            #expect(try zaid.device(name)?.customer.id == zaid.customer, "\(name)")
        }
        #expect(try zaid.device("newest@example.org") == nil)
    }

    @Test("a password that is made later knows the new address only")
    func later() throws {
        try change(zaid.person, to: "new@example.org")
        let (_, password) = try test.app.makeDevicePassword(
            label: "Laptop", of: zaid.customer, zaid.person.asker()).madeOne()
        #expect(try zaid.device("new@example.org", password) != nil)
        #expect(try zaid.device("zaid@example.org", password) == nil)
    }

    @Test("who has the address now signs in with it, and so does the device of the one before")
    func secondOwner() throws {
        try change(zaid.person, to: "new@example.org")
        let second = try DeviceOwner(test)
        #expect(second.customer != zaid.customer)
        #expect(try zaid.device("zaid@example.org", second.password)?.customer.id == second.customer)
        #expect(try zaid.device("zaid@example.org")?.customer.id == zaid.customer)
        #expect(try zaid.device("new@example.org", second.password) == nil)
    }

    @Test("the database holds digests of earlier addresses, and none once the passwords are gone")
    func digests() throws {
        try change(zaid.person, to: "new@example.org")
        try test.run("DELETE FROM job")
        try test.run("DELETE FROM magic_link")
        try test.run("DELETE FROM sign_in_flow")
        #expect(!(try test.database.dump()).contains { $0.contains("zaid@example.org") })
    }
}

@Suite("Wrong passwords of devices")
struct DeviceLimitTests {
    let test: TestApp
    let zaid: DeviceOwner

    init() throws {
        test = try TestApp.patient(["JADWAL_FAILURES_PER_NETWORK": "3"])
        zaid = try DeviceOwner(test)
    }

    /// Returns true if a wrong password is refused by a limit.
    private func isLimited(_ name: String = "zaid@example.org", at address: String = "203.0.113.7") throws -> Bool {
        do {
            #expect(try test.app.device(login: name, password: "wrong", from: address) == nil)
            return false
        } catch let refusal as Refusal {
            guard case .tooManyRequests(let seconds) = refusal else { throw refusal }
            #expect((1...300).contains(seconds))
            return true
        }
    }

    @Test("are counted by account and network together", arguments: [
        "zaid@example.org", "unknown@example.org", "unknown",
    ])
    func counted(name: String) throws {
        for _ in 1...3 { #expect(try !isLimited(name)) }
        #expect(try isLimited(name))
        #expect(try isLimited(name.uppercased()))
        #expect(try !isLimited(name, at: "198.51.100.7"), "another network")
        #expect(try !isLimited("sara@example.org"), "another account")
        #expect(test.log.lines.contains { $0.hasPrefix("warning device failure limit") })
    }

    @Test("every spelling of a name counts as that name, whether somebody has it or not", arguments: [
        "zaid@example.org", "nobody@example.org", "zaid@b\u{FC}cher.example",
    ])
    func spellings(name: String) throws {
        _ = try DeviceOwner(test, "zaid@b\u{FC}cher.example")
        for _ in 1...3 { #expect(try !isLimited(name)) }
        let spellings = [
            name, " \(name)", "\(name) ", name.uppercased(), name.replacing("@", with: "\u{FF20}"),
            name.replacing("@", with: "%40"), name.replacing("b\u{FC}cher", with: "xn--bcher-kva"),
            name.replacing("b\u{FC}cher", with: "bu\u{308}cher"),
        ]
        for spelling in spellings { #expect(try isLimited(spelling), "\(spelling)") }
    }

    @Test("spaces around a login name or an id make another name, whether somebody has it or not")
    func spaces() throws {
        try test.run("UPDATE customer SET login = 'zaid.h'")
        for name in ["zaid.h", "nobody.h", zaid.customer.description, "00000000-0000-4000-8000-000000000000"] {
            for _ in 1...3 { #expect(try !isLimited(name)) }
            #expect(try isLimited(name) && isLimited(name.uppercased()))
            #expect(try !isLimited(" \(name)"))
        }
    }

    @Test("the limit does not tell which names belong to one account")
    func names() throws {
        try test.run("UPDATE customer SET login = 'zaid.h'")
        for _ in 1...3 { #expect(try !isLimited()) }
        #expect(try isLimited())
        #expect(try !isLimited(zaid.customer.description))
        #expect(try !isLimited("zaid.h"))
    }

    @Test("a household of IPv6 counts as one")
    func household() throws {
        for host in 1...3 { #expect(try !isLimited(at: "2001:db8::\(host)")) }
        #expect(try isLimited(at: "2001:db8::4"))
    }

    @Test("a right password is never refused because of them")
    func right() throws {
        for _ in 1...5 { _ = try isLimited() }
        #expect(try zaid.device() != nil)
    }

    @Test("a network that invents names leaves a bounded number of rows")
    func invented() throws {
        for number in 1...60 { #expect(try !isLimited("name\(number)")) }
        let rows = try test.count("throttle_event")
        for number in 61...80 { #expect(try isLimited("name\(number)")) }
        #expect(try test.count("throttle_event") == rows)
        #expect(try zaid.device() != nil)
    }
}
