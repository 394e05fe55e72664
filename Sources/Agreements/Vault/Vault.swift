import Crypto
import FoundationEssentials
import Runtime
import Storage

// The encryption of what is kept of chats.
//
// - Vault.swift: `Vault`, a customer's opened keys. VaultKeys.swift: making, finding and deleting them.

/// The opened keys of a customer.
///
/// Every customer has keys of their own. So a row that was moved to another customer does not open, and without the
/// rows of `customer_key` nothing of a customer's can ever be read again.
package struct Vault: Sendable {
    let customer: CustomerID
    /// The keys by their versions.
    private let keys: [Int: SealingKey]
    private let newest: Int
    /// The key of digests. It is the same in every version, so that a message is known again.
    private let digestKey: [UInt8]

    /// - Parameter opened: the versions with their 64 bytes; nil for none.
    init?(_ customer: CustomerID, opened: [(version: Int, bytes: [UInt8])]) {
        guard let newest = opened.max(by: { $0.version < $1.version }) else { return nil }
        var keys: [Int: SealingKey] = [:]
        for (version, bytes) in opened {
            guard let key = SealingKey(Array(bytes.prefix(SealingKey.byteCount))) else { return nil }
            keys[version] = key
        }
        self.customer = customer
        self.keys = keys
        self.newest = newest.version
        digestKey = Array(newest.bytes.dropFirst(SealingKey.byteCount))
    }

    /// The purpose of an encrypted text. A text of one purpose does not open as one of another.
    enum Purpose: Sendable {
        /// The words of a message.
        case message(chat: [UInt8], message: [UInt8])
        /// The other person of a chat.
        case contact(chat: [UInt8])
        /// The values of what was found.
        case values
        /// The sentences that prove it.
        case proof
        case number, name, code

        fileprivate func context(of customer: CustomerID) -> [UInt8] {
            let owner = customer.description
            return switch self {
            case .message(let chat, let message): Array("jadwal chat 1 \(owner)".utf8) + chat + message
            case .contact(let chat): Array("jadwal contact 1 \(owner)".utf8) + chat
            case .values: Array("jadwal values 1 \(owner)".utf8)
            case .proof: Array("jadwal proof 1 \(owner)".utf8)
            case .number: Array("jadwal number 1 \(owner)".utf8)
            case .name: Array("jadwal name 1 \(owner)".utf8)
            case .code: Array("jadwal code 1 \(owner)".utf8)
            }
        }
    }

    /// Encrypts a value as JSON: the format's number, the version of the key (4 bytes, big-endian), nonce, text, tag.
    func seal(_ value: some Encodable, _ purpose: Purpose) throws -> [UInt8] {
        guard let key = keys[newest] else { throw VaultError.missingKey }
        let version = (0..<4).map { UInt8(truncatingIfNeeded: newest >> (24 - 8 * $0)) }
        let plain = Array(try JSON.text(value).utf8)
        return [1] + version + key.seal(plain, context: purpose.context(of: customer))
    }

    /// Decrypts a value.
    ///
    /// - Throws: `VaultError` if the key is missing, or if the bytes are not what `seal` wrote for this customer and
    ///   purpose.
    func open<Value: Decodable>(_ type: Value.Type, _ sealed: [UInt8], _ purpose: Purpose) throws -> Value {
        guard sealed.first == 1, sealed.count > 5 else { throw VaultError.unreadable }
        let version = sealed[1..<5].reduce(0) { $0 << 8 | Int($1) }
        guard let key = keys[version] else { throw VaultError.missingKey }
        guard let plain = key.open(Array(sealed.dropFirst(5)), context: purpose.context(of: customer)) else {
            throw VaultError.unreadable
        }
        return try JSON.value(type, from: String(decoding: plain, as: UTF8.self))
    }

    /// Returns the digest by which the database knows an id. Only this customer's key makes it.
    func digest(_ kind: String, _ parts: [UInt8]...) -> [UInt8] {
        // Each part has its length before it, so that no two lists of parts are the same bytes.
        let bytes = parts.flatMap { part in
            (0..<4).map { UInt8(truncatingIfNeeded: part.count >> (24 - 8 * $0)) } + part
        }
        return hmacSHA256(key: digestKey, Array("jadwal \(kind) ".utf8) + bytes)
    }
}
