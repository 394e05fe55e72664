import Crypto
import Storage

/// The text of a device's password that Jadwal makes: 160 random bits as 32 characters in eight groups,
/// `k7wp-3xhd-…`.
package enum DevicePasswordText {
    /// Letters and digits that are not mistaken for each other, 5 bits each.
    static let alphabet = Array("abcdefghijkmnpqrstuvwxyz23456789".utf8)
    static let letters = 32
    private static let groupSize = 4

    static func random() -> String {
        grouped(Random.text(letters, alphabet: alphabet))
    }

    /// Derives a password from a key and a message: the same ones always give the same password.
    static func derived(key: [UInt8], from message: [UInt8]) -> String {
        var letters: [UInt8] = [], waiting = 0, bits = 0
        for byte in hmacSHA256(key: key, message).prefix(Self.letters * 5 / 8) {
            waiting = (waiting & 0x1F) << 8 | Int(byte)
            bits += 8
            while bits >= 5 {
                bits -= 5
                letters.append(alphabet[waiting >> bits & 0x1F])
            }
        }
        return grouped(String(decoding: letters, as: UTF8.self))
    }

    /// Returns the 32 letters of a typed password; nil if Jadwal makes none like it. People type capitals, leave out
    /// hyphens, and copy spaces along.
    static func normalized(_ typed: String) -> String? {
        guard typed.utf8.count <= 4 * letters else { return nil }
        let kept = typed.lowercased().utf8.filter { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: " ") && $0 != 9 }
        guard kept.count == letters, kept.allSatisfy(alphabet.contains) else { return nil }
        return String(decoding: Array(kept), as: UTF8.self)
    }

    private static func grouped(_ text: String) -> String {
        let bytes = Array(text.utf8)
        return stride(from: 0, to: bytes.count, by: groupSize)
            .map { String(decoding: bytes[$0..<min($0 + groupSize, bytes.count)], as: UTF8.self) }
            .joined(separator: "-")
    }
}

/// The keyed digests of a device's password, bound to its customer. One of them is stored instead of the password.
struct DevicePasswordDigests {
    /// The readings of the text: as it is, and as a password that Jadwal made. By the current key first.
    let all: [[UInt8]]
    private let readings: Int

    /// - Parameter keys: the current key, then the earlier ones.
    init(_ password: String, of customer: CustomerID, keys: [[UInt8]]) {
        var messages = ["given \(customer):\(password)"]
        if let letters = DevicePasswordText.normalized(password) { messages.append("made \(customer):\(letters)") }
        all = keys.flatMap { key in messages.map { hmacSHA256(key: key, Array($0.utf8)) } }
        readings = messages.count
    }

    /// The digest to store for a password that an operator gave: nothing in it is overlooked when it is checked.
    var asGiven: [UInt8] { all[0] }
    /// The digest to store for a password that Jadwal made.
    var asMade: [UInt8] { all[readings - 1] }

    /// Returns the digest of the same reading by the current key.
    func renewed(_ found: [UInt8]) -> [UInt8] {
        all.firstIndex(of: found).map { all[$0 % readings] } ?? found
    }
}
