import Glibc

/// A network of IPv4 or IPv6: an address, and the number of its first bits that count.
public struct NetworkPrefix: Sendable, Hashable {
    /// Four bytes or sixteen.
    let bytes: [UInt8]
    let length: Int

    /// Reads a network, as `192.168.7.0/24` or `fd00::/8`; an address alone is a network of one.
    ///
    /// nil for anything else, and for an address with bits behind the network's.
    public init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard let bytes = addressBytes(String(parts[0])), parts.count <= 2 else { return nil }
        var length = bytes.count * 8
        if parts.count == 2 {
            guard let number = Int(parts[1]), (0...length).contains(number),
                !parts[1].hasPrefix("+") else { return nil }
            length = number
        }
        for bit in length..<(bytes.count * 8) where bytes[bit / 8] & (0x80 >> (bit % 8)) != 0 { return nil }
        self.bytes = bytes
        self.length = length
    }

    /// Returns true if an address of four or sixteen bytes is in the network.
    public func contains(_ address: [UInt8]) -> Bool {
        guard address.count == bytes.count else { return false }
        return (0..<length).allSatisfy { bit in (address[bit / 8] ^ bytes[bit / 8]) & (0x80 >> (bit % 8)) == 0 }
    }

    /// Returns true if the two networks have an address in common.
    public func overlaps(_ other: NetworkPrefix) -> Bool {
        length <= other.length ? contains(other.bytes) : other.contains(bytes)
    }
}

/// Returns the bytes of an address as `inet_pton` reads it: four or sixteen; nil for other text.
func addressBytes(_ text: String) -> [UInt8]? {
    var four = in_addr()
    if inet_pton(AF_INET, text, &four) == 1 { return withUnsafeBytes(of: four) { Array($0) } }
    var sixteen = in6_addr()
    guard inet_pton(AF_INET6, text, &sixteen) == 1 else { return nil }
    return withUnsafeBytes(of: sixteen) { Array($0) }
}
