import Testing
@testable import WebClient

@Suite("Addresses that people type")
struct OutsideAddressTests {
    @Test("case 1: webcal means https", arguments: [
        ("webcal://p23-caldav.icloud.com/published/2/AbC", "https://p23-caldav.icloud.com/published/2/AbC"),
        ("WEBCALS://Example.org/A.ics", "https://example.org/A.ics"),
        ("example.org/a.ics?x=1#part", "https://example.org/a.ics?x=1"),
        (" https://EXAMPLE.org.:443/a.ics ", "https://example.org/a.ics"),
        ("https://example.org", "https://example.org/"),
    ])
    func forms(typed: String, sent: String) throws {
        #expect(try OutsideAddress(typed: typed).url == sent)
    }

    @Test("other schemes, ports and texts are refused", arguments: [
        ("file:///etc/passwd", AddressProblem.scheme), ("ftp://example.org/a", .scheme),
        ("gopher://example.org/", .scheme),
        ("https://example.org:22/", .port), ("https://example.org:8443/", .port), ("http://example.org/", .plain),
        ("", .notAnAddress), ("https://", .notAnAddress), ("https://a b/", .notAnAddress),
        ("https://a\n.example/", .notAnAddress),
        ("https://example.org/" + String(repeating: "a", count: 2_000), .tooLong),
        ("https://[fe80::1%25eth0]/", .notAnAddress), ("https://①27.0.0.1/", .notAnAddress),
    ])
    func refused(typed: String, problem: AddressProblem) {
        let result = Result { () throws(AddressProblem) in try OutsideAddress(typed: typed) }
        #expect(result == .failure(problem))
    }

    @Test("an operator's port is allowed")
    func ports() throws {
        let address = try OutsideAddress(typed: "https://nas.example:8443/a", AddressRules(ports: [443, 8443]))
        #expect(address.port == 8443)
        #expect(address.url == "https://nas.example:8443/a")
    }

    @Test("case 11: user and password are cut out of the address, and never shown")
    func credentials() throws {
        let address = try OutsideAddress(typed: "https://sara:s%40fe@example.org/a.ics")
        #expect(address.url == "https://example.org/a.ics")
        #expect(address.user == "sara" && address.password == "s@fe")
        #expect(address.hasCredentials)
        #expect("\(address) \(String(reflecting: address))".contains("fe") == false)
        #expect(OutsideAddress(stored: address.secretText, ports: [443]) == address)
    }

    @Test("http is tried as https first")
    func encrypted() throws {
        let plain = try OutsideAddress(typed: "http://u:p@example.org/a", AddressRules(allowsPlain: true))
        #expect(plain.encrypted?.secretText == "https://u:p@example.org/a")
        #expect(try OutsideAddress(typed: "https://example.org/a").encrypted == nil)
    }
}
