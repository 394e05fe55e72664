import Accounts
import Runtime
import Storage
import TestSupport
import Testing

/// A customer with one device, whose password was made in the settings.
struct DeviceOwner {
    let test: TestApp
    let person: Person
    let customer: CustomerID
    let id: DevicePasswordID
    let password: String

    init(_ test: TestApp, _ email: String = "zaid@example.org", label: String = "iPhone") throws {
        self.test = test
        person = try test.account(email)
        customer = try person.customer().id
        (id, password) = try test.app.makeDevicePassword(label: label, of: customer, person.asker()).madeOne()
    }

    func device(_ login: String? = nil, _ password: String? = nil, app: App? = nil) throws -> SignedInDevice? {
        try (app ?? test.app).device(
            login: login ?? "zaid@example.org", password: password ?? self.password, from: "203.0.113.7")
    }
}

extension DevicePasswordOutcome {
    func madeOne() throws -> (DevicePasswordID, String) {
        guard case .made(let id, let text) = self else {
            Issue.record("\(self)")
            throw NotMade()
        }
        return (id, text)
    }

    private struct NotMade: Error {}

    var isUnfitLabel: Bool { if case .unfitLabel = self { true } else { false } }
    var isTooMany: Bool { if case .tooMany = self { true } else { false } }
}
