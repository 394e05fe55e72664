import HTTP
import Runtime
import TestSupport
import Testing
import Web

@Suite("The owner of a calendar program's requests")
struct OwnerTests {
    let client: Client

    init() throws { client = try Client() }

    /// Returns the owner that the next report of a program has.
    private func owner(_ client: Client) -> RequestOwner? {
        let values = [
            "REQUEST_METHOD": "REPORT", "REQUEST_URI": client.personal,
            "HTTP_AUTHORIZATION": Client.basic(client.login, client.password),
        ]
        return Client.router.owner(client.test.app.shared.shares) { values["\($0)"] }
    }

    @Test("two devices of a customer share one owner once both have signed in; another customer has their own")
    func devices() throws {
        let laptop = try Client(client.test)
        #expect(laptop.customer == client.customer && laptop.password != client.password)
        #expect(owner(client) == .caller(.customer(client.customer)))
        #expect(owner(laptop) == owner(client))
        let huda = try Client(client.test, email: "huda@example.org")
        #expect(owner(huda) == .caller(.customer(huda.customer)))
    }

    @Test("a short request and a wrong password tell no owner", arguments: [true, false])
    func unknown(isRight: Bool) throws {
        let app = try client.test.anotherApp()
        let credentials = Client.basic(client.login, isRight ? client.password : "wrong")
        let answer = try Client.send(
            .propfind, client.home, ["Authorization": credentials, "Depth": isRight ? "0" : "1"], to: app)
        #expect(answer.status == (isRight ? 207 : 401))
        #expect(app.shared.shares.owner(of: credentials) != .customer(client.customer))
    }
}
