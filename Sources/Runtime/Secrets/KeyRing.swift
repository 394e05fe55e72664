import Crypto

/// A key and the earlier ones that stay valid.
///
/// New proofs are made with `current`; a proof is checked with `all`.
public struct KeyRing: Sendable, Equatable {
    public let current: [UInt8]
    /// Newest first.
    public let previous: [[UInt8]]

    public init(_ current: [UInt8], previous: [[UInt8]] = []) {
        self.current = current
        self.previous = previous
    }

    public var all: [[UInt8]] { [current] + previous }

    /// Eight hexadecimal digits to tell keys apart by; they do not help to guess the key.
    public var fingerprint: String {
        String(hex(hmacSHA256(key: current, Array("jadwal key fingerprint".utf8))).prefix(8))
    }
}
