import Text

// The values that show a client that something changed: the token of a collection and the tag of an object.

/// A state of one collection: the text of DAV:sync-token and CS:getctag (RFC 6578 §4).
///
/// Each collection has epochs of its own, as random numbers: a token of one collection is never valid for another.
/// A new epoch begins when the counter may have gone back, as after a restore. The client then starts over.
public struct SyncToken: Hashable, Sendable {
    public let epoch: UInt64
    /// The number of the collection's last change that the client knows, from 0.
    public let counter: Int64

    public init(epoch: UInt64, counter: Int64) {
        self.epoch = epoch
        self.counter = counter
    }

    /// Reads a token in the only form that `text` writes.
    ///
    /// - Returns: nil for any other text, such as a token of another server. macOS has been seen to send one.
    public init?(_ text: some StringProtocol) {
        var octets = Array(text.utf8)[...]
        guard octets.starts(with: Self.prefix.utf8) else { return nil }
        octets.removeFirst(Self.prefix.utf8.count)
        guard octets.count > Self.epochDigits + 1, octets[octets.startIndex + Self.epochDigits] == UInt8(ascii: "-")
        else { return nil }
        var epoch: UInt64 = 0
        for octet in octets.prefix(Self.epochDigits) {
            guard let digit = hexadecimalValue(octet) else { return nil }
            epoch = epoch << 4 | UInt64(digit)
        }
        let decimals = octets.dropFirst(Self.epochDigits + 1)
        // `Int64` reads signs and zeros in front, too.
        guard let first = decimals.first, isDigit(first), first != UInt8(ascii: "0") || decimals.count == 1,
              let counter = Int64(String(decoding: decimals, as: UTF8.self))
        else { return nil }
        self.init(epoch: epoch, counter: counter)
    }

    /// A URI, as the standard requires: `data:,00c0ffee00c0ffee-42`.
    public var text: String {
        let digits = String(epoch, radix: 16)
        return Self.prefix + String(repeating: "0", count: Self.epochDigits - digits.utf8.count) + digits + "-\(counter)"
    }

    private static let prefix = "data:,", epochDigits = 16

    /// Checks the token of a request against the collection.
    ///
    /// - Parameters:
    ///   - text: the token as it was sent; nil for a first synchronization.
    ///   - current: the state of the collection.
    ///   - oldest: the counter up to which changes are no longer known; 0 if all are.
    /// - Returns: the counter after which changes are wanted; nil for all objects.
    /// - Throws: `valid-sync-token` if the changes since the token are not known. A silent gap would be worse than
    ///   a client that starts over.
    public static func changes(
        since text: String?, current: SyncToken, oldest: Int64
    ) throws(DAVError) -> Int64? {
        guard let text else { return nil }
        guard let token = SyncToken(text), token.epoch == current.epoch, token.counter <= current.counter,
              token.counter >= oldest
        else { throw DAVError(.validSyncToken, "the sync token is not known") }
        return token.counter
    }
}

/// Returns a strong entity tag with its quotation marks: the first 16 octets of a digest of the stored octets, in
/// hexadecimal digits (RFC 9110 §8.8.3).
public func entityTag(digest: [UInt8]) -> String {
    String(unsafeUninitializedCapacity: 34) { tag in
        var count = 1
        tag[0] = UInt8(ascii: "\"")
        for octet in digest.prefix(16) {
            tag[count] = hexadecimalDigit(octet >> 4)
            tag[count + 1] = hexadecimalDigit(octet & 0x0F)
            count += 2
        }
        tag[count] = UInt8(ascii: "\"")
        return count + 1
    }
}

private func hexadecimalDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
}

/// Returns the value of a small hexadecimal digit; nil for any other octet.
private func hexadecimalValue(_ octet: UInt8) -> UInt8? {
    switch octet {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): octet - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): octet - UInt8(ascii: "a") + 10
    default: nil
    }
}
