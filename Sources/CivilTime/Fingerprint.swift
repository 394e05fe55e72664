/// A hash of bytes that is the same on every host. It shows that a file has changed, and finds words in tables.
///
/// FNV-1a with 64 bits (draft-eastlake-fnv). Somebody can make two files with the same hash on
/// purpose, so it protects nothing.
package struct Fingerprint {
    package private(set) var hash: UInt64 = 0xcbf2_9ce4_8422_2325

    package init() {}

    mutating func add(_ bytes: some Sequence<UInt8>) {
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    }

    package mutating func add(_ text: String) { add(text.utf8) }

    /// The hash as 16 hexadecimal digits.
    var text: String {
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }
}
