/// A short name for some bytes, the same on every host: other bytes, another name.
///
/// FNV-1a with 64 bits (draft-eastlake-fnv). It tells a changed file from the old one, and is no
/// defence against somebody who wants two files of one name.
struct Fingerprint {
    private var hash: UInt64 = 0xcbf2_9ce4_8422_2325

    mutating func add(_ bytes: some Sequence<UInt8>) {
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    }

    /// 16 hexadecimal digits.
    var text: String {
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }
}
