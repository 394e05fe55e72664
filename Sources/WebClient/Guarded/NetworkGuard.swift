import Glibc

/// The networks to which a fetch may connect: all public ones, and those that the operator names.
public struct NetworkGuard: Sendable {
    private let allowed: [NetworkPrefix]
    /// The addresses of this machine's own interfaces.
    private let own: [[UInt8]]

    /// - Parameters:
    ///   - allowed: private networks that may be reached all the same.
    ///   - own: addresses of this machine, which are never dialled unless they are allowed.
    public init(allowing allowed: [NetworkPrefix] = [], own: [[UInt8]] = NetworkGuard.interfaceAddresses()) {
        self.allowed = allowed
        self.own = own
    }

    /// Returns true if a connection to an address of four or sixteen bytes is allowed.
    public func allows(_ address: [UInt8]) -> Bool {
        let address = Self.innerIPv4(of: address) ?? address
        guard address.count == 4 || address.count == 16 else { return false }
        if allowed.contains(where: { $0.contains(address) }) { return true }
        // All addresses that are handed out to networks begin with 001.
        if address.count == 16, address[0] & 0xE0 != 0x20 { return false }
        return !Self.denied.contains { $0.contains(address) } && !own.contains(address)
    }

    /// Returns true if an address in text form is allowed; false for a text that is no address, and for one that names
    /// an interface, as `fe80::1%eth0` does.
    public func allows(text: String) -> Bool {
        addressBytes(text).map(allows) ?? false
    }

    /// The networks that an operator may never allow on a public service: this machine, and the link.
    public static let neverAllowed = networks("127.0.0.0/8", "169.254.0.0/16", "::1", "fe80::/10", "0.0.0.0/8")

    /// The networks that are not for connections to the public Internet (RFC 6890 and its registries).
    private static let denied = networks(
        "0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24",
        "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24",
        "224.0.0.0/4", "240.0.0.0/4", "64:ff9b:1::/48", "100::/64", "2001::/23", "2001:db8::/32", "3fff::/20",
        "fc00::/7", "fe80::/10", "fec0::/10", "ff00::/8")

    /// The networks of IPv6 whose addresses carry one of IPv4, and the position of its first byte.
    private static let carriers: [(network: NetworkPrefix, position: Int)] =
        networks("::ffff:0:0/96", "::/96", "64:ff9b::/96").map { ($0, 12) } + networks("2002::/16").map { ($0, 2) }

    /// Returns the address of IPv4 inside one of IPv6, where a translator or a tunnel would take it from.
    private static func innerIPv4(of address: [UInt8]) -> [UInt8]? {
        carriers.first { $0.network.contains(address) }.map { Array(address[$0.position..<($0.position + 4)]) }
    }

    private static func networks(_ texts: String...) -> [NetworkPrefix] {
        texts.map { text in
            guard let network = NetworkPrefix(text) else { preconditionFailure("\(text) is not a network") }
            return network
        }
    }

    /// Returns the addresses of this machine's interfaces.
    public static func interfaceAddresses() -> [[UInt8]] {
        var first: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&first) == 0 else { return [] }
        defer { freeifaddrs(first) }
        return sequence(first: first, next: { $0?.pointee.ifa_next }).compactMap { entry in
            entry?.pointee.ifa_addr.flatMap { socketAddressBytes(UnsafeRawPointer($0)) }
        }
    }
}

/// Returns the bytes of the address in a `sockaddr`: four or sixteen; nil for another family.
func socketAddressBytes(_ pointer: UnsafeRawPointer) -> [UInt8]? {
    switch Int32(pointer.loadUnaligned(as: sa_family_t.self)) {
    case AF_INET:
        withUnsafeBytes(of: pointer.loadUnaligned(as: sockaddr_in.self).sin_addr) { Array($0) }
    case AF_INET6:
        withUnsafeBytes(of: pointer.loadUnaligned(as: sockaddr_in6.self).sin6_addr) { Array($0) }
    default: nil
    }
}
