import Crypto
import Storage

/// A refresh token: the session, its number in the session, and a proof that both are Jadwal's.
///
/// The proof is made of a key of the installation and of a nonce in the session's row, so that neither alone makes a
/// token, and the same token can be made again.
struct RefreshToken: Sendable {
    let session: SessionID
    let number: Int
    private let proof: [UInt8]

    static let nonceByteCount = 32
    private static let prefix = "jdr_", byteCount = 8 + 4 + 32

    init(session: SessionID, number: Int, nonce: [UInt8], key: [UInt8]) {
        self.session = session
        self.number = number
        proof = hmacSHA256(key: key, Array("refresh \(session) \(number) ".utf8) + nonce)
    }

    /// Reads a token, before its proof is checked; nil for any other text.
    init?(text: String) {
        guard text.hasPrefix(Self.prefix), text.utf8.count <= 100,
            let bytes = base64URLDecoded(String(text.dropFirst(Self.prefix.count))), bytes.count == Self.byteCount
        else { return nil }
        func value(_ bytes: ArraySlice<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }
        guard let id = Int64(exactly: value(bytes[..<8])) else { return nil }
        session = SessionID(id)
        number = Int(value(bytes[8..<12]))
        proof = Array(bytes[12...])
    }

    var text: String {
        func bytes(_ value: UInt64, _ count: Int) -> [UInt8] {
            (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * UInt64($0))) }
        }
        return Self.prefix
            + base64URL(bytes(UInt64(bitPattern: session.number), 8) + bytes(UInt64(number), 4) + proof)
    }

    /// The digest that the database stores.
    var digest: [UInt8] { sha256(Array(text.utf8)) }

    /// Returns true if the proof was made with the nonce and one of the keys.
    func isGenuine(nonce: [UInt8], keys: [[UInt8]]) -> Bool {
        keys.contains {
            constantTimeEqual(
                RefreshToken(session: session, number: number, nonce: nonce, key: $0).proof, proof)
        }
    }
}
