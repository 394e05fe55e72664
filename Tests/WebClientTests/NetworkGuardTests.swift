import Testing
@testable import WebClient

@Suite("Networks that are not dialled")
struct NetworkGuardTests {
    @Test("case 8: no form of a private address is allowed", arguments: [
        "0.0.0.0", "0.1.2.3", "10.0.0.5", "100.64.0.1", "100.127.255.255", "127.0.0.1", "127.9.9.9", "169.254.169.254",
        "172.16.0.1", "172.31.255.255", "192.0.0.1", "192.0.2.1", "192.88.99.1", "192.168.1.1", "198.18.0.1",
        "198.19.255.255", "198.51.100.1", "203.0.113.1", "224.0.0.1", "240.0.0.1", "255.255.255.255",
        "::", "::1", "::10.0.0.1", "::ffff:10.0.0.1", "::ffff:127.0.0.1", "64:ff9b::a00:1", "64:ff9b::7f00:1",
        "64:ff9b:1::1", "2002:a00:1::", "2002:7f00:1::1", "100::1", "2001::1", "2001:10::1", "2001:db8::1", "3fff::1",
        "fc00::1", "fd12:3456::1", "fe80::1", "fec0::1", "ff02::1", "4000::1", "fe80::1%lo",
    ])
    func refused(address: String) {
        #expect(!NetworkGuard(own: []).allows(text: address))
    }

    @Test("public addresses are allowed", arguments: [
        "8.8.8.8", "100.63.255.255", "100.128.0.1", "172.15.255.255", "172.32.0.1", "192.167.255.255", "198.17.255.255",
        "223.255.255.255", "2a00:1450::1", "2606:4700::1111", "2001:4860:4860::8888", "::ffff:8.8.8.8",
        "64:ff9b::808:808", "2002:808:808::1",
    ])
    func allowed(address: String) {
        #expect(NetworkGuard(own: []).allows(text: address))
    }

    @Test("case 9: a named private network works, and nothing else with it")
    func named() throws {
        let guarded = NetworkGuard(allowing: [try #require(NetworkPrefix("192.168.7.0/24"))], own: [])
        #expect(guarded.allows(text: "192.168.7.9"))
        #expect(guarded.allows(text: "::ffff:192.168.7.9"))
        #expect(!guarded.allows(text: "192.168.8.9"))
        #expect(!guarded.allows(text: "127.0.0.1"))
    }

    @Test("an address of this machine's own interfaces is not dialled")
    func ownInterfaces() {
        #expect(!NetworkGuard(own: [[8, 8, 8, 8]]).allows(text: "8.8.8.8"))
        #expect(NetworkGuard.interfaceAddresses().contains([127, 0, 0, 1]))
    }

    @Test("networks are read in one form only", arguments: [
        ("10.0.0.0/8", true), ("192.168.7.9", true), ("fd00::/8", true), ("::1", true), ("10.0.0.1/8", false),
        ("10.0.0.0/33", false), ("10.0.0.0/-1", false), ("10.0.0.0/+8", false), ("10.0.0.0/8/8", false),
        ("10.0.0/8", false),
        ("nas.example", false), ("", false), ("/8", false), ("fd00::/129", false),
    ])
    func forms(text: String, isNetwork: Bool) {
        #expect((NetworkPrefix(text) != nil) == isNetwork)
    }

    @Test("networks overlap if one is inside the other")
    func overlaps() throws {
        let home = try #require(NetworkPrefix("127.0.0.0/8")), one = try #require(NetworkPrefix("127.0.0.1/32"))
        let all = try #require(NetworkPrefix("0.0.0.0/0")), other = try #require(NetworkPrefix("10.0.0.0/8"))
        #expect(home.overlaps(one) && one.overlaps(home) && all.overlaps(one))
        #expect(!home.overlaps(other))
    }
}
