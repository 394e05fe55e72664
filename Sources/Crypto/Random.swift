import COpenSSL

/// Randomness fit for secrets, from OpenSSL's generator, which the kernel seeds.
///
/// A machine that cannot give randomness cannot be run safely at all, so a failure stops the
/// process instead of travelling up as an error that someone might handle.
public enum Random {
    /// - Parameter count: how many bytes; not negative.
    public static func bytes(_ count: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            precondition(
                RAND_bytes(buffer.baseAddress, Int32(count)) == 1,
                "OpenSSL has no randomness to give: the machine's entropy source is broken")
            filled = count
        }
    }

    /// A version 4 UUID in lower case: 122 random bits (RFC 9562 §5.4).
    public static func uuidV4() -> String {
        uuidText(bytes(16), version: 4)
    }

    /// Characters drawn from an alphabet, each as likely as every other.
    ///
    /// - Parameter alphabet: 1 to 256 bytes of ASCII; one that occurs twice is drawn twice as often.
    public static func text(_ count: Int, alphabet: [UInt8]) -> String {
        let drawn = unbiasedDraws(count, alphabet: alphabet) { bytes(count + 16) }
        return String(decoding: drawn, as: UTF8.self)
    }
}

/// Sets the version and variant bits on 16 bytes and writes them as 8-4-4-4-12.
func uuidText(_ sixteen: [UInt8], version: UInt8) -> String {
    var bytes = sixteen
    bytes[6] = bytes[6] & 0x0F | version << 4
    bytes[8] = bytes[8] & 0x3F | 0x80
    return [bytes[0..<4], bytes[4..<6], bytes[6..<8], bytes[8..<10], bytes[10..<16]]
        .map { hex(Array($0)) }
        .joined(separator: "-")
}

/// Draws from an alphabet by random bytes, `more` giving further ones as often as needed.
///
/// A plain remainder would favour the alphabet's beginning wherever 256 is not a multiple of its
/// size; bytes beyond the last full multiple are thrown away instead.
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
