import COpenSSL

/// Random values for secrets, from OpenSSL's generator, which the kernel seeds.
///
/// Without randomness nothing is safe. So a failure stops the process and is not an error that a caller
/// could handle.
public enum Random {
    /// Returns random bytes.
    ///
    /// - Parameter count: their number, not negative.
    public static func bytes(_ count: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            precondition(
                RAND_bytes(buffer.baseAddress, Int32(count)) == 1,
                "OpenSSL has no random bytes: the machine's entropy source is broken")
            filled = count
        }
    }

    /// Returns a random UUID in lower case: version 4, 122 random bits (RFC 9562 §5.4).
    public static func uuidV4() -> String {
        uuidText(bytes(16), version: 4)
    }

    /// Returns random characters of an alphabet, all with the same probability.
    ///
    /// - Parameter alphabet: 1 to 256 bytes of ASCII. A byte that occurs twice has twice the probability.
    public static func text(_ count: Int, alphabet: [UInt8]) -> String {
        let drawn = unbiasedDraws(count, alphabet: alphabet) { bytes(count + 16) }
        return String(decoding: drawn, as: UTF8.self)
    }
}

/// Returns 16 bytes as 8-4-4-4-12, with the bits of a version and of the variant (RFC 9562 §4).
public func uuidText(_ sixteen: [UInt8], version: UInt8) -> String {
    var bytes = sixteen
    bytes[6] = bytes[6] & 0x0F | version << 4
    bytes[8] = bytes[8] & 0x3F | 0x80
    return [bytes[0..<4], bytes[4..<6], bytes[6..<8], bytes[8..<10], bytes[10..<16]]
        .map { hex(Array($0)) }
        .joined(separator: "-")
}

/// Draws characters of an alphabet by random bytes.
///
/// If 256 is not a multiple of the alphabet's size, a plain remainder would prefer its beginning. So bytes
/// beyond the last full multiple are dropped.
///
/// - Parameter more: returns more random bytes, as often as needed.
func unbiasedDraws(_ count: Int, alphabet: [UInt8], more: () -> [UInt8]) -> [UInt8] {
    precondition((1...256).contains(alphabet.count), "an alphabet has 1 to 256 characters")
    let limit = 256 - 256 % alphabet.count
    var drawn: [UInt8] = []
    drawn.reserveCapacity(count)
    while drawn.count < count {
        for byte in more() where Int(byte) < limit && drawn.count < count {
            drawn.append(alphabet[Int(byte) % alphabet.count])
        }
    }
    return drawn
}
