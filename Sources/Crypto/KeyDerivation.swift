/// Derives a key from a secret by HKDF with SHA-256 (RFC 5869).
///
/// - Parameters:
///   - salt: a value that need not be secret; may be empty.
///   - secret: the input keying material.
///   - info: the purpose of the key. Another purpose gives an unrelated key.
///   - count: the bytes of the key, 0 to 8160.
public func hkdfSHA256(salt: [UInt8], secret: [UInt8], info: [UInt8], count: Int) -> [UInt8] {
    precondition((0...255 * 32).contains(count), "HKDF with SHA-256 gives at most 8160 bytes")
    let pseudorandom = hmacSHA256(key: salt, secret)
    var derived: [UInt8] = [], block: [UInt8] = []
    var number: UInt8 = 0
    while derived.count < count {
        number += 1
        block = hmacSHA256(key: pseudorandom, block + info + [number])
        derived += block
    }
    return Array(derived.prefix(count))
}
