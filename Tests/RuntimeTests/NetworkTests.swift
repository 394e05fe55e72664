import Runtime
import Storage
import Templates
import Testing

@Suite("Networks")
struct NetworkTests {
    @Test("a session shows the network, never a whole address", arguments: [
        ("203.0.113.77", "203.0.113.0/24"), ("0.0.0.0", "0.0.0.0/24"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1::/48"), ("2001:db8::1", "2001:db8::/48"), ("::2", "::/48"),
        ("::1", ""), ("127.0.0.1", ""), ("::ffff:127.0.0.1", ""),
        ("::ffff:203.0.113.77", "203.0.113.0/24"),
        ("", ""), ("unix:", ""), ("203.0.113", ""), ("203.0.113.256", ""), ("fe80::1%eth0", ""),
    ])
    func shown(address: String, expected: String) {
        #expect(Networks.shown(address) == expected)
    }

    @Test("addresses of one household count together", arguments: [
        ("2001:db8:1:2::1", "2001:db8:1:2:ffff::9"), ("203.0.113.77", "::ffff:203.0.113.77"),
        ("2001:DB8::1", "2001:db8:0:0::2"),
    ])
    func together(one: String, other: String) {
        #expect(Networks.counted(one) == Networks.counted(other))
    }

    @Test("a rented /48 of networks counts together as well, at four times as much", arguments: [
        ("203.0.113.7", [4], [1]), ("::ffff:203.0.113.7", [4], [1]), ("2001:db8:1:2::1", [8, 7, 6], [1, 2, 4]), ("unix:", [5], [1]),
    ])
    func enclosing(address: String, bytes: [Int], shares: [Int]) {
        let networks = Networks.enclosing(address)
        #expect(networks.map(\.bytes.count) == bytes)
        #expect(networks.map(\.share) == shares)
        #expect(networks[0].bytes == Networks.counted(address))
    }

    @Test("other households count apart", arguments: [
        ("2001:db8:1:2::1", "2001:db8:1:3::1"), ("203.0.113.77", "203.0.113.78"), ("", "203.0.113.78"),
        ("::ffff:203.0.113.77", "::ffff:203.0.113.78"), ("::1", "0.0.0.0"),
    ])
    func apart(one: String, other: String) {
        #expect(Networks.counted(one) != Networks.counted(other))
    }
}
