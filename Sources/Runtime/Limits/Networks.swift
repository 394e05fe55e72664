import Glibc
import Storage

/// A client's network: what is counted and shown instead of a whole address.
public enum Networks {
    /// Returns the address itself for IPv4, the /64 for IPv6: the smallest network that one household has.
    public static func counted(_ address: String) -> [UInt8] {
        if let bytes = ipv4(address) { return bytes }
        return ipv6(address).map { Array($0.prefix(8)) } ?? Array(address.utf8)
    }

    /// Returns the networks around an address that are counted, the narrowest first.
    ///
    /// An IPv6 household may have a /56, and a rented server a /48. So a limit for a /64 also holds for those,
    /// at twice and four times the number.
    public static func enclosing(_ address: String) -> [(bytes: [UInt8], share: Int)] {
        if let bytes = ipv4(address) { return [(bytes, 1)] }
        guard let bytes = ipv6(address) else { return [(Array(address.utf8), 1)] }
        return [(8, 1), (7, 2), (6, 4)].map { (Array(bytes.prefix($0.0)), $0.1) }
    }

    /// Returns the network by which a sign-in is remembered: the whole address for IPv4, the /48 for IPv6.
    /// Providers move a household about within a /48.
    public static func remembered(_ address: String) -> [UInt8] {
        ipv4(address) ?? ipv6(address).map { Array($0.prefix(6)) } ?? Array(address.utf8)
    }

    /// Returns the network as text for the list of sessions: `203.0.113.0/24`, `2001:db8::/48` (RFC 5952).
    /// Empty if it is unknown, and for this machine itself.
    public static func shown(_ address: String) -> String {
        if let bytes = ipv4(address) {
            return bytes[0] == 127 ? "" : "\(bytes[0]).\(bytes[1]).\(bytes[2]).0/24"
        }
        guard let bytes = ipv6(address), bytes != loopback else { return "" }
        var network = in6_addr()
        withUnsafeMutableBytes(of: &network) { $0.copyBytes(from: bytes.prefix(6)) }
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(INET6_ADDRSTRLEN)) { text in
            guard inet_ntop(AF_INET6, &network, text.baseAddress, socklen_t(text.count)) != nil,
                let start = text.baseAddress
            else { return "" }
            return String(cString: start) + "/48"
        }
    }

    private static let loopback = [UInt8](repeating: 0, count: 15) + [1]

    /// Returns the bytes of an IPv4 address, also of one in the form `::ffff:203.0.113.7` of an IPv6 socket
    /// (RFC 4291 §2.5.5.2).
    private static func ipv4(_ address: String) -> [UInt8]? {
        if let bytes = ipv6(address), bytes.starts(with: mappedPrefix) { return Array(bytes.suffix(4)) }
        var bytes = in_addr()
        guard inet_pton(AF_INET, address, &bytes) == 1 else { return nil }
        return withUnsafeBytes(of: bytes) { Array($0) }
    }

    private static let mappedPrefix = [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF]

    private static func ipv6(_ address: String) -> [UInt8]? {
        var bytes = in6_addr()
        guard inet_pton(AF_INET6, address, &bytes) == 1 else { return nil }
        return withUnsafeBytes(of: bytes) { Array($0) }
    }
}
